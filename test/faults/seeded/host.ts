// Serves a document by handlers for its operations: everything that is the same for all services, such as credentials,
// validation and errors. What a service does with valid requests, and each bug, is in the service itself.
import { type IncomingMessage, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Contract, Operation, Parameter } from "../../../src/contract/model.ts";
import { readJsonBytes } from "../../../src/json/read.ts";
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import type { Running } from "../server.ts";

/** A valid request. */
export interface Ask {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, JsonValue | undefined>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: JsonObject;
  /** The name of the user whose key it carries. */
  readonly user: string;
}

export interface Reply {
  readonly status: number;
  readonly body?: JsonValue;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Handlers by operationId. */
export type Handlers = Readonly<Record<string, (ask: Ask) => Reply>>;

/** A service that keeps its document, and its bugs: ten, and some that show what a single check is for. */
export interface Seeded {
  readonly name: string;
  /** The path of its document. */
  readonly document: string;
  /** What each bug does, numbered from 1. */
  readonly bugs: readonly string[];
  /** A new store, with the bugs for which `bug` is true. */
  readonly start: (bug: (number: number) => boolean) => Handlers;
  /** How it tells that a request is refused; as a problem, if absent. */
  readonly refuse?: typeof problem;
}

export const KEYS: Readonly<Record<string, string>> = { "key-Qz81ma-first": "first", "key-Vb27xe-other": "other" };

export const ok = (body: JsonValue, headers: Reply["headers"] = {}): Reply => ({ status: 200, body, headers });
export const gone: Reply = { status: 204 };
export const problem = (status: number, detail: string, headers: Reply["headers"] = {}): Reply => ({
  status,
  body: { title: detail, status },
  headers: { "Content-Type": "application/problem+json", ...headers },
});
export const missing = (): Reply => problem(404, "not found");

/** A text as it is, and anything else as JSON. */
export const textOf = (value: JsonValue | undefined): string =>
  typeof value === "string" ? value : value === undefined ? "" : writeJson(value);

/** Without the properties that are undefined. */
export const compact = (value: Readonly<Record<string, JsonValue | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(value).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));

/** Compares two values as their order in a sorted list. */
export const order = (one: JsonValue | undefined, other: JsonValue | undefined): number =>
  one === other ? 0 : (one ?? "") < (other ?? "") ? -1 : 1;

/** Starts a service on a free port, with one of its bugs, or with none. */
export async function startSeeded(service: Seeded, contract: Contract, number?: number): Promise<Running> {
  const handlers = service.start((one) => one === number);
  const { refuse = problem } = service;
  const base = contract.servers[0]?.basePath ?? "";
  const answer = (request: IncomingMessage, bytes: Buffer): Reply => {
    const url = new URL(request.url ?? "/", "http://host");
    const found = route(contract, url.pathname.slice(base.length));
    if (found.length === 0 || !url.pathname.startsWith(base)) return refuse(404, "not found");
    const user = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    if (user === undefined || KEYS[user] === undefined)
      return refuse(401, "no valid key", { "WWW-Authenticate": 'Bearer realm="service"' });
    const method = request.method === "HEAD" ? "GET" : request.method;
    const own = found.find(({ operation }) => operation.method === method);
    const allow = [
      ...new Set(found.flatMap(({ operation }) => (operation.method === "GET" ? ["GET", "HEAD"] : operation.method))),
    ];
    if (own === undefined) return refuse(405, "method not allowed", { Allow: allow.join(", ") });
    return handled(own, { url, request, bytes, user: KEYS[user] ?? "", refuse }, handlers);
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { status, body, headers = {} } = answered(() => answer(request, Buffer.concat(chunks)));
      const bytes = Buffer.from(body === undefined ? "" : writeJson(body));
      const isEmpty = body === undefined;
      response.writeHead(status, {
        ...(isEmpty ? {} : { "Content-Type": "application/json" }),
        ...(status === 204 || status === 304 ? {} : { "Content-Length": bytes.length }),
        ...headers,
      });
      response.end(request.method === "HEAD" || isEmpty ? undefined : bytes);
    });
  });
  // Many runs share one thread here: no connection may close while its client waits for its turn.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    key: Object.keys(KEYS)[0] ?? "",
    close,
  };
}

function answered(answer: () => Reply): Reply {
  try {
    return answer();
  } catch (error) {
    return problem(500, error instanceof Error ? error.message : "unknown");
  }
}

interface Routed {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
}

function route({ operations }: Contract, path: string): Routed[] {
  return operations.flatMap((operation) => {
    const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
    const match = new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, "([^/]+)")}$`).exec(path);
    const values = match?.slice(1).map(decodeURIComponent);
    return values === undefined
      ? []
      : [{ operation, path: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""])) }];
  });
}

interface Received {
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly bytes: Buffer;
  readonly user: string;
  readonly refuse: typeof problem;
}

function handled({ operation, path }: Routed, received: Received, handlers: Handlers): Reply {
  const { url, request, user, refuse } = received;
  const wrong: string[] = [];
  const query: Record<string, JsonValue | undefined> = {};
  for (const parameter of operation.parameters) {
    const header = request.headers[parameter.name.toLowerCase()];
    const given =
      parameter.in === "query"
        ? url.searchParams.getAll(parameter.name)
        : parameter.in === "header"
          ? [header ?? []].flat()
          : [path[parameter.name] ?? ""];
    if (given.length === 0) continue;
    const value = read(parameter, given);
    if (value === undefined || parameter.schema.validate(value).length > 0) {
      // A path that no item can have leads to none.
      if (parameter.in === "path") return refuse(404, "not found");
      wrong.push(parameter.name);
    } else if (parameter.in === "query") query[parameter.name] = value;
  }
  if (wrong.length > 0) return refuse(422, `${wrong.join(", ")} is not allowed`);
  const body = readBody(operation, received);
  if ("status" in body) return body;
  const headers = request.headers as Ask["headers"];
  return (handlers[operation.id] ?? (() => refuse(404, "not found")))({
    path,
    query,
    headers,
    user,
    body: (body as { value: JsonObject }).value,
  });
}

function read({ schema }: Parameter, given: readonly string[]): JsonValue | undefined {
  const { type, $ref } = (schema.definition ?? {}) as { readonly type?: string; readonly $ref?: string };
  const [text = ""] = given;
  if (type === "array") return [...given];
  if (given.length > 1 || text === "") return undefined;
  if (type === "integer") return /^(0|-?[1-9]\d{0,30})$/.test(text) ? exact(text) : undefined;
  if (type === "number") return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? Number(text) : undefined;
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : undefined;
  return $ref === undefined && type !== "string" ? undefined : text;
}

const exact = (text: string): number | bigint => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text));

function readBody({ body }: Operation, { request, bytes, refuse }: Received): Reply | { readonly value: JsonValue } {
  if (body === undefined) return { value: {} };
  if (bytes.length === 0) return body.required ? refuse(422, "a body is needed") : { value: {} };
  const sent = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (body.content.every(({ name }) => name !== sent)) return refuse(415, "send JSON");
  const reading = readJsonBytes(bytes);
  if (!("value" in reading)) return refuse(422, reading.fault.message);
  const [wrong] = body.content[0]?.schema?.validate(reading.value) ?? [];
  return wrong === undefined ? { value: reading.value } : refuse(422, `${wrong.at || "the body"} ${wrong.message}`);
}
