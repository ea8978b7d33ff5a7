// Which connections are open, and which has to go: one that asks nothing any more, and where there are too many, the
// one that has been of no use for the longest.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { readFileSync, readdirSync } from "node:fs";
import type { Socket } from "node:net";
import { getHeapStatistics } from "node:v8";

/** More would only cost memory. */
const MOST_CONNECTIONS = 10_000;
/** What a connection takes up, its buffers and a request included. */
const CONNECTION_BYTES = 65_536;
/** Descriptors that are left for files that are loaded late. */
const SPARE_DESCRIPTORS = 24;

/** As many connections as the process has descriptors and memory for. */
export function defaultMaxConnections(): number {
  const byMemory = Math.floor(getHeapStatistics().heap_size_limit / CONNECTION_BYTES);
  const byDescriptors = freeDescriptors() - SPARE_DESCRIPTORS;
  return Math.max(1, Math.min(MOST_CONNECTIONS, byMemory, byDescriptors));
}

/** Only Linux tells; elsewhere Node has raised the limit to what the system allows. */
function freeDescriptors(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    const most = /^Max open files +(\d+)/m.exec(limits)?.[1];
    return most === undefined ? Infinity : Number(most) - readdirSync("/proc/self/fd").length;
  } catch {
    return Infinity;
  }
}

/** What is known of a connection. Changed in place: a new object for each request would keep old ones from being freed. */
interface Connection {
  /** The last response that was begun on it; absent before the first. */
  res: ServerResponse | undefined;
  /** The place of its last request among all that have come; 0 before the first. */
  asked: number;
  /** When it was first seen idle since; 0 before that. */
  idleSince: number;
}

/** A connection that was idle when all were looked through. */
interface Candidate {
  readonly socket: Socket;
  readonly asked: number;
}

export interface ConnectionRules {
  readonly event: "connection" | "secureConnection";
  readonly idleTime: number;
  readonly checking: number;
}

/** The open connections of a server. */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #most: number;
  #asked = 0;
  /** The idle ones, the oldest last, as they were when there was last one too many. */
  #candidates: Candidate[] = [];

  /**
   * @param most how many may be open at a time
   * @param event tells of a connection on which requests can come: after the handshake where there is one
   * @param idleTime milliseconds for which one that was answered may ask nothing, blank lines or half a head included
   * @param checking how often that is looked after, in milliseconds
   */
  constructor(server: Server, most: number, { event, idleTime, checking }: ConnectionRules) {
    this.#most = most;
    server.on(event, (socket: Socket) => this.#add(socket));
    server.on("listening", () => {
      const timer = setInterval(() => this.#closeIdle(idleTime), checking).unref();
      server.once("close", () => clearInterval(timer));
    });
  }

  /** Notes that a request has come. */
  track({ socket }: IncomingMessage, res: ServerResponse): void {
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    connection.res = res;
    connection.asked = ++this.#asked;
    connection.idleSince = 0;
  }

  /** The last response that was begun on a connection: whether it was sent decides what may still be written. */
  responseOn(socket: Socket): ServerResponse | undefined {
    return this.#open.get(socket)?.res;
  }

  /** Closes those on which nothing has come yet, as browsers keep them in reserve. */
  closeUnused(): void {
    for (const [socket, { res }] of this.#open) if (res === undefined && socket.bytesRead === 0) socket.destroy();
  }

  #add(socket: Socket): void {
    if (this.#open.size >= this.#most) this.#makeRoom();
    this.#open.set(socket, { res: undefined, asked: this.#asked, idleSince: 0 });
    socket.once("close", () => this.#open.delete(socket));
  }

  /** Closes the oldest idle connection; where none is idle, the oldest of all. */
  #makeRoom(): void {
    const gone = this.#nextIdle() ?? this.#idleAgain() ?? oldestOf(this.#open);
    if (gone === undefined) return;
    this.#open.delete(gone);
    gone.destroy();
  }

  /** The next candidate that has asked nothing since. */
  #nextIdle(): Socket | undefined {
    for (let next = this.#candidates.pop(); next !== undefined; next = this.#candidates.pop()) {
      const { socket, asked } = next;
      if (this.#open.get(socket)?.asked === asked) return socket;
    }
    return undefined;
  }

  /** Looks all connections through, which is too much to do for each newcomer. */
  #idleAgain(): Socket | undefined {
    for (const [socket, connection] of this.#open) {
      if (isIdle(connection)) this.#candidates.push({ socket, asked: connection.asked });
    }
    this.#candidates.reverse().sort((a, b) => b.asked - a.asked);
    return this.#nextIdle();
  }

  /** Node's own time between requests begins anew with each byte, which need not belong to a request. */
  #closeIdle(idleTime: number): void {
    const now = performance.now();
    for (const [socket, connection] of this.#open) {
      // One that has not asked yet is Node's to watch.
      if (connection.res === undefined || !isIdle(connection)) continue;
      if (connection.idleSince === 0) connection.idleSince = now;
      else if (now - connection.idleSince > idleTime) socket.destroy();
    }
  }
}

/** True for a connection on which no request is being read or answered, as far as its bytes have become requests. */
function isIdle({ res }: Connection): boolean {
  return res === undefined || (res.writableFinished && res.req.complete);
}

function oldestOf(open: ReadonlyMap<Socket, Connection>): Socket | undefined {
  let oldest: Candidate | undefined;
  for (const [socket, { asked }] of open) if (oldest === undefined || asked < oldest.asked) oldest = { socket, asked };
  return oldest?.socket;
}
