// Faults in reading query parameters: numbers and statuses.
import type { Overrides, Refusal } from "../../behaviour.ts";
import { amend, crash, error, raw, readingLimit } from "../../craft.ts";
import { type Fault, faults } from "../../fault.ts";
import { json, REFERENCE, refusal, STATUSES } from "../../reference.ts";
import { of, status } from "../../when.ts";

const SYNTAX = { basis: "spec/decisions.md#parameter-syntax" };
const RANGE = { basis: "spec/decisions.md#page-size-out-of-range" };

/** Reads some filter values differently. */
function filtering(read: (text: string) => string | undefined | Refusal, when: (text: string) => boolean): Overrides {
  return {
    filter: (values, call) => {
      const [text] = values;
      return text !== undefined && values.length === 1 && when(text) ? read(text) : REFERENCE.filter(values, call);
    },
  };
}

const unknown = (text: string): boolean => !STATUSES.includes(text);

export const VALUES: readonly Fault[] = faults({
  "parameters.text-ignored: A limit that is no number is taken for none.": [
    readingLimit((text) => (/^[a-z]+$/i.test(text) ? 20 : undefined)),
    RANGE,
  ],
  "parameters.text-crashes: A limit that is no number is answered 500.": readingLimit((text) =>
    /^[a-z]+$/i.test(text) ? crash() : undefined,
  ),
  "parameters.not-a-number-lists-all: A limit that is no number lists everything.": readingLimit((text) =>
    Number.isNaN(Number(text)) ? Infinity : undefined,
  ),
  "parameters.trailing-garbage: A limit is read up to its first letter.": [
    readingLimit((text) => (/^[1-9]\d?[a-z]/i.test(text) ? Number.parseInt(text, 10) : undefined)),
    SYNTAX,
  ],
  "parameters.fraction-accepted: A limit of 1.5 is taken for 1.": [
    readingLimit((text) => (/^[1-9]\d?\.\d*[1-9]$/.test(text) ? Math.floor(Number(text)) : undefined)),
    RANGE,
  ],
  "parameters.fraction-crashes: A limit of 1.5 is answered 500.": readingLimit((text) =>
    /^\d+\.\d+$/.test(text) ? crash() : undefined,
  ),
  "parameters.exponent-accepted: A limit of 15e-1, which is 1.5, is taken for 1.": [
    readingLimit((text) => (/^\d+e-\d$/i.test(text) ? Math.floor(Number(text)) : undefined)),
    SYNTAX,
  ],
  "parameters.sign-accepted: A limit of +5 is taken for 5.": [
    readingLimit((text) => (/^[+ ]\d\d?$/.test(text) ? Number(text) : undefined)),
    SYNTAX,
  ],
  "parameters.hexadecimal-accepted: A limit of 0x10 is taken for 16.": [
    readingLimit((text) => (/^0x[0-9a-f]$|^0x[1-5][0-9a-f]$/i.test(text) ? Number(text) : undefined)),
    SYNTAX,
  ],
  "parameters.empty-accepted: An empty limit is taken for none.": [
    readingLimit((text) => (text === "" ? 20 : undefined)),
    SYNTAX,
  ],
  "parameters.empty-crashes: An empty limit is answered 500.": readingLimit((text) =>
    text === "" ? crash() : undefined,
  ),
  "parameters.huge-crashes: A limit beyond 2^63 is answered 500.": readingLimit((text) =>
    /^\d{19,}$/.test(text) ? crash() : undefined,
  ),
  "parameters.above-int32-crashes: A limit beyond 2^31 is answered 500.": readingLimit((text) =>
    /^\d{10,}$/.test(text) ? crash() : undefined,
  ),
  "parameters.repeated-first-wins: Of two limits the first is taken.": [
    {
      limit: (values, call) => REFERENCE.limit(values.slice(0, 1), call),
    },
    { basis: "spec/decisions.md#repeated-parameter" },
  ],
  "parameters.repeated-summed: Two limits are taken for the sum of both.": [
    {
      limit: (values, call) =>
        values.length > 1 ? values.reduce((sum, text) => sum + Number(text), 0) : REFERENCE.limit(values, call),
    },
    { basis: "spec/decisions.md#repeated-parameter" },
  ],
  "parameters.repeated-crashes: Two limits are answered 500.": {
    limit: (values, call) => (values.length > 1 ? crash() : REFERENCE.limit(values, call)),
  },
  "parameters.refused-with-200: A limit out of range is answered 200 with an Error.": amend(
    (call, answer) => call.operation === "list" && answer.status === 400,
    (answer) => ({ ...answer, status: 200 }),
  ),
  "parameters.refused-with-404: An unknown status is answered with an HTML 404.": amend(
    (call, answer) => of("list")(call, answer) && status(400)(call, answer) && call.query.has("status"),
    (answer, call) => ({ ...raw("<h1>Not Found</h1>", "text/html")(answer, call), status: 404 }),
  ),
  "parameters.unknown-crashes: A query parameter that the document does not list is answered 500.": {
    select: (query, call) => {
      const strange = [...call.query.keys()].some((name) => name !== "limit" && name !== "status");
      if (strange) call.state.notes.set(`strange ${call.serial}`, true);
      return REFERENCE.select(query, call);
    },
    listed: (items, call) => (call.state.notes.has(`strange ${call.serial}`) ? error(500) : json(200, items)),
  },
  "parameters.status-case-folded: A status in capitals is taken for the one in small letters.": [
    filtering(
      (text) => text.toLowerCase(),
      (text) => unknown(text) && !unknown(text.toLowerCase()),
    ),
    { basis: "spec/decisions.md#filter-out-of-range" },
  ],
  "parameters.status-trimmed: A status with blanks around it is accepted.": [
    filtering(
      (text) => text.trim(),
      (text) => unknown(text) && !unknown(text.trim()),
    ),
    { basis: "spec/decisions.md#filter-out-of-range" },
  ],
  "parameters.status-prefix: The beginning of a status is enough.": [
    filtering(
      (text) => STATUSES.find((value) => value.startsWith(text)),
      (text) => text !== "" && unknown(text) && STATUSES.some((value) => value.startsWith(text)),
    ),
    { basis: "spec/decisions.md#filter-out-of-range" },
  ],
  "parameters.unknown-status-ignored: An unknown status lists everything.": filtering(
    () => undefined,
    (text) => text !== "" && unknown(text),
  ),
  "parameters.unknown-status-emptied: An unknown status lists nothing, with 200.": [
    filtering(
      (text) => text,
      (text) => text !== "" && unknown(text),
    ),
    { basis: "spec/decisions.md#filter-out-of-range" },
  ],
  "parameters.unknown-status-crashes: An unknown status is answered 500.": filtering(
    () => crash(),
    (text) => text !== "" && unknown(text),
  ),
  "parameters.empty-status-ignored: An empty status lists everything.": filtering(
    () => undefined,
    (text) => text === "",
  ),
  "parameters.empty-status-crashes: An empty status is answered 500.": filtering(
    () => crash(),
    (text) => text === "",
  ),
  "parameters.repeated-status-crashes: Two statuses are answered 500.": {
    filter: (values, call) => (values.length > 1 ? crash() : REFERENCE.filter(values, call)),
  },
  "parameters.repeated-status-last-wins: Of two statuses the last is taken.": [
    {
      filter: (values, call) => REFERENCE.filter(values.slice(-1), call),
    },
    { basis: "spec/decisions.md#repeated-parameter" },
  ],
  "parameters.status-value-refused: The status pending is refused as a filter.": filtering(
    () => refusal(400, "invalid_parameter", "unknown status"),
    (text) => text === "pending",
  ),
  "parameters.status-not-decoded: A percent-encoded letter in a status is not decoded.": [
    {
      filter: (values, call) => {
        const written = /(?:^|&)status=([^&]*)/.exec(call.search)?.[1];
        return REFERENCE.filter(written === undefined ? values : [written, ...values.slice(1)], call);
      },
    },
    { basis: "RFC 3986, section 2.4" },
  ],
});
