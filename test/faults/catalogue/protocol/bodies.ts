// Faults of bodies as bytes: media type, encoding, syntax.
import type { Answer } from "../../behaviour.ts";
import { amend, headers, raw, sending } from "../../craft.ts";
import { type Fault, faults } from "../../fault.ts";
import { bytesOf, REFERENCE } from "../../reference.ts";
import { type When, all, method, ninth, not, of, ok } from "../../when.ts";

const typed = (name: string | undefined) => headers({ "Content-Type": name });
const onGet = all(ok, method("GET"));

/** Changes the text of the body, with the correct length. */
const text =
  (change: (body: string, answer: Answer) => string) =>
  (answer: Answer): Answer => ({
    ...answer,
    raw: change(bytesOf(answer).toString(), answer),
  });

const hasName: When = (_call, answer) => /[\u0080-\uffff]/.test(bytesOf(answer).toString());

export const BODIES: readonly Fault[] = faults({
  "protocol.list-without-media-type: The list has no Content-Type.": amend(all(of("list"), ok), typed(undefined)),
  "protocol.fetch-without-media-type: A fetched item has no Content-Type.": amend(
    all(of("fetch"), ok),
    typed(undefined),
  ),
  "protocol.create-as-text: A created item is text/plain.": amend(
    all(of("create"), ok),
    typed("text/plain; charset=utf-8"),
  ),
  "protocol.list-as-html: The list is text/html.": amend(all(of("list"), ok), typed("text/html")),
  "protocol.fetch-as-text-json: A fetched item is text/json.": amend(all(of("fetch"), ok), typed("text/json")),
  "protocol.vendor-media-type: Answers are application/vnd.api+json.": amend(ok, typed("application/vnd.api+json")),
  "protocol.octet-stream: A created item is application/octet-stream.": amend(
    all(of("create"), ok),
    typed("application/octet-stream"),
  ),
  "protocol.javascript: The list is application/javascript.": amend(
    all(of("list"), ok),
    typed("application/javascript"),
  ),
  "protocol.filtered-list-as-text: A filtered list is text/plain.": amend(
    all(of("list"), ok, (call) => call.query.has("status")),
    typed("text/plain"),
  ),
  "protocol.latin1-bytes: Names are written in Latin-1 bytes.": amend(ok, (answer) => ({
    ...answer,
    raw: Buffer.from(bytesOf(answer).toString(), "latin1"),
  })),
  "protocol.utf-16: The list is written in UTF-16.": amend(all(of("list"), ok), (answer) => ({
    ...answer,
    raw: Buffer.from(bytesOf(answer).toString(), "utf16le"),
  })),
  "protocol.byte-order-mark: Answers begin with a byte order mark.": [
    amend(
      ok,
      text((body) => `\ufeff${body}`),
    ),
    { basis: "RFC 8259, section 8.1" },
  ],
  "protocol.guarded-json: Answers begin with )]}' against inclusion by scripts.": amend(
    ok,
    text((body) => `)]}',\n${body}`),
  ),
  "protocol.callback: The list is wrapped in a call of a function.": amend(
    all(of("list"), ok),
    text((body) => `callback(${body});`),
  ),
  "protocol.list-truncated: The list lacks its last bracket.": amend(
    all(of("list"), onGet),
    text((body) => body.slice(0, -1)),
  ),
  "protocol.padded-fetch: An item that each ninth request fetches is followed by 5 MiB of blanks.": amend(
    all(of("fetch"), ok, ninth),
    text((body) => body + " ".repeat(5 * 1024 * 1024)),
  ),
  "protocol.fetch-truncated: A fetched item lacks its last brace.": amend(
    all(of("fetch"), onGet),
    text((body) => body.slice(0, -1)),
  ),
  "protocol.long-list-truncated: A list of more than 20 items breaks off in the middle.": amend(
    all(of("list"), onGet, (_call, answer) => Array.isArray(answer.json) && answer.json.length > 20),
    text((body) => body.slice(0, 1500)),
  ),
  "protocol.length-in-characters: Content-Length counts characters, so that bytes are cut off.": sending(
    all(ok, hasName, not(method("HEAD"))),
    (answer, call, response) => {
      const bytes = bytesOf(answer);
      const length = bytes.toString().length;
      REFERENCE.send({ ...answer, raw: bytes.subarray(0, length) }, call, response);
    },
  ),
  "protocol.trailing-comma: The list has a comma before its last bracket.": amend(
    all(of("list"), ok),
    text((body) => (body === "[]" ? body : `${body.slice(0, -1)},]`)),
  ),
  "protocol.single-quotes: A fetched item is written with apostrophes.": amend(
    all(of("fetch"), ok),
    text((body) => body.replaceAll('"', "'")),
  ),
  "protocol.text-after-body: A created item is followed by the time it took.": amend(
    all(of("create"), ok),
    text((body) => `${body}\n<!-- 3 ms -->`),
  ),
  "protocol.body-twice: A fetched item comes twice in a row.": amend(
    all(of("fetch"), ok),
    text((body) => body + body),
  ),
  "protocol.warning-before-body: A warning stands before a fetched item.": amend(
    all(of("fetch"), ok),
    text((body) => `Warning: undefined index on line 12\n${body}`),
  ),
  "protocol.duplicate-members: A fetched item has its identifier twice, with two values.": [
    amend(
      all(of("fetch"), ok),
      text((body) => body.replace("{", '{"id":0,')),
    ),
    { basis: "RFC 8259, section 4" },
  ],
  "protocol.not-a-number: A fetched item without a status has NaN for it.": amend(
    all(of("fetch"), ok, (_call, answer) => !("status" in (answer.json as object))),
    text((body) => `${body.slice(0, -1)},"status":NaN}`),
  ),
  "protocol.control-characters: Line breaks in names are written unescaped.": amend(
    ok,
    text((body) => body.replaceAll("\\n", "\n")),
  ),
  "protocol.debug-text: The list is written as text by a debugger.": amend(
    all(of("list"), ok),
    raw("[object Object]", "application/json"),
  ),
});
