// A receiver of webhooks: what arrives, in order, and answers that a test chooses.
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export class Receiver {
  readonly arrived: Arrived[] = [];
  /** The statuses of the next answers; then 204. */
  statuses: number[] = [];
  headers: Record<string, string> = {};
  /** The bodies of the next answers; then none. */
  answers: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((req, res) => {
      let text = "";
      req.on("data", (piece: Buffer) => (text += piece.toString()));
      req.on("end", () => {
        this.arrived.push({ method: req.method ?? "", path: req.url ?? "", headers: req.headers, text });
        res.writeHead(this.statuses.shift() ?? 204, this.headers).end(this.answers.shift());
      });
    });
  }

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((done) => receiver.#server.listen(0, "127.0.0.1", done));
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The bodies that arrived, as JSON. */
  get bodies(): unknown[] {
    return this.arrived.map(({ text }) => JSON.parse(text) as unknown);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
