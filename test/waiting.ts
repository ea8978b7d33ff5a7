// Waits for events rather than for time to pass, so that no test depends on how busy a machine is.
import { once, EventEmitter } from "node:events";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { watch } from "node:fs";
import { type Socket, connect } from "node:net";
import { dirname } from "node:path";

/** Text that arrives piece by piece. */
export class Heard {
  text = "";
  #isOver = false;
  readonly #events = new EventEmitter().setMaxListeners(0);

  readonly add = (piece: string | Buffer): void => {
    this.text += typeof piece === "string" ? piece : piece.toString("latin1");
    this.#events.emit("more");
  };

  /** Nothing more arrives. */
  readonly end = (): void => {
    this.#isOver = true;
    this.#events.emit("more");
  };

  /** Waits until the text matches. @returns it, or fails with what was said if nothing more arrives */
  async until(wanted: string | RegExp | ((text: string) => boolean)): Promise<string> {
    const isThere = (): boolean => {
      if (typeof wanted === "function") return wanted(this.text);
      return typeof wanted === "string" ? this.text.includes(wanted) : wanted.test(this.text);
    };
    while (!isThere()) {
      if (this.#isOver) throw new Error(this.text);
      await once(this.#events, "more");
    }
    return this.text;
  }
}

/** What a socket receives. */
export function heardFrom(socket: Socket): Heard {
  const heard = new Heard();
  socket.on("data", heard.add).on("close", heard.end);
  return heard;
}

/** Waits until a server takes no more connections: it has begun to close. */
export async function refuses(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isRefused = await new Promise((done) =>
      socket.once("connect", () => done(false)).once("error", () => done(true)),
    );
    socket.destroy();
    if (isRefused === true) return;
  }
}

/** Waits until at least so many of these sockets are closed. */
export async function closed(sockets: readonly Socket[], count = sockets.length): Promise<void> {
  const open = sockets.filter((socket) => !socket.destroyed);
  const missing = count - (sockets.length - open.length);
  if (missing <= 0) return;
  await new Promise<void>((done) => {
    let left = missing;
    for (const socket of open) socket.once("close", () => --left === 0 && done());
  });
}

/** The server's side of the next connection from this socket whose request has begun. */
export function serverSideOf(client: Socket): Promise<Socket> {
  return new Promise((done) => {
    const onRequest = (message: unknown): void => {
      const { socket } = message as { socket: Socket };
      if (socket.remotePort !== client.localPort) return;
      unsubscribe("http.server.request.start", onRequest);
      done(socket);
    };
    subscribe("http.server.request.start", onRequest);
  });
}

/** Waits until a server at a port has accepted a connection. */
export function accepted(port: number): Promise<void> {
  return new Promise((done) => {
    const onConnection = (message: unknown): void => {
      if ((message as { socket: Socket }).socket.localPort !== port) return;
      unsubscribe("net.server.socket", onConnection);
      done();
    };
    subscribe("net.server.socket", onConnection);
  });
}

/** Waits until files in the folder of this path have changed in such a way. */
export async function written(path: string, isDone: () => boolean): Promise<void> {
  const watcher = watch(dirname(path));
  try {
    while (!isDone()) await once(watcher, "change");
  } finally {
    watcher.close();
  }
}

/** Waits until this many changes of files have been told in the folder of a path. */
export async function filesChange(path: string, count: number): Promise<void> {
  const watcher = watch(dirname(path));
  try {
    for (let seen = 0; seen < count; seen++) await once(watcher, "change");
  } finally {
    watcher.close();
  }
}
