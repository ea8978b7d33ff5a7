// Faults of HEAD and of conditional requests.
import type { ServerResponse } from "node:http";
import type { Answer, Overrides } from "../../behaviour.ts";
import { amend, error, headers, noContent, withStatus } from "../../craft.ts";
import { type Fault, faults } from "../../fault.ts";
import { bytesOf, REFERENCE } from "../../reference.ts";
import { all, failed, method, of, ok, onItem } from "../../when.ts";

const HEAD = { basis: "RFC 9110, section 9.3.2" };
const head = method("HEAD");

/** An entity tag that does not depend on the body. */
const constantTag: Overrides = amend(all(ok, method("GET", "HEAD")), (answer, call) => {
  const tagged = headers({ ETag: '"v1"' })(answer, call);
  return call.headers["if-none-match"] === '"v1"' ? { ...notModified(tagged) } : tagged;
});

function notModified(answer: Answer): Answer {
  const { json: _json, raw: _raw, ...rest } = answer;
  return { ...rest, status: 304 };
}

/** Writes data to the socket that Node would reject. */
function onSocket(answer: Answer, response: ServerResponse): void {
  const bytes = bytesOf(answer);
  const lines = Object.entries({ ...answer.headers, "Content-Length": bytes.length, Connection: "close" });
  const head = lines.map(([name, value]) => `${name}: ${String(value)}\r\n`).join("");
  response.socket?.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${answer.status} Status\r\n${head}\r\n`), bytes]));
}

export const CONDITIONAL: readonly Fault[] = faults({
  "protocol.head-500: HEAD is answered 500.": [amend(head, () => error(500)), HEAD],
  "protocol.head-missing-200: HEAD of an item that does not exist is answered 200.": [
    amend(all(head, of("fetch"), failed), withStatus(200)),
    HEAD,
  ],
  "protocol.head-400: HEAD of the list is answered 400.": [amend(all(head, of("list")), () => error(400)), HEAD],
  "protocol.head-401: HEAD is answered 401 whatever the key.": [
    {
      answer: (call) => (call.method === "HEAD" ? REFERENCE.challenge(true, call) : REFERENCE.answer(call)),
    },
    HEAD,
  ],
  "protocol.head-204: HEAD of an item is answered 204.": [
    amend(all(head, of("fetch"), ok), (answer) => ({ ...noContent, headers: answer.headers })),
    HEAD,
  ],
  "protocol.head-other-length: HEAD announces another length than GET.": [
    amend(all(head, ok), (answer) => ({ ...answer, raw: "x".repeat(bytesOf(answer).length + 3) })),
    HEAD,
  ],
  "protocol.head-other-media-type: HEAD announces text/html.": [
    amend(all(head, ok), headers({ "Content-Type": "text/html" })),
    HEAD,
  ],
  "protocol.head-without-deprecation: HEAD of an item says nothing of its deprecation.": [
    amend(all(head, onItem), headers({ Deprecation: undefined, Sunset: undefined, Link: undefined })),
    HEAD,
  ],
  "protocol.head-with-body: HEAD is answered with a body.": [
    {
      send: (answer, call, response) =>
        call.method === "HEAD" ? onSocket(answer, response) : REFERENCE.send(answer, call, response),
    },
    HEAD,
  ],
  "protocol.not-modified-always: Whatever If-None-Match says, the answer is 304.": [
    amend(
      all(ok, (call) => call.headers["if-none-match"] !== undefined && call.method !== "POST"),
      notModified,
    ),
    { basis: "RFC 9110, section 13.1.2" },
  ],
  "protocol.not-modified-wrong-tag: Successes have an ETag, and any other tag is answered 304.": [
    amend(all(ok, method("GET")), (answer, call) => {
      const tagged = headers({ ETag: '"current"' })(answer, call);
      const wanted = call.headers["if-none-match"];
      return wanted === undefined || wanted === '"current"' ? tagged : notModified(tagged);
    }),
    { basis: "RFC 9110, section 13.1.2" },
  ],
  "protocol.not-modified-stale: The ETag stays the same when the list changes, and 304 is answered.": [
    constantTag,
    { basis: "RFC 9110, section 8.8.3" },
  ],
  "protocol.not-modified-with-body: A 304 has a body.": [
    {
      ...constantTag,
      send: (answer, call, response) =>
        answer.status === 304 ? onSocket({ ...answer, raw: "[]" }, response) : REFERENCE.send(answer, call, response),
    },
    { basis: "RFC 9110, section 15.4.5" },
  ],
  "protocol.precondition-crashes: If-None-Match is answered 500.": amend(
    (call) => call.headers["if-none-match"] !== undefined,
    () => error(500),
  ),
  "protocol.wildcard-accept-refused: Accept: */* is answered 406.": [
    amend(
      (call) => call.headers.accept === "*/*",
      () => error(406, "ask for application/json"),
    ),
    { basis: "RFC 9110, section 12.5.1" },
  ],
});
