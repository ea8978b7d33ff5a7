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
  ...found(PAGES, {
    "other.hundred-filtered-gives-101: A filtered list of 100 has 101.": {
      size: (texts, ask, shop) => (texts[0] === "100" && filtered(ask, NOTHING, shop) ? 101 : sizeOf(texts)),
    },
    "other.one-refused-with-filter: A limit of 1 is refused beside a filter.": {
      size: (texts, ask, shop) =>
        texts[0] === "1" && filtered(ask, NOTHING, shop) ? trouble(400, "too few") : sizeOf(texts),
    },
    "other.thousands-unlimited: A limit of 1000 or more lists all.": size((text) =>
      Number(text) >= 1000 ? Infinity : undefined,
    ),
    "other.no-default-among-many: With more than 100 items, a list without a limit has all.": {
      size: (texts, _ask, shop) => (texts.length === 0 && shop.things.length > 100 ? Infinity : sizeOf(texts)),
    },
    "other.negative-cuts-from-the-end: A limit of -1 lists all but one.": size((text) =>
      text.startsWith("-") ? Number(text) : undefined,
    ),
    "other.text-in-html: A limit that is text is answered in HTML.": size((text) =>
      /^[a-z]+$/i.test(text) ? html(400) : undefined,
    ),
    "other.plus-as-blank: A limit of +5, unescaped, is taken for 5.": size((text) =>
      /^ \d+$/.test(text) ? Number(text) : undefined,
    ),
    "other.last-of-two: Of two limits the last one counts.": {
      size: (texts) => sizeOf(texts.slice(-1)),
    },
    "other.status-in-any-case: A status is taken in any case.": {
      wanted: (texts) => wantedOf(texts.map((text) => text.toLowerCase())),
    },
    "other.unknown-status-lists-all: An unknown status lists everything.": {
      wanted: (texts) => (isReply(wantedOf(texts)) ? undefined : wantedOf(texts)),
    },
    "other.limit-counts-only-first: A limit counts only where it comes before the filter.": {
      size: (texts, { search }) => (search.startsWith("status") ? 20 : sizeOf(texts)),
    },
  }),
  ...found(BODIES, {
    "other.202-for-pending: A creation with pending is answered 202.": where(
      both(on("create"), gives(201), (ask) => bodyOf(ask)?.["status"] === "pending"),
      status(202),
    ),
    "other.compatibility-forms: Ligatures in names are taken apart.": keeping((thing) => ({
      ...thing,
      name: thing.name.normalize("NFKC"),
    })),
    "other.carriage-return-lost: A name loses its carriage returns.": keeping((thing) => ({
      ...thing,
      name: thing.name.replaceAll("\r", ""),
    })),
    "other.unsigned-32-bits: A category is kept in 32 bits without a sign.": keeping((thing) => ({
      ...thing,
      categoryId: BigInt.asUintN(32, BigInt(thing.categoryId)),
    })),
    "other.smallest-int64-refused: The smallest int64 is refused.": refusing(
      ({ categoryId }) => categoryId === -(2n ** 63n),
    ),
    "other.digits-only-refused: A name of digits is refused.": refusing(({ name }) => /^\d+$/.test(name)),
    "other.status-forgotten: The answer to a creation shows a status that the store forgets.": {
      last: (made, ask, shop) => {
        const thing = ask.op === "create" && made.status === 201 ? shop.things.pop() : undefined;
        if (thing !== undefined) shop.things.push(without(thing));
        return made;
      },
    },
    "other.fiftieth-identifier-used: One identifier is given twice.": {
      take: (thing, _body, shop) =>
        shop.things.length === 50 ? { ...thing, id: shop.things[20]?.id ?? thing.id } : thing,
    },
    "other.null-status-dropped: A status of null is taken for none.": {
      fault: (body) => faultOf(withoutNull(body)),
      take: (thing) => (thing.status === null ? without(thing) : thing),
    },
    "other.missing-422: A missing property is answered 422.": where(
      both(on("create"), gives(400), (ask) => bodyOf(ask)?.["name"] === undefined),
      (made, ask) => put({ status: 422 })(status(422)(made, ask), ask),
    ),
    "other.number-as-status-breaks: A number for a status is answered 500.": answering(
      (ask) => typeof bodyOf(ask)?.["status"] === "number",
      failure,
    ),
    "other.malformed-closes: Malformed JSON closes the connection.": closing(isMalformed),
    "other.empty-body-closes: An empty body closes the connection.": closing(isEmptyBody),
    "other.refused-and-kept: A body with a wrong status is refused, and kept without it.": {
      last: (made, ask, shop) => {
        const { name, status: given } = bodyOf(ask) ?? {};
        if (ask.op === "create" && made.status === 400 && typeof name === "string" && typeof given === "string")
          shop.things.push({ id: shop.nextId(), name, categoryId: 1 });
        return made;
      },
    },
  }),
  ...found(ITEMS, {
    "other.missing-is-null: An item that is not there is 200 and null.": where(both(on("fetch"), gives(404)), () =>
      reply(200, null),
    ),
    "other.nearest-item: For an unknown identifier, the nearest item above comes.": {
      find: (text, _ask, shop) =>
        shop.byDigits(text) ?? (/^\d+$/.test(text) ? shop.things.find(({ id }) => id >= BigInt(text)) : undefined),
    },
    "other.neighbour-among-many: After 40 items, the one before comes.": {
      find: (text, _ask, shop) => {
        const index = shop.things.findIndex(({ id }) => String(id) === text);
        return shop.things[index > 40 ? index - 1 : index];
      },
    },
    "other.low-32-bits: An identifier is looked up by its low 32 bits as well.": {
      find: (text, _ask, shop) =>
        shop.byDigits(text) ?? (/^\d+$/.test(text) ? shop.byDigits(String(BigInt(text) % 2n ** 32n)) : undefined),
    },
    "other.largest-identifier-breaks: The identifier 2^63-1 is answered 500.": answering(
      (ask) => ask.op === "fetch" && idOf(ask) === String(2n ** 63n - 1n),
      failure,
    ),
    "other.large-identifiers-as-text: Identifiers above 2^31 are text in lists.": showing(on("list"), (item) => ({
      ...item,
      id: Number(item["id"]) > 2 ** 31 ? String(item["id"]) : item["id"],
    })),
    "other.rounded-when-fetched: Large numbers are rounded when an item is fetched.": showing(
      both(on("fetch"), good),
      (item) => ({ ...item, categoryId: Number(item["categoryId"]) }),
    ),
  }),
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
