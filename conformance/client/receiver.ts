// Receives what the service sends by itself. Only requests for addresses that this run has given out are kept, and only
// so much of them.
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { randomBytes } from "node:crypto";
import { textOf } from "../../src/json/bytes.ts";
import { keptFor } from "../../src/memo.ts";
import { passTime } from "./sending/waiting.ts";
import type { Stop } from "./stop.ts";
import { Undecidable } from "./undecidable.ts";

/** A request that arrived. */
export interface Arrival {
  readonly method: string;
  /** The media type of its body; "" for none. */
  readonly mediaType: string;
  readonly text: string;
  /** By their names in lower case; lines with the same name are joined by a space. */
  readonly headers: Readonly<Record<string, string>>;
  /** Seconds since 1970. */
  readonly at: number;
}

/** An answer of the receiver. */
export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** An address that was given out, and what came there. */
interface Mailbox {
  readonly url: string;
  readonly arrivals: Arrival[];
  /** Called with each arrival. */
  onArrival: () => void;
  /** What it is answered; by default, 204. */
  answer?: Answered;
}

const TAKEN: Answered = { status: 204, headers: {}, text: "" };

/** Bytes that are read of a body, and requests that are kept for one address. */
const MOST_READ = 1_048_576;
const MOST_KEPT = 20;

/** The entrance for a run: opened when somebody needs it. */
export class Receiver {
  readonly #publicUrl: string | undefined;
  readonly #boxes = new Map<string, Mailbox>();
  #server: Promise<Server> | undefined;

  /** @param publicUrl where the service reaches this machine; by default, on the same machine */
  constructor(publicUrl?: string) {
    this.#publicUrl = publicUrl?.replace(/\/+$/, "");
  }

  /** An address of its own. @throws Undecidable if nothing can listen */
  async address(): Promise<Mailbox> {
    const server = await (this.#server ??= this.#open());
    const base = this.#publicUrl ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // Nobody else can guess it.
    const token = randomBytes(9).toString("base64url");
    return keptFor(this.#boxes, token, () => ({ url: `${base}/${token}`, arrivals: [], onArrival: () => undefined }));
  }

  close(): void {
    void this.#server?.then(
      (server) => {
        server.closeAllConnections();
        server.close();
      },
      () => undefined,
    );
  }

  async #open(): Promise<Server> {
    const server = createServer((req, res) => this.#receive(req, res));
    server.requestTimeout = 10_000;
    const { port, host } = this.#place();
    await new Promise<void>((resolve, reject) => {
      server.once("error", (error: NodeJS.ErrnoException) => {
        reject(new Undecidable(`nothing can listen at port ${port}: ${error.code ?? error.message}`, "a free port"));
      });
      server.listen({ port, ...(host === undefined ? {} : { host }) }, resolve);
    });
    return server.unref();
  }

  /** Where to listen: on all addresses only if the service is on another machine. */
  #place(): { readonly port: number; readonly host?: string } {
    if (this.#publicUrl === undefined) return { port: 0, host: "127.0.0.1" };
    const { port, protocol, hostname } = new URL(this.#publicUrl);
    const own = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
    return { port: own, ...(/^(?:localhost|127\.[\d.]+)$/.test(hostname) ? { host: "127.0.0.1" } : {}) };
  }

  #receive(req: IncomingMessage, res: ServerResponse): void {
    const box = this.#boxFor(req.url ?? "");
    if (box === undefined) {
      res.writeHead(404, { Connection: "close" }).end();
      return;
    }
    const pieces: Buffer[] = [];
    let size = 0;
    req.on("data", (piece: Buffer) => {
      size += piece.length;
      if (size <= MOST_READ) pieces.push(piece);
      else req.destroy();
    });
    req.on("end", () => {
      const { status, headers: own, text: said } = box.answer ?? TAKEN;
      res.writeHead(status, own).end(said);
      if (box.arrivals.length >= MOST_KEPT) return;
      const text = textOf(Buffer.concat(pieces));
      const headers = Object.fromEntries(
        Object.entries(req.headers).map(([name, value]) => [name, [value ?? ""].flat().join(" ")]),
      );
      const [method, mediaType] = [req.method ?? "", headers["content-type"] ?? ""];
      box.arrivals.push({ method, mediaType, text, headers, at: Date.now() / 1000 });
      box.onArrival();
    });
  }

  /** The document may append to an address, and a proxy may put something before it. */
  #boxFor(url: string): Mailbox | undefined {
    for (const step of url.split(/[/?#&=]/)) {
      const box = this.#boxes.get(step);
      if (box !== undefined) return box;
    }
    return undefined;
  }
}

/** Waits until something arrived, but not longer than a time. */
export async function untilArrival(box: Mailbox, ms: number, stop: Stop): Promise<void> {
  if (box.arrivals.length > 0) return;
  const arrived = new Promise<void>((resolve) => (box.onArrival = resolve));
  await Promise.race([arrived, passTime(ms, stop)]);
}

export type { Mailbox };
