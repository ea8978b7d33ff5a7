// The message for a request without a response: in plain words, with what to do.
import { expect, test } from "vitest";
import { networkReason } from "../../../conformance/client/sending/network-reason.ts";

const error = (code: string, message = "M", more: object = {}): Error =>
  Object.assign(new Error(message), code === "" ? {} : { code }, more);
const ssl = (words: string): Error =>
  error("EPROTO", `write EPROTO 00:error:0A000:SSL routines:ssl3_read:${words}:a.c:1`);
const certificate = { cert: { subjectaltname: "DNS:a.example, DNS:b.example" } };
const parsing = (start: string, reason?: string): Error =>
  error("HPE_INVALID_CONSTANT", "Parse Error", {
    rawPacket: Buffer.from(start),
    ...(reason === undefined ? {} : { reason }),
  });

const ERRORS: readonly (readonly [string, Error])[] = [
  ...[
    ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"],
    ...["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID", "CERT_REVOKED", "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ...["SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_GET_ISSUER_CERT", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"],
    ...["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "EUNHEARDOF"],
  ].map((code) => [code, error(code)] as const),
  ["no code", error("")],
  ["a message of two lines", error("", "one\ntwo")],
  ["another host", error("ERR_TLS_CERT_ALTNAME_INVALID", "M", certificate)],
  ["another host without names", error("ERR_TLS_CERT_ALTNAME_INVALID")],
  [
    "another host of many names",
    error("ERR_TLS_CERT_ALTNAME_INVALID", "M", { cert: { subjectaltname: "a".repeat(101) } }),
  ],
  ["a certificate that is fine, and another error", error("ECONNRESET", "M", certificate)],
  ["an old TLS", ssl("tlsv1 alert protocol version")],
  ["an unsupported TLS", ssl("unsupported protocol")],
  ["no TLS in common", ssl("no protocols available")],
  ["a wanted certificate", ssl("tlsv13 alert certificate required")],
  ["a bad certificate", ssl("sslv3 alert bad certificate")],
  ["no cipher in common", ssl("sslv3 alert handshake failure")],
  ["no TLS", ssl("wrong version number")],
  ["no TLS, by another name", ssl("packet length too long")],
  ["plain HTTP", ssl("http request")],
  ["plain something", ssl("unknown protocol")],
  ["an answer of something else", parsing(`SSH-2.0-OpenSSH ${"x".repeat(50)}`)],
  ["an answer of nothing", parsing("")],
  ["an answer that goes on", parsing("HTTP/1.1 200 OK")],
  ["a broken answer", error("HPE_INVALID_HEADER_TOKEN", "Parse Error", { reason: "Invalid header" })],
  ["a broken answer without a reason", error("HPE_INVALID_HEADER_TOKEN", "Parse Error")],
];

test("each error is explained in words, with its code and what to do", () => {
  const lines = ERRORS.map(([name, one]) => {
    const { text, http, todo } = networkReason(one);
    return `${name}: ${text}${http ? " (HTTP)" : ""}${todo === undefined ? "" : ` | ${todo}`}`;
  });
  expect(lines.join("\n")).toMatchSnapshot();
});

test("broken data after the head of a response is an error of HTTP", () => {
  expect(networkReason(parsing("SSH-2.0"), true)).toEqual({
    text: "HPE_INVALID_CONSTANT: the answer is broken HTTP: more bytes follow than its Content-Length says",
    loss: "broken",
    http: true,
  });
});
