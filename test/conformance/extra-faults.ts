// Faults that do not fit into the catalogue. Each shows that one check is needed, and many of them are for documents
// other than the animal store's.
import { signatureLines } from "../../src/http/node/sending/signature.ts";
import { DEFAULT_SECRET } from "../../src/http/node/sending/options.ts";
import { gzipSync } from "node:zlib";
import type { Answer, Call, Item } from "../faults/behaviour.ts";
import { amend, error, headers, members, raw, withStatus } from "../faults/craft.ts";
import { type Fault, faults } from "../faults/fault.ts";
import { DEPRECATION_HEADERS, REFERENCE, bytesOf, carryOut, json, refusal } from "../faults/reference.ts";
import { all, anywhere, of, ok, onItem, status } from "../faults/when.ts";
import type { DocumentName } from "./documents.ts";
import { type Answered, KEY, type Passing, type Tampering, edit } from "./tampered.ts";

/** A fault of the animal store, as in the catalogue; `today` is the day of the run. */
export interface StoreFault extends Fault {
  readonly today?: string;
}

const presents = (call: Call): boolean => call.headers.authorization !== undefined;
const limit = (call: Call): string | null => call.query.get("limit");
const filtered = (call: Call): boolean => call.query.has("status");
const cut =
  (size: number): ((answer: Answer) => Answer) =>
  (answer) =>
    json(200, (answer.json as Item[]).slice(0, size));
/** Answers to the creation of the item that many come after. */
const sixtieth = all(of("create"), status(201), (_call, answer) => (answer.json as Item).id === 60n);
const forbidden = (answer: Answer, call: Call): Answer => members({ status: 403 })(withStatus(403)(answer, call), call);
const MILLION = 10 ** 6;

export const STORE_FAULTS: readonly StoreFault[] = [
  ...faults({
    "auth.missing-403: A missing key is answered 403, a wrong one 401.": amend(
      all(status(401), (call) => !presents(call)),
      forbidden,
    ),
    "auth.unknown-403: A wrong key is answered 403, a missing one 401.": amend(
      all(status(401), (call) => REFERENCE.credential(call) !== undefined),
      forbidden,
    ),
    "create.sixtieth-500: One creation is answered 500, and carried out.": amend(sixtieth, () => error(500)),
    "create.sixtieth-malformed: The answer to one creation has a comma too many.": amend(sixtieth, (answer, call) =>
      raw(`${JSON.stringify({ id: 60, name: "x", categoryId: 1 }).slice(0, -1)},}`, "application/json")(answer, call),
    ),
    "create.sixtieth-identifier-again: One answer to a creation has the identifier of another item.": amend(
      sixtieth,
      members({ id: 59 }),
    ),
    "create.location-of-another: Location leads to the first item.": amend(
      all(of("create"), status(201)),
      headers({ Location: "/v1/pets/1" }),
    ),
    "fetch.next-of-old: For an item after which forty were created, the next one is given.": {
      find: (id, call) => {
        const item = REFERENCE.find(id, call);
        return item !== undefined && call.state.items.size > Number(id) + 40 ? REFERENCE.find(id + 1n, call) : item;
      },
    },
    "parameters.fifty-refused: A limit of 50 is refused.": {
      limit: (values, call) =>
        values[0] === "50" ? refusal(400, "invalid_parameter", "limit is not allowed") : REFERENCE.limit(values, call),
    },
    "parameters.unknown-redirects: A query parameter that is not documented is answered with a redirect.": amend(
      all(of("list"), (call) => [...call.query.keys()].some((name) => name !== "limit" && name !== "status"), ok),
      () => ({ status: 302, headers: { Location: "/v1/pets" }, raw: "" }),
    ),
    "parameters.digits-before-text: A limit of 5abc is taken for 5.": {
      limit: (values, call) => (values[0] === "5abc" ? 5 : REFERENCE.limit(values, call)),
    },
    "parameters.infinity-accepted: A limit of Infinity is taken for 100.": {
      limit: (values, call) => (values[0] === "Infinity" ? 100 : REFERENCE.limit(values, call)),
    },
    "parameters.ten-gives-nine: A limit of 10 gives nine items.": amend(
      all(of("list"), ok, (call) => limit(call) === "10"),
      cut(9),
    ),
    "parameters.ninety-nine-gives-98: A limit of 99 gives 98 items.": amend(
      all(of("list"), ok, (call) => limit(call) === "99"),
      cut(98),
    ),
    "filters.created-sold-hidden: Created items that are sold are not found by that filter.": {
      select: (query, call) => {
        const found = REFERENCE.select({ ...query, limit: 1000 }, call);
        const shown = query.status === "sold" ? found.filter(({ id }) => BigInt(id) <= 6n) : found;
        return shown.slice(0, query.limit);
      },
    },
    "parameters.default-19-with-filter: A filtered list without a limit has 19 items.": {
      limit: (values, call) => (values.length === 0 && filtered(call) ? 19 : REFERENCE.limit(values, call)),
    },
    "protocol.creation-always-gzipped: The answer to a creation is gzipped for everybody.": [
      amend(all(of("create"), status(201)), (answer, call) => ({
        ...headers({ "Content-Encoding": "gzip" })(answer, call),
        raw: gzipSync(bytesOf(answer)),
      })),
      { basis: "RFC 9110, section 12.5.3" },
    ],
    "parameters.default-21-unfiltered: A list without limit and filter has 21 items.": {
      limit: (values, call) => (values.length === 0 && !filtered(call) ? 21 : REFERENCE.limit(values, call)),
    },
    "filters.two-give-one: A filtered list with a limit of 2 has one item.": amend(
      all(of("list"), ok, (call) => limit(call) === "2" && filtered(call)),
      cut(1),
    ),
    "lists.old-names-shouted: Items that were there before are listed in capitals.": {
      listed: (items) =>
        json(
          200,
          items.map((item) => (BigInt(item.id) > 6n ? item : { ...item, name: item.name.toUpperCase() })),
        ),
    },
    "fetch.missing-in-the-millions-410: A missing item between a million and 2^31 is answered 410.": {
      missing: (call) => {
        const id = Number(call.path.split("/").at(-1));
        const made = REFERENCE.missing(call);
        return id > MILLION && id < 2 ** 31 ? members({ status: 410 })(withStatus(410)(made, call), call) : made;
      },
    },
    "lifecycle.link-without-successor: Link does not lead to the successor.": amend(
      onItem,
      headers({ Link: DEPRECATION_HEADERS.Link.split(", ")[1] }),
    ),
  }),
  ...faults({ "lifecycle.still-served: The operation is served after its sunset.": {} }).map((one) => ({
    ...one,
    today: "2030-12-06",
  })),
  ...faults({
    "protocol.latin1-announced: The media type says charset=iso-8859-1.": amend(
      anywhere,
      headers({ "Content-Type": "application/json; charset=iso-8859-1" }),
    ),
    "protocol.trace-lists: TRACE lists.": {
      answer: (call) => (call.method === "TRACE" ? carryOut({ ...call, operation: "list" }) : REFERENCE.answer(call)),
    },
    "protocol.override-removes: X-HTTP-Method-Override: DELETE on a GET removes the item.": [
      {
        answer: (call) => {
          if (call.headers["x-http-method-override"] !== "DELETE" || !call.onItem) return REFERENCE.answer(call);
          call.state.items.delete(call.path.split("/").at(-1) ?? "");
          return { status: 204, headers: {} };
        },
      },
      { basis: "RFC 9110, section 9.2.1" },
    ],
  }),
];

/** A fault of our own mock, tampered with, for some document. */
export interface MockFault {
  readonly needs?: { readonly callbackSecret: string };
  readonly id: string;
  readonly what: string;
  readonly document: DocumentName;
  readonly tampering: Tampering;
}

const on =
  (name: string, path: RegExp) =>
  (passing: Passing): boolean =>
    passing.method === name && path.test(passing.path);
const anItem = /^\/\w+\/[^/?]+$/;
const isList = on("GET", /^\/\w+(?:\?|$)/);
const without = (answer: Answered, name: string): Answered => {
  const { [name]: _, ...kept } = answer.headers;
  return { ...answer, headers: kept };
};
const asGet = (passing: Passing): Passing => ({ ...passing, method: "GET", body: "" });
/** The object in a body; undefined if there is none. */
function bodyOf({ body }: Passing): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const isWrong = (passing: Passing): boolean => typeof (bodyOf(passing)["name"] ?? "") !== "string";
const made = (answer: Answered, passing: Passing): Answered => ({
  ...answer,
  status: 200,
  body: JSON.stringify({ id: 5, name: "made up", categoryId: 1, ...bodyOf(passing) }),
});

/** The lifecycle headers of the deprecated fetch do not appear on other operations. */
const unannounced = (answer: Answered): Answered => ["deprecation", "sunset", "link"].reduce(without, answer);
/** An operation that answers and does nothing. */
const idle = (name: string): Tampering => ({
  before: (passing) => (on(name, anItem)(passing) && !isWrong(passing) ? asGet(passing) : passing),
  after: (answer, passing) => (on(name, anItem)(passing) ? unannounced(answer) : answer),
});
/** An operation that converts any name to a string. */
const lenient = (name: string): Tampering => ({
  before: (passing) => {
    if (!on(name, anItem)(passing) || !isWrong(passing)) return passing;
    return { ...passing, body: JSON.stringify({ ...bodyOf(passing), name: String(bodyOf(passing)["name"]) }) };
  },
});
/** An operation that claims to have changed a missing item. */
const inventive = (name: string): Tampering => ({
  after: (answer, passing) => (on(name, anItem)(passing) && answer.status === 404 ? made(answer, passing) : answer),
});

const changes = "items that can be changed";
const books = "OpenAPI 3.0";

/** The deprecated operation without a header that the document requires, on successes or on errors. */
const unsaid = (name: "sunset" | "link", isOn: (status: number) => boolean): Tampering => ({
  after: (answer, passing) => (anItem.test(passing.path) && isOn(answer.status) ? without(answer, name) : answer),
});
const succeeded = (code: number): boolean => code < 300;
const refused = (code: number): boolean => code >= 400;

/** A callback on its way. */
interface Called {
  readonly method: string;
  readonly type: string;
  readonly body: string;
  /** The headers with its signature. */
  readonly signed: Readonly<Record<string, string>>;
}

/**
 * The mock of a service that sends callbacks and webhooks in another way: it sends them to the server before it, under the path of
 * the receiver. @param change how each is sent, however often
 */
function calling(change: (called: Called) => readonly Called[]): Tampering {
  const receivers = new Map<string, string>();
  const secrets = new Map<string, string>();
  /** Signed as what the service means to send. */
  const signing = (one: Called, was: string, path: string): Readonly<Record<string, string>> => {
    const { "webhook-id": id = "", "webhook-timestamp": seconds } = one.signed;
    const secret = secrets.get(path);
    if (one.body === was || secret === undefined) return one.signed;
    const lines = signatureLines({ id, now: Number(seconds) * 1000, text: one.body }, secret, []);
    return { ...one.signed, "webhook-signature": lines[lines.indexOf("webhook-signature") + 1] ?? "" };
  };
  return {
    before: async (passing) => {
      const { method, path, headers: sent, body } = passing;
      const names = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;
      const signed = Object.fromEntries(
        names.flatMap((name) => (sent[name] === undefined ? [] : [[name, [sent[name]].flat().join(" ")]])),
      );
      const receiver = receivers.get(path);
      if (receiver !== undefined) {
        for (const one of change({ method, type: sent["content-type"] ?? "", body, signed }))
          // oxlint-disable-next-line no-await-in-loop -- in order
          await fetch(receiver + path, {
            method: one.method,
            headers: { ...signing(one, body, path), "Content-Type": one.type },
            body: one.body,
          });
        return { status: 204, headers: {}, body: "" };
      }
      const [, origin = "", token = ""] =
        /"(?:callbackUrl|url)":"(http:\/\/127\.0\.0\.1:\d+)(\/[\w-]+)"/.exec(body) ?? [];
      if (method !== "POST" || token === "") return passing;
      receivers.set(token, origin);
      return { ...passing, body: body.replace(origin, `http://${sent.host ?? ""}`) };
    },
    after: (given) => {
      const secret = /"secret":"([^"]+)"/.exec(given.body)?.[1];
      const body = given.body.replaceAll(/http:\/\/127\.0\.0\.1:\d+(\/[\w-]+)/g, (url, token: string) => {
        if (!receivers.has(token)) return url;
        // A list that has the token later names the secrets of others first.
        if (secret !== undefined && !secrets.has(token)) secrets.set(token, secret);
        return `${receivers.get(token) ?? ""}${token}`;
      });
      return { ...given, body };
    },
  };
}

/** What is wrong with a callback or a webhook. */
const SENT_FAULTS: readonly (readonly [id: string, what: string, change: (called: Called) => readonly Called[]])[] = [
  ["never", "is never sent", () => []],
  ["put", "is sent with PUT", (called) => [{ ...called, method: "PUT" }]],
  ["as-text", "is sent as text", (called) => [{ ...called, type: "text/plain" }]],
  ["without-order", "does not say which order it is about", (called) => [{ ...called, body: '{"event":"created"}' }]],
  ["twice", "is sent twice", (called) => [called, called]],
  [
    "signed-otherwise",
    "is signed with another secret",
    (called) => [{ ...called, signed: { ...called.signed, "webhook-signature": "v1,bm90IHRoaXM=" } }],
  ],
];

const SEQUENCE_FAULTS: readonly MockFault[] = [
  {
    id: "sequences.events-refused",
    what: "A sequence of events is refused.",
    document: "sequences",
    tampering: {
      before: (passing) =>
        passing.method === "POST" && passing.headers["content-type"] === "text/event-stream"
          ? { status: 400, headers: { "content-type": "application/json" }, body: '{"message":"no events, please"}' }
          : passing,
    },
  },
  {
    id: "sequences.second-thoughts",
    what: "A sequence is taken although a sensor in it is null.",
    document: "sequences",
    tampering: {
      before: (passing) => ({ ...passing, body: passing.body.replace('"sensor":null', '"sensor":"none"') }),
    },
  },
];

export const MOCK_FAULTS: readonly MockFault[] = [
  ...SEQUENCE_FAULTS,
  ...SENT_FAULTS.flatMap(([id, what, change]): MockFault[] => [
    {
      id: `calls.${id}`,
      what: `A callback ${what}.`,
      document: "callbacks",
      tampering: calling(change),
      ...(id === "signed-otherwise" ? { needs: { callbackSecret: DEFAULT_SECRET } } : {}),
    },
    { id: `hooks.${id}`, what: `A webhook ${what}.`, document: "webhooks", tampering: calling(change) },
  ]),
  ...(["sunset", "link"] as const).flatMap((name): MockFault[] => [
    {
      id: `announced.${name}-missing-on-success`,
      what: `A required ${name} header is missing on success.`,
      document: "required announcements",
      tampering: unsaid(name, succeeded),
    },
    {
      id: `announced.${name}-missing-on-errors`,
      what: `A required ${name} header is missing on errors.`,
      document: "required announcements",
      tampering: unsaid(name, refused),
    },
  ]),
  {
    id: "books.health-refuses-the-key",
    what: "An operation that the suite knows nothing of refuses the valid key.",
    document: books,
    tampering: {
      before: (passing) => {
        const valid = passing.headers.authorization === `Bearer ${KEY}`;
        const { authorization: _, ...rest } = passing.headers;
        return /^(?:GET|HEAD)$/.test(passing.method) && passing.path.startsWith("/health") && valid
          ? { ...passing, headers: rest }
          : passing;
      },
    },
  },
  {
    id: "books.conflict",
    what: "A list refuses with 409, which it does not document.",
    document: books,
    tampering: {
      after: (answer, passing) =>
        isList(passing) && answer.status === 400
          ? { ...edit(answer, (value) => ({ ...value, statusCode: 409 })), status: 409 }
          : answer,
    },
  },
  {
    id: "books.total-missing",
    what: "A list lacks a header that the document requires.",
    document: books,
    tampering: { after: (answer, passing) => (isList(passing) ? without(answer, "x-total") : answer) },
  },
  {
    id: "books.draft-shown",
    what: "A book is shown with a property that only requests have.",
    document: books,
    tampering: {
      after: (answer, passing) =>
        passing.method === "POST" && passing.path === "/books" && answer.status === 201
          ? edit(answer, (value) => ({ ...value, draft: true }))
          : answer,
    },
  },
  {
    id: "books.total-in-words",
    what: "A header has a value that its schema does not allow.",
    document: books,
    tampering: {
      after: (answer) =>
        answer.headers["x-total"] === undefined
          ? answer
          : { ...answer, headers: { ...answer.headers, "x-total": "seven" } },
    },
  },
  {
    id: "books.hint-missing",
    what: "An error lacks a header that the document requires.",
    document: books,
    tampering: { after: (answer) => (answer.status === 404 ? without(answer, "x-hint") : answer) },
  },
  {
    id: "books.any-shelf",
    what: "A filter outside its bounds is ignored.",
    document: books,
    tampering: {
      before: (passing) => ({ ...passing, path: passing.path.replace(/shelf=(?:0|10)\b/, "shelf=1") }),
    },
  },
  {
    id: "books.client-optional",
    what: "A required header is not asked for.",
    document: books,
    tampering: {
      before: (passing) => ({ ...passing, headers: { "x-client": "somebody", ...passing.headers } }),
    },
  },
  {
    id: "plain-responses.refusal-in-html",
    what: "A wrong parameter is answered in HTML, and the document says nothing of that.",
    document: "no other errors",
    tampering: {
      after: (answer, passing) =>
        isList(passing) && answer.status === 400
          ? { ...answer, headers: { ...answer.headers, "content-type": "text/html" }, body: "<h1>Bad Request</h1>" }
          : answer,
    },
  },
  { id: "changes.put-idle", what: "PUT changes nothing.", document: changes, tampering: idle("PUT") },
  { id: "changes.patch-idle", what: "PATCH changes nothing.", document: changes, tampering: idle("PATCH") },
  { id: "changes.put-lenient", what: "PUT takes a number for a name.", document: changes, tampering: lenient("PUT") },
  {
    id: "changes.patch-lenient",
    what: "PATCH takes a number for a name.",
    document: changes,
    tampering: lenient("PATCH"),
  },
  {
    id: "changes.put-inventive",
    what: "PUT claims to replace what is not there.",
    document: changes,
    tampering: inventive("PUT"),
  },
  {
    id: "changes.patch-inventive",
    what: "PATCH claims to change what is not there.",
    document: changes,
    tampering: inventive("PATCH"),
  },
  {
    id: "changes.delete-inventive",
    what: "DELETE of what is not there is answered 204.",
    document: changes,
    tampering: {
      after: (answer, passing) =>
        on("DELETE", anItem)(passing) && answer.status === 404 ? { ...answer, status: 204, body: "" } : answer,
    },
  },
  {
    id: "changes.delete-idle",
    what: "DELETE removes nothing.",
    document: changes,
    tampering: {
      before: (passing) => (on("DELETE", anItem)(passing) ? asGet(passing) : passing),
      after: (answer, passing) => {
        if (passing.method !== "DELETE") return answer;
        return unannounced(answer.status === 200 ? { ...answer, status: 204, body: "" } : answer);
      },
    },
  },
];
