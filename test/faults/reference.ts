// A small store that conforms in every respect, and shares only the exact JSON reader with the product. Faults and
// variants are derived from it.
import {
  type Answer,
  type Behaviour,
  type Call,
  type Integer,
  type Item,
  type NewItem,
  type Refusal,
  isRefusal,
} from "./behaviour.ts";
import { type JsonObject, type JsonValue, isInteger, isObject } from "../../src/json/value.ts";
import { readJsonBytes } from "../../src/json/read.ts";
import { writeJson } from "../../src/json/write.ts";

export const STATUSES: readonly string[] = ["available", "pending", "sold"];
const MAX_BODY = 65_536;

/** No item is pending, for an empty result, and one has no status, for an absent property. */
const SEED: readonly NewItem[] = [
  { name: "Bella", categoryId: 1, status: "available" },
  { name: "Luna", categoryId: 2, status: "sold" },
  { name: "Čičko", categoryId: 2, status: "available" },
  { name: "Nemo", categoryId: 3 },
  { name: "小虎", categoryId: 9_007_199_254_740_993n, status: "available" },
  { name: "Kiwi", categoryId: 3, status: "sold" },
];

export const DEPRECATION_HEADERS = {
  Deprecation: "@1795132800",
  Sunset: "Thu, 05 Dec 2030 00:00:00 GMT",
  Link: '</v1/pets>; rel="successor-version", <https://docs.example.com/animal-store/deprecations>; rel="deprecation"',
};

/** This many items, with each status in turn and every fourth without one. */
export function seedOf(count: number, firstId = 1n): Item[] {
  return Array.from({ length: count }, (_, index) => {
    const model = SEED[index % SEED.length] as NewItem;
    const { status: _status, ...rest } = model;
    const status = index < SEED.length ? model.status : [...STATUSES, undefined][index % 4];
    return { id: firstId + BigInt(index), ...rest, ...(status === undefined ? {} : { status }) };
  });
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return { status, headers: { "Content-Type": "application/json", ...headers }, json: value };
}

export function refusal(refuse: number, code: string, message: string): Refusal {
  return { refuse, code, message };
}

export function isInt64(value: unknown): value is Integer {
  if (!isInteger(value)) return false;
  return BigInt.asIntN(64, BigInt(value)) === BigInt(value);
}

/** The methods that the document lists for the path of a call, with HEAD for GET. */
export function allowed(call: Call): string {
  return call.onItem ? "GET, HEAD" : "GET, HEAD, POST";
}

function answer(call: Call): Answer {
  const { behaviour } = call;
  if (!isKnownPath(call.path)) return behaviour.unknownPath(call);
  const key = behaviour.credential(call);
  if (key === undefined || !behaviour.accepts(key, call)) return behaviour.challenge(key !== undefined, call);
  return carryOut(call);
}

/** The response to a request with a valid key. */
export function carryOut(call: Call): Answer {
  if (call.operation === "list") return list(call);
  if (call.operation === "create") return create(call);
  if (call.operation === "fetch") return fetchOne(call);
  return call.behaviour.wrongMethod(call);
}

export function isKnownPath(path: string): boolean {
  return /^\/v1\/pets(\/[^/]+)?$/.test(path);
}

function list(call: Call): Answer {
  const { behaviour } = call;
  const limit = behaviour.limit(call.query.getAll("limit"), call);
  if (isRefusal(limit)) return behaviour.refuse(limit, call);
  const status = behaviour.filter(call.query.getAll("status"), call);
  if (isRefusal(status)) return behaviour.refuse(status, call);
  return behaviour.listed(behaviour.select({ limit, status }, call), call);
}

function create(call: Call): Answer {
  const { behaviour } = call;
  const read = behaviour.parse(call);
  if (isRefusal(read)) return behaviour.refuse(read, call);
  const checked = behaviour.check(read.value, call);
  if (isRefusal(checked)) return behaviour.refuse(checked, call);
  const body = isObject(read.value) ? read.value : {};
  const item: Item = { id: behaviour.identify(checked, call, body), ...checked };
  behaviour.keep(item, call);
  return behaviour.created(item, call);
}

function fetchOne(call: Call): Answer {
  const { behaviour } = call;
  const id = behaviour.identifier(decoded(call.path.slice("/v1/pets/".length)), call);
  const item = id === undefined ? undefined : behaviour.find(id, call);
  return item === undefined ? behaviour.missing(call) : behaviour.found(item, call);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function credential(call: Call): string | undefined {
  return /^bearer +(\S+)$/i.exec(call.headers.authorization ?? "")?.[1];
}

function challenge(presented: boolean, call: Call): Answer {
  const made = call.behaviour.refuse(
    presented ? refusal(401, "invalid_credential", "the API key is not valid") : MISSING_KEY,
    call,
  );
  const header = `Bearer realm="Animal Store"${presented ? ', error="invalid_token"' : ""}`;
  return { ...made, headers: { ...made.headers, "WWW-Authenticate": header } };
}

const MISSING_KEY = refusal(401, "missing_credential", "an API key is required as a bearer credential");

function limit(values: readonly string[]): number | Refusal {
  const [text] = values;
  if (text === undefined) return 20;
  const value = /^(0|[1-9]\d*)$/.test(text) ? Number(text) : 0;
  if (values.length > 1 || value < 1 || value > 100) {
    return refusal(400, "invalid_parameter", "limit is outside its constraints; allowed are integers from 1 to 100");
  }
  return value;
}

function filter(values: readonly string[]): string | undefined | Refusal {
  const [text] = values;
  if (text === undefined || (values.length === 1 && STATUSES.includes(text))) return text;
  return refusal(
    400,
    "invalid_parameter",
    "status is outside its constraints; allowed are available, pending and sold",
  );
}

function select(query: { limit: number; status: string | undefined }, call: Call): Item[] {
  const page: Item[] = [];
  for (const item of call.state.items.values()) {
    if (page.length >= query.limit) break;
    if (query.status === undefined || item.status === query.status) page.push(item);
  }
  return page;
}

function parse(call: Call): { value: JsonValue } | Refusal {
  const mediaType = (call.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (call.body.length > MAX_BODY) return refusal(413, "body_too_large", "the body is larger than 65536 bytes");
  if (mediaType !== "application/json") {
    return refusal(415, "unsupported_media_type", "the body must be application/json");
  }
  const read = readJsonBytes(call.body);
  return "value" in read ? read : refusal(400, "malformed_body", `the body ${read.fault.message}`);
}

function check(body: JsonValue): NewItem | Refusal {
  const invalid = (message: string): Refusal => refusal(400, "invalid_body", message);
  if (!isObject(body)) return invalid("the body must be an object");
  const { name, categoryId, status } = body as JsonObject & {
    name?: JsonValue;
    categoryId?: JsonValue;
    status?: JsonValue;
  };
  if (name === undefined) return invalid("name is missing");
  if (typeof name !== "string") return invalid("name must be a string");
  if (categoryId === undefined) return invalid("categoryId is missing");
  if (!isInt64(categoryId)) return invalid("categoryId must be an int64");
  if (status === undefined) return { name, categoryId };
  if (typeof status !== "string" || !STATUSES.includes(status)) {
    return invalid("status must be one of available, pending and sold");
  }
  return { name, categoryId, status };
}

function identifier(text: string): bigint | undefined {
  if (!/^(0|-?[1-9]\d*)$/.test(text) || text.length > 20) return undefined;
  const id = BigInt(text);
  return isInt64(id) ? id : undefined;
}

function finish(made: Answer, call: Call): Answer {
  return call.onItem ? { ...made, headers: { ...made.headers, ...DEPRECATION_HEADERS } } : made;
}

/** The bytes of a response body. */
export function bytesOf(made: Answer): Buffer {
  if (made.raw !== undefined) return Buffer.from(made.raw);
  return made.json === undefined ? Buffer.alloc(0) : Buffer.from(writeJson(made.json));
}

/** The reference: every part conforms to the contract and its decisions. */
export const REFERENCE: Behaviour = {
  seed: () => seedOf(6),
  answer,
  credential,
  accepts: (key, call) => key === call.state.key,
  challenge,
  limit,
  filter,
  select,
  listed: (items) => json(200, items),
  parse,
  check,
  identify: (_item, call) => call.state.nextId++,
  keep: (item, call) => void call.state.items.set(String(item.id), item),
  created: (item) => json(201, item),
  identifier,
  find: (id, call) => call.state.items.get(String(id)),
  found: (item) => json(200, item),
  missing: (call) =>
    call.behaviour.refuse(refusal(404, "not_found", "the requested resource could not be found"), call),
  unknownPath: (call) => call.behaviour.refuse(refusal(404, "unknown_path", "there is nothing at this path"), call),
  wrongMethod: (call) => {
    const made = call.behaviour.refuse(refusal(405, "wrong_method", "the method is not allowed here"), call);
    return { ...made, headers: { ...made.headers, Allow: allowed(call) } };
  },
  refuse: ({ refuse: status, code, message }) => json(status, { code, message, status }),
  finish,
  send: (made, call, response) => {
    const bytes = bytesOf(made);
    const bodiless = made.status === 204 || made.status === 304;
    response.writeHead(made.status, { ...made.headers, ...(bodiless ? {} : { "Content-Length": bytes.length }) });
    response.end(call.method === "HEAD" || bodiless ? undefined : bytes);
  },
};
