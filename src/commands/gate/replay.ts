// Sends the witnesses to a running server of the new document, to see what it does with them.
import { networkReason } from "../../../conformance/client/sending/network-reason.ts";
import { Redactor } from "../../../conformance/client/target/redaction.ts";
import { goesToClient, requestOf, showRequest } from "../../gate/exchange/show.ts";
import type { WireRequest } from "../../gate/exchange/model.ts";
import type { Change } from "../../gate/model.ts";

export { shortKeyWarning } from "../../../conformance/client/target/redaction.ts";

const TIMEOUT_MS = 10_000;
/** Stop asking a server after this many unanswered requests in a row. */
const PATIENCE = 2;
const SHOWN = 200;
const MOST_BYTES = 64 * 1024;

/**
 * Sends each request witness once.
 * @param server the base URL
 * @param key the API key; without one, the requests carry no credential
 * @returns a line for each change that says what came back
 */
export async function replayWitnesses(
  changes: readonly Change[],
  server: string,
  key: string | undefined,
): Promise<Map<string, string>> {
  const replays = new Map<string, string>();
  let silent = 0;
  for (const { id, witness } of changes) {
    if (witness?.exchange.kind !== "request") continue;
    const { exchange } = witness;
    if (goesToClient(witness)) {
      replays.set(id, "not sent: this request goes to the client, not to the server");
    } else if (witness.grown !== undefined) {
      replays.set(id, "not sent: a body of this size can only be sent by the command below");
    } else if (silent >= PATIENCE) {
      replays.set(id, "not sent: the server has not answered before");
    } else {
      const answer = await send(exchange, server, key);
      silent = answer.answered ? 0 : silent + 1;
      replays.set(id, answer.text);
    }
  }
  return replays;
}

interface Answer {
  readonly answered: boolean;
  readonly text: string;
}

async function send(exchange: WireRequest, server: string, key: string | undefined): Promise<Answer> {
  const shown = showRequest(key === undefined ? { ...exchange, credentials: [] } : exchange);
  const { method, url, headers, body } = requestOf(shown, server);
  if (body !== undefined && (method === "GET" || method === "HEAD")) {
    return { answered: true, text: `not sent: a ${method} request with a body can only be sent by the command below` };
  }
  // A URL parser would remove these segments and request another path.
  if (/\/(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(url)) {
    return { answered: true, text: "not sent: a path with dot segments can only be sent by the command below" };
  }
  // The server may echo the key, and it must not reach a report.
  const redactor = new Redactor(key ?? "", []);
  const anonymous = key === undefined && exchange.credentials.length > 0;
  try {
    const response = await fetch(
      url.replaceAll("$API_KEY", () => encodeURIComponent(key ?? "")),
      {
        method,
        headers: headers.map(([name, value]): [string, string] => [
          name,
          value.replaceAll("$API_KEY", () => key ?? ""),
        ]),
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body === undefined ? {} : { body: String(body) }),
      },
    );
    const text = redactor
      .body(await beginning(response))
      .replaceAll(/\s+/g, " ")
      .trim();
    const verdict = verdictOf(response.status, anonymous);
    return { answered: true, text: `${response.status}, ${verdict}${text === "" ? "" : `; ${text.slice(0, SHOWN)}`}` };
  } catch (error) {
    return { answered: false, text: `no answer (${redactor.text(reasonOf(error))})` };
  }
}

/** What a status says about the witness. Only a refusal for the reason that the document gives counts. */
function verdictOf(status: number, anonymous: boolean): string {
  if (status === 401 && anonymous) return "which shows nothing: no key was sent (give one in ANIMAL_STORE_KEY)";
  if (status >= 500) return "which shows nothing: the server failed";
  if (status >= 400) return "refused";
  if (status >= 300) return "which shows nothing: the server leads elsewhere";
  return "accepted: the server does not do what its document says";
}

/** The beginning of a response, because a response may never end. */
async function beginning(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk as Uint8Array);
    size += (chunk as Uint8Array).byteLength;
    if (size > MOST_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MOST_BYTES);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `nothing came in ${TIMEOUT_MS / 1000} s`;
  // `fetch failed` says nothing; the cause does.
  const { text, todo } = networkReason(error.cause instanceof Error ? error.cause : error);
  return todo === undefined ? text : `${text}. ${todo}`;
}
