// Connections to a target, and whether anything answers there.
import { MAX_BODY, type SentRequest, type Transmission, isTimeout } from "./exchange.ts";
import { agentsOf, proxyFor } from "./sending/proxy.ts";
import type { TlsFiles } from "./sending/tls-files.ts";
import { Transport } from "./sending/transport.ts";

/** Why nothing answers, and what to do about it. */
interface Unreachable {
  readonly why: string;
  readonly todo: string;
}

const LOOK = "Check that the service runs, and that the base URL is right.";

/**
 * Asks whether anything answers at a base URL.
 * @param how `signal` ends the waiting; the result is then meaningless
 * @returns why it cannot be reached; undefined if it gives any HTTP response
 */
export async function reach(
  baseUrl: string,
  timeoutMs: number,
  { signal, tls }: { readonly signal?: AbortSignal | undefined; readonly tls?: TlsFiles | undefined } = {},
): Promise<Unreachable | undefined> {
  const transport = await openTransport(baseUrl, { timeoutMs, connections: 1, tls });
  // A process does not end while a connection is open.
  const close = (): void => transport.close();
  signal?.addEventListener("abort", close);
  try {
    const request = { method: "GET", url: `${baseUrl}/`, headers: [["Host", new URL(baseUrl).host]] as const };
    let sent = await transport.send(request);
    // A gateway that drops a connection now and then is still reachable.
    for (let left = 3; left > 0 && "failure" in sent && sent.loss === "reset"; left--) {
      if (signal?.aborted === true) break;
      sent = await transport.send(request, true);
    }
    if ("response" in sent || (sent.http && !isTimeout(sent))) return undefined;
    const proxy = await proxyFor(baseUrl);
    // With a proxy, the network error is about the proxy. Do not show its credentials.
    const why = proxy === undefined ? sent.failure : `${sent.failure} (through the proxy ${new URL(proxy).host})`;
    if (isTimeout(sent)) return { why, todo: `${LOOK} --timeout gives it longer.` };
    // A port that speaks TLS also resets connections that do not.
    const secure = /^https:/i.test(baseUrl) || sent.loss !== "reset";
    return {
      why,
      todo: sent.todo ?? (secure ? LOOK : "Write https:// in the base URL if the service takes only that."),
    };
  } finally {
    signal?.removeEventListener("abort", close);
    transport.close();
  }
}

/** Sends one request, wherever it goes. */
export async function askOnce(
  url: string,
  request: SentRequest,
  { timeoutMs, tls }: { readonly timeoutMs: number; readonly tls?: TlsFiles | undefined },
): Promise<Transmission> {
  const transport = await openTransport(url, { timeoutMs, connections: 1, tls });
  try {
    return await transport.send(request, true);
  } finally {
    transport.close();
  }
}

interface Connecting {
  readonly timeoutMs: number;
  readonly connections: number;
  readonly maxBody?: number | undefined;
  readonly tls?: TlsFiles | undefined;
}

/** Opens connections to a base URL, through the proxy of the environment. */
export async function openTransport(
  baseUrl: string,
  { timeoutMs, connections, maxBody = MAX_BODY, tls }: Connecting,
): Promise<Transport> {
  const secure = new URL(baseUrl).protocol === "https:";
  return new Transport(await agentsOf(baseUrl, connections), { secure, timeoutMs, maxBody, tls });
}
