// Certificates and protocols that must not be trusted, with the message for each.
import type { SecureVersion } from "node:tls";

export interface Failure {
  readonly what: string;
  readonly name: string;
  readonly why: RegExp;
  /** The advice to the user. */
  readonly todo: RegExp;
  readonly version?: SecureVersion;
}

export const FAILURES: readonly Failure[] = [
  { what: "has expired", name: "expired", why: /certificate has expired/, todo: /Renew the certificate/ },
  {
    what: "is not valid yet",
    name: "tomorrow",
    why: /certificate is not valid yet/,
    todo: /Compare the clock of this machine/,
  },
  {
    what: "is for another host",
    name: "other",
    why: /certificate is for another host: DNS:other\.example/,
    todo: /Use a host name of its certificate in the base URL/,
  },
  {
    what: "is self-signed",
    name: "self",
    why: /self-signed, not signed by a trusted authority/,
    todo: /set NODE_EXTRA_CA_CERTS to the file of its certificate/,
  },
  {
    what: "is valid, under a protocol from 2006",
    name: "right",
    why: /the TLS handshake failed: .*(?:protocol version|unsupported protocol)/,
    todo: /Let the service offer TLS 1\.2 or 1\.3/,
    version: "TLSv1.1",
  },
];
