// Faults of the message itself: media type, bytes, framing, compression.
import type { ServerResponse } from "node:http";
import { deflateRawSync, gzipSync } from "node:zlib";
import { writeJson } from "../../../../src/contract/json.ts";
import type { Answer, Call, Overrides } from "../../behaviour.ts";
import {
  type Fault,
  type When,
  all,
  amend,
  anywhere,
  fault,
  headers,
  method,
  ninth,
  not,
  of,
  ok,
  raw,
  status,
} from "../../craft.ts";
import { REFERENCE, bytesOf } from "../../reference.ts";

const typed = (name: string | undefined) => headers({ "Content-Type": name });
const onGet = all(ok, method("GET"));
const asksGzip: When = (call) => /gzip/.test(call.headers["accept-encoding"]?.toString() ?? "");

/** Sends some answers as bytes of its own making; HTTP's own framing is out of the way. */
function sending(when: When, write: (answer: Answer, call: Call, response: ServerResponse) => void): Overrides {
  return {
    send: (answer, call, response) =>
      when(call, answer) ? write(answer, call, response) : REFERENCE.send(answer, call, response),
  };
}

/** Changes the text of the body; its length is announced rightly. */
const text =
  (change: (body: string, answer: Answer) => string) =>
  (answer: Answer): Answer => ({
    ...answer,
    raw: change(bytesOf(answer).toString(), answer),
  });

const lengthened =
  (by: number, close: boolean) =>
  (answer: Answer, _call: Call, response: ServerResponse): void => {
    const bytes = bytesOf(answer);
    response.strictContentLength = false;
    response.writeHead(answer.status, { ...answer.headers, "Content-Length": bytes.length + by });
    response.write(by < 0 ? bytes.subarray(0, by) : bytes, () => close && response.destroy());
    if (by < 0) response.end();
  };

const hasName: When = (_call, answer) => /[\u0080-\uffff]/.test(bytesOf(answer).toString());

export const MESSAGES: readonly Fault[] = [
  fault(
    "protocol.list-without-media-type",
    "The list has no Content-Type.",
    amend(all(of("list"), ok), typed(undefined)),
  ),
  fault(
    "protocol.fetch-without-media-type",
    "A fetched item has no Content-Type.",
    amend(all(of("fetch"), ok), typed(undefined)),
  ),
  fault(
    "protocol.create-as-text",
    "A created item is text/plain.",
    amend(all(of("create"), ok), typed("text/plain; charset=utf-8")),
  ),
  fault("protocol.list-as-html", "The list is text/html.", amend(all(of("list"), ok), typed("text/html"))),
  fault("protocol.fetch-as-text-json", "A fetched item is text/json.", amend(all(of("fetch"), ok), typed("text/json"))),
  fault(
    "protocol.vendor-media-type",
    "Answers are application/vnd.api+json.",
    amend(ok, typed("application/vnd.api+json")),
  ),
  fault(
    "protocol.octet-stream",
    "A created item is application/octet-stream.",
    amend(all(of("create"), ok), typed("application/octet-stream")),
  ),
  fault(
    "protocol.javascript",
    "The list is application/javascript.",
    amend(all(of("list"), ok), typed("application/javascript")),
  ),
  fault(
    "protocol.filtered-list-as-text",
    "A filtered list is text/plain.",
    amend(
      all(of("list"), ok, (call) => call.query.has("status")),
      typed("text/plain"),
    ),
  ),
  fault(
    "protocol.latin1-bytes",
    "Names are written in Latin-1 bytes.",
    amend(ok, (answer) => ({ ...answer, raw: Buffer.from(bytesOf(answer).toString(), "latin1") })),
  ),
  fault(
    "protocol.utf-16",
    "The list is written in UTF-16.",
    amend(all(of("list"), ok), (answer) => ({ ...answer, raw: Buffer.from(bytesOf(answer).toString(), "utf16le") })),
  ),
  fault(
    "protocol.byte-order-mark",
    "Answers begin with a byte order mark.",
    amend(
      ok,
      text((body) => `\ufeff${body}`),
    ),
    { basis: "RFC 8259, section 8.1" },
  ),
  fault(
    "protocol.guarded-json",
    "Answers begin with )]}' against inclusion by scripts.",
    amend(
      ok,
      text((body) => `)]}',\n${body}`),
    ),
  ),
  fault(
    "protocol.callback",
    "The list is wrapped in a call of a function.",
    amend(
      all(of("list"), ok),
      text((body) => `callback(${body});`),
    ),
  ),
  fault(
    "protocol.list-truncated",
    "The list lacks its last bracket.",
    amend(
      all(of("list"), onGet),
      text((body) => body.slice(0, -1)),
    ),
  ),
  fault(
    "protocol.fetch-truncated",
    "A fetched item lacks its last brace.",
    amend(
      all(of("fetch"), onGet),
      text((body) => body.slice(0, -1)),
    ),
  ),
  fault(
    "protocol.long-list-truncated",
    "A list of more than 20 items breaks off in the middle.",
    amend(
      all(of("list"), onGet, (_call, answer) => Array.isArray(answer.json) && answer.json.length > 20),
      text((body) => body.slice(0, 1500)),
    ),
  ),
  fault(
    "protocol.length-in-characters",
    "Content-Length counts characters, so that bytes are cut off.",
    sending(all(ok, hasName, not(method("HEAD"))), (answer, call, response) => {
      const bytes = bytesOf(answer);
      const length = bytes.toString().length;
      REFERENCE.send({ ...answer, raw: bytes.subarray(0, length) }, call, response);
    }),
  ),
  fault(
    "protocol.trailing-comma",
    "The list has a comma before its last bracket.",
    amend(
      all(of("list"), ok),
      text((body) => (body === "[]" ? body : `${body.slice(0, -1)},]`)),
    ),
  ),
  fault(
    "protocol.single-quotes",
    "A fetched item is written with apostrophes.",
    amend(
      all(of("fetch"), ok),
      text((body) => body.replaceAll('"', "'")),
    ),
  ),
  fault(
    "protocol.text-after-body",
    "A created item is followed by the time it took.",
    amend(
      all(of("create"), ok),
      text((body) => `${body}\n<!-- 3 ms -->`),
    ),
  ),
  fault(
    "protocol.body-twice",
    "A fetched item comes twice in a row.",
    amend(
      all(of("fetch"), ok),
      text((body) => body + body),
    ),
  ),
  fault(
    "protocol.warning-before-body",
    "A warning stands before a fetched item.",
    amend(
      all(of("fetch"), ok),
      text((body) => `Warning: undefined index on line 12\n${body}`),
    ),
  ),
  fault(
    "protocol.duplicate-members",
    "A fetched item has its identifier twice, with two values.",
    amend(
      all(of("fetch"), ok),
      text((body) => body.replace("{", '{"id":0,')),
    ),
    { basis: "RFC 8259, section 4" },
  ),
  fault(
    "protocol.not-a-number",
    "A fetched item without a status has NaN for it.",
    amend(
      all(of("fetch"), ok, (_call, answer) => !("status" in (answer.json as object))),
      text((body) => `${body.slice(0, -1)},"status":NaN}`),
    ),
  ),
  fault(
    "protocol.control-characters",
    "Line breaks in names are written unescaped.",
    amend(
      ok,
      text((body) => body.replaceAll("\\n", "\n")),
    ),
  ),
  fault(
    "protocol.length-too-long",
    "Content-Length of a fetched item is too long, then the connection closes.",
    sending(all(of("fetch"), onGet), lengthened(7, true)),
  ),
  fault(
    "protocol.list-closed-early",
    "The connection closes before the list is complete.",
    sending(all(of("list"), onGet), (answer, _call, response) => {
      const bytes = bytesOf(answer);
      response.writeHead(answer.status, { ...answer.headers, "Content-Length": bytes.length });
      response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
    }),
  ),
  fault(
    "protocol.chunks-unfinished",
    "The last chunk of the list never comes; the connection closes.",
    sending(all(of("list"), onGet), (answer, _call, response) => {
      response.writeHead(answer.status, answer.headers);
      response.write(bytesOf(answer), () => response.destroy());
    }),
  ),
  fault(
    "protocol.create-closed",
    "A creation is carried out and the connection closed without an answer.",
    sending(all(of("create"), status(201)), (_answer, _call, response) => void response.destroy()),
  ),
  fault(
    "protocol.missing-closed",
    "A missing item is answered by closing the connection.",
    sending(all(of("fetch"), status(404)), (_answer, _call, response) => void response.destroy()),
  ),
  fault(
    "protocol.ninth-closed",
    "Each ninth request is answered by closing the connection.",
    sending(ninth, (_answer, _call, response) => void response.destroy()),
  ),
  fault(
    "protocol.gzip-in-name",
    "Content-Encoding says gzip and the body is plain.",
    amend(all(onGet, asksGzip), headers({ "Content-Encoding": "gzip" })),
  ),
  fault(
    "protocol.gzip-unasked",
    "The list is gzipped for those who refuse it.",
    amend(all(of("list"), onGet, not(asksGzip)), (answer, call) =>
      raw(gzipSync(bytesOf(answer)), "application/json")(headers({ "Content-Encoding": "gzip" })(answer, call), call),
    ),
    { basis: "RFC 9110, section 12.5.3" },
  ),
  fault(
    "protocol.gzip-unnamed",
    "The body is gzipped for those who ask, and Content-Encoding is missing.",
    amend(all(onGet, asksGzip), (answer) => ({ ...answer, raw: gzipSync(bytesOf(answer)) })),
  ),
  fault(
    "protocol.gzip-truncated",
    "A gzipped body lacks its end.",
    amend(all(onGet, asksGzip), (answer, call) => ({
      ...headers({ "Content-Encoding": "gzip" })(answer, call),
      raw: gzipSync(bytesOf(answer)).subarray(0, -8),
    })),
  ),
  fault(
    "protocol.gzip-twice",
    "A gzipped body is gzipped twice.",
    amend(all(onGet, asksGzip), (answer, call) => ({
      ...headers({ "Content-Encoding": "gzip" })(answer, call),
      raw: gzipSync(gzipSync(bytesOf(answer))),
    })),
  ),
  fault(
    "protocol.gzip-is-deflate",
    "What is called gzip is raw deflate.",
    amend(all(onGet, asksGzip), (answer, call) => ({
      ...headers({ "Content-Encoding": "gzip" })(answer, call),
      raw: deflateRawSync(bytesOf(answer)),
    })),
  ),
  fault(
    "protocol.gzip-loses-last-item",
    "A gzipped list has one item fewer.",
    amend(all(of("list"), onGet, asksGzip), (answer, call) => ({
      ...headers({ "Content-Encoding": "gzip" })(answer, call),
      raw: gzipSync(writeJson((answer.json as unknown[]).slice(0, -1))),
    })),
  ),
  fault(
    "protocol.informal-success",
    "The list is written as text by a debugger.",
    amend(all(of("list"), ok, anywhere), raw("[object Object]", "application/json")),
  ),
];
