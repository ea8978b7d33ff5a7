// What the network did, in words for people: why a request was not answered, with the code that can be looked up.
import { oneLine } from "../../../src/report/text.ts";

/** Why there was no answer. */
export interface NetworkReason {
  readonly text: string;
  /** True where it was HTTP that came back, though too broken to be read. */
  readonly http: boolean;
}

const CERTIFICATE =
  "its certificate is not signed by a trusted authority; set NODE_EXTRA_CA_CERTS to the file of the authority that signed it";

const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ECONNREFUSED: "nothing listens there",
    ECONNRESET: "the connection was closed without an answer",
    EPIPE: "the connection was closed before the request was whole",
    ETIMEDOUT: "no connection came about in time",
    ENOTFOUND: "there is no host of that name",
    EAI_AGAIN: "the name of the host could not be looked up",
    EHOSTUNREACH: "no way leads to that host",
    ENETUNREACH: "no way leads to that network",
    CERT_HAS_EXPIRED: "its certificate has expired",
    ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
    DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE,
    SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CERTIFICATE,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
  }),
);

/** What OpenSSL says of bytes that are no TLS; the words differ from version to version. */
const NO_TLS = /wrong version number|packet length too long|http request|unknown protocol/i;

const SHOWN = 40;

/**
 * Puts an error of `node:http`, `node:https` or the network into words.
 * @param begun whether the head of an answer had been read by then
 */
export function networkReason(error: unknown, begun = false): NetworkReason {
  const { code = "", message, rawPacket, reason } = error as ParseFault;
  if (code.startsWith("HPE_")) {
    const start = Buffer.from(rawPacket ?? "").toString("latin1");
    if (!begun && code === "HPE_INVALID_CONSTANT" && !start.startsWith("HTTP/")) {
      const shown = JSON.stringify(start.slice(0, SHOWN).trimEnd());
      return { text: `what answers there does not speak HTTP, it begins ${oneLine(shown)}`, http: false };
    }
    // The parser has read an answer to its end then, and what follows is the start of none.
    const why =
      code === "HPE_INVALID_CONSTANT" ? "more bytes follow than its Content-Length says" : (reason ?? message);
    return { text: `${code}: the answer is broken HTTP: ${why}`, http: true };
  }
  if (NO_TLS.test(message)) {
    return { text: "what answers there does not speak TLS: is it http:// instead of https://?", http: false };
  }
  const tls = /SSL routines:[^:]*:([^:]+)/.exec(message)?.[1];
  const words = WORDS.get(code) ?? (tls === undefined ? oneLine(message) : `no TLS came about: ${tls}`);
  return { text: code === "" ? words : `${code}: ${words}`, http: false };
}

/** What the parser of Node adds to an error. */
interface ParseFault extends NodeJS.ErrnoException {
  readonly reason?: string;
  readonly rawPacket?: Uint8Array;
}
