// Faults of framing and compression: responses that break off or cannot be decompressed.
import { deflateRawSync, gzipSync } from "node:zlib";
import { amend, headers, raw, sending } from "../../craft.ts";
import { type Fault, faults } from "../../fault.ts";
import { bytesOf } from "../../reference.ts";
import { type When, all, method, of, ok, status } from "../../when.ts";
import { writeJson } from "../../../../src/json/write.ts";

const onGet = all(ok, method("GET"));
const refusesGzip: When = (call) => call.headers["accept-encoding"] === "identity";
const asksGzip: When = (call) => /gzip/.test(call.headers["accept-encoding"]?.toString() ?? "");

export const FRAMING: readonly Fault[] = faults({
  "protocol.length-too-long: Content-Length of a fetched item is too long, then the connection closes.": sending(
    all(of("fetch"), onGet),
    (answer, _call, response) => {
      const bytes = bytesOf(answer);
      response.writeHead(answer.status, { ...answer.headers, "Content-Length": bytes.length + 7 });
      response.write(bytes, () => response.destroy());
    },
  ),
  "protocol.list-closed-early: The connection closes before the list is complete.": sending(
    all(of("list"), onGet),
    (answer, _call, response) => {
      const bytes = bytesOf(answer);
      response.writeHead(answer.status, { ...answer.headers, "Content-Length": bytes.length });
      response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
    },
  ),
  "protocol.chunks-unfinished: The last chunk of the list never comes; the connection closes.": sending(
    all(of("list"), onGet),
    (answer, _call, response) => {
      response.writeHead(answer.status, answer.headers);
      response.write(bytesOf(answer), () => response.destroy());
    },
  ),
  "protocol.create-closed: A creation is carried out and the connection closed without an answer.": sending(
    all(of("create"), status(201)),
    (_answer, _call, response) => void response.destroy(),
  ),
  "protocol.missing-closed: A missing item is answered by closing the connection.": sending(
    all(of("fetch"), status(404)),
    (_answer, _call, response) => void response.destroy(),
  ),
  "protocol.gzip-in-name: Content-Encoding says gzip and the body is plain.": amend(
    all(onGet, asksGzip),
    headers({ "Content-Encoding": "gzip" }),
  ),
  "protocol.gzip-unasked: The list is gzipped for those who refuse it.": [
    amend(all(of("list"), onGet, refusesGzip), (answer, call) =>
      raw(gzipSync(bytesOf(answer)), "application/json")(headers({ "Content-Encoding": "gzip" })(answer, call), call),
    ),
    { basis: "RFC 9110, section 12.5.3" },
  ],
  "protocol.gzip-unnamed: The body is gzipped for those who ask, and Content-Encoding is missing.": amend(
    all(onGet, asksGzip),
    (answer) => ({ ...answer, raw: gzipSync(bytesOf(answer)) }),
  ),
  "protocol.gzip-truncated: A gzipped body lacks its end.": amend(all(onGet, asksGzip), (answer, call) => ({
    ...headers({ "Content-Encoding": "gzip" })(answer, call),
    raw: gzipSync(bytesOf(answer)).subarray(0, -8),
  })),
  "protocol.gzip-twice: A gzipped body is gzipped twice.": amend(all(onGet, asksGzip), (answer, call) => ({
    ...headers({ "Content-Encoding": "gzip" })(answer, call),
    raw: gzipSync(gzipSync(bytesOf(answer))),
  })),
  "protocol.gzip-is-deflate: What is called gzip is raw deflate.": amend(all(onGet, asksGzip), (answer, call) => ({
    ...headers({ "Content-Encoding": "gzip" })(answer, call),
    raw: deflateRawSync(bytesOf(answer)),
  })),
  "protocol.gzip-loses-last-item: A gzipped list has one item fewer.": amend(
    all(of("list"), onGet, asksGzip),
    (answer, call) => ({
      ...headers({ "Content-Encoding": "gzip" })(answer, call),
      raw: gzipSync(writeJson((answer.json as unknown[]).slice(0, -1))),
    }),
  ),
});
