// Faults in the reading of query parameters: the page size and the value of the filter.
import type { Overrides, Refusal } from "../behaviour.ts";
import { isRefusal } from "../behaviour.ts";
import { type Fault, amend, crash, error, fault, of, raw, status } from "../craft.ts";
import { REFERENCE, STATUSES, json, refusal } from "../reference.ts";

const SYNTAX = { basis: "spec/decisions.md#parameter-syntax" };
const RANGE = { basis: "spec/decisions.md#page-size-out-of-range" };

/** Reads the page size of some texts in another way; `undefined` leaves the text to the reference. */
function reading(read: (text: string) => number | Refusal | undefined): Overrides {
  return {
    limit: (values, call) => {
      const [text] = values;
      return (text === undefined || values.length > 1 ? undefined : read(text)) ?? REFERENCE.limit(values, call);
    },
  };
}

/** Changes a page size that was read without fault. */
function sized(change: (limit: number, given: boolean, filtered: boolean) => number): Overrides {
  return {
    limit: (values, call) => {
      const limit = REFERENCE.limit(values, call);
      return isRefusal(limit) ? limit : change(limit, values.length > 0, call.query.has("status"));
    },
  };
}

/** Another page size where none is asked for. */
const byDefault = (size: number, when: (filtered: boolean) => boolean = () => true): Overrides =>
  sized((limit, given, filtered) => (!given && when(filtered) ? size : limit));

/** Reads the filter of some texts in another way. */
function filtering(read: (text: string) => string | undefined | Refusal, when: (text: string) => boolean): Overrides {
  return {
    filter: (values, call) => {
      const [text] = values;
      return text !== undefined && values.length === 1 && when(text) ? read(text) : REFERENCE.filter(values, call);
    },
  };
}

const unknown = (text: string): boolean => !STATUSES.includes(text);
const tooLarge = (text: string): boolean => /^\d+$/.test(text) && Number(text) > 100;
const refused = refusal(400, "invalid_parameter", "limit is not allowed");

const SIZES: readonly Fault[] = [
  fault(
    "parameters.limit-ignored",
    "The limit is ignored: a page is always 20 items.",
    sized(() => 20),
  ),
  fault(
    "parameters.limit-ignored-with-filter",
    "The limit is ignored where there is a filter.",
    sized((limit, _given, filtered) => (filtered ? 20 : limit)),
  ),
  fault(
    "parameters.one-more",
    "A page has one item more than asked for.",
    sized((limit) => limit + 1),
  ),
  fault(
    "parameters.one-fewer",
    "A page has one item fewer than asked for.",
    sized((limit, given) => (given && limit > 1 ? limit - 1 : limit)),
  ),
  fault(
    "parameters.one-more-for-one",
    "A limit of 1 gives two items; others are right.",
    sized((limit) => (limit === 1 ? 2 : limit)),
  ),
  fault(
    "parameters.one-more-at-maximum",
    "A limit of 100 gives 101 items; others are right.",
    sized((limit) => (limit === 100 ? 101 : limit)),
  ),
  fault("parameters.one-more-by-default", "A page without a limit has 21 items.", byDefault(21)),
  fault("parameters.one-fewer-by-default", "A page without a limit has 19 items.", byDefault(19)),
  fault(
    "parameters.one-more-with-filter",
    "A filtered page has one item more than asked for.",
    sized((limit, _given, filtered) => (filtered ? limit + 1 : limit)),
  ),
  fault(
    "parameters.capped-at-50",
    "More than 50 items are never given.",
    sized((limit) => Math.min(limit, 50)),
  ),
  fault(
    "parameters.capped-at-99",
    "More than 99 items are never given.",
    sized((limit) => Math.min(limit, 99)),
  ),
  fault(
    "parameters.capped-at-20",
    "The default is the maximum too.",
    sized((limit) => Math.min(limit, 20)),
  ),
  fault(
    "parameters.halved-above-50",
    "A limit above 50 gives half as many items.",
    sized((limit) => (limit > 50 ? Math.floor(limit / 2) : limit)),
  ),
  fault("parameters.default-10", "The default limit is 10.", byDefault(10)),
  fault("parameters.default-25", "The default limit is 25.", byDefault(25)),
  fault("parameters.default-100", "The default limit is 100.", byDefault(100)),
  fault("parameters.default-none", "Without a limit everything is listed.", byDefault(Infinity)),
  fault(
    "parameters.default-none-with-filter",
    "Without a limit a filtered list is whole.",
    byDefault(Infinity, (filtered) => filtered),
  ),
  fault(
    "parameters.default-10-with-filter",
    "The default limit of a filtered list is 10.",
    byDefault(10, (filtered) => filtered),
  ),
  fault(
    "parameters.maximum-unenforced",
    "A limit above 100 is served in full.",
    reading((text) => (tooLarge(text) ? Number(text) : undefined)),
  ),
  fault(
    "parameters.maximum-1000",
    "The maximum is 1000: 101 is served, 1001 is refused.",
    reading((text) => (tooLarge(text) && Number(text) <= 1000 ? Number(text) : undefined)),
  ),
  fault("parameters.maximum-unenforced-with-filter", "A limit above 100 is served in full where there is a filter.", {
    limit: (values, call) =>
      call.query.has("status") && tooLarge(values[0] ?? "") ? Number(values[0]) : REFERENCE.limit(values, call),
  }),
  fault(
    "parameters.huge-unlimited",
    "A limit beyond 2^31 overflows and lists everything.",
    reading((text) => (tooLarge(text) && Number(text) > 2 ** 31 ? Infinity : undefined)),
  ),
  fault(
    "parameters.zero-lists-nothing",
    "A limit of 0 is accepted and lists nothing.",
    reading((text) => (text === "0" ? 0 : undefined)),
    RANGE,
  ),
  fault(
    "parameters.zero-lists-all",
    "A limit of 0 lists everything.",
    reading((text) => (text === "0" ? Infinity : undefined)),
  ),
  fault(
    "parameters.negative-lists-all",
    "A negative limit lists everything.",
    reading((text) => (/^-\d+$/.test(text) ? Infinity : undefined)),
  ),
  fault(
    "parameters.negative-lists-nothing",
    "A negative limit is accepted and lists nothing.",
    reading((text) => (/^-\d+$/.test(text) ? 0 : undefined)),
    RANGE,
  ),
  fault(
    "parameters.negative-crashes",
    "A negative limit is answered 500.",
    reading((text) => (text.startsWith("-") ? crash() : undefined)),
  ),
  fault(
    "parameters.zero-crashes",
    "A limit of 0 is answered 500.",
    reading((text) => (text === "0" ? crash() : undefined)),
  ),
  fault(
    "parameters.maximum-refused",
    "A limit of 100 is refused.",
    reading((text) => (text === "100" ? refused : undefined)),
  ),
  fault(
    "parameters.minimum-refused",
    "A limit of 1 is refused.",
    reading((text) => (text === "1" ? refused : undefined)),
  ),
  fault("parameters.maximum-refused-with-filter", "A limit of 100 is refused where there is a filter.", {
    limit: (values, call) =>
      call.query.has("status") && values[0] === "100" ? refused : REFERENCE.limit(values, call),
  }),
  fault("parameters.limit-sticks", "A list without a limit takes that of the last list that had one.", {
    limit: (values, call) => {
      const limit = REFERENCE.limit(values, call);
      if (isRefusal(limit)) return limit;
      if (values.length > 0) call.state.notes.set("limit", limit);
      return (call.state.notes.get("limit") as number | undefined) ?? limit;
    },
  }),
  fault("parameters.order-counts", "The limit is seen only where it comes first in the query.", {
    limit: (values, call) => REFERENCE.limit(call.search.startsWith("limit") ? values : [], call),
  }),
];

const SYNTAXES: readonly Fault[] = [
  fault(
    "parameters.text-ignored",
    "A limit that is no number is taken for none.",
    reading((text) => (/^[a-z]+$/i.test(text) ? 20 : undefined)),
    RANGE,
  ),
  fault(
    "parameters.text-crashes",
    "A limit that is no number is answered 500.",
    reading((text) => (/^[a-z]+$/i.test(text) ? crash() : undefined)),
  ),
  fault(
    "parameters.not-a-number-lists-all",
    "A limit that is no number lists everything.",
    reading((text) => (Number.isNaN(Number(text)) ? Infinity : undefined)),
  ),
  fault(
    "parameters.trailing-garbage",
    "A limit is read up to its first letter.",
    reading((text) => (/^[1-9]\d?[a-z]/i.test(text) ? Number.parseInt(text, 10) : undefined)),
    SYNTAX,
  ),
  fault(
    "parameters.fraction-accepted",
    "A limit of 1.5 is taken for 1.",
    reading((text) => (/^[1-9]\d?\.\d*[1-9]$/.test(text) ? Math.floor(Number(text)) : undefined)),
    RANGE,
  ),
  fault(
    "parameters.fraction-crashes",
    "A limit of 1.5 is answered 500.",
    reading((text) => (/^\d+\.\d+$/.test(text) ? crash() : undefined)),
  ),
  fault(
    "parameters.exponent-accepted",
    "A limit of 1e1 is taken for 10.",
    reading((text) => (/^\de\d$/i.test(text) && Number(text) <= 100 ? Number(text) : undefined)),
    SYNTAX,
  ),
  fault(
    "parameters.sign-accepted",
    "A limit of +5 is taken for 5.",
    reading((text) => (/^[+ ]\d\d?$/.test(text) ? Number(text) : undefined)),
    SYNTAX,
  ),
  fault(
    "parameters.hexadecimal-accepted",
    "A limit of 0x10 is taken for 16.",
    reading((text) => (/^0x[0-9a-f]$|^0x[1-5][0-9a-f]$/i.test(text) ? Number(text) : undefined)),
    SYNTAX,
  ),
  fault(
    "parameters.empty-accepted",
    "An empty limit is taken for none.",
    reading((text) => (text === "" ? 20 : undefined)),
    SYNTAX,
  ),
  fault(
    "parameters.empty-crashes",
    "An empty limit is answered 500.",
    reading((text) => (text === "" ? crash() : undefined)),
  ),
  fault(
    "parameters.huge-crashes",
    "A limit beyond 2^63 is answered 500.",
    reading((text) => (/^\d{19,}$/.test(text) ? crash() : undefined)),
  ),
  fault(
    "parameters.above-int32-crashes",
    "A limit beyond 2^31 is answered 500.",
    reading((text) => (/^\d{10,}$/.test(text) ? crash() : undefined)),
  ),
  fault(
    "parameters.repeated-first-wins",
    "Of two limits the first is taken.",
    {
      limit: (values, call) => REFERENCE.limit(values.slice(0, 1), call),
    },
    { basis: "spec/decisions.md#repeated-parameter" },
  ),
  fault(
    "parameters.repeated-summed",
    "Two limits are taken for the sum of both.",
    {
      limit: (values, call) =>
        values.length > 1 ? values.reduce((sum, text) => sum + Number(text), 0) : REFERENCE.limit(values, call),
    },
    { basis: "spec/decisions.md#repeated-parameter" },
  ),
  fault("parameters.repeated-crashes", "Two limits are answered 500.", {
    limit: (values, call) => (values.length > 1 ? crash() : REFERENCE.limit(values, call)),
  }),
  fault(
    "parameters.refused-with-200",
    "A limit out of range is answered 200 with an Error.",
    amend(
      (call, answer) => call.operation === "list" && answer.status === 400,
      (answer) => ({ ...answer, status: 200 }),
    ),
  ),
  fault(
    "parameters.refused-with-404",
    "An unknown status is answered with an HTML 404.",
    amend(
      (call, answer) => of("list")(call, answer) && status(400)(call, answer) && call.query.has("status"),
      (answer, call) => ({ ...raw("<h1>Not Found</h1>", "text/html")(answer, call), status: 404 }),
    ),
  ),
  fault("parameters.unknown-crashes", "A query parameter that the document does not list is answered 500.", {
    select: (query, call) => {
      const strange = [...call.query.keys()].some((name) => name !== "limit" && name !== "status");
      if (strange) call.state.notes.set(`strange ${call.serial}`, true);
      return REFERENCE.select(query, call);
    },
    listed: (items, call) => (call.state.notes.has(`strange ${call.serial}`) ? error(500) : json(200, items)),
  }),
];

const FILTER_VALUES: readonly Fault[] = [
  fault(
    "parameters.status-case-folded",
    "A status in capitals is taken for the one in small letters.",
    filtering(
      (text) => text.toLowerCase(),
      (text) => unknown(text) && !unknown(text.toLowerCase()),
    ),
    { basis: "spec/decisions.md#filter-out-of-range" },
  ),
  fault(
    "parameters.status-trimmed",
    "A status with blanks around it is accepted.",
    filtering(
      (text) => text.trim(),
      (text) => unknown(text) && !unknown(text.trim()),
    ),
    { basis: "spec/decisions.md#filter-out-of-range" },
  ),
  fault(
    "parameters.status-prefix",
    "The beginning of a status is enough.",
    filtering(
      (text) => STATUSES.find((value) => value.startsWith(text)),
      (text) => text !== "" && unknown(text) && STATUSES.some((value) => value.startsWith(text)),
    ),
    { basis: "spec/decisions.md#filter-out-of-range" },
  ),
  fault(
    "parameters.unknown-status-ignored",
    "An unknown status lists everything.",
    filtering(
      () => undefined,
      (text) => text !== "" && unknown(text),
    ),
  ),
  fault(
    "parameters.unknown-status-emptied",
    "An unknown status lists nothing, with 200.",
    filtering(
      (text) => text,
      (text) => text !== "" && unknown(text),
    ),
    { basis: "spec/decisions.md#filter-out-of-range" },
  ),
  fault(
    "parameters.unknown-status-crashes",
    "An unknown status is answered 500.",
    filtering(
      () => crash(),
      (text) => text !== "" && unknown(text),
    ),
  ),
  fault(
    "parameters.empty-status-ignored",
    "An empty status lists everything.",
    filtering(
      () => undefined,
      (text) => text === "",
    ),
  ),
  fault(
    "parameters.empty-status-crashes",
    "An empty status is answered 500.",
    filtering(
      () => crash(),
      (text) => text === "",
    ),
  ),
  fault("parameters.repeated-status-crashes", "Two statuses are answered 500.", {
    filter: (values, call) => (values.length > 1 ? crash() : REFERENCE.filter(values, call)),
  }),
  fault(
    "parameters.repeated-status-last-wins",
    "Of two statuses the last is taken.",
    {
      filter: (values, call) => REFERENCE.filter(values.slice(-1), call),
    },
    { basis: "spec/decisions.md#repeated-parameter" },
  ),
  fault(
    "parameters.status-value-refused",
    "The status pending is refused as a filter.",
    filtering(
      () => refusal(400, "invalid_parameter", "unknown status"),
      (text) => text === "pending",
    ),
  ),
  fault(
    "parameters.status-not-decoded",
    "A percent-encoded letter in a status is not decoded.",
    {
      filter: (values, call) => {
        const written = /(?:^|&)status=([^&]*)/.exec(call.search)?.[1];
        return REFERENCE.filter(written === undefined ? values : [written, ...values.slice(1)], call);
      },
    },
    { basis: "RFC 3986, section 2.4" },
  ),
];

export const PARAMETERS: readonly Fault[] = [...SIZES, ...SYNTAXES, ...FILTER_VALUES];
