// What `serve` reports about requests: a line for each, an HTTP archive, and the clients that still call deprecated
// operations.
import { defined } from "../../../json/defined.ts";
import type { MockServer, RequestRecord } from "../../../http/node/server.ts";
import type { Delivery } from "../../../mock/journal/entry.ts";
import { harOf, readEntry } from "../../../mock/journal/reading.ts";
import { count, oneLine, safeJson } from "../../../report/text.ts";
import { ownVersion } from "../../../version.ts";
import { SavedFile } from "../kept/saved-file.ts";

/** A JSON line about a request, without secrets. */
export function jsonLine(record: RequestRecord): string {
  const { method, path, status, ms, query, refusal, session, situation, delivery } = record;
  const line = {
    method,
    path: path ?? null,
    status,
    ms: rounded(ms),
    query: query ?? null,
    refusal: refusal === undefined ? null : { kind: refusal.kind, where: refusal.where, why: refusal.why },
    ...defined({ session, situation }),
    ...(delivery === undefined ? {} : { url: record.url, delivery }),
    time: new Date().toISOString(),
  };
  return `${safeJson(JSON.stringify(line))}\n`;
}

/** The same for people. */
export function textLine(record: RequestRecord): string {
  const { method, url, status, ms, refusal, session, situation, delivery } = record;
  const notes = [
    ...(session === undefined ? [] : [`session ${session}`]),
    ...(situation === undefined ? [] : [`situation ${situation}`]),
    ...(refusal === undefined ? [] : [refusal.why]),
    ...(delivery === undefined ? [] : [toldDelivery(delivery)]),
  ];
  const time = new Date().toISOString().slice(11, 19);
  const told = notes.length === 0 ? "" : `  ${notes.join("; ")}`;
  return `${oneLine(`${time} ${method} ${url} ${status === 0 ? "no answer" : status} ${rounded(ms)} ms${told}`)}\n`;
}

/** "sent order.created, attempt 2, repeated: the receiver answered 503" */
function toldDelivery({ name, attempt, outcome, why }: Delivery): string {
  const sent = attempt === 0 ? `did not send ${name}` : `sent ${name}${attempt === 1 ? "" : `, attempt ${attempt}`}`;
  return `${sent}, ${outcome}${why === undefined ? "" : `: ${why}`}`;
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/** The clients that still call deprecated operations, one line per operation. */
export function deprecatedLines({ journals, mask }: MockServer): string[] {
  const calls = [...(journals?.deprecated ?? [])].sort((a, b) => b.count - a.count);
  const lines = calls.slice(0, SHOWN).map(({ operation, client, count: number }) => {
    const by = client === "" ? "a client without User-Agent" : mask.text(client);
    return oneLine(`${operation.name} is deprecated and was called ${count(number, "time")} by ${by}`);
  });
  const more = calls.length - SHOWN;
  return more > 0 ? [...lines, `and ${more} more; the control plane lists them`] : lines;
}

const SHOWN = 10;

/** How often the archive is written while there is something new, in milliseconds. */
const WRITING = 2_000;

/** Writes the requests of a server to an HTTP archive. @returns a function that writes it a last time and stops */
export function writeHar(
  place: { readonly name: string; readonly cwd: string },
  { server, origin }: HarSource,
  tell: (message: string) => void,
): () => string | undefined {
  let requests = 0;
  const content = {
    revision: () => String(requests),
    text: () => {
      const entries = (server.journals?.entries ?? []).map((entry) => readEntry(entry, server.mask));
      return JSON.stringify(harOf(entries, origin, { name: "animal-store", version: ownVersion() }));
    },
    lost: () => "the last requests",
  };
  const stop = server.journals?.listen(() => requests++);
  const saved = new SavedFile({ ...place, flag: "--har", pause: WRITING }, content, tell);
  saved.start();
  return () => {
    stop?.();
    return saved.close();
  };
}

/** The server and its address, such as "http://127.0.0.1:4010". */
export interface HarSource {
  readonly server: MockServer;
  readonly origin: string;
}
