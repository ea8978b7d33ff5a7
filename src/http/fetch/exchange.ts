// Adapts a request and a response of the Fetch standard to the types of the pipeline.
import { joined } from "../../json/bytes.ts";
import type { BodyReceiver, Incoming, Reply } from "../exchange.ts";
import { MAX_BODY_BYTES } from "../request/body/read.ts";

/** Converts a request for the pipeline. Its body is read first, so that its length is known. */
export async function incomingOf(request: Request): Promise<Incoming> {
  const url = new URL(request.url);
  const body = request.body === null ? undefined : await bodyOf(request.body);
  const rawHeaders = [...request.headers].flat();
  // Some hosts hide this header from the handler: the browser itself sends it.
  if (!request.headers.has("host")) rawHeaders.push("Host", url.host);
  if (body !== undefined && !request.headers.has("content-length")) rawHeaders.push("Content-Length", `${body.length}`);
  let current: BodyReceiver | undefined;
  return {
    method: request.method,
    url: `${url.pathname}${url.search}`,
    rawHeaders,
    socket: { encrypted: url.protocol === "https:", setTimeout() {}, destroy() {} },
    receive(receiver: BodyReceiver) {
      const isFirst = current === undefined;
      current = receiver;
      if (!isFirst) return;
      if (body !== undefined) current.data(body);
      // It may have been replaced while it took the body.
      current.end();
    },
  };
}

/** A body up to the limit: for a larger one, only its excess is known. */
async function bodyOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  while (size <= MAX_BODY_BYTES) {
    // oxlint-disable-next-line no-await-in-loop -- a stream gives one piece after the other
    const { done, value } = await reader.read();
    if (done) return joined(pieces);
    pieces.push(value);
    size += value.length;
  }
  void reader.cancel();
  return joined(pieces);
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
  #reject!: (error: Error) => void;

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
    this.headersSent = true;
    this.#status = status;
    for (let at = 0; at + 1 < lines.length; at += 2) this.#headers.append(lines[at] as string, lines[at + 1] as string);
  }

  flushHeaders(): void {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (this.#stream = controller) });
    this.#resolve(this.#responseWith(body));
  }

  write(text: string, done: () => void): void {
    this.#stream?.enqueue(encoder.encode(text));
    done();
  }

  end(text?: string): void {
    if (this.#stream === undefined) this.#resolve(this.#responseWith(text === undefined ? null : encoder.encode(text)));
    else {
      if (text !== undefined) this.#stream.enqueue(encoder.encode(text));
      this.#stream.close();
    }
    this.#close();
  }

  destroy(): void {
    const error = new TypeError("the mock dropped the connection because of a situation");
    this.#stream?.error(error);
    this.#reject(error);
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
