// Notes, tags and the user's profile: everything has an envelope, lists use cursors, one creation may have many items,
// and the profile exists from the start.
import type { JsonObject } from "../../../src/json/value.ts";
import { isText, notAllowed, withBody } from "./answers.ts";
import { type Ask, type Reply, type Thing, asks, error, formFault, isObject, sized } from "./desk.ts";
import { documentOf, gives, inPath, inQuery, listOf, object, ref, sends, size, text } from "./documents.ts";

const id: JsonObject = { ...text, readOnly: true };
const pages = [inQuery("limit", size(30, 10)), inQuery("cursor", text)];
const wrapped = (schema: JsonObject): JsonObject => object({ data: schema });
const META = object({
  total: { type: "integer" },
  has_more: { type: "boolean" },
  next_cursor: { ...text, nullable: true },
});

export const ENVELOPED_DOCUMENT = documentOf(
  "Notes",
  {
    "/notes": {
      get: {
        operationId: "listNotes",
        parameters: pages,
        responses: gives("200", object({ data: listOf(ref("Note")), meta: META }, "data"), "400"),
      },
      post: {
        operationId: "createNote",
        requestBody: sends(object({ data: ref("NewNote") }, "data")),
        responses: gives("201", wrapped(ref("Note")), "400", "415", "422"),
      },
    },
    "/notes/{noteId}": {
      parameters: [inPath("noteId", text)],
      get: { operationId: "getNote", responses: gives("200", wrapped(ref("Note")), "404") },
      put: {
        operationId: "replaceNote",
        requestBody: sends(object({ data: ref("NewNote") }, "data")),
        responses: gives("200", wrapped(ref("Note")), "400", "404", "415", "422"),
      },
      delete: { operationId: "removeNote", responses: gives("204", undefined, "404") },
    },
    "/tags": {
      get: {
        operationId: "listTags",
        parameters: [inQuery("limit", size(30, 10)), inQuery("page_token", text)],
        responses: gives("200", object({ tags: listOf(ref("Tag")), next_page_token: text }, "tags"), "400"),
      },
      post: {
        operationId: "createTags",
        requestBody: sends(object({ tags: { ...listOf(ref("NewTag")), minItems: 1, maxItems: 20 } }, "tags")),
        responses: gives("200", object({ tags: listOf(ref("Tag")) }, "tags"), "400", "415", "422"),
      },
    },
    "/stars": {
      get: {
        operationId: "listStars",
        parameters: [inQuery("limit", size(30, 10)), inQuery("starting_after", text), inQuery("ending_before", text)],
        responses: gives("200", object({ data: listOf(ref("Star")), has_more: { type: "boolean" } }, "data"), "400"),
      },
    },
    "/me": {
      get: { operationId: "getMe", responses: gives("200", ref("Profile")) },
      put: {
        operationId: "replaceMe",
        requestBody: sends(ref("Profile")),
        responses: gives("200", ref("Profile"), "400", "415", "422"),
      },
    },
  },
  {
    Note: object({ id, text, pinned: { type: "boolean" } }, "id", "text"),
    NewNote: object({ text, pinned: { type: "boolean" } }, "text"),
    Tag: object({ id, label: text }, "id", "label"),
    NewTag: object({ label: text }, "label"),
    Star: object({ id, name: text }, "id", "name"),
    Profile: object({ motto: text, mails: { type: "boolean" } }, "motto"),
  },
);

/** Choices that the document leaves to the store. */
export interface EnvelopedOptions {
  readonly newestFirst: boolean;
  /** The status for a body that the schema does not allow. */
  readonly invalid: 400 | 422;
  /** The value for a missing next page. */
  readonly noNext: "" | null | undefined;
  /** A full last page has a next page, which is empty. */
  readonly looksAhead: boolean;
  readonly tellsTotal: boolean;
}

const STARS: readonly Thing[] = ["Deneb", "Vega", "Rigel", "Spica", "Mizar", "Algol", "Polaris"].map((name, at) => ({
  id: `star_${(at + 2) * 31}`,
  name,
}));

const USUAL: EnvelopedOptions = {
  newestFirst: false,
  invalid: 400,
  noNext: undefined,
  looksAhead: true,
  tellsTotal: true,
};

const cursorOf = (place: number): string => Buffer.from(`after:${place}`).toString("base64url");

function placeOf(cursor: string | null): number | undefined {
  if (cursor === null) return 0;
  const place = /^after:(\d+)$/.exec(Buffer.from(cursor, "base64url").toString())?.[1];
  return place === undefined ? undefined : Number(place);
}

/** The store, which answers requests. */
export function envelopedStore(options: Partial<EnvelopedOptions> = {}): (ask: Ask) => Reply {
  const own = { ...USUAL, ...options };
  let count = 0;
  const notes = new Map<string, Thing>();
  const tags: Thing[] = [];
  let me: Thing = { motto: "onwards", mails: true };
  const newId = (kind: string): string => `${kind}_${(++count * 7919).toString(36)}`;
  const put = (given: string, { text: words, pinned }: Thing): Thing => {
    const made = { id: given, text: words, ...(pinned === undefined ? {} : { pinned }) };
    notes.set(given, made);
    return made;
  };
  for (const words of ["first", "second", "third"]) put(newId("note"), { text: words });
  const tag = (label: unknown): Thing => {
    const made = { id: newId("tag"), label };
    tags.push(made);
    return made;
  };
  tag("red");
  const invalid = (reply: Reply): Reply => (reply.status === 400 ? { ...reply, status: own.invalid } : reply);

  const cut = (ask: Ask, all: readonly Thing[], cursor: string, show: (page: Cut) => unknown): Reply => {
    const many = sized(ask, "limit", { usual: 10, most: 30 });
    const place = placeOf(ask.query.get(cursor));
    if (typeof many !== "number") return many;
    if (place === undefined || ask.query.getAll(cursor).length > 1) return error(400, `${cursor} is none of ours`);
    const ordered = own.newestFirst ? all.toReversed() : all;
    const items = ordered.slice(place, place + many);
    const end = place + items.length;
    const isFull = items.length === many;
    const next = end < all.length || (own.looksAhead && isFull) ? cursorOf(end) : own.noNext;
    return { status: 200, body: show({ items, next, hasMore: end < all.length, total: all.length }) };
  };

  return (ask) => {
    const [top, noteId] = ask.steps;
    const wrong = formFault(ask);
    if (wrong !== undefined) return wrong;
    if (top === "me" && ask.steps.length === 1) return onMe(ask);
    if (top === "stars" && ask.steps.length === 1) return onStars(ask);
    if (top === "tags" && ask.steps.length === 1) return onTags(ask);
    if (top !== "notes" || ask.steps.length > 2) return error(404, "no such place");
    if (asks(ask, "GET notes"))
      return cut(ask, [...notes.values()], "cursor", ({ items, next, hasMore, total }) => ({
        data: items,
        meta: { has_more: hasMore, next_cursor: next, ...(own.tellsTotal ? { total } : {}) },
      }));
    if (asks(ask, "POST notes"))
      return invalid(noteIn(ask, (body) => ({ status: 201, body: { data: put(newId("note"), body) } })));
    if (noteId === undefined) return notAllowed("GET, HEAD, POST");
    const found = notes.get(noteId);
    if (found === undefined) return error(404, "no such note");
    if (ask.method === "GET") return { status: 200, body: { data: found } };
    if (ask.method === "PUT")
      return invalid(noteIn(ask, (body) => ({ status: 200, body: { data: put(noteId, body) } })));
    if (ask.method !== "DELETE") return notAllowed("GET, HEAD, PUT, DELETE");
    notes.delete(noteId);
    return { status: 204 };
  };

  function onMe(ask: Ask): Reply {
    if (ask.method === "GET") return { status: 200, body: me };
    if (ask.method !== "PUT") return notAllowed("GET, HEAD, PUT");
    return invalid(
      withBody(ask, profileFault, ({ motto, mails }) => {
        me = { motto, ...(mails === undefined ? {} : { mails }) };
        return { status: 200, body: me };
      }),
    );
  }

  function onStars(ask: Ask): Reply {
    if (ask.method !== "GET") return notAllowed("GET, HEAD");
    const many = sized(ask, "limit", { usual: 10, most: 30 });
    if (typeof many !== "number") return many;
    const [after, before] = [ask.query.get("starting_after"), ask.query.get("ending_before")];
    const all = own.newestFirst ? STARS.toReversed() : STARS;
    const mark = all.findIndex((star) => star["id"] === (after ?? before));
    if ((after ?? before) !== null && mark === -1) return error(400, "no such star");
    const from = after === null && before !== null ? Math.max(0, mark - many) : mark + 1;
    const to = after === null && before !== null ? mark : from + many;
    return { status: 200, body: { data: all.slice(from, to), has_more: to < all.length } };
  }

  function onTags(ask: Ask): Reply {
    if (ask.method === "GET")
      return cut(ask, tags, "page_token", ({ items, next }) => ({
        tags: items,
        ...(next === null ? {} : { next_page_token: next }),
      }));
    if (ask.method !== "POST") return notAllowed("GET, HEAD, POST");
    return invalid(
      withBody(ask, tagsFault, ({ tags: given }) => ({
        status: 200,
        body: { tags: (given as Thing[]).map(({ label }) => tag(label)) },
      })),
    );
  }
}

interface Cut {
  readonly items: readonly Thing[];
  readonly next: string | null | undefined;
  readonly hasMore: boolean;
  readonly total: number;
}

function noteIn(ask: Ask, act: (body: Thing) => Reply): Reply {
  return withBody(
    ask,
    ({ data }) => (isObject(data) ? noteFault(data) : "data is missing"),
    ({ data }) => act(data as Thing),
  );
}

const isFlag = (value: unknown): boolean => value === undefined || typeof value === "boolean";
const noteFault = ({ text: words, pinned }: Thing): string =>
  isText(words) && isFlag(pinned) ? "" : "a note has a text";
const profileFault = ({ motto, mails }: Thing): string => (isText(motto) && isFlag(mails) ? "" : "a motto is wanted");
const tagsFault = ({ tags: given }: Thing): string =>
  Array.isArray(given) &&
  given.length > 0 &&
  given.length <= 20 &&
  given.every((one) => isObject(one) && isText(one["label"]))
    ? ""
    : "a list of tags is wanted";
