// Connections that leave HTTP, such as WebSockets: both sides are joined, and nothing is read of what they say.
import { linePairs, linesWith, linesWithout } from "../../contract/header-lines.ts";
import type { ClientRequest, IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Service } from "./service.ts";

/** More than these at a time are refused. */
const MOST = 256;

export class Tunnels {
  readonly #service: Service;
  readonly #open = new Set<Duplex>();

  constructor(service: Service) {
    this.#service = service;
  }

  open(req: IncomingMessage, client: Duplex, head: Buffer): void {
    client.on("error", () => client.destroy());
    if (this.#open.size >= MOST * 2) {
      client.end(headOf("503 Service Unavailable", ["Connection", "close", "Content-Length", "0"]));
      return;
    }
    this.#add(client);
    const { host } = this.#service.url;
    const lines = linesWith(req.rawHeaders, "Host", () => host);
    const { method = "GET", url: path = "/" } = req;
    let outgoing: ClientRequest;
    try {
      outgoing = this.#service.begin({ method, path, lines, fresh: true });
    } catch {
      client.end(headOf("502 Bad Gateway", ["Connection", "close", "Content-Length", "0"]));
      return;
    }
    client.once("close", () => outgoing.destroy());
    outgoing.once("upgrade", (message, service, first) => {
      this.#add(service);
      service.on("error", () => client.destroy());
      client.once("close", () => service.destroy());
      service.once("close", () => client.destroy());
      client.write(headOf(statusOf(message), message.rawHeaders));
      if (first.length > 0) client.write(first);
      if (head.length > 0) service.write(head);
      service.pipe(client).pipe(service);
    });
    // The service stays with HTTP.
    outgoing.once("response", (message) => {
      const kept = linesWithout(message.rawHeaders, (name) => OF_CONNECTION.has(name));
      client.write(headOf(statusOf(message), [...kept, "Connection", "close"]));
      message.pipe(client);
    });
    outgoing.on("error", () => {
      if (!client.destroyed) client.end(headOf("502 Bad Gateway", ["Connection", "close", "Content-Length", "0"]));
    });
    outgoing.end();
  }

  close(): void {
    for (const one of this.#open) one.destroy();
  }

  #add(socket: Duplex): void {
    this.#open.add(socket);
    socket.once("close", () => this.#open.delete(socket));
  }
}

/** What an answer says of its connection. */
const OF_CONNECTION = new Set(["connection", "transfer-encoding", "keep-alive"]);

const statusOf = ({ statusCode = 502, statusMessage = "" }: IncomingMessage): string =>
  `${statusCode} ${statusMessage}`;

function headOf(status: string, lines: readonly string[]): Buffer {
  const all = linePairs(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`HTTP/1.1 ${status}\r\n${all.join("")}\r\n`, "latin1");
}
