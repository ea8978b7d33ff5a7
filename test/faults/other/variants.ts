// Conforming stores that share nothing with the reference. None may fail a check.
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { answering, bad, both, early, gives, good, header, idOf, on, put, showing, where } from "./craft.ts";
import {
  type Ask,
  type Quirks,
  type Reply,
  type Shop,
  type Thing,
  admits,
  bytesOf,
  deliver,
  isReply,
  sift,
  sizeOf,
  trouble,
  wantedOf,
} from "./store.ts";

export interface OtherVariant {
  readonly id: string;
  readonly what: string;
  readonly quirks: Quirks;
}

const variant = (id: string, what: string, quirks: Quirks): OtherVariant => ({ id, what, quirks });

const STATES = ["available", "pending", "sold"];

function stock(count: number): Thing[] {
  return Array.from({ length: count }, (_, index) => {
    const status = index % 5 === 4 ? undefined : STATES[index % 3];
    const plain = { id: BigInt(index) * 3n + 1n, name: `stock ${index}`, categoryId: index % 50 };
    return status === undefined ? plain : { ...plain, status };
  });
}

/** Other clients add, change and remove items before each response. */
function crowd(_ask: Ask, shop: Shop): undefined {
  const turn = (shop.notes.get("crowd") ?? 0) + 1;
  shop.notes.set("crowd", turn);
  const status = STATES[turn % 4];
  const added = { id: shop.nextId(), name: `stock ${turn}`, categoryId: turn % 7 };
  shop.things.push(status === undefined ? added : { ...added, status });
  for (const [act, step] of [7, 11, 17].entries()) {
    const index = shop.things.length - 1 - ((turn * step) % 60);
    const thing = shop.things[index];
    if (thing?.name.startsWith("stock") !== true) continue;
    if (act === 0) shop.things.splice(index, 1);
    else shop.things[index] = { ...thing, status: STATES[(turn + act) % 3] ?? "sold", name: `stock ${turn}, changed` };
  }
}

/** Answers 429 after this many requests in a second. */
function busy(most: number): Quirks {
  return early(
    (_ask, { notes }) => {
      const second = `second ${Math.floor(Date.now() / 1000)}`;
      notes.set(second, (notes.get(second) ?? 0) + 1);
      return (notes.get(second) ?? 0) > most;
    },
    () => trouble(429, "slow down", { "retry-after": "1" }),
  );
}

const scattered = (digits: number): Quirks => ({
  take: (thing) => ({
    ...thing,
    id: BigInt(`0x${createHash("sha256").update(String(thing.id)).digest("hex").slice(0, digits)}`),
  }),
});

/** A different refusal of invalid identifiers. */
function malformedAs(status: number): Quirks {
  return {
    last: (made, ask) => {
      const malformed = ask.op === "fetch" && made.status === 404 && !/^-?\d+$/.test(idOf(ask));
      return malformed ? { ...trouble(status, "no identifier"), headers: made.headers } : made;
    },
  };
}

const strange = ({ op, query }: Ask): boolean =>
  [...query.keys()].some((name) => op !== "list" || !["limit", "status"].includes(name));

const wants = (coding: string, { headers }: Ask): boolean => (headers["accept-encoding"] ?? "").includes(coding);

function gzipped(made: Reply, ask: Ask): Reply {
  return { ...header("content-encoding", "gzip")(made, ask), text: gzipSync(bytesOf(made)) };
}

export const OTHER_VARIANTS: readonly OtherVariant[] = [
  variant("other.plain", "The second store as it is.", {}),
  variant("other.empty", "It is empty at the start.", { things: [] }),
  variant("other.full-pages", "It holds exactly 100 items at the start.", { things: stock(100) }),
  variant("other.no-status-anywhere", "No item has a status at the start.", {
    things: stock(40).map(({ id, name, categoryId }) => ({ id, name, categoryId })),
  }),
  variant("other.crowded", "It holds 100,000 items; others add, change and remove.", {
    things: stock(100_000),
    first: crowd,
  }),
  variant("other.small-crowd", "It holds 30 items; others add, change and remove.", {
    things: stock(30),
    first: crowd,
  }),
  variant("other.oldest-first-crowd", "The oldest comes first; others add, change and remove.", {
    things: stock(300),
    first: crowd,
    sift: (things, wanted) => sift(things.toReversed(), wanted),
  }),
  variant("other.shuffled", "Each list has another order, of 500 items.", {
    things: stock(500),
    sift: (things, wanted, { serial }) => {
      const some = sift(things, wanted);
      const turn = (serial * 37) % Math.max(1, some.length);
      return [...some.slice(turn), ...some.slice(0, turn)];
    },
  }),
  variant("other.scattered-identifiers", "Identifiers are anywhere in 60 bits.", scattered(15)),
  variant("other.scattered-low", "Identifiers are anywhere in 32 bits.", scattered(8)),
  variant("other.negative-identifiers", "Identifiers are negative.", {
    take: (thing) => ({ ...thing, id: -thing.id * 1_000_003n }),
  }),
  variant("other.limits-refused", "A limit outside its bounds is answered 422.", {
    size: (texts) => {
      const size = sizeOf(texts);
      const [text] = texts;
      const out = text !== undefined && (isReply(size) || Number(text) < 1 || Number(text) > 100);
      return out ? trouble(422, "limit is from 1 to 100") : size;
    },
  }),
  variant("other.status-422", "An unknown status is answered 422.", {
    wanted: (texts) => (isReply(wantedOf(texts)) ? trouble(422, "no such status") : wantedOf(texts)),
  }),
  variant("other.malformed-400", "An identifier that is none is answered 400.", malformedAs(400)),
  variant("other.malformed-422", "An identifier that is none is answered 422.", malformedAs(422)),
  variant(
    "other.rate-limited",
    "Each 25th request is answered 429, to come back in a second.",
    early(
      ({ serial }) => serial % 25 === 0,
      () => trouble(429, "slow down", { "retry-after": "1" }),
    ),
  ),
  variant("other.busy", "After 80 requests in a second it answers 429.", busy(80)),
  variant(
    "other.now-and-then-unavailable",
    "Each 30th request is answered 503, to come back at once.",
    early(
      ({ serial }) => serial % 30 === 0,
      () => trouble(503, "starting", { "retry-after": "0" }),
    ),
  ),
  variant(
    "other.unknown-parameters-refused",
    "Any query parameter that is not documented is answered 400.",
    answering(strange, () => trouble(400, "what is that?")),
  ),
  variant(
    "other.preflight",
    "OPTIONS is answered 204, for browsers.",
    early(
      ({ method }) => method === "OPTIONS",
      () => ({ status: 204, headers: { "access-control-allow-methods": "GET, POST" } }),
    ),
  ),
  variant(
    "other.unlisted-501",
    "A method that is not documented is answered 501.",
    where(gives(405), () => trouble(501, "not here")),
  ),
  variant("other.compressed-unless-refused", "Answers are gzipped for those who do not refuse it.", {
    last: (made, ask) =>
      wants("gzip", ask) || ask.headers["accept-encoding"] === undefined ? gzipped(made, ask) : made,
  }),
  variant("other.large-compressed", "Large answers are gzipped for those who ask.", {
    last: (made, ask) => (wants("gzip", ask) && bytesOf(made).length > 500 ? gzipped(made, ask) : made),
  }),
  variant("other.one-byte-ranges", "Ranges are served.", {
    last: (made, { method, headers }) => {
      if (made.status !== 200 || method !== "GET" || headers.range === undefined) return made;
      const bytes = bytesOf(made);
      const range = { "content-range": `bytes 0-0/${bytes.length}` };
      return { ...made, status: 206, headers: { ...made.headers, ...range }, text: bytes.subarray(0, 1) };
    },
  }),
  variant("other.impatient-connections", "A connection is closed a millisecond after its answer.", {
    send: (made, ask, response) => {
      const { socket } = response;
      deliver(made, ask, response);
      setTimeout(() => socket?.end(), 1);
    },
  }),
  variant("other.seven-a-connection", "A connection is closed after its seventh answer, without a word.", {
    send: (made, ask, response, { notes }) => {
      const { socket } = response;
      const name = `port ${socket?.remotePort ?? 0}`;
      notes.set(name, (notes.get(name) ?? 0) + 1);
      deliver(made, ask, response);
      if ((notes.get(name) ?? 0) >= 7) socket?.end();
    },
  }),
  variant("other.large-body-cut-off", "A large body is answered 413, and the connection closed at once.", {
    send: (made, ask, response) => {
      if (ask.bytes.length <= 50_000) return deliver(made, ask, response);
      const { socket } = response;
      deliver(trouble(413, "too large", { connection: "close" }), ask, response);
      setTimeout(() => socket?.destroy(), 1);
    },
  }),
  variant("other.uneven", "Answers take up to 25 ms, and overtake each other.", {
    send: (made, ask, response) => void setTimeout(() => deliver(made, ask, response), (ask.serial * 7) % 25),
  }),
  variant("other.default-status", "An item without a status is pending.", {
    take: (thing) => ({ status: "pending", ...thing }),
  }),
  variant(
    "other.more-members",
    "Items have members of any kind beside the documented ones.",
    showing(on("list", "fetch", "create"), (item) => ({ ...item, owner: null, price: 1.5e300, stamp: 12n ** 30n })),
  ),
  variant(
    "other.long-messages",
    "Errors say much, and name places of the interface.",
    where(
      bad,
      put({
        message: "Prüfen: see https://docs.example.org/e/42, /v1/pets/{petId}, /data/name, and where the limit is",
      }),
    ),
  ),
  variant("other.messages-repeat-input", "Errors repeat what was sent, but not the key.", {
    last: (made, ask) =>
      made.status >= 400 && made.status !== 401
        ? put({ message: `cannot use ${ask.text.slice(0, 200)} ${ask.search} ${idOf(ask)}` })(made, ask)
        : made,
  }),
  variant(
    "other.deprecation-with-parameters",
    "Deprecation has a parameter.",
    where(({ onItem }) => onItem, header("deprecation", "@1780000000;x=1")),
  ),
  variant(
    "other.sunset-at-the-end",
    "Sunset is the last second of the day.",
    where(({ onItem }) => onItem, header("sunset", "Thu, 05 Dec 2030 23:59:59 GMT")),
  ),
  variant(
    "other.weak-tags",
    "Successes have a weak tag that never changes.",
    where(both(good, on("list", "fetch")), header("etag", 'W/"x"')),
  ),
  variant("other.one-point-zero", "A limit of 1.0 is 1, and an identifier may end in .0.", {
    size: (texts) => sizeOf(texts.map((text) => text.replace(/^(\d+)\.0$/, "$1"))),
    find: (text, _ask, shop) => shop.byDigits(text.replace(/\.0$/, "")),
  }),
  variant("other.no-optional-header", "Sunset and Link, which are optional, are not sent on errors.", {
    last: (made, { onItem }) => {
      const { sunset: _sunset, link: _link, ...headers } = made.headers;
      return onItem && made.status >= 400 ? { ...made, headers } : made;
    },
  }),
  variant("other.unknown-path-behind-the-key", "An unknown path is 401 to strangers.", {
    first: (ask) =>
      !admits(ask.headers.authorization ?? "") && !ask.onItem && ask.path !== "/v1/pets"
        ? trouble(401, "who are you?", { "www-authenticate": "Bearer" })
        : undefined,
  }),
];
