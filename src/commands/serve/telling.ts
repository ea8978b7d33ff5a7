// What `serve` tells of requests: a line for each, an archive of them, and who still calls what is deprecated.
import { resolve } from "node:path";
import { defined } from "../../json/defined.ts";
import type { MockServer, RequestRecord } from "../../http/node/server.ts";
import { harOf, readEntry } from "../../mock/journal/reading.ts";
import { count, oneLine, safeJson } from "../../report/text.ts";
import { ownVersion } from "../../version.ts";
import { codeOf } from "../given-file.ts";
import { replaceFile } from "./data-file.ts";

/** A line of JSON for a request, without secrets. */
export function jsonLine(record: RequestRecord): string {
  const { method, path, status, ms, query, refusal, session, situation } = record;
  const line = {
    method,
    path: path ?? null,
    status,
    ms: rounded(ms),
    query: query ?? null,
    refusal: refusal === undefined ? null : { kind: refusal.kind, where: refusal.where, why: refusal.why },
    ...defined({ session, situation }),
    time: new Date().toISOString(),
  };
  return `${safeJson(JSON.stringify(line))}\n`;
}

/** The same for people. */
export function textLine(record: RequestRecord): string {
  const { method, url, status, ms, refusal, session, situation } = record;
  const notes = [
    ...(session === undefined ? [] : [`session ${session}`]),
    ...(situation === undefined ? [] : [`situation ${situation}`]),
    ...(refusal === undefined ? [] : [refusal.why]),
  ];
  const time = new Date().toISOString().slice(11, 19);
  const told = notes.length === 0 ? "" : `  ${notes.join("; ")}`;
  return `${oneLine(`${time} ${method} ${url} ${status === 0 ? "no answer" : status} ${rounded(ms)} ms${told}`)}\n`;
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/** Who still calls deprecated operations, a line for each of them. */
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

/** How often an archive is written while there is something new. */
const WRITING = 2_000;

/** Writes what a server is asked into an HTTP archive. @returns writes it a last time, and ends */
export function writeHar(
  file: string,
  cwd: string,
  { server, origin }: HarSource,
  onFailure: (why: string) => void,
): () => Promise<void> {
  const path = resolve(cwd, file);
  let isStale = true;
  const write = async (): Promise<void> => {
    if (!isStale) return;
    isStale = false;
    const entries = (server.journals?.entries ?? []).map((entry) => readEntry(entry, server.mask));
    const text = JSON.stringify(harOf(entries, origin, { name: "animal-store", version: ownVersion() }));
    try {
      // Another tool must not read half of it.
      await replaceFile(path, text);
    } catch (error) {
      onFailure(`--har cannot write ${file}: ${codeOf(error)}`);
    }
  };
  // One after the other.
  let written = Promise.resolve();
  const next = (): Promise<void> => (written = written.then(write));
  const stop = server.journals?.listen(() => (isStale = true));
  const timer = setInterval(() => void next(), WRITING).unref();
  return async () => {
    stop?.();
    clearInterval(timer);
    await next();
  };
}

/** The server that is asked, and where it is: "http://127.0.0.1:4010". */
export interface HarSource {
  readonly server: MockServer;
  readonly origin: string;
}
