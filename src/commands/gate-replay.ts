// Sends the witnesses to a running server of the new document: what it really does with them.
import { requestOf, showRequest } from "../gate/exchange/show.ts";
import type { Change } from "../gate/model.ts";

const TIMEOUT_MS = 10_000;
const SHOWN = 200;

/**
 * Sends each request witness once.
 * @param server the base URL
 * @param key the API key; without one the credential is left out
 * @returns by change, what came back in a line
 */
export async function replayWitnesses(
  changes: readonly Change[],
  server: string,
  key: string | undefined,
): Promise<Map<string, string>> {
  const replays = new Map<string, string>();
  for (const { id, witness } of changes) {
    if (witness?.exchange.kind !== "request") continue;
    const request = requestOf(showRequest(witness.exchange), server);
    replays.set(id, await send(request, key));
  }
  return replays;
}

async function send(request: ReturnType<typeof requestOf>, key: string | undefined): Promise<string> {
  const headers = request.headers
    .filter(([, value]) => key !== undefined || !value.includes("$API_KEY"))
    .map(([name, value]): [string, string] => [name, value.replaceAll("$API_KEY", key ?? "")]);
  try {
    const response = await fetch(request.url.replaceAll("$API_KEY", encodeURIComponent(key ?? "")), {
      method: request.method,
      headers,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(request.body === undefined || request.method === "GET" || request.method === "HEAD"
        ? {}
        : { body: String(request.body) }),
    });
    const text = (await response.text()).replaceAll(/\s+/g, " ").trim();
    const verdict = response.status >= 400 ? "refused" : "accepted: the server does not do what its document says";
    return `${response.status}, ${verdict}${text === "" ? "" : `; ${text.slice(0, SHOWN)}`}`;
  } catch (error) {
    return `no answer (${error instanceof Error ? error.message : String(error)})`;
  }
}
