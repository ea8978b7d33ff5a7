// Secrets that the service sends: passwords, tokens and keys in its answers. No report shows them.
import type { Document } from "../../../src/document/document.ts";
import { readJson } from "../../../src/json/read.ts";
import { type JsonValue, isObject } from "../../../src/json/value.ts";
import { fieldsIn } from "../../../src/redaction/fields.ts";
import { describesSecret, namesSecret } from "../../../src/redaction/names.ts";
import { SHORT } from "../../../src/redaction/secrets.ts";
import { Wholes } from "../../../src/redaction/wholes.ts";
import { partsOf } from "../../../src/schema/walk.ts";
import { sentText } from "../../bodies.ts";
import { type Exchange, decodedBody } from "../exchange.ts";

/** Shorter values are words like "none". */
const SHORTEST = 4;
/** The most secrets to hide, and the most of those that are searched for one by one. */
const MOST = 50_000;
const MOST_SHORT = 2_000;
/** Characters of all of them. */
const MOST_CHARACTERS = 32_000_000;

/** A property in a JSON text that has values of its own. */
const CONTAINER = /"((?:[^"\\]|\\.){1,80})"\s*:\s*[[{]/g;

export class ServiceSecrets {
  readonly #document: Document;
  #names: ReadonlySet<string> | undefined;
  readonly #received = new Set<string>();
  #short = 0;
  #characters = 0;

  constructor(document: Document) {
    this.#document = document;
  }

  /** Reads an answer. Later on, it may no longer be kept. */
  note(exchange: Exchange): void {
    for (const value of this.in(exchange)) this.#add(value);
  }

  /** The secrets in one answer. */
  *in(exchange: Exchange): Generator<string> {
    const { response } = exchange;
    if (response === undefined) return;
    for (const [name, value] of response.headers)
      if (/^set-cookie$/i.test(name)) yield /=([^;]*)/.exec(value)?.[1] ?? "";
      else if (/^authorization$/i.test(name) || namesSecret(name)) yield value.replace(/^\w+ /, "");
    const text = new TextDecoder().decode(decodedBody(exchange) ?? response.body);
    for (const { value } of fieldsIn(text, (name) => this.isSecret(name))) yield value;
    const holds = [...text.matchAll(CONTAINER)].some(([, name = ""]) => this.isSecret(name));
    if (holds) yield* this.#look(valueOf(text), false);
  }

  /** The secrets received, without values that the run has sent itself: a command must send those again. */
  values(record: readonly Pick<Exchange, "request">[], marker: string): string[] {
    const left = new Set([...this.#received].filter((value) => !value.includes(marker)));
    const search = new Wholes(
      [...left].flatMap((value) => [value, JSON.stringify(value).slice(1, -1)].map((text) => ({ text, value }))),
    );
    for (const { request } of record) {
      const text = request.body === undefined ? "" : sentText(request);
      if (text !== "") for (const [{ value }] of search.find(text)) left.delete(value);
    }
    return [...left];
  }

  /** True for the name of something secret, by itself or because the document says so. */
  isSecret(name: string): boolean {
    this.#names ??= namesIn(this.#document);
    return this.#names.has(name) || namesSecret(name);
  }

  /** Secrets may be in a list or an object, such as `tokens: ["…"]` or `secret: { value: "…" }`. */
  *#look(value: JsonValue | undefined, isSecret: boolean): Generator<string> {
    if (typeof value === "string" && isSecret) yield value;
    if (Array.isArray(value))
      for (const one of value as readonly JsonValue[]) yield* this.#look(one, isSecret && !isObject(one));
    if (!isObject(value)) return;
    for (const [name, one] of Object.entries<JsonValue>(value)) yield* this.#look(one, isSecret || this.isSecret(name));
  }

  #add(value: string): void {
    if (value.length < SHORTEST || !/[^\W_]/.test(value) || this.#received.has(value)) return;
    const isShort = value.length < SHORT;
    if (this.#received.size >= MOST || (isShort && this.#short >= MOST_SHORT)) return;
    if (this.#characters + value.length > MOST_CHARACTERS) return;
    this.#received.add(value);
    this.#characters += value.length;
    if (isShort) this.#short++;
  }
}

function valueOf(text: string): JsonValue | undefined {
  const read = readJson(text);
  return "value" in read ? read.value : undefined;
}

/** The names of properties that the document marks or describes as secret. */
function namesIn(document: Document): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { kind, value } of partsOf(document)) {
    const properties = kind === "schema" ? value["properties"] : undefined;
    for (const [name, schema] of isObject(properties) ? Object.entries<JsonValue>(properties) : []) {
      if (!isObject(schema)) continue;
      const { writeOnly, format, description, xml } = schema;
      const isTold = typeof description === "string" && describesSecret(description);
      if (writeOnly === true || format === "password" || isTold) {
        names.add(name);
        if (isObject(xml) && typeof xml["name"] === "string") names.add(xml["name"]);
      }
    }
  }
  return names;
}
