// The files of a secured connection. Apart from the transport, whose types need those of Node.

/** What secures a connection besides the host's own authorities, in PEM. */
export interface TlsFiles {
  /** The client's certificate and its key. */
  readonly cert?: string;
  readonly key?: string;
  /** Authorities to trust besides the usual ones. */
  readonly ca?: string[];
}
