// Faults of the page size: its default, its bounds, and the number of items.
import { type Overrides, isRefusal } from "../../behaviour.ts";
import { crash, readingLimit } from "../../craft.ts";
import { type Fault, faults } from "../../fault.ts";
import { REFERENCE, refusal } from "../../reference.ts";

const RANGE = { basis: "spec/decisions.md#page-size-out-of-range" };

/** Changes a valid page size. */
function sized(change: (limit: number, given: boolean, filtered: boolean) => number): Overrides {
  return {
    limit: (values, call) => {
      const limit = REFERENCE.limit(values, call);
      return isRefusal(limit) ? limit : change(limit, values.length > 0, call.query.has("status"));
    },
  };
}

/** A different default page size. */
const byDefault = (size: number, when: (filtered: boolean) => boolean = () => true): Overrides =>
  sized((limit, given, filtered) => (!given && when(filtered) ? size : limit));

const tooLarge = (text: string): boolean => /^\d+$/.test(text) && Number(text) > 100;
const refused = refusal(400, "invalid_parameter", "limit is not allowed");

export const SIZES: readonly Fault[] = faults({
  "parameters.limit-ignored: The limit is ignored: a page is always 20 items.": sized(() => 20),
  "parameters.limit-ignored-with-filter: The limit is ignored where there is a filter.": sized(
    (limit, _given, filtered) => (filtered ? 20 : limit),
  ),
  "parameters.one-more: A page has one item more than asked for.": sized((limit) => limit + 1),
  "parameters.one-fewer: A page has one item fewer than asked for.": sized((limit, given) =>
    given && limit > 1 ? limit - 1 : limit,
  ),
  "parameters.one-more-for-one: A limit of 1 gives two items; others are right.": sized((limit) =>
    limit === 1 ? 2 : limit,
  ),
  "parameters.one-more-at-maximum: A limit of 100 gives 101 items; others are right.": sized((limit) =>
    limit === 100 ? 101 : limit,
  ),
  "parameters.one-more-by-default: A page without a limit has 21 items.": byDefault(21),
  "parameters.one-fewer-by-default: A page without a limit has 19 items.": byDefault(19),
  "parameters.one-more-with-filter: A filtered page has one item more than asked for.": sized(
    (limit, _given, filtered) => (filtered ? limit + 1 : limit),
  ),
  "parameters.capped-at-50: More than 50 items are never given.": sized((limit) => Math.min(limit, 50)),
  "parameters.capped-at-99: More than 99 items are never given.": sized((limit) => Math.min(limit, 99)),
  "parameters.capped-at-20: The default is the maximum too.": sized((limit) => Math.min(limit, 20)),
  "parameters.halved-above-50: A limit above 50 gives half as many items.": sized((limit) =>
    limit > 50 ? Math.floor(limit / 2) : limit,
  ),
  "parameters.default-10: The default limit is 10.": byDefault(10),
  "parameters.default-25: The default limit is 25.": byDefault(25),
  "parameters.default-100: The default limit is 100.": byDefault(100),
  "parameters.default-none: Without a limit everything is listed.": byDefault(Infinity),
  "parameters.default-none-with-filter: Without a limit a filtered list is whole.": byDefault(
    Infinity,
    (filtered) => filtered,
  ),
  "parameters.default-10-with-filter: The default limit of a filtered list is 10.": byDefault(
    10,
    (filtered) => filtered,
  ),
  "parameters.maximum-unenforced: A limit above 100 is served in full.": readingLimit((text) =>
    tooLarge(text) ? Number(text) : undefined,
  ),
  "parameters.maximum-1000: The maximum is 1000: 101 is served, 1001 is refused.": readingLimit((text) =>
    tooLarge(text) && Number(text) <= 1000 ? Number(text) : undefined,
  ),
  "parameters.maximum-unenforced-with-filter: A limit above 100 is served in full where there is a filter.": {
    limit: (values, call) =>
      call.query.has("status") && tooLarge(values[0] ?? "") ? Number(values[0]) : REFERENCE.limit(values, call),
  },
  "parameters.huge-unlimited: A limit beyond 2^31 overflows and lists everything.": readingLimit((text) =>
    tooLarge(text) && Number(text) > 2 ** 31 ? Infinity : undefined,
  ),
  "parameters.zero-lists-nothing: A limit of 0 is accepted and lists nothing.": [
    readingLimit((text) => (text === "0" ? 0 : undefined)),
    RANGE,
  ],
  "parameters.zero-lists-all: A limit of 0 lists everything.": readingLimit((text) =>
    text === "0" ? Infinity : undefined,
  ),
  "parameters.negative-lists-all: A negative limit lists everything.": readingLimit((text) =>
    /^-\d+$/.test(text) ? Infinity : undefined,
  ),
  "parameters.negative-lists-nothing: A negative limit is accepted and lists nothing.": [
    readingLimit((text) => (/^-\d+$/.test(text) ? 0 : undefined)),
    RANGE,
  ],
  "parameters.negative-crashes: A negative limit is answered 500.": readingLimit((text) =>
    text.startsWith("-") ? crash() : undefined,
  ),
  "parameters.zero-crashes: A limit of 0 is answered 500.": readingLimit((text) =>
    text === "0" ? crash() : undefined,
  ),
  "parameters.maximum-refused: A limit of 100 is refused.": readingLimit((text) =>
    text === "100" ? refused : undefined,
  ),
  "parameters.minimum-refused: A limit of 1 is refused.": readingLimit((text) => (text === "1" ? refused : undefined)),
  "parameters.maximum-refused-with-filter: A limit of 100 is refused where there is a filter.": {
    limit: (values, call) =>
      call.query.has("status") && values[0] === "100" ? refused : REFERENCE.limit(values, call),
  },
  "parameters.limit-sticks: A list without a limit takes that of the last list that had one.": {
    limit: (values, call) => {
      const limit = REFERENCE.limit(values, call);
      if (isRefusal(limit)) return limit;
      if (values.length > 0) call.state.notes.set("limit", limit);
      return (call.state.notes.get("limit") as number | undefined) ?? limit;
    },
  },
  "parameters.order-counts: The limit is seen only where it comes first in the query.": {
    limit: (values, call) => REFERENCE.limit(call.search.startsWith("limit") ? values : [], call),
  },
});
