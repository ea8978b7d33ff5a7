// Explains network failures to people: why a request got no answer, with the error code to look up.
import type { Loss } from "../exchange.ts";
import { oneLine } from "../../../src/report/text.ts";

/** Why there was no answer. */
export interface NetworkReason {
  readonly text: string;
  readonly loss: Loss;
  /** True if what answers there speaks HTTP. */
  readonly http: boolean;
  /** What to do about it, if known: a sentence. */
  readonly todo?: string;
}

const UNTRUSTED = "its certificate is not signed by a trusted authority";

const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ECONNREFUSED: "nothing listens there",
    ECONNRESET: "the connection was closed without an answer",
    EPIPE: "the connection was closed before the request was complete",
    ETIMEDOUT: "the connection was not established in time",
    ENOTFOUND: "no host has that name",
    EAI_AGAIN: "the name of the host could not be looked up",
    EHOSTUNREACH: "the host is unreachable",
    ENETUNREACH: "the network is unreachable",
    CERT_HAS_EXPIRED: "its certificate has expired",
    CERT_NOT_YET_VALID: "its certificate is not valid yet",
    CERT_REVOKED: "its certificate was revoked by its authority",
    ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
    DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed, not signed by a trusted authority",
    SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
    UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  }),
);

const TRUST = "If you trust it, set NODE_EXTRA_CA_CERTS to the file of the authority that signed its certificate.";

const TODOS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    CERT_HAS_EXPIRED: "Renew the certificate of the service.",
    CERT_NOT_YET_VALID: "Compare the clock of this machine with the first day of the certificate.",
    CERT_REVOKED: "Give the service a new certificate.",
    ERR_TLS_CERT_ALTNAME_INVALID: "Use a host name of its certificate in the base URL, or give it one for this host.",
    DEPTH_ZERO_SELF_SIGNED_CERT: "If you trust it, set NODE_EXTRA_CA_CERTS to the file of its certificate.",
    SELF_SIGNED_CERT_IN_CHAIN: TRUST,
    UNABLE_TO_GET_ISSUER_CERT: TRUST,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: TRUST,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: TRUST,
  }),
);

/** What OpenSSL reports when client and server share no version of TLS. */
const NO_VERSION = /alert protocol version|unsupported protocol|no protocols available/i;
const NO_CERTIFICATE = /alert certificate required|alert bad certificate/i;

function todoOf(tls: string): string {
  if (NO_VERSION.test(tls)) return "Let the service offer TLS 1.2 or 1.3: older versions are not used.";
  if (NO_CERTIFICATE.test(tls)) return "It requires a client certificate, which this program cannot send.";
  return "Look at what the service offers: openssl s_client -connect HOST:PORT.";
}

/** What OpenSSL reports for bytes that are not TLS; the wording differs between versions. */
const NO_TLS = /wrong version number|packet length too long|http request|unknown protocol/i;

const SHOWN = 40;
/** Characters of a list of names. */
const MOST_NAMES = 100;

/**
 * Explains an error of `node:http`, `node:https` or the network.
 * @param begun whether the head of an answer had been read by then
 */
export function networkReason(error: unknown, begun = false): NetworkReason {
  const { code = "", message, rawPacket, reason, cert } = error as ParseFault;
  if (code.startsWith("HPE_")) {
    const start = Buffer.from(rawPacket ?? "").toString("latin1");
    if (!begun && code === "HPE_INVALID_CONSTANT" && !start.startsWith("HTTP/")) {
      const shown = JSON.stringify(start.slice(0, SHOWN).trimEnd());
      return {
        text: `what answers there does not speak HTTP: it begins with ${oneLine(shown)}`,
        loss: "broken",
        http: false,
      };
    }
    // The parser has then finished one answer, and the bytes after it do not start another.
    const why =
      code === "HPE_INVALID_CONSTANT" ? "more bytes follow than its Content-Length says" : (reason ?? message);
    return { text: `${code}: the answer is broken HTTP: ${why}`, loss: "broken", http: true };
  }
  if (NO_TLS.test(message)) {
    const todo = "Write http:// in place of https:// in the base URL, or let the service speak TLS.";
    return { text: "what answers there does not speak TLS", loss: "other", http: false, todo };
  }
  const tls = /SSL routines:[^:]*:([^:]+)/.exec(message)?.[1];
  const words = WORDS.get(code) ?? (tls === undefined ? oneLine(message) : `the TLS handshake failed: ${tls}`);
  const todo = TODOS.get(code) ?? (tls === undefined ? undefined : todoOf(tls));
  const names = code === "ERR_TLS_CERT_ALTNAME_INVALID" ? namesOf(cert) : "";
  const text = `${words}${names}`;
  const loss = code === "ECONNRESET" ? "reset" : "other";
  return { text: code === "" ? text : `${code}: ${text}`, loss, http: false, ...(todo === undefined ? {} : { todo }) };
}

/** The names that a certificate is issued for. The service chose these words. */
function namesOf(certificate: ParseFault["cert"]): string {
  const names = certificate?.subjectaltname ?? "";
  return names === "" ? "" : `: ${oneLine(names.slice(0, MOST_NAMES))}`;
}

/** The fields that Node's HTTP parser and TLS add to an error. */
interface ParseFault extends NodeJS.ErrnoException {
  readonly reason?: string;
  readonly rawPacket?: Uint8Array;
  readonly cert?: { readonly subjectaltname?: string };
}
