// Tracks the open connections and decides which to close: idle ones after a while, and when there are too many, the one
// that has been idle for the longest.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { readFileSync, readdirSync } from "node:fs";
import type { Socket } from "node:net";
import { getHeapStatistics } from "node:v8";

/** More would only use memory. */
const MOST_CONNECTIONS = 10_000;
/** The memory of a connection, including its buffers and a request. */
const CONNECTION_BYTES = 65_536;
/** File descriptors reserved for files that are loaded late. */
const SPARE_DESCRIPTORS = 24;

/** The number of connections that the process has file descriptors and memory for. */
export function defaultMaxConnections(): number {
  const byMemory = Math.floor(getHeapStatistics().heap_size_limit / CONNECTION_BYTES);
  const byDescriptors = freeDescriptors() - SPARE_DESCRIPTORS;
  return Math.max(1, Math.min(MOST_CONNECTIONS, byMemory, byDescriptors));
}

/** Only Linux reports this; elsewhere Node has raised the limit to what the system allows. */
function freeDescriptors(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    const most = /^Max open files +(\d+)/m.exec(limits)?.[1];
    return most === undefined ? Infinity : Number(most) - readdirSync("/proc/self/fd").length;
  } catch {
    return Infinity;
  }
}

/**
 * The state of a connection. Changed in place, because a new object for each request would keep old ones from being
 * freed.
 */
interface Connection {
  /** The last response that was started on it; absent before the first. */
  res: ServerResponse | undefined;
  /** The sequence number of its last request; 0 before the first. */
  asked: number;
  /** When it was first seen idle after that; 0 before. */
  idleSince: number;
  /** True if Node watches it no longer, although it has not carried a request yet. */
  isReprieved: boolean;
}

/** A connection that was idle at the last scan. */
interface Candidate {
  readonly socket: Socket;
  readonly asked: number;
}

export interface ConnectionRules {
  readonly event: "connection" | "secureConnection";
  readonly idleTime: number;
  readonly unreadTime: number;
  readonly checking: number;
}

/** The open connections of a server. */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #most: number;
  #asked = 0;
  /** The idle connections at the last scan, the oldest last. */
  #candidates: Candidate[] = [];

  /**
   * @param most how many may be open at a time
   * @param event emitted for a connection that can carry requests: after the handshake if there is one
   * @param idleTime milliseconds after which an answered connection without a new request is closed, even if it sent
   * blank lines or half a head
   * @param unreadTime milliseconds after which a connection whose client reads nothing of its answer is closed
   * @param checking how often to check both, in milliseconds
   */
  constructor(server: Server, most: number, { event, idleTime, unreadTime, checking }: ConnectionRules) {
    this.#most = most;
    server.on(event, (socket: Socket) => this.#add(socket));
    server.on("timeout", (socket: Socket) => closeUnlessHeard(socket, () => socket.bytesRead));
    server.on("listening", () => {
      const timer = setInterval(() => {
        this.#closeIdle(idleTime);
        this.#watchUnread(unreadTime);
      }, checking).unref();
      server.once("close", () => clearInterval(timer));
    });
  }

  /** Records that a request has arrived. */
  track({ socket }: IncomingMessage, res: ServerResponse): void {
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    connection.res = res;
    connection.asked = ++this.#asked;
    connection.idleSince = 0;
  }

  /** The last response that was started on a connection: whether it was sent decides what may still be written. */
  responseOn(socket: Socket): ServerResponse | undefined {
    return this.#open.get(socket)?.res;
  }

  /** Ends a connection on which nothing was read in time, unless it arrived in time. */
  endUnlessHeard(socket: Socket, end: () => void): void {
    const connection = this.#open.get(socket);
    if (connection !== undefined) connection.isReprieved = true;
    unlessHeard(() => socket.bytesRead, end);
  }

  /** Closes connections without any request yet, such as those that browsers keep in reserve. */
  closeUnused(): void {
    for (const [socket, { res }] of this.#open) if (res === undefined && socket.bytesRead === 0) socket.destroy();
  }

  #add(socket: Socket): void {
    if (this.#open.size >= this.#most) this.#makeRoom();
    this.#open.set(socket, { res: undefined, asked: this.#asked, idleSince: 0, isReprieved: false });
    socket.once("close", () => this.#open.delete(socket));
  }

  /** Closes the oldest idle connection; if none is idle, the oldest of all. */
  #makeRoom(): void {
    const gone = this.#nextIdle() ?? this.#idleAgain() ?? oldestOf(this.#open);
    if (gone === undefined) return;
    this.#open.delete(gone);
    gone.destroy();
  }

  /** The next candidate without a new request since. */
  #nextIdle(): Socket | undefined {
    for (let next = this.#candidates.pop(); next !== undefined; next = this.#candidates.pop()) {
      const { socket, asked } = next;
      if (this.#open.get(socket)?.asked === asked) return socket;
    }
    return undefined;
  }

  /** Scans all connections, which is too slow to do for each new one. */
  #idleAgain(): Socket | undefined {
    for (const [socket, connection] of this.#open) {
      if (isIdle(connection)) this.#candidates.push({ socket, asked: connection.asked });
    }
    this.#candidates.reverse().sort((a, b) => b.asked - a.asked);
    return this.#nextIdle();
  }

  /** Node's own idle timeout restarts with each byte, even if the byte does not belong to a request. */
  #closeIdle(idleTime: number): void {
    const now = performance.now();
    for (const [socket, connection] of this.#open) {
      // Node itself watches a connection without a request.
      if ((connection.res === undefined && !connection.isReprieved) || !isIdle(connection)) continue;
      if (connection.idleSince === 0) connection.idleSince = now;
      else if (now - connection.idleSince > idleTime) closeUnlessHeard(socket, () => connection.asked);
    }
  }

  /** Node's own timer notices progress. Started only where something waits: one for each request costs too much. */
  #watchUnread(unreadTime: number): void {
    for (const socket of this.#open.keys()) {
      if (socket.writableLength > 0 && (socket.timeout ?? 0) === 0) socket.setTimeout(unreadTime);
    }
  }
}

/** True for a connection on which no request is being read or answered, judged by its complete requests. */
function isIdle({ res }: Connection): boolean {
  return res === undefined || (res.writableFinished && res.req.complete);
}

/** Closes a connection whose time is over, unless something arrived meanwhile. */
function closeUnlessHeard(socket: Socket, count: () => number): void {
  unlessHeard(count, () => socket.destroy());
}

/**
 * After a busy moment, timers run before the server reads: without this, a request that came in time would be answered
 * by a reset, or by a 408.
 * @param count changes when something arrives
 */
function unlessHeard(count: () => number, end: () => void): void {
  const before = count();
  setImmediate(() => {
    if (count() === before) end();
  });
}

function oldestOf(open: ReadonlyMap<Socket, Connection>): Socket | undefined {
  let oldest: Candidate | undefined;
  for (const [socket, { asked }] of open) if (oldest === undefined || asked < oldest.asked) oldest = { socket, asked };
  return oldest?.socket;
}
