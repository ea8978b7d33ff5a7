// A client with one persistent connection, fast enough for tests with many thousand requests.
import { Agent, type IncomingMessage, request } from "node:http";
import { type Got, type Mock, judge, valueOf } from "./support.ts";

export interface RawSent {
  readonly body?: string | Buffer;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends requests to a mock, and judges each answer by its document. */
export class RawClient {
  readonly #mock: Mock;
  readonly #base: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(mock: Mock) {
    this.#mock = mock;
    this.#base = new URL(mock.url).pathname.replace(/\/$/, "");
  }

  async send(method: string, path: string, sent: RawSent = {}): Promise<Got> {
    const { body, type = "application/json", headers = {} } = sent;
    const res = await new Promise<IncomingMessage>((resolve, reject) => {
      const content = body === undefined ? {} : { "Content-Type": type, "Content-Length": Buffer.byteLength(body) };
      const options = {
        host: "127.0.0.1",
        port: this.#mock.port,
        method,
        path: this.#base + path,
        agent: this.#agent,
        headers: { Authorization: "Bearer demo-key", ...content, ...headers },
      };
      request(options, resolve).on("error", reject).end(body);
    });
    const chunks: Buffer[] = [];
    for await (const chunk of res) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    const got = {
      status: res.statusCode ?? 0,
      headers: res.headers as Record<string, string>,
      text,
      value: valueOf(text, method),
    };
    judge(this.#mock, method, path, got);
    return got;
  }

  close(): void {
    this.#agent.destroy();
  }
}
