// Faults of the lifecycle: the headers of the deprecated operation, and where they appear.
import { amend, headers, rewrite } from "../craft.ts";
import { type Fault, type FaultNotes, faults } from "../fault.ts";
import { DEPRECATION_HEADERS, REFERENCE, refusal } from "../reference.ts";
import { type When, all, anywhere, failed, ninth, of, ok, onItem, status } from "../when.ts";

const ON_ERRORS: FaultNotes = { basis: "spec/decisions.md#deprecation-headers" };
const SCOPE: FaultNotes = { basis: "RFC 9745, section 2.2" };

const deprecation = (value: string | string[] | undefined, when: When = onItem) =>
  amend(all(onItem, when), headers({ Deprecation: value }));
const sunset = (value: string | undefined, when: When = onItem) => amend(all(onItem, when), headers({ Sunset: value }));
const both = headers({ Deprecation: undefined, Sunset: undefined });
const marked = headers(DEPRECATION_HEADERS);
const seconds = (date: string): string => String(Date.parse(date) / 1000);

export const LIFECYCLE: readonly Fault[] = faults({
  "lifecycle.nothing-said: The deprecated operation says nothing of it.": amend(
    onItem,
    headers({ Deprecation: undefined, Sunset: undefined, Link: undefined }),
  ),
  "lifecycle.deprecation-missing: Deprecation is missing.": deprecation(undefined),
  "lifecycle.deprecation-missing-on-success: Deprecation stands on errors only.": deprecation(undefined, ok),
  "lifecycle.deprecation-only-on-success: Deprecation is missing on errors.": [
    deprecation(undefined, failed),
    ON_ERRORS,
  ],
  "lifecycle.deprecation-missing-on-401: Deprecation is missing on the 401.": [
    deprecation(undefined, status(401)),
    ON_ERRORS,
  ],
  "lifecycle.deprecation-missing-on-404: Deprecation is missing on the 404.": [
    deprecation(undefined, status(404)),
    ON_ERRORS,
  ],
  "lifecycle.both-only-on-success: Deprecation and Sunset are missing on errors.": [
    amend(all(onItem, failed), both),
    ON_ERRORS,
  ],
  "lifecycle.deprecation-missing-without-status: Deprecation is missing where the item has no status.": deprecation(
    undefined,
    (_call, answer) => answer.status === 200 && !("status" in (answer.json as object)),
  ),
  "lifecycle.deprecation-missing-second-time: Deprecation is missing on each second fetch.": deprecation(
    undefined,
    (call) => {
      const seen = ((call.state.notes.get("fetches") as number | undefined) ?? 0) + 1;
      call.state.notes.set("fetches", seen);
      return seen % 2 === 0;
    },
  ),
  "lifecycle.deprecation-missing-ninth: Deprecation is missing on each ninth request.": deprecation(undefined, ninth),
  "lifecycle.headers-on-list: The list is marked as deprecated and the fetch is not.": amend(anywhere, (answer, call) =>
    (call.onItem ? both : call.operation === "list" ? marked : headers({}))(answer, call),
  ),
  "lifecycle.list-marked: The list is marked as deprecated too.": [amend(of("list"), marked), SCOPE],
  "lifecycle.create-marked: The creation is marked as deprecated too.": [amend(of("create"), marked), SCOPE],
  "lifecycle.all-marked: Every answer is marked as deprecated.": [amend(anywhere, marked), SCOPE],
  "lifecycle.sunset-on-list: The list carries Sunset.": [
    amend(of("list"), headers({ Sunset: DEPRECATION_HEADERS.Sunset })),
    SCOPE,
  ],
  "lifecycle.deprecation-on-create: The creation carries Deprecation.": [
    amend(of("create"), headers({ Deprecation: DEPRECATION_HEADERS.Deprecation })),
    SCOPE,
  ],
  "lifecycle.deprecation-on-filtered-list: A filtered list carries Deprecation.": [
    amend(
      all(of("list"), (call) => call.query.has("status")),
      headers({ Deprecation: DEPRECATION_HEADERS.Deprecation }),
    ),
    SCOPE,
  ],
  "lifecycle.deprecation-true: Deprecation says true, as an old draft had it.": deprecation("true"),
  "lifecycle.deprecation-boolean: Deprecation is a structured boolean.": deprecation("?1"),
  "lifecycle.deprecation-one: Deprecation says 1.": deprecation("1"),
  "lifecycle.deprecation-http-date: Deprecation is an HTTP date.": deprecation("Fri, 20 Nov 2026 00:00:00 GMT"),
  "lifecycle.deprecation-iso-date: Deprecation is a day in ISO form.": deprecation("2026-11-20"),
  "lifecycle.deprecation-at-iso-date: Deprecation is a day in ISO form behind @.": deprecation("@2026-11-20"),
  "lifecycle.deprecation-without-at: Deprecation lacks its @.": deprecation("1795132800"),
  "lifecycle.deprecation-quoted: Deprecation stands in quotation marks.": deprecation('"@1795132800"'),
  "lifecycle.deprecation-fraction: Deprecation has a fraction of a second.": deprecation("@1795132800.5"),
  "lifecycle.deprecation-milliseconds: Deprecation counts milliseconds.": [
    deprecation("@1795132800000"),
    {
      basis: "RFC 9745, section 4",
    },
  ],
  "lifecycle.deprecation-empty: Deprecation is empty.": deprecation(""),
  "lifecycle.deprecation-version: Deprecation names a version.": deprecation('version="1.0.0"'),
  "lifecycle.deprecation-twice: Deprecation comes twice.": deprecation(["@1795132800", "@1795132800"]),
  "lifecycle.deprecation-true-on-404: Deprecation says true on the 404.": deprecation("true", status(404)),
  "lifecycle.deprecation-true-on-401: Deprecation says true on the 401.": deprecation("true", status(401)),
  "lifecycle.deprecation-after-sunset: Deprecation is later than Sunset.": [
    deprecation(`@${seconds("2031-01-01")}`),
    { basis: "RFC 9745, section 4" },
  ],
  "lifecycle.deprecation-renamed: Deprecation is sent as X-Deprecation.": amend(
    onItem,
    headers({ Deprecation: undefined, "X-Deprecation": DEPRECATION_HEADERS.Deprecation }),
  ),
  "lifecycle.sunset-day-before: Sunset is a day too early.": sunset("Wed, 04 Dec 2030 00:00:00 GMT"),
  "lifecycle.sunset-day-after: Sunset is a day too late.": sunset("Fri, 06 Dec 2030 00:00:00 GMT"),
  "lifecycle.sunset-day-and-month-swapped: Sunset is 12 May.": sunset("Sun, 12 May 2030 00:00:00 GMT"),
  "lifecycle.sunset-year-after: Sunset is a year too late.": sunset("Fri, 05 Dec 2031 00:00:00 GMT"),
  "lifecycle.sunset-past: Sunset is a day that has passed.": sunset("Thu, 05 Dec 2024 00:00:00 GMT"),
  "lifecycle.sunset-local-midnight: Sunset is local midnight, an hour too early in GMT.": sunset(
    "Wed, 04 Dec 2030 23:00:00 GMT",
  ),
  "lifecycle.sunset-iso: Sunset is in ISO form.": sunset("2030-12-05T00:00:00Z"),
  "lifecycle.sunset-iso-day: Sunset is a day in ISO form.": sunset("2030-12-05"),
  "lifecycle.sunset-structured: Sunset is a structured date, as Deprecation is.": sunset(`@${seconds("2030-12-05")}`),
  "lifecycle.sunset-seconds: Sunset counts seconds.": sunset(seconds("2030-12-05")),
  "lifecycle.sunset-utc: Sunset says UTC and not GMT.": sunset("Thu, 05 Dec 2030 00:00:00 UTC"),
  "lifecycle.sunset-offset: Sunset says +0000 and not GMT.": sunset("Thu, 05 Dec 2030 00:00:00 +0000"),
  "lifecycle.sunset-weekday: Sunset has another day of the week.": sunset("Mon, 05 Dec 2030 00:00:00 GMT"),
  "lifecycle.sunset-short-day: Sunset writes the day with one digit.": sunset("Thu, 5 Dec 2030 00:00:00 GMT"),
  "lifecycle.sunset-quoted: Sunset stands in quotation marks.": sunset('"Thu, 05 Dec 2030 00:00:00 GMT"'),
  "lifecycle.sunset-iso-on-404: Sunset is in ISO form on the 404.": sunset("2030-12-05", status(404)),
  "lifecycle.sunset-wrong-day-on-401: Sunset is another day on the 401.": sunset(
    "Fri, 06 Dec 2030 00:00:00 GMT",
    status(401),
  ),
  "lifecycle.in-body-only: The end of the operation is told in the body and not in headers.": amend(
    all(onItem, ok),
    (answer, call) =>
      both(rewrite((value) => ({ ...value, deprecated: true, sunset: "2030-12-05" }))(answer, call), call),
  ),
  "lifecycle.gone-early: The operation is gone before its day: every fetch is answered 404.": {
    find: () => undefined,
  },
  "lifecycle.gone-early-410: The operation is gone before its day: every fetch is answered 410.": {
    found: (_item, call) => call.behaviour.refuse(refusal(410, "gone", "the operation was removed"), call),
  },
  "lifecycle.moved-early: Every fetch is answered 301 to the list.": {
    found: () => ({ status: 301, headers: { Location: "/v1/pets" }, raw: "" }),
  },
  "lifecycle.removed-method: Every fetch is answered 405.": {
    answer: (call) =>
      call.operation === "fetch" && REFERENCE.accepts(REFERENCE.credential(call) ?? "", call)
        ? REFERENCE.wrongMethod(call)
        : REFERENCE.answer(call),
  },
});
