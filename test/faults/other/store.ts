// A second conforming store, written independently from the published interface. It differs from the reference wherever
// the contract allows it: sparse identifiers, newest items first, indented responses, clamped limits. Its faults show
// whether the suite finds classes of faults, or only the faults of one store.
import { type IncomingHttpHeaders, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Running } from "../server.ts";
import { type JsonObject, type JsonValue, isInteger, isObject } from "../../../src/json/value.ts";
import { readJsonBytes } from "../../../src/json/read.ts";
import { writeJson } from "../../../src/json/write.ts";

export interface Thing {
  readonly id: bigint;
  readonly name: string;
  readonly categoryId: number | bigint;
  readonly status?: string;
}

/** A complete request. */
export interface Ask {
  /** Its number on this server, from 1. */
  readonly serial: number;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
  readonly op: "list" | "create" | "fetch" | "none";
  readonly onItem: boolean;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Written as JSON, unless there is `text`. */
  readonly body?: unknown;
  readonly text?: string | Buffer;
}

/** How a fault or a variant differs. */
export interface Quirks {
  readonly things?: readonly Thing[];
  /** Runs before anything else, and may respond. */
  readonly first?: (ask: Ask, shop: Shop) => Reply | undefined;
  readonly admits?: (presented: string, ask: Ask, shop: Shop) => boolean;
  readonly size?: (texts: readonly string[], ask: Ask, shop: Shop) => number | Reply;
  readonly wanted?: (texts: readonly string[], ask: Ask, shop: Shop) => string | undefined | Reply;
  /** The items of a list before paging. */
  readonly sift?: (things: Thing[], wanted: string | undefined, ask: Ask, shop: Shop) => Thing[];
  /** What is wrong with a body; "" if nothing is. */
  readonly fault?: (body: JsonValue, ask: Ask, shop: Shop) => string;
  readonly take?: (thing: Thing, body: JsonObject, shop: Shop) => Thing;
  readonly find?: (text: string, ask: Ask, shop: Shop) => Thing | undefined;
  /** The last change to a response. */
  readonly last?: (reply: Reply, ask: Ask, shop: Shop) => Reply;
  /** Sends the response. */
  readonly send?: (reply: Reply, ask: Ask, response: ServerResponse, shop: Shop) => void;
}

export const KEY = "s3cr3t-Key_71XpQz";
const STATES = ["available", "pending", "sold"];
const INT64 = 2n ** 63n;
const ON_ITEM = /^\/v1\/pets\/([^/]+)$/;
const GOING = {
  deprecation: "@1780000000",
  sunset: "Thu, 05 Dec 2030 00:00:00 GMT",
  link: '<https://docs.example.org/gone>; rel="deprecation", </v1/pets>; rel="successor-version"',
};

export const isReply = (value: unknown): value is Reply =>
  typeof value === "object" && value !== null && "headers" in value;

export function reply(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers: { "content-type": "application/json;charset=UTF-8", ...headers }, body };
}

export function trouble(status: number, message: string, headers: Record<string, string> = {}): Reply {
  return reply(status, { status, message, code: `E${status}`, traceId: "7f3a-11" }, headers);
}

export function isInt64(value: unknown): value is number | bigint {
  return isInteger(value) && BigInt(value) >= -INT64 && BigInt(value) < INT64;
}

export class Shop {
  readonly things: Thing[] = [];
  readonly notes = new Map<string, number>();
  readonly quirks: Quirks;
  #highest = 1000n;

  constructor(quirks: Quirks) {
    this.quirks = quirks;
    const start = quirks.things ?? STOCK;
    this.things.push(...start);
    for (const { id } of start) if (id > this.#highest) this.#highest = id;
  }

  nextId(): bigint {
    // With gaps, like a store that shares its sequence with others.
    this.#highest += 7n + (this.#highest % 5n);
    return this.#highest;
  }

  answer(ask: Ask): Reply {
    const made = this.quirks.first?.(ask, this) ?? this.#answer(ask);
    const marked = ask.onItem ? { ...made, headers: { ...made.headers, ...GOING } } : made;
    return this.quirks.last?.(marked, ask, this) ?? marked;
  }

  #answer(ask: Ask): Reply {
    if (ask.path !== "/v1/pets" && !ask.onItem) return trouble(404, "no such place");
    if (!this.#admitted(ask)) return trouble(401, "who are you?", { "www-authenticate": "bearer" });
    return this.carryOut(ask);
  }

  /** The response to a request with a valid key. */
  carryOut(ask: Ask): Reply {
    if (ask.op === "list") return this.#list(ask);
    if (ask.op === "create") return this.#create(ask);
    if (ask.op === "fetch") return this.#fetch(ask);
    const allow = ask.onItem ? "GET, HEAD, OPTIONS" : "GET, HEAD, OPTIONS, POST";
    if (ask.method === "OPTIONS") return { status: 200, headers: { allow, "content-length": "0" } };
    return trouble(405, "not here", { allow });
  }

  #admitted(ask: Ask): boolean {
    const presented = ask.headers.authorization ?? "";
    return this.quirks.admits?.(presented, ask, this) ?? admits(presented);
  }

  #list(ask: Ask): Reply {
    const size = this.quirks.size?.(ask.query.getAll("limit"), ask, this) ?? sizeOf(ask.query.getAll("limit"));
    if (isReply(size)) return size;
    const texts = ask.query.getAll("status");
    const wanted = this.quirks.wanted === undefined ? wantedOf(texts) : this.quirks.wanted(texts, ask, this);
    if (isReply(wanted)) return wanted;
    const newest = this.things.toReversed();
    const found = this.quirks.sift?.(newest, wanted, ask, this) ?? sift(newest, wanted);
    return reply(200, found.slice(0, size).map(show));
  }

  #create(ask: Ask): Reply {
    const media = (ask.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
    if (media !== "application/json") return trouble(415, "send application/json");
    const read = readJsonBytes(ask.bytes);
    if ("fault" in read) return trouble(400, "that is no JSON");
    const wrong = this.quirks.fault?.(read.value, ask, this) ?? faultOf(read.value);
    if (wrong !== "") return trouble(400, wrong);
    const body: JsonObject = isObject(read.value) ? read.value : {};
    const { name, categoryId, status } = body as unknown as Thing;
    const plain = { id: this.nextId(), name, categoryId, ...(status === undefined ? {} : { status }) };
    const thing = this.quirks.take?.(plain, body, this) ?? plain;
    this.things.push(thing);
    return reply(201, show(thing));
  }

  #fetch(ask: Ask): Reply {
    const text = decoded(ON_ITEM.exec(ask.path)?.[1] ?? "");
    const thing = this.quirks.find === undefined ? this.byDigits(text) : this.quirks.find(text, ask, this);
    return thing === undefined ? trouble(404, "no such item") : reply(200, show(thing));
  }

  byDigits(text: string): Thing | undefined {
    return /^-?\d{1,19}$/.test(text) ? this.things.find(({ id }) => String(id) === text) : undefined;
  }
}

/** The initial items have every status, and one has none. */
export const STOCK: readonly Thing[] = [
  { id: 1000n, name: "Rex", categoryId: 4, status: "sold" },
  { id: 1031n, name: "Ὀδυσσεύς", categoryId: 4 },
  { id: 2n ** 33n + 5n, name: "Ну, погоди!", categoryId: 11, status: "available" },
  { id: 2n ** 33n + 6n, name: "", categoryId: -3, status: "pending" },
];

export function admits(presented: string): boolean {
  const [scheme = "", key, ...more] = presented.split(" ");
  return scheme.toLowerCase() === "bearer" && key === KEY && more.length === 0;
}

export function sizeOf(texts: readonly string[]): number | Reply {
  const [text] = texts;
  if (text === undefined) return 20;
  if (texts.length > 1 || !/^-?\d+$/.test(text)) return trouble(400, "limit must be one integer");
  return Math.min(100, Math.max(1, Number(text)));
}

export function wantedOf(texts: readonly string[]): string | undefined | Reply {
  const [text] = texts;
  if (text === undefined || (texts.length === 1 && STATES.includes(text))) return text;
  return trouble(400, "no such status");
}

export function sift(things: Thing[], wanted: string | undefined): Thing[] {
  return wanted === undefined ? things : things.filter(({ status }) => status === wanted);
}

export function faultOf(body: JsonValue): string {
  if (!isObject(body)) return "an object is wanted";
  if (typeof body["name"] !== "string") return "name must be text";
  if (!isInt64(body["categoryId"])) return "categoryId must be an int64";
  const { status } = body;
  return status === undefined || STATES.includes(status as string) ? "" : "no such status";
}

export function show({ id, name, categoryId, status }: Thing): JsonObject {
  const first = { categoryId, ...(status === undefined ? {} : { status }) };
  return { ...first, name, id, links: { self: `/v1/pets/${id}` } };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

export function bytesOf({ body, text }: Reply): Buffer {
  if (text !== undefined) return Buffer.from(text);
  return Buffer.from(body === undefined ? "" : `${writeJson(body, 1)}\n`);
}

export function deliver(made: Reply, ask: Ask, response: ServerResponse): void {
  const bytes = bytesOf(made);
  for (const [name, value] of Object.entries(made.headers)) response.setHeader(name, value);
  response.statusCode = made.status;
  const bodiless = made.status === 204 || made.status === 304;
  if (!bodiless) response.setHeader("content-length", bytes.length);
  response.end(bodiless || ask.method === "HEAD" ? undefined : bytes);
}

/** Starts the store on a free port of this machine. */
export async function startOther(quirks: Quirks = {}): Promise<Running> {
  const shop = new Shop(quirks);
  let serial = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const [path = "", ...rest] = (request.url ?? "").split("?");
      const search = rest.join("?");
      const bytes = Buffer.concat(chunks);
      const method = request.method ?? "";
      const head = { serial: ++serial, method, path, search, headers: request.headers, bytes, text: bytes.toString() };
      const onItem = ON_ITEM.test(path);
      const ask: Ask = { ...head, query: new URLSearchParams(search), onItem, op: opOf(method, path, onItem) };
      let made: Reply;
      try {
        made = shop.answer(ask);
      } catch (error) {
        made = trouble(599, `this fault is broken itself: ${String(error)}`);
      }
      (quirks.send ?? deliver)(made, ask, response, shop);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}/v1`, key: KEY, close };
}

function opOf(method: string, path: string, onItem: boolean): Ask["op"] {
  const reads = method === "GET" || method === "HEAD";
  if (onItem) return reads ? "fetch" : "none";
  if (path !== "/v1/pets") return "none";
  return reads ? "list" : method === "POST" ? "create" : "none";
}
