// Sends the requests of a script verbatim, and records the raw responses.
import { Agent, type IncomingMessage, request } from "node:http";
import type { Running } from "./server.ts";

/** One request of a script, with the valid key unless `Authorization` is given; "" sends none. */
export interface Step {
  readonly method: string;
  readonly path: string;
  readonly authorization?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Seen {
  readonly status: number;
  /** Names and values in turn, as sent, without `Date`. */
  readonly rawHeaders: readonly string[];
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
  readonly ms: number;
  /** How the exchange broke, if it did. */
  readonly broken?: string;
}

const PATIENCE_MS = 400;
/** One connection to a store at a time, so that requests arrive in order. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Performs one step. Gives up after a while if the response never ends. */
export function perform(store: Running, step: Step): Promise<Seen> {
  const { method, path, body } = step;
  const authorization = step.authorization ?? `Bearer ${store.key}`;
  const headers: Record<string, string> = {
    ...(authorization === "" ? {} : { Authorization: authorization.replace("KEY", store.key) }),
    ...(body === undefined
      ? {}
      : { "Content-Type": "application/json", "Content-Length": `${Buffer.byteLength(body)}` }),
    ...step.headers,
  };
  const start = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const url = new URL(store.url);
    const target = path.replace("KEY", store.key);
    let answer: IncomingMessage | undefined;
    const done = (broken?: string): void =>
      resolve({
        ...seenOf(answer, Buffer.concat(chunks)),
        ms: performance.now() - start,
        ...(broken === undefined ? {} : { broken }),
      });
    const sent = request({ host: url.hostname, port: url.port, method, path: target, headers, agent }, (given) => {
      answer = given;
      given.on("data", (chunk: Buffer) => chunks.push(chunk));
      given.on("end", () => done());
      given.on("error", (error) => done(error.message));
    });
    sent.setTimeout(PATIENCE_MS, () => sent.destroy(new Error("no end of the answer")));
    sent.on("error", (error) => done(error.message));
    sent.end(body);
  });
}

function seenOf(answer: IncomingMessage | undefined, body: Buffer): Omit<Seen, "ms"> {
  const raw = answer?.rawHeaders ?? [];
  const rawHeaders = raw.filter((_text, index) => !/^date$/i.test(raw[index - (index % 2)] ?? ""));
  return { status: answer?.statusCode ?? 0, rawHeaders, headers: answer?.headers ?? {}, body };
}
