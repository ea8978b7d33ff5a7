// Lenient stores that lose items: a creation or a replacement with the identifier of an item replaces it, whatever the
// identifier is written like; removals that name nothing they understand remove everything; settings are there for all.
import { type IncomingMessage, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type JsonObject, type JsonValue, type Scalar, isObject, scalarText } from "../../../src/json/value.ts";
import { readJson } from "../../../src/json/read.ts";
import { writeJson } from "../../../src/json/write.ts";
import { answers, at, body, list, number, object, text } from "../../http/parts.ts";

/** How a store reads an identifier: the key under which it keeps the item, or undefined for none. */
export type Reads = (value: JsonValue) => string | undefined;

const first = (value: JsonValue): JsonValue =>
  Array.isArray(value) && value.length === 1 ? first(value[0] as JsonValue) : value;
/** As JavaScript writes it, objects and lists, too. */
const written = (value: JsonValue): string => scalarText(first(value) as Scalar);
const integer = (value: number): string | undefined => (Number.isInteger(value) ? String(value) : undefined);

/** Coercions that frameworks and databases really do. */
export const COERCIONS: Readonly<Record<string, { readonly kind: "integer" | "string"; readonly reads: Reads }>> = {
  "Number()": { kind: "integer", reads: (value) => integer(Number(isObject(value) ? NaN : value)) },
  "parseInt()": { kind: "integer", reads: (value) => integer(parseInt(written(value), 10)) },
  "Ajv's": {
    kind: "integer",
    reads: (value) => {
      const one = first(value);
      if (one === null) return "0";
      return integer(typeof one === "string" && one.trim() === "" ? NaN : Number(isObject(one) ? NaN : one));
    },
  },
  rounding: { kind: "integer", reads: (value) => integer(Math.round(Number(first(value)))) },
  "String()": { kind: "string", reads: (value) => written(value) },
  "case and spaces": { kind: "string", reads: (value) => written(value).trim().toLowerCase() },
  "URL decoding": {
    kind: "string",
    reads: (value) =>
      decodeURIComponent(encodeURIComponent(written(value)).replaceAll("%25", "%")).replace(/[. ]+$/, ""),
  },
};

/** The identifiers of the items that are there before: everything that a probe might be read as. */
export const BEFORE = {
  integer: ["0", "1", "2", "3", "7", "8", "42", "-1", "2147483647", "1987654321", "1987654", "777111"],
  string: [
    "1",
    "0",
    "true",
    "false",
    "null",
    "undefined",
    "",
    "text",
    "x",
    "sample",
    "no-such-item",
    "[object object]",
  ],
} as const;

const responses = (schema: JsonObject, ...more: string[]): JsonObject =>
  Object.assign(
    {},
    answers("200", schema),
    ...more.map((status) => answers(status, object({ error: text }))),
  ) as JsonObject;

/** Texts under which items are kept besides their identifiers: as short as the key may be. */
const CODES = ["a", "aa", "aaa", "b", "x", "1", "7", "0", "", "abc", "xxx", "tru"];

/**
 * What a document says: each operation by which something may be lost; less, so that the replacement of the collection
 * must be guessed; or, in place of identifiers in bodies, a key that the store also takes for one.
 */
export type Says = "everything" | "less" | "a key";
type Kind = "integer" | "string";

/** The document of the store. */
export function documentOf(kind: Kind, says: Says = "everything"): JsonObject {
  const id = kind === "integer" ? number : text;
  const key = { code: kind === "integer" ? number : { type: "string", maxLength: 3 } };
  const more = says === "a key" ? key : { author: object({ id, name: text }) };
  const note = object({ id, title: text, ...more }, "id", "title");
  const sent = object({ ...(says === "a key" ? {} : { id }), title: text, ...more }, "title");
  const named = object({ ids: list(id) }, "ids");
  const replacing = {
    put: { requestBody: body(list(note)), responses: responses(list(note), "400") },
    patch: { requestBody: body(list(note)), responses: responses(list(note), "400") },
    delete: { parameters: [{ name: "ids", in: "query", schema: list(id) }], responses: answers("204") },
  };
  return {
    openapi: "3.1.0",
    info: { title: "Notes", version: "1" },
    paths: {
      "/notes": {
        get: { responses: responses(list(note)) },
        post: { requestBody: body(sent), responses: { ...responses(note, "400"), ...answers("201", note) } },
        ...(says === "everything" ? replacing : {}),
      },
      "/notes/clear": { post: { responses: answers("204") } },
      "/notes/bulk-remove": { post: { requestBody: body(named), responses: answers("204") } },
      "/notes/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: id }],
        get: { responses: responses(note, "404") },
        put: { requestBody: body(sent), responses: { ...responses(note, "400", "404"), ...answers("201", note) } },
        patch: { requestBody: body(sent), responses: responses(note, "400", "404") },
        delete: { responses: { ...answers("204"), ...answers("404", object({ error: text })) } },
      },
      "/notes/{id}/archive": { ...at("id"), post: { responses: responses(note, "404") } },
      "/settings": {
        get: { responses: responses(object({ theme: text, size: number }, "theme")) },
        put: {
          requestBody: body(object({ theme: text, size: number }, "theme")),
          responses: responses(object({ theme: text }), "400"),
        },
      },
      "/reset": { post: { responses: answers("204") } },
    },
  };
}

export interface Upserting {
  readonly url: string;
  readonly requests: readonly string[];
  /** The items and settings that were there before the run, as they are now. */
  readonly before: () => string;
  /** The identifiers of all items that came later. */
  readonly left: () => string[];
  readonly close: () => Promise<void>;
}

/** Starts a store that reads identifiers like this. */
export async function startUpserting({
  kind,
  reads,
}: {
  readonly kind: Kind;
  readonly reads: Reads;
}): Promise<Upserting> {
  const own = BEFORE[kind];
  const shown = (key: string): JsonValue => (kind === "integer" ? Number(key) : key);
  const items = new Map<string, JsonObject>(
    own.map((key, index) => {
      const code = kind === "integer" ? Number(key) : (CODES[index] ?? "");
      return [key, { id: shown(key), title: `precious ${key}`, code }];
    }),
  );
  const keptUnder = (code: JsonValue | undefined): string | undefined => {
    const read = code === undefined ? undefined : reads(code);
    const found = [...items].find(([, item]) => read !== undefined && reads(item["code"] ?? "none") === read);
    return found?.[0];
  };
  const settings: Record<string, JsonValue> = { theme: "dark", size: 3 };
  const requests: string[] = [];
  let next = 100;
  const keep = (sent: JsonObject, path?: string): readonly [number, JsonValue | undefined] => {
    if (typeof sent["title"] !== "string") return [400, { error: "title" }];
    const given = path ?? (Object.hasOwn(sent, "id") ? reads(sent["id"] as JsonValue) : keptUnder(sent["code"]));
    if (Object.hasOwn(sent, "id") && given === undefined) return [400, { error: "id" }];
    const key = given ?? String(kind === "integer" ? next++ : `n${next++}`);
    const author = sent["author"];
    // Cascades: what is inside is stored, too.
    if (isObject(author) && Object.hasOwn(author, "id")) keep({ title: "cascaded", id: author["id"] as JsonValue });
    const isNew = !items.has(key);
    items.set(key, { ...sent, id: shown(key) });
    return [isNew ? 201 : 200, items.get(key)];
  };
  const remove = (ids: readonly JsonValue[]): void => {
    const keys = ids.flatMap((id) => reads(id) ?? []);
    if (keys.length === 0) items.clear();
    for (const key of keys) items.delete(key);
  };
  const answer = (method: string, url: URL, sent: JsonValue | undefined): readonly [number, JsonValue | undefined] => {
    const object = isObject(sent) ? sent : {};
    const all = Array.isArray(sent) ? (sent as readonly JsonValue[]).filter(isObject) : [object];
    const [, collection, last, action] = url.pathname.split("/");
    if (collection === "settings") return method === "GET" ? [200, settings] : [200, Object.assign(settings, object)];
    if (collection === "reset" && method === "POST")
      return [items.clear(), 204][1] === 204 ? [204, undefined] : [500, undefined];
    if (collection !== "notes") return [404, { error: "path" }];
    if (last === "clear" || last === "bulk-remove") {
      if (method !== "POST") return [405, { error: "method" }];
      if (last === "clear") items.clear();
      else remove(Array.isArray(object["ids"]) ? (object["ids"] as readonly JsonValue[]) : []);
      return [204, undefined];
    }
    if (last === undefined) {
      if (method === "GET") return [200, [...items.values()]];
      if (method === "POST") return isObject(sent) ? keep(sent) : [400, { error: "body" }];
      if (method === "PUT") items.clear();
      if (method === "PUT" || method === "PATCH") return [200, all.map((one) => keep(one)[1] ?? null)];
      if (method !== "DELETE") return [405, { error: "method" }];
      // It never looks at the query.
      items.clear();
      return [204, undefined];
    }
    const key = reads(decodeURIComponent(last));
    if (method === "PUT" && key !== undefined && action === undefined)
      return isObject(sent) ? keep(sent, key) : [400, { error: "body" }];
    const item = key === undefined ? undefined : items.get(key);
    if (item === undefined || key === undefined) return [404, { error: "none" }];
    if (method === "GET") return [200, item];
    if (action === "archive") return [200, items.set(key, { ...item, title: "archived" }).get(key)];
    if (method === "PATCH") return keep({ ...item, ...object, id: item["id"] ?? null });
    if (method !== "DELETE") return [405, { error: "method" }];
    items.delete(key);
    return [204, undefined];
  };
  const server = createServer((request, response) => {
    void textOf(request).then((sent) => {
      requests.push(`${request.method} ${request.url} ${sent}`);
      const read = sent === "" ? { value: undefined } : readJson(sent);
      const url = new URL(request.url ?? "", "http://x");
      const [status, value] =
        "value" in read ? answer(request.method ?? "", url, read.value) : [400, { error: "JSON" }];
      const out = value === undefined || request.method === "HEAD" ? "" : writeJson(value);
      response.writeHead(status, out === "" ? {} : { "Content-Type": "application/json" }).end(out);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const isBefore = (key: string): boolean => own.some((one) => one === key);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    before: () => writeJson([own.map((key) => items.get(key) ?? null), settings]),
    left: () => [...items.keys()].filter((key) => !isBefore(key)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
