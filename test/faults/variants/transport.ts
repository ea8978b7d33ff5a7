// Choices in how responses are sent.
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Answer, Call } from "../behaviour.ts";
import { amend, headers } from "../craft.ts";
import { type Variant, variants } from "../fault.ts";
import { bytesOf, REFERENCE } from "../reference.ts";
import { all, anywhere, method, ok } from "../when.ts";

function withoutHead(call: Call): Answer {
  const made = REFERENCE.wrongMethod(call);
  return { ...made, headers: { ...made.headers, Allow: call.onItem ? "GET" : "GET, POST" } };
}

export const TRANSPORT: readonly Variant[] = variants({
  "no-head: HEAD is not supported.": {
    answer: (call) => (call.method === "HEAD" ? withoutHead(call) : REFERENCE.answer(call)),
  },
  "head-without-length: HEAD is answered without Content-Length.": {
    send: (answer, call, response) => {
      if (call.method !== "HEAD") return REFERENCE.send(answer, call, response);
      response.writeHead(answer.status, answer.headers).end();
    },
  },
  "chunked: Answers are sent in chunks, without Content-Length.": {
    send: (answer, call, response) => {
      response.writeHead(answer.status, answer.headers);
      if (call.method === "HEAD" || answer.status === 204) return void response.end();
      const bytes = bytesOf(answer);
      const middle = Math.ceil(bytes.length / 2);
      response.write(bytes.subarray(0, middle));
      response.end(bytes.subarray(middle));
    },
  },
  "compressed: Answers are gzipped for those who ask for it.": amend(
    (call) => /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(call.headers["accept-encoding"]?.toString() ?? ""),
    (answer, call) => ({
      ...headers({ "Content-Encoding": "gzip", Vary: "Accept-Encoding" })(answer, call),
      raw: gzipSync(bytesOf(answer)),
    }),
  ),
  "conditional: Successful GETs have an ETag; If-None-Match with that tag is answered 304.": amend(
    all(ok, method("GET", "HEAD")),
    (answer, call) => {
      const tag = `"${createHash("sha256").update(bytesOf(answer)).digest("base64url").slice(0, 16)}"`;
      const tagged = headers({ ETag: tag })(answer, call);
      const wanted = call.headers["if-none-match"] ?? "";
      const known = wanted.trim() === "*" || wanted.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
      if (!known) return tagged;
      const { json: _json, raw: _raw, ...rest } = headers({ "Content-Type": undefined })(tagged, call);
      return { ...rest, status: 304 };
    },
  ),
  "lower-case-headers: The names of headers are written in small letters.": amend(anywhere, (answer) => ({
    ...answer,
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value])),
  })),
  "early-hints: A 103 comes before each answer.": {
    send: (answer, call, response) => {
      response.writeEarlyHints({ link: "</v1/pets>; rel=preload" });
      REFERENCE.send(answer, call, response);
    },
  },
  "other-reason: The reason phrase is another one.": {
    send: (answer, call, response) => {
      response.statusMessage = "As You Like It";
      REFERENCE.send(answer, call, response);
    },
  },
  "no-keep-alive: Each answer closes the connection.": amend(anywhere, headers({ Connection: "close" })),
  "slow: Each answer takes 20 ms.": {
    send: (answer, call, response) => {
      setTimeout(() => REFERENCE.send(answer, call, response), 20);
    },
  },
});
