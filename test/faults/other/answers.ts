// Faults in the responses of the second store: lists, errors, the lifecycle and HTTP itself.
import { gzipSync } from "node:zlib";
import {
  type Change,
  type OtherFault,
  type Where,
  answering,
  bad,
  bodyOf,
  both,
  by,
  closing,
  drop,
  failure,
  filtered,
  found,
  gives,
  good,
  header,
  html,
  idOf,
  longer,
  on,
  put,
  raw,
  showing,
  status,
  where,
} from "./craft.ts";
import { type Ask, type Quirks, type Shop, STOCK, bytesOf, deliver, reply, sift, trouble } from "./store.ts";

const LISTS = "filters. lists. paging. schema. status.";
const ERRORS = "errors. protocol. status.";
const ENDS = "lifecycle. schema. status. protocol.head";
const HTTP = "protocol. schema. status. errors. lists.";

const onItem: Where = ({ onItem: is }) => is;
const unknownPath: Where = ({ op, onItem: is, path }) => op === "none" && !is && path !== "/v1/pets";
const malformedId: Where = (ask) => ask.op === "fetch" && !/^-?\d+$/.test(idOf(ask));
const say = (message: string): Change => put({ message });
const encoded = (change: (bytes: Buffer) => Buffer): Change => {
  const coded = header("content-encoding", "gzip");
  return (made, ask) => ({ ...coded(made, ask), text: change(bytesOf(made)) });
};
const wantsGzip = ({ headers }: Ask): boolean => /gzip/.test(headers["accept-encoding"] ?? "");

/** Closes every ninth connection with a request to an operation. */
function ninth(op: Ask["op"]): Quirks {
  const counts = (shop: Shop): number => {
    const count = (shop.notes.get(op) ?? 0) + 1;
    shop.notes.set(op, count);
    return count;
  };
  return closing((ask, _made, shop) => ask.op === op && counts(shop) % 9 === 0);
}

/** Refuses the method, but changes an item anyway. */
function quietly(method: string, act: (ask: Ask, shop: Shop) => void): Quirks {
  return answering(
    (ask) => ask.method === method,
    (ask, shop) => {
      act(ask, shop);
      return trouble(405, "not here", { allow: ask.onItem ? "GET" : "GET, POST" });
    },
  );
}

export const ANSWER_FAULTS: readonly OtherFault[] = [
  ...found(LISTS, {
    "other.sold-lists-those-without: The filter sold lists items without a status too.": {
      sift: (things, wanted) =>
        wanted === "sold" ? things.filter((one) => (one.status ?? "sold") === "sold") : sift(things, wanted),
    },
    "other.created-not-found-by-filter: Created items are not found by the filter sold.": {
      sift: (things, wanted) => sift(wanted === "sold" ? things.filter((one) => STOCK.includes(one)) : things, wanted),
    },
    "other.without-status-never-listed: Items without a status are never listed.": {
      sift: (things, wanted) => sift(things, wanted).filter((one) => one.status !== undefined),
    },
    "other.filter-after-ten: A filter with a small limit looks at ten items only.": {
      sift: (things, wanted, { query }) =>
        sift(Number(query.get("limit") ?? 20) <= 10 ? things.slice(0, 10) : things, wanted),
    },
    "other.single-unwrapped: A filtered list of one is that one.": where(both(on("list"), good, filtered), (made) => {
      const items = made.body as unknown[];
      return items.length === 1 ? { ...made, body: items[0] } : made;
    }),
    "other.full-page-wrapped: A list of more than 90 is wrapped.": where(
      both(on("list"), good, longer(90)),
      (made) => ({ ...made, body: { items: made.body } }),
    ),
    "other.last-twice: In a list of more than 50 one item stands twice.": where(
      both(on("list"), good, longer(50)),
      (made) => {
        const items = made.body as unknown[];
        return { ...made, body: [...items.slice(1), items[1]] };
      },
    ),
    "other.status-made-up-in-lists: Items without a status are available in lists.": showing(on("list"), (item) => ({
      status: "available",
      ...item,
    })),
  }),
  ...found(ERRORS, {
    "other.status-unlike-405: The status in a 405 is 404.": where(gives(405), put({ status: 404 })),
    "other.nested-for-malformed-identifiers: The 404 for a malformed identifier is wrapped.": where(
      both(malformedId, gives(404)),
      (made) => ({ ...made, body: { error: made.body } }),
    ),
    "other.code-missing-for-wrong-scheme: The 401 for another scheme has no code.": where(
      both(gives(401), ({ headers }) => !/^bearer/i.test(headers.authorization ?? "bearer")),
      drop("code"),
    ),
    "other.html-below-items: A path below an item is answered in HTML.": where(
      both(unknownPath, gives(404), ({ path }) => path.startsWith("/v1/pets/")),
      () => html(404),
    ),
    "other.database-file: A 404 names the file of the database.": where(
      both(on("fetch"), gives(404)),
      say("not in /data/shop/items.sqlite"),
    ),
    "other.source-line: A 400 names a line of the source.": where(
      both(on("create"), gives(400)),
      say("thrown by src/handlers/create.rs:42:9"),
    ),
    "other.words-of-postgres: A 400 repeats the database.": where(
      both(on("list"), bad),
      say('invalid input syntax for type bigint: "abc"'),
    ),
    "other.condition-in-sql: A 400 shows a part of the query.": where(
      both(on("list"), bad),
      say("cannot run WHERE status = 'x' LIMIT 20"),
    ),
  }),
  ...found(ENDS, {
    "other.deprecation-missing-on-malformed: Deprecation is missing where the identifier is malformed.": where(
      both(malformedId, gives(404)),
      header("deprecation"),
    ),
    "other.deprecated-when-filtered: A filtered list says that it is deprecated.": where(
      both(on("list"), good, filtered),
      header("deprecation", "@1780000000"),
    ),
    "other.two-deprecations: Deprecation stands there twice.": where(
      onItem,
      header("deprecation", ["@1780000000", "@1780000001"]),
    ),
    "other.sunset-in-utc: Sunset says UTC instead of GMT.": where(
      onItem,
      header("sunset", "Thu, 05 Dec 2030 00:00:00 UTC"),
    ),
    "other.sunset-of-another-month: In a 404, day and month of Sunset are exchanged.": where(
      both(onItem, gives(404)),
      header("sunset", "Sun, 12 May 2030 00:00:00 GMT"),
    ),
  }),
  ...found(ENDS, { "other.served-after-sunset: The operation is served after its sunset.": {} }).map((one) => ({
    ...one,
    today: "2031-01-01",
  })),
  ...found(HTTP, {
    "other.each-ninth-list-closed: Each ninth list closes the connection.": ninth("list"),
    "other.each-ninth-fetch-closed: Each ninth fetch closes the connection.": ninth("fetch"),
    "other.each-ninth-creation-closed: Each ninth creation closes the connection.": ninth("create"),
    "other.large-list-cut: A list of more than 50 ends too early.": {
      send: (made, ask, response, shop) => {
        if (!longer(50)(ask, made, shop)) return deliver(made, ask, response);
        response.writeHead(made.status, { ...made.headers, "content-length": bytesOf(made).length });
        response.write(bytesOf(made).subarray(0, 500), () => response.destroy());
      },
    },
    "other.large-gzip-cut: A gzipped list of more than 20 lacks its end.": where(
      both(on("list"), good, longer(20), wantsGzip),
      encoded((bytes) => gzipSync(bytes).subarray(0, -12)),
    ),
    "other.errors-always-gzipped: Errors are gzipped for everybody.": where(bad, encoded(gzipSync)),
    "other.creations-always-gzipped: Answers to creations are gzipped for everybody.": where(
      both(on("create"), good),
      encoded(gzipSync),
    ),
    "other.byte-order-mark: A list begins with a byte order mark.": where(
      both(on("list"), good),
      raw((made) => `\ufeff${bytesOf(made).toString()}`),
    ),
    "other.put-changes-quietly: PUT renames an item and is answered 405.": quietly("PUT", (ask, { things }) => {
      const index = things.findIndex(({ id }) => String(id) === idOf(ask));
      const thing = things[index];
      if (thing !== undefined) things[index] = { ...thing, name: String(bodyOf(ask)?.["name"]) };
    }),
    "other.post-on-item-creates-quietly: POST on an item creates another and is answered 405.": quietly(
      "POST",
      (ask, shop) => void (ask.onItem && shop.carryOut({ ...ask, op: "create" })),
    ),
    "other.put-on-list-creates-quietly: PUT on the list creates an item and is answered 405.": quietly(
      "PUT",
      (ask, shop) => void (ask.onItem || shop.carryOut({ ...ask, op: "create" })),
    ),
    "other.delete-of-missing-204: DELETE of an item that is not there is answered 204.": answering(
      (ask, shop) => ask.method === "DELETE" && shop.byDigits(idOf(ask)) === undefined,
      () => ({ status: 204, headers: {} }),
    ),
    "other.allow-missing-on-put: A 405 to PUT lacks Allow.": where(both(gives(405), by("PUT")), header("allow")),
    "other.head-of-missing-200: HEAD of an item that is not there is answered 200.": where(
      both(by("HEAD"), gives(404)),
      status(200),
    ),
    "other.modified-since-ignored: If-Modified-Since is always answered 304.": answering(
      ({ method, headers }) => method === "GET" && headers["if-modified-since"] !== undefined,
      () => ({ status: 304, headers: {} }),
    ),
    "other.range-of-everything: A range is answered 206 with everything.": where(
      both(good, by("GET"), ({ headers }) => headers.range !== undefined),
      status(206),
    ),
    "other.options-breaks: OPTIONS of an item is answered 500.": answering(
      ({ method, onItem: is }) => method === "OPTIONS" && is,
      failure,
    ),
    "other.unknown-path-lists: An unknown path is answered with an empty list.": where(
      both(unknownPath, gives(404)),
      () => reply(200, []),
    ),
  }),
];
