// Adapts a request and a response of the Fetch standard to the types of the pipeline.
import { linePairs } from "../../contract/header-lines.ts";
import { joinedBytes } from "../../json/bytes.ts";
import type { Refusal } from "../../mock/errors/refusal.ts";
import type { Incoming, Reply } from "../exchange.ts";
import type { HostedMock } from "../hosted.ts";
import { STALLED } from "../request/body/read.ts";

/** Answers a request, unless its signal aborts first. @param patience how long its body may take, in milliseconds */
export async function answerOf(
  request: Request,
  { answer, patience, limits }: Pick<HostedMock, "answer" | "patience" | "limits">,
): Promise<Response> {
  const { signal } = request;
  signal.throwIfAborted();
  const res = new FetchReply();
  const abort = (): void => res.destroy(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  res.once("close", () => signal.removeEventListener("abort", abort));
  try {
    const { most } = limits.of(request.headers.get("content-type") ?? undefined);
    const isTooLarge = Number(request.headers.get("content-length")) > most;
    const reading = { most, patience, gone: res.response };
    const body = request.body === null || isTooLarge ? undefined : await bodyOf(request.body, reading);
    if (body === undefined || !("kind" in body)) answer(incomingOf(request, body), res);
    else answer(incomingOf(request, undefined), res, body);
  } catch (error) {
    res.destroy(error);
  }
  return res.response;
}

/** The request for the pipeline. Its body is read first, so that its length is known. */
function incomingOf(request: Request, body: Uint8Array | undefined): Incoming {
  const url = new URL(request.url);
  const rawHeaders = [...request.headers].flat();
  // Some hosts hide this header from the handler: the browser itself sends it.
  if (!request.headers.has("host")) rawHeaders.push("Host", url.host);
  if (body !== undefined && !request.headers.has("content-length")) rawHeaders.push("Content-Length", `${body.length}`);
  return {
    method: request.method,
    // Any other scheme stays there to be refused, as it is by the server.
    url: /^https?:$/.test(url.protocol) ? `${url.pathname}${url.search}` : url.href,
    rawHeaders,
    socket: { encrypted: url.protocol === "https:", setTimeout() {}, destroy() {} },
    on(event: "data" | "end", listener: ((chunk: Uint8Array) => void) | (() => void)) {
      if (event === "end") (listener as () => void)();
      else if (body !== undefined) listener(body);
    },
  };
}

/**
 * A body up to the limit, or why it is not there: for a larger one, only its excess is known.
 */
async function bodyOf(
  stream: ReadableStream<Uint8Array>,
  { most, patience, gone }: BodyReading,
): Promise<Uint8Array | Refusal> {
  // First of all: it throws if the body is read already.
  const reader = stream.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Refusal>((resolve) => (timer = setTimeout(resolve, patience, STALLED)));
  const over = Promise.race([late, gone.then(() => STALLED)]);
  try {
    while (size <= most) {
      // oxlint-disable-next-line no-await-in-loop -- a stream gives one piece after the other
      const read = await Promise.race([reader.read(), over]);
      if ("kind" in read) return read;
      if (read.done) break;
      if (!ArrayBuffer.isView(read.value)) throw new TypeError("the body of a request is a stream of Uint8Array");
      pieces.push(read.value);
      size += read.value.length;
    }
    return joinedBytes(pieces);
  } finally {
    clearTimeout(timer);
    // It is not read any further, and what its source says to that changes nothing.
    reader.cancel().catch(() => {});
  }
}

interface BodyReading {
  readonly most: number;
  /** How long it may take, in milliseconds. */
  readonly patience: number;
  /** Rejects once nobody waits for the answer. */
  readonly gone: Promise<Response>;
}

/** Builds a response from what is written. */
export class FetchReply implements Reply {
  /** Rejects when the connection would have been dropped, as `fetch` does. */
  readonly response: Promise<Response>;
  headersSent = false;
  destroyed = false;
  statusMessage = "";
  #status = 0;
  #headers = new Headers();
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  #onClose: (() => void)[] = [];
  #resolve!: (response: Response) => void;
  #reject!: (reason: unknown) => void;

  constructor() {
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  writeContinue(): void {
    // The body has already arrived.
  }

  writeHead(status: number, lines: string[]): void {
    // Throws for a header that cannot be sent, and then nothing of the answer is.
    const headers = new Headers();
    for (const [name, value] of linePairs(lines)) headers.append(name, value);
    this.#headers = headers;
    this.#status = status;
    this.headersSent = true;
  }

  flushHeaders(): void {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => void (this.#stream = controller),
      cancel: () => this.#close(),
    });
    this.#resolve(this.#responseWith(body));
  }

  write(text: string, done: () => void): void {
    if (this.destroyed) return;
    this.#stream?.enqueue(encoder.encode(text));
    done();
  }

  end(body?: string | Uint8Array): void {
    if (this.destroyed) return;
    // A copy: whoever reads the response may transfer its memory.
    const bytes = typeof body === "string" ? encoder.encode(body) : body?.slice();
    if (this.#stream === undefined) this.#resolve(this.#responseWith(bytes ?? null));
    else {
      if (bytes !== undefined) this.#stream.enqueue(bytes);
      this.#stream.close();
    }
    this.#close();
  }

  destroy(reason: unknown = new TypeError("the mock dropped the connection because of a situation")): void {
    if (this.destroyed) return;
    this.#stream?.error(reason);
    this.#reject(reason);
    this.#close();
  }

  once(_event: "close", listener: () => void): void {
    this.#onClose.push(listener);
  }

  #responseWith(body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null): Response {
    return new Response(body, { status: this.#status, headers: this.#headers });
  }

  #close(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    for (const listener of this.#onClose) listener();
  }
}

const encoder = new TextEncoder();
