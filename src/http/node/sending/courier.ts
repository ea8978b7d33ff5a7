// Carries messages over HTTP: one connection each, no redirects, no proxies, and an end after ten seconds.
import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { Agent, type IncomingMessage, type RequestOptions, request } from "node:http";
import { textOf } from "../../../json/bytes.ts";
import type { Carried, Courier, Message } from "../../../mock/sending/message.ts";
import { SENT_BY_MOCK } from "./late-outbox.ts";
import { type Allowed, allowedAddress, isLocalAddress } from "./allowed.ts";
import { signatureLines } from "./signature.ts";

/** How long an attempt may take, in milliseconds. */
const PATIENCE = 10_000;
/** How much of an answer is read, in bytes. */
const MOST_READ = 65_536;

/** How messages are sent. */
export interface Sending {
  readonly secret: string;
  /** Another header with a signature of the body. */
  readonly header?: string | undefined;
  /** The hosts besides this machine to which something may be sent. */
  readonly hosts: ReadonlySet<string>;
  readonly patience?: number;
}

export function createCourier(sending: Sending): Courier {
  return {
    objection(url) {
      const allowed = allowedAddress(url, sending.hosts);
      return "why" in allowed ? allowed.why : undefined;
    },
    carry(message, now, stop) {
      const allowed = allowedAddress(message.url, sending.hosts);
      const lines = "why" in allowed ? [] : linesOf(message, allowed.url, sending, now);
      const began = performance.now();
      const end = (part: Omit<Carried, "lines" | "ms">): Carried => ({ ...part, lines, ms: performance.now() - began });
      const signal = AbortSignal.any([stop, AbortSignal.timeout(sending.patience ?? PATIENCE)]);
      const exchanged =
        "why" in allowed ? Promise.reject(new Error(allowed.why)) : exchange(message, allowed, lines, signal);
      return exchanged.then(end, (error: unknown) => end({ status: 0, answer: NOTHING, why: reasonOf(error) }));
    },
  };
}

const NOTHING = { lines: [], text: undefined };

function linesOf(
  { id, lines, text = "", signature, secret }: Message,
  { host }: URL,
  sending: Sending,
  now: number,
): string[] {
  const headers = [...new Set([signature, sending.header].flatMap((name) => name ?? []))];
  return [
    ...["Host", host],
    ...["User-Agent", "animal-store"],
    ...lines,
    ...["Content-Length", String(Buffer.byteLength(text))],
    ...signatureLines({ id, now, text }, secret ?? sending.secret, headers),
    ...[SENT_BY_MOCK, id],
    ...["Connection", "close"],
  ];
}

/** Sends a message, and reads the answer. */
async function exchange(
  { method, text = "" }: Message,
  { url, isLocal }: Allowed,
  lines: readonly string[],
  signal: AbortSignal,
): Promise<Pick<Carried, "status" | "answer">> {
  const isEncrypted = url.protocol === "https:";
  const { request: send, Agent: OwnAgent } = isEncrypted ? await import("node:https") : { request, Agent };
  // An agent of its own: the global one may have been told to use a proxy.
  const agent = new OwnAgent({ keepAlive: false });
  const options: RequestOptions = {
    method,
    agent,
    signal,
    headers: lines,
    ...(isLocal ? { lookup: lookupLocal as RequestOptions["lookup"] } : {}),
  };
  try {
    return await new Promise((resolve, reject) => {
      const req = send(url, options, (res) => {
        read(res, resolve);
        res.on("error", reject);
      });
      req.on("error", reject);
      req.end(text);
    });
  } finally {
    agent.destroy();
  }
}

function read(res: IncomingMessage, done: (carried: Pick<Carried, "status" | "answer">) => void): void {
  const pieces: Buffer[] = [];
  let size = 0;
  const finish = (): void => {
    const text = textOf(Buffer.concat(pieces).subarray(0, MOST_READ));
    done({ status: res.statusCode ?? 0, answer: { lines: res.rawHeaders, text } });
  };
  res.on("data", (piece: Buffer) => {
    pieces.push(piece);
    size += piece.length;
    if (size < MOST_READ) return;
    finish();
    res.destroy();
  });
  res.on("end", finish);
}

type Found = (error: Error | null, address?: string | LookupAddress[], family?: number) => void;

/** Resolves a name for this machine, and takes only addresses of this machine. */
function lookupLocal(name: string, options: LookupOptions, found: Found): void {
  lookup(name.endsWith(".localhost") ? "localhost" : name, { ...options, all: true }, (error, addresses) => {
    const own = addresses?.filter(({ address }) => isLocalAddress(address)) ?? [];
    const [first] = own;
    if (error !== null) found(error);
    else if (first === undefined) found(new Error(`${name} is not an address of this machine`));
    else if (options.all === true) found(null, own);
    else found(null, first.address, first.family);
  });
}

/** Why nothing came back, in one line. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "nothing came back";
  const { code, name } = error as NodeJS.ErrnoException;
  if (name === "TimeoutError" || name === "AbortError") return "the receiver did not answer in time";
  if (code === "ECONNREFUSED") return "nothing listens at the address";
  if (code === "ECONNRESET") return "the receiver closed the connection";
  return code === undefined ? error.message : `the connection failed: ${code}`;
}
