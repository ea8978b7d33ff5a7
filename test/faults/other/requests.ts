// Faults in how the second store reads parameters, bodies and identifiers, each in one place and for some values only.
import {
  type OtherFault,
  answering,
  bodyOf,
  both,
  closing,
  failure,
  filtered,
  found,
  gives,
  good,
  html,
  idOf,
  isMalformed,
  keeping,
  on,
  put,
  refusing,
  showing,
  status,
  where,
} from "./craft.ts";
import {
  type Ask,
  type Quirks,
  type Reply,
  type Thing,
  faultOf,
  isReply,
  reply,
  sizeOf,
  trouble,
  wantedOf,
} from "./store.ts";

const PAGES = "parameters. paging. filters. status. errors.";
const BODIES = "create. lists. schema. status. errors. protocol.whole";
const ITEMS = "fetch. create. lists. schema. status. errors.";

/** Reads some limits differently. */
function size(read: (text: string) => number | Reply | undefined): Quirks {
  return { size: (texts) => (texts[0] === undefined ? undefined : read(texts[0])) ?? sizeOf(texts) };
}

function without({ id, name, categoryId }: Thing): Thing {
  return { id, name, categoryId };
}

export const REQUEST_FAULTS: readonly OtherFault[] = [
  found("other.hundred-filtered-gives-101", "A filtered list of 100 has 101.", PAGES, {
    size: (texts, ask, shop) => (texts[0] === "100" && filtered(ask, NOTHING, shop) ? 101 : sizeOf(texts)),
  }),
  found("other.one-refused-with-filter", "A limit of 1 is refused beside a filter.", PAGES, {
    size: (texts, ask, shop) =>
      texts[0] === "1" && filtered(ask, NOTHING, shop) ? trouble(400, "too few") : sizeOf(texts),
  }),
  found(
    "other.thousands-unlimited",
    "A limit of 1000 or more lists all.",
    PAGES,
    size((text) => (Number(text) >= 1000 ? Infinity : undefined)),
  ),
  found("other.no-default-among-many", "With more than 100 items, a list without a limit has all.", PAGES, {
    size: (texts, _ask, shop) => (texts.length === 0 && shop.things.length > 100 ? Infinity : sizeOf(texts)),
  }),
  found(
    "other.negative-cuts-from-the-end",
    "A limit of -1 lists all but one.",
    PAGES,
    size((text) => (text.startsWith("-") ? Number(text) : undefined)),
  ),
  found(
    "other.text-in-html",
    "A limit that is text is answered in HTML.",
    PAGES,
    size((text) => (/^[a-z]+$/i.test(text) ? html(400) : undefined)),
  ),
  found(
    "other.plus-as-blank",
    "A limit of +5, unescaped, is taken for 5.",
    PAGES,
    size((text) => (/^ \d+$/.test(text) ? Number(text) : undefined)),
  ),
  found("other.last-of-two", "Of two limits the last one counts.", PAGES, {
    size: (texts) => sizeOf(texts.slice(-1)),
  }),
  found("other.status-in-any-case", "A status is taken in any case.", PAGES, {
    wanted: (texts) => wantedOf(texts.map((text) => text.toLowerCase())),
  }),
  found("other.unknown-status-lists-all", "An unknown status lists everything.", PAGES, {
    wanted: (texts) => (isReply(wantedOf(texts)) ? undefined : wantedOf(texts)),
  }),
  found("other.limit-counts-only-first", "A limit counts only where it comes before the filter.", PAGES, {
    size: (texts, { search }) => (search.startsWith("status") ? 20 : sizeOf(texts)),
  }),
  found(
    "other.202-for-pending",
    "A creation with pending is answered 202.",
    BODIES,
    where(
      both(on("create"), gives(201), (ask) => bodyOf(ask)?.["status"] === "pending"),
      status(202),
    ),
  ),
  found(
    "other.compatibility-forms",
    "Ligatures in names are taken apart.",
    BODIES,
    keeping((thing) => ({ ...thing, name: thing.name.normalize("NFKC") })),
  ),
  found(
    "other.carriage-return-lost",
    "A name loses its carriage returns.",
    BODIES,
    keeping((thing) => ({ ...thing, name: thing.name.replaceAll("\r", "") })),
  ),
  found(
    "other.unsigned-32-bits",
    "A category is kept in 32 bits without a sign.",
    BODIES,
    keeping((thing) => ({ ...thing, categoryId: BigInt.asUintN(32, BigInt(thing.categoryId)) })),
  ),
  found(
    "other.smallest-int64-refused",
    "The smallest int64 is refused.",
    BODIES,
    refusing(({ categoryId }) => categoryId === -(2n ** 63n)),
  ),
  found(
    "other.digits-only-refused",
    "A name of digits is refused.",
    BODIES,
    refusing(({ name }) => /^\d+$/.test(name)),
  ),
  found("other.status-forgotten", "The answer to a creation shows a status that the store forgets.", BODIES, {
    last: (made, ask, shop) => {
      const thing = ask.op === "create" && made.status === 201 ? shop.things.pop() : undefined;
      if (thing !== undefined) shop.things.push(without(thing));
      return made;
    },
  }),
  found("other.fiftieth-identifier-used", "One identifier is given twice.", BODIES, {
    take: (thing, _body, shop) =>
      shop.things.length === 50 ? { ...thing, id: shop.things[20]?.id ?? thing.id } : thing,
  }),
  found("other.null-status-dropped", "A status of null is taken for none.", BODIES, {
    fault: (body) => faultOf(withoutNull(body)),
    take: (thing) => (thing.status === null ? without(thing) : thing),
  }),
  found(
    "other.missing-422",
    "A missing property is answered 422.",
    BODIES,
    where(
      both(on("create"), gives(400), (ask) => bodyOf(ask)?.["name"] === undefined),
      (made, ask) => put({ status: 422 })(status(422)(made, ask), ask),
    ),
  ),
  found(
    "other.number-as-status-breaks",
    "A number for a status is answered 500.",
    BODIES,
    answering((ask) => typeof bodyOf(ask)?.["status"] === "number", failure),
  ),
  found("other.malformed-closes", "Malformed JSON closes the connection.", BODIES, closing(isMalformed)),
  found("other.empty-body-closes", "An empty body closes the connection.", BODIES, closing(isEmptyBody)),
  found("other.refused-and-kept", "A body with a wrong status is refused, and kept without it.", BODIES, {
    last: (made, ask, shop) => {
      const { name, status: given } = bodyOf(ask) ?? {};
      if (ask.op === "create" && made.status === 400 && typeof name === "string" && typeof given === "string")
        shop.things.push({ id: shop.nextId(), name, categoryId: 1 });
      return made;
    },
  }),
  found(
    "other.missing-is-null",
    "An item that is not there is 200 and null.",
    ITEMS,
    where(both(on("fetch"), gives(404)), () => reply(200, null)),
  ),
  found("other.nearest-item", "For an unknown identifier, the nearest item above comes.", ITEMS, {
    find: (text, _ask, shop) =>
      shop.byDigits(text) ?? (/^\d+$/.test(text) ? shop.things.find(({ id }) => id >= BigInt(text)) : undefined),
  }),
  found("other.neighbour-among-many", "After 40 items, the one before comes.", ITEMS, {
    find: (text, _ask, shop) => {
      const index = shop.things.findIndex(({ id }) => String(id) === text);
      return shop.things[index > 40 ? index - 1 : index];
    },
  }),
  found("other.low-32-bits", "An identifier is looked up by its low 32 bits as well.", ITEMS, {
    find: (text, _ask, shop) =>
      shop.byDigits(text) ?? (/^\d+$/.test(text) ? shop.byDigits(String(BigInt(text) % 2n ** 32n)) : undefined),
  }),
  found(
    "other.largest-identifier-breaks",
    "The identifier 2^63-1 is answered 500.",
    ITEMS,
    answering((ask) => ask.op === "fetch" && idOf(ask) === String(2n ** 63n - 1n), failure),
  ),
  found(
    "other.large-identifiers-as-text",
    "Identifiers above 2^31 are text in lists.",
    ITEMS,
    showing(on("list"), (item) => ({ ...item, id: Number(item["id"]) > 2 ** 31 ? String(item["id"]) : item["id"] })),
  ),
  found(
    "other.rounded-when-fetched",
    "Large numbers are rounded when an item is fetched.",
    ITEMS,
    showing(both(on("fetch"), good), (item) => ({ ...item, categoryId: Number(item["categoryId"]) })),
  ),
];

/** `filtered` only depends on the request. */
const NOTHING: Reply = { status: 200, headers: {} };

function isEmptyBody({ op, bytes }: Ask): boolean {
  return op === "create" && bytes.length === 0;
}

function withoutNull(body: Parameters<typeof faultOf>[0]): typeof body {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => name !== "status" || value !== null));
}
