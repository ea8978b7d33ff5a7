// How a server listens, without Node's own types: users of the library need none of them.

/** How long clients may take, in milliseconds. Together, these close a stalled connection within 12 s. */
export interface Timeouts {
  /** For the head of a request. */
  readonly headers: number;
  /** For a whole request, from its first byte. */
  readonly request: number;
  /** How often all of these are checked. */
  readonly checking: number;
  /** Between requests. */
  readonly keepAlive: number;
  /** For a client that reads nothing of its answer. */
  readonly socket: number;
  /** For pending requests when the server is closed. */
  readonly close: number;
}

export const DEFAULT_TIMEOUTS: Timeouts = {
  headers: 5_000,
  request: 10_000,
  checking: 1_000,
  // Clients see whole seconds, here 5. The rest keeps a request sent just in time from meeting a closing connection.
  keepAlive: 5_999,
  socket: 15_000,
  close: 3_000,
};

/** The input for HTTPS: a certificate with its chain, and its private key, in PEM. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}
