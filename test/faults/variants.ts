// Stores that keep the contract and do freely what it leaves open. Nothing may be raised against any of them.
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { writeJson } from "../../src/contract/json.ts";
import { type Answer, type Call, type Item, type Overrides, isRefusal } from "./behaviour.ts";
import { all, amend, anywhere, failed, headers, members, method, of, ok, rewrite, status } from "./craft.ts";
import { DEPRECATION_HEADERS, REFERENCE, allowed, bytesOf, refusal, seedOf } from "./reference.ts";

export interface Variant {
  readonly id: string;
  /** One sentence: what this store does as the contract lets it. */
  readonly what: string;
  readonly overrides: Overrides;
}

const variant = (id: string, what: string, overrides: Overrides): Variant => ({ id, what, overrides });

/** Pages in another order: the items of the whole store, arranged. */
function arranged(arrange: (items: Item[]) => Item[]): Overrides {
  return {
    select: (query, call) => {
      const found = [...call.state.items.values()].filter(
        ({ status }) => query.status === undefined || status === query.status,
      );
      return arrange(found).slice(0, query.limit);
    },
  };
}

/** Clamps numbers to the bounds of the page size; what is no number is refused. */
const clamped: Overrides = {
  limit: (values, call) => {
    const [text = ""] = values;
    const isNumber = values.length === 1 && /^-?\d+$/.test(text);
    return isNumber ? Math.min(Math.max(Number(text), 1), 100) : REFERENCE.limit(values, call);
  },
};

const MOST_BY_OTHERS = 5000;

/** Others add an item before each answer, up to a bound. */
function crowded(call: Call): Answer {
  const { state } = call;
  const written = (state.notes.get("written") as number | undefined) ?? 0;
  for (let added = 0; added < 3 && written + added < MOST_BY_OTHERS; added++) {
    const id = state.nextId++;
    const status = ["available", "pending", "sold", undefined][Number(id % 4n)];
    const item = { id, name: `of somebody else, ${id}`, categoryId: id % 9n };
    state.items.set(String(id), status === undefined ? item : { ...item, status });
  }
  state.notes.set("written", written + 3);
  return REFERENCE.answer(call);
}

const ORDER: readonly Variant[] = [
  variant("empty", "The store is empty at the start.", { seed: () => [] }),
  variant(
    "descending",
    "The newest item is listed first.",
    arranged((items) => items.reverse()),
  ),
  variant(
    "by-name",
    "Items are listed by name.",
    arranged((items) => items.sort((a, b) => a.name.localeCompare(b.name) || Number(BigInt(a.id) - BigInt(b.id)))),
  ),
  variant("other-order-each-time", "Each list has another order.", {
    select: (query, call) => {
      const found = arranged((items) => items).select?.({ ...query, limit: Infinity }, call) ?? [];
      const turn = found.length === 0 ? 0 : call.serial % found.length;
      return [...found.slice(turn), ...found.slice(0, turn)].slice(0, query.limit);
    },
  }),
  variant("crowded", "The store holds 100,000 items and others add to it before each answer.", {
    seed: () => seedOf(100_000),
    answer: crowded,
  }),
  variant("crowded-descending", "As crowded, the newest first.", {
    seed: () => seedOf(100_000),
    answer: crowded,
    select: (query, call) => {
      const page: Item[] = [];
      for (let id = call.state.nextId - 1n; id > 0n && page.length < query.limit; id--) {
        const item = call.state.items.get(String(id));
        if (item && (query.status === undefined || item.status === query.status)) page.push(item);
      }
      return page;
    },
  }),
  variant("many-items", "The store holds 250 items at the start.", { seed: () => seedOf(250) }),
  variant("one-status-only", "All items at the start are available.", {
    seed: () => seedOf(30).map((item) => ({ ...item, status: "available" })),
  }),
  variant("ids-from-1000", "Identifiers start at 1000 and grow by 7.", {
    seed: () => [],
    identify: (_item, call) => {
      const id = call.state.nextId;
      call.state.nextId += 7n;
      return id + 999n;
    },
  }),
  variant("ids-above-2-53", "Identifiers are int64 values above 2^53.", { seed: () => seedOf(4, 2n ** 60n + 1n) }),
  variant("ids-near-the-top", "Identifiers come down from 2^63-1.", {
    identify: (_item, call) => 2n ** 63n - call.state.nextId++,
  }),
  variant("ids-below-zero", "Identifiers are negative and come down.", {
    seed: () => [],
    identify: (_item, call) => -call.state.nextId++,
  }),
  variant("ids-scattered", "Identifiers jump as those of a distributed store do.", {
    identify: (_item, call) => (call.state.nextId++ * 2_654_435_761n) % 2n ** 47n,
  }),
];

const FORM: readonly Variant[] = [
  variant(
    "extra-properties",
    "Items carry properties that the document does not list.",
    amend(
      ok,
      rewrite((value) => ({ ...value, createdAt: "2026-11-20T10:00:00Z", tags: ["a"], owner: null })),
    ),
  ),
  variant(
    "extra-error-members",
    "Errors carry members that the document does not list.",
    amend(failed, members({ requestId: "5e0c", details: [{ field: "x" }], timestamp: 1_795_132_800, help: null })),
  ),
  variant(
    "extra-headers",
    "Answers carry headers of their own.",
    amend(
      anywhere,
      headers({ "X-Request-Id": "5e0c", Vary: "Origin", "Cache-Control": "no-store", Server: "store/2" }),
    ),
  ),
  variant(
    "other-codes",
    "The code and the message of errors are other ones.",
    amend(
      failed,
      rewrite((value) => ({ ...value, code: "E-0042", message: "Das ging leider nicht. 申し訳ありません" })),
    ),
  ),
  variant(
    "uuid-codes",
    "The code of an error is a UUID.",
    amend(failed, members({ code: "3f2b8a52-8a0c-4f7e-9d3e-1f0a6b1c9d77" })),
  ),
  variant(
    "charset",
    "The media type carries charset=utf-8.",
    amend(anywhere, headers({ "Content-Type": "application/json; charset=utf-8" })),
  ),
  variant(
    "media-type-in-capitals",
    "The media type is written Application/JSON;charset=UTF-8.",
    amend(anywhere, headers({ "Content-Type": "Application/JSON;charset=UTF-8" })),
  ),
  variant(
    "pretty",
    "Answers are indented and end with a line break.",
    amend(anywhere, (answer) => ({ ...answer, raw: `${writeJson(answer.json, 2)}\n` })),
  ),
  variant(
    "escaped-non-ascii",
    "Characters outside ASCII are written as \\u escapes.",
    amend(anywhere, (answer) => ({
      ...answer,
      raw: bytesOf(answer)
        .toString()
        .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    })),
  ),
  variant(
    "other-member-order",
    "The members of an item come in another order.",
    amend(
      ok,
      rewrite((value) => Object.fromEntries(Object.entries(value).reverse())),
    ),
  ),
  variant("default-status", "An item created without a status is available.", {
    check: (body, call) => {
      const item = REFERENCE.check(body, call);
      return isRefusal(item) || item.status !== undefined ? item : { ...item, status: "available" };
    },
  }),
  variant(
    "location",
    "A created item has Location and Content-Location.",
    amend(status(201), (answer, call) => {
      const place = `/v1/pets/${String((answer.json as Item).id)}`;
      return headers({ Location: place, "Content-Location": place })(answer, call);
    }),
  ),
];

const CHOICES: readonly Variant[] = [
  variant("clamped-limits", "A limit out of range is taken for the nearest bound; text is refused.", clamped),
  variant(
    "refused-with-422",
    "A parameter out of range is answered 422.",
    amend(all(of("list"), status(400)), (answer) => ({ ...answer, ...unprocessable(answer) })),
  ),
  variant("malformed-identifier-400", "An identifier that is no int64 is answered 400.", {
    missing: (call) => {
      const text = decodeURIComponent(call.path.slice("/v1/pets/".length).replaceAll("%", "%25"));
      const malformed = REFERENCE.identifier(text, call) === undefined;
      return malformed ? call.behaviour.refuse(refusal(400, "bad_id", "no int64"), call) : REFERENCE.missing(call);
    },
  }),
  variant("media-type-400", "A body of another media type is answered 400.", {
    parse: (call) => {
      const read = REFERENCE.parse(call);
      return isRefusal(read) && read.refuse === 415 ? { ...read, refuse: 400 } : read;
    },
  }),
  variant("unlisted-method-404", "A method that the document does not list is answered 404.", {
    wrongMethod: (call) => REFERENCE.unknownPath(call),
  }),
  variant(
    "allow-in-another-order",
    "Allow lists the methods in another order, without HEAD, and OPTIONS too.",
    amend(status(405), (answer, call) =>
      headers({ Allow: call.onItem ? "OPTIONS,GET" : "POST,OPTIONS,GET" })(answer, call),
    ),
  ),
  variant("options", "OPTIONS is answered 204 with Allow, without a key.", {
    answer: (call) =>
      call.method === "OPTIONS" ? { status: 204, headers: { Allow: allowed(call) } } : REFERENCE.answer(call),
  }),
  variant("unknown-parameters-refused", "A query parameter that the document does not list is answered 400.", {
    limit: (values, call) => {
      const strange = [...call.query.keys()].find((name) => name !== "limit" && name !== "status");
      return strange === undefined
        ? REFERENCE.limit(values, call)
        : refusal(400, "unknown_parameter", "there is no such parameter");
    },
  }),
  variant("unknown-path-needs-key", "An unknown path is answered 401 without a key, and 404 with one.", {
    unknownPath: (call) => {
      const key = REFERENCE.credential(call);
      const known = key !== undefined && REFERENCE.accepts(key, call);
      return known ? REFERENCE.unknownPath(call) : REFERENCE.challenge(key !== undefined, call);
    },
  }),
  variant("rate-limited", "Each 25th request is answered 429 with Retry-After: 0.", {
    answer: (call) => (call.serial % 25 === 0 ? tooMany(call, "0") : REFERENCE.answer(call)),
  }),
  variant("rate-limited-by-date", "Each 40th request is answered 429 with a date in Retry-After.", {
    answer: (call) => (call.serial % 40 === 0 ? tooMany(call, new Date().toUTCString()) : REFERENCE.answer(call)),
  }),
  variant(
    "several-challenges",
    "A 401 names several challenges in one header.",
    amend(status(401), headers({ "WWW-Authenticate": 'Basic realm="old, but kept", bearer realm="Animal Store"' })),
  ),
  variant(
    "several-challenge-headers",
    "A 401 names several challenges, each in a header of its own.",
    amend(status(401), headers({ "WWW-Authenticate": ['Digest realm="x", nonce="y"', 'Bearer realm="Animal Store"'] })),
  ),
  variant(
    "bare-challenge",
    "The challenge of a 401 is the word Bearer.",
    amend(status(401), headers({ "WWW-Authenticate": "Bearer" })),
  ),
  variant(
    "deprecated-on-another-day",
    "The operation is deprecated since another day.",
    amend((call) => call.onItem, headers({ Deprecation: "@1704067200" })),
  ),
  variant(
    "deprecated-before-1970",
    "The day of deprecation is a negative number.",
    amend((call) => call.onItem, headers({ Deprecation: "@-86400" })),
  ),
  variant(
    "more-links",
    "Link has relations of its own, in headers of their own.",
    amend((call) => call.onItem, headers({ Link: [DEPRECATION_HEADERS.Link, '<https://example.com/>; rel="help"'] })),
  ),
];

const TRANSPORT: readonly Variant[] = [
  variant("no-head", "HEAD is not supported.", {
    answer: (call) => (call.method === "HEAD" ? withoutHead(call) : REFERENCE.answer(call)),
  }),
  variant("head-without-length", "HEAD is answered without Content-Length.", {
    send: (answer, call, response) => {
      if (call.method !== "HEAD") return REFERENCE.send(answer, call, response);
      response.writeHead(answer.status, answer.headers).end();
    },
  }),
  variant("chunked", "Answers are sent in chunks, without Content-Length.", {
    send: (answer, call, response) => {
      response.writeHead(answer.status, answer.headers);
      if (call.method === "HEAD" || answer.status === 204) return void response.end();
      const bytes = bytesOf(answer);
      const middle = Math.ceil(bytes.length / 2);
      response.write(bytes.subarray(0, middle));
      response.end(bytes.subarray(middle));
    },
  }),
  variant(
    "compressed",
    "Answers are gzipped for those who ask for it.",
    amend(
      (call) => /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(call.headers["accept-encoding"]?.toString() ?? ""),
      (answer, call) => ({
        ...headers({ "Content-Encoding": "gzip", Vary: "Accept-Encoding" })(answer, call),
        raw: gzipSync(bytesOf(answer)),
      }),
    ),
  ),
  variant(
    "conditional",
    "Successful GETs have an ETag; If-None-Match with that tag is answered 304.",
    amend(all(ok, method("GET", "HEAD")), (answer, call) => {
      const tag = `"${createHash("sha256").update(bytesOf(answer)).digest("base64url").slice(0, 16)}"`;
      const tagged = headers({ ETag: tag })(answer, call);
      const wanted = call.headers["if-none-match"] ?? "";
      const known = wanted.trim() === "*" || wanted.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
      if (!known) return tagged;
      const { json: _json, raw: _raw, ...rest } = headers({ "Content-Type": undefined })(tagged, call);
      return { ...rest, status: 304 };
    }),
  ),
  variant(
    "lower-case-headers",
    "The names of headers are written in small letters.",
    amend(anywhere, (answer) => ({
      ...answer,
      headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value])),
    })),
  ),
  variant("no-keep-alive", "Each answer closes the connection.", amend(anywhere, headers({ Connection: "close" }))),
  variant("slow", "Each answer takes 20 ms.", {
    send: (answer, call, response) => {
      setTimeout(() => REFERENCE.send(answer, call, response), 20);
    },
  }),
];

export const VARIANTS: readonly Variant[] = [...ORDER, ...FORM, ...CHOICES, ...TRANSPORT];

function unprocessable(answer: Answer): Answer {
  return { ...answer, status: 422, json: { ...(answer.json as object), status: 422 } };
}

function tooMany(call: Call, retryAfter: string): Answer {
  const made = call.behaviour.refuse(refusal(429, "too_many_requests", "slow down"), call);
  return { ...made, headers: { ...made.headers, "Retry-After": retryAfter } };
}

function withoutHead(call: Call): Answer {
  const made = REFERENCE.wrongMethod(call);
  return { ...made, headers: { ...made.headers, Allow: call.onItem ? "GET" : "GET, POST" } };
}
