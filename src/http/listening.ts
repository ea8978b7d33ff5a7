// How a server listens, apart from Node's own types: users of the library need none of them.

/** How long clients may take, in milliseconds. Together these close a stalled one within 12 s. */
export interface Timeouts {
  /** For the head of a request. */
  readonly headers: number;
  /** For a whole request, from its first byte. */
  readonly request: number;
  /** How often the two are looked after. */
  readonly checking: number;
  /** Between requests. */
  readonly keepAlive: number;
  /** For a connection on which nothing moves, such as that of a client that does not read. */
  readonly socket: number;
  /** For what is in flight when the server is closed. */
  readonly close: number;
}

export const DEFAULT_TIMEOUTS: Timeouts = {
  headers: 5_000,
  request: 10_000,
  checking: 1_000,
  keepAlive: 5_000,
  socket: 15_000,
  close: 3_000,
};

/** What HTTPS takes: a certificate, with those that it rests on, and its private key, in PEM. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}
