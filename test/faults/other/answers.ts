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
  found("other.sold-lists-those-without", "The filter sold lists items without a status too.", LISTS, {
    sift: (things, wanted) =>
      wanted === "sold" ? things.filter((one) => (one.status ?? "sold") === "sold") : sift(things, wanted),
  }),
  found("other.created-not-found-by-filter", "Created items are not found by the filter sold.", LISTS, {
    sift: (things, wanted) => sift(wanted === "sold" ? things.filter((one) => STOCK.includes(one)) : things, wanted),
  }),
  found("other.without-status-never-listed", "Items without a status are never listed.", LISTS, {
    sift: (things, wanted) => sift(things, wanted).filter((one) => one.status !== undefined),
  }),
  found("other.filter-after-ten", "A filter with a small limit looks at ten items only.", LISTS, {
    sift: (things, wanted, { query }) =>
      sift(Number(query.get("limit") ?? 20) <= 10 ? things.slice(0, 10) : things, wanted),
  }),
  found(
    "other.single-unwrapped",
    "A filtered list of one is that one.",
    LISTS,
    where(both(on("list"), good, filtered), (made) => {
      const items = made.body as unknown[];
      return items.length === 1 ? { ...made, body: items[0] } : made;
    }),
  ),
  found(
    "other.full-page-wrapped",
    "A list of more than 90 is wrapped.",
    LISTS,
    where(both(on("list"), good, longer(90)), (made) => ({ ...made, body: { items: made.body } })),
  ),
  found(
    "other.last-twice",
    "In a list of more than 50 one item stands twice.",
    LISTS,
    where(both(on("list"), good, longer(50)), (made) => {
      const items = made.body as unknown[];
      return { ...made, body: [...items.slice(1), items[1]] };
    }),
  ),
  found(
    "other.status-made-up-in-lists",
    "Items without a status are available in lists.",
    LISTS,
    showing(on("list"), (item) => ({ status: "available", ...item })),
  ),
  found("other.status-unlike-405", "The status in a 405 is 404.", ERRORS, where(gives(405), put({ status: 404 }))),
  found(
    "other.nested-for-malformed-identifiers",
    "The 404 for a malformed identifier is wrapped.",
    ERRORS,
    where(both(malformedId, gives(404)), (made) => ({ ...made, body: { error: made.body } })),
  ),
  found(
    "other.code-missing-for-wrong-scheme",
    "The 401 for another scheme has no code.",
    ERRORS,
    where(
      both(gives(401), ({ headers }) => !/^bearer/i.test(headers.authorization ?? "bearer")),
      drop("code"),
    ),
  ),
  found(
    "other.html-below-items",
    "A path below an item is answered in HTML.",
    ERRORS,
    where(
      both(unknownPath, gives(404), ({ path }) => path.startsWith("/v1/pets/")),
      () => html(404),
    ),
  ),
  found(
    "other.database-file",
    "A 404 names the file of the database.",
    ERRORS,
    where(both(on("fetch"), gives(404)), say("not in /data/shop/items.sqlite")),
  ),
  found(
    "other.source-line",
    "A 400 names a line of the source.",
    ERRORS,
    where(both(on("create"), gives(400)), say("thrown by src/handlers/create.rs:42:9")),
  ),
  found(
    "other.words-of-postgres",
    "A 400 repeats the database.",
    ERRORS,
    where(both(on("list"), bad), say('invalid input syntax for type bigint: "abc"')),
  ),
  found(
    "other.condition-in-sql",
    "A 400 shows a part of the query.",
    ERRORS,
    where(both(on("list"), bad), say("cannot run WHERE status = 'x' LIMIT 20")),
  ),
  found(
    "other.deprecation-missing-on-malformed",
    "Deprecation is missing where the identifier is malformed.",
    ENDS,
    where(both(malformedId, gives(404)), header("deprecation")),
  ),
  found(
    "other.deprecated-when-filtered",
    "A filtered list says that it is deprecated.",
    ENDS,
    where(both(on("list"), good, filtered), header("deprecation", "@1780000000")),
  ),
  found(
    "other.two-deprecations",
    "Deprecation stands there twice.",
    ENDS,
    where(onItem, header("deprecation", ["@1780000000", "@1780000001"])),
  ),
  found(
    "other.sunset-in-utc",
    "Sunset says UTC instead of GMT.",
    ENDS,
    where(onItem, header("sunset", "Thu, 05 Dec 2030 00:00:00 UTC")),
  ),
  found(
    "other.sunset-of-another-month",
    "In a 404, day and month of Sunset are exchanged.",
    ENDS,
    where(both(onItem, gives(404)), header("sunset", "Sun, 12 May 2030 00:00:00 GMT")),
  ),
  { ...found("other.served-after-sunset", "The operation is served after its sunset.", ENDS, {}), today: "2031-01-01" },
  found("other.each-ninth-list-closed", "Each ninth list closes the connection.", HTTP, ninth("list")),
  found("other.each-ninth-fetch-closed", "Each ninth fetch closes the connection.", HTTP, ninth("fetch")),
  found("other.each-ninth-creation-closed", "Each ninth creation closes the connection.", HTTP, ninth("create")),
  found("other.large-list-cut", "A list of more than 50 ends too early.", HTTP, {
    send: (made, ask, response, shop) => {
      if (!longer(50)(ask, made, shop)) return deliver(made, ask, response);
      response.writeHead(made.status, { ...made.headers, "content-length": bytesOf(made).length });
      response.write(bytesOf(made).subarray(0, 500), () => response.destroy());
    },
  }),
  found(
    "other.large-gzip-cut",
    "A gzipped list of more than 20 lacks its end.",
    HTTP,
    where(
      both(on("list"), good, longer(20), wantsGzip),
      encoded((bytes) => gzipSync(bytes).subarray(0, -12)),
    ),
  ),
  found("other.errors-always-gzipped", "Errors are gzipped for everybody.", HTTP, where(bad, encoded(gzipSync))),
  found(
    "other.creations-always-gzipped",
    "Answers to creations are gzipped for everybody.",
    HTTP,
    where(both(on("create"), good), encoded(gzipSync)),
  ),
  found(
    "other.byte-order-mark",
    "A list begins with a byte order mark.",
    HTTP,
    where(
      both(on("list"), good),
      raw((made) => `\ufeff${bytesOf(made).toString()}`),
    ),
  ),
  found(
    "other.put-changes-quietly",
    "PUT renames an item and is answered 405.",
    HTTP,
    quietly("PUT", (ask, { things }) => {
      const index = things.findIndex(({ id }) => String(id) === idOf(ask));
      const thing = things[index];
      if (thing !== undefined) things[index] = { ...thing, name: String(bodyOf(ask)?.["name"]) };
    }),
  ),
  found(
    "other.post-on-item-creates-quietly",
    "POST on an item creates another and is answered 405.",
    HTTP,
    quietly("POST", (ask, shop) => void (ask.onItem && shop.carryOut({ ...ask, op: "create" }))),
  ),
  found(
    "other.put-on-list-creates-quietly",
    "PUT on the list creates an item and is answered 405.",
    HTTP,
    quietly("PUT", (ask, shop) => void (ask.onItem || shop.carryOut({ ...ask, op: "create" }))),
  ),
  found(
    "other.delete-of-missing-204",
    "DELETE of an item that is not there is answered 204.",
    HTTP,
    answering(
      (ask, shop) => ask.method === "DELETE" && shop.byDigits(idOf(ask)) === undefined,
      () => ({ status: 204, headers: {} }),
    ),
  ),
  found(
    "other.allow-missing-on-put",
    "A 405 to PUT lacks Allow.",
    HTTP,
    where(both(gives(405), by("PUT")), header("allow")),
  ),
  found(
    "other.head-of-missing-200",
    "HEAD of an item that is not there is answered 200.",
    HTTP,
    where(both(by("HEAD"), gives(404)), status(200)),
  ),
  found(
    "other.modified-since-ignored",
    "If-Modified-Since is always answered 304.",
    HTTP,
    answering(
      ({ method, headers }) => method === "GET" && headers["if-modified-since"] !== undefined,
      () => ({ status: 304, headers: {} }),
    ),
  ),
  found(
    "other.range-of-everything",
    "A range is answered 206 with everything.",
    HTTP,
    where(
      both(good, by("GET"), ({ headers }) => headers.range !== undefined),
      status(206),
    ),
  ),
  found(
    "other.options-breaks",
    "OPTIONS of an item is answered 500.",
    HTTP,
    answering(({ method, onItem: is }) => method === "OPTIONS" && is, failure),
  ),
  found(
    "other.unknown-path-lists",
    "An unknown path is answered with an empty list.",
    HTTP,
    where(both(unknownPath, gives(404)), () => reply(200, [])),
  ),
];
