// A mock on a free port, and a client that validates each response by the document before a test sees it.
import { createServer, request } from "node:http";
import { type Socket, connect } from "node:net";
import { contractOf, documentOfValue } from "../../src/contract/load.ts";
import { loadEmbeddedContract } from "../../src/contract/embedded/embedded.ts";
import type { Contract, Header, Operation } from "../../src/contract/model.ts";
import { showViolations } from "../../src/schema/violation.ts";
import {
  type MockServer,
  type MockServerOptions,
  type ServedOptions,
  createMockServer,
} from "../../src/http/node/server.ts";
import { type FetchHandler, createFetchHandler } from "../../src/http/fetch/handler.ts";
import { jsonMedia } from "../../src/contract/media.ts";
import type { Worlds } from "../../src/mock/worlds.ts";
import { responseFor } from "../../src/contract/responses.ts";
import { inferResources } from "../../src/resource/infer.ts";
import type { Inference } from "../../src/resource/model.ts";
import type { Violation } from "../../src/schema/model.ts";
import { type JsonObject, type JsonValue, isObject } from "../../src/json/value.ts";
import { readJson } from "../../src/json/read.ts";

export interface Sent {
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** The bearer key; null sends none. */
  readonly key?: string | null;
}

export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body, read exactly; undefined if there is none. */
  readonly value: JsonValue | undefined;
}

export interface Mock {
  readonly contract: Contract;
  readonly inference: Inference;
  readonly server: MockServer;
  readonly url: string;
  readonly port: number;
  /** What clients see of each host: the server and the fetch handler. Tests must control both in the same way. */
  readonly worlds: readonly Worlds[];
  /** Sends a request to a path below the base URL, and validates the response by the document. */
  send(method: string, path: string, sent?: Sent): Promise<Got>;
  /** The same for requests with the options of `fetch`, whose responses need not be in the document. */
  fetch(url: string, init?: RequestInit): Promise<Response>;
  reset(): void;
  close(): Promise<void>;
}

export async function contractFrom(document?: JsonObject): Promise<Contract> {
  return document === undefined ? loadEmbeddedContract() : contractOf(await documentOfValue(document));
}

/** False if tests cannot look into the worlds of a mock, because it shares them. */
export const hasOwnWorlds = process.env["ANIMAL_STORE_SHARED"] === undefined;

/** With ANIMAL_STORE_SHARED, each test is one of a mock whose worlds are shared: nothing else may change. */
async function sharedIfAsked(options: MockServerOptions): Promise<ServedOptions> {
  const kind = process.env["ANIMAL_STORE_SHARED"];
  if (kind === undefined || options.handlers !== undefined) return options;
  const { sharingFor } = await import("../sharing/engines.ts");
  return { sharing: await sharingFor(kind), ...options };
}

/**
 * Starts a mock of a document, by default the embedded one. All requests also go to the fetch handler, which must give
 * the same response, unless the mock uses something that only the server has: a control plane, a console.
 */
export async function startMock(document?: JsonObject, options: MockServerOptions = {}): Promise<Mock> {
  const contract = await contractFrom(document);
  const inference = inferResources(contract);
  const server = createMockServer(contract, inference, await sharedIfAsked(options));
  const { url, port } = await server.listen({ port: 0 });
  const { onWarning: _warned, onError: _failed, ...others } = options;
  const isAlone = [options.control, options.console].some((one) => one !== undefined);
  let twin: FetchHandler | undefined;
  const other = (): FetchHandler | undefined => (isAlone ? undefined : (twin ??= createFetchHandler(contract, others)));
  const mock: Mock = {
    contract,
    inference,
    server,
    url,
    port,
    get worlds() {
      return [server.worlds, other()?.worlds].filter((one) => one !== undefined);
    },
    async send(method, path, sent = {}) {
      const handler = isForFetch(method, path) ? other() : undefined;
      const [got, second] = await Promise.all([
        ask(url, method, path, sent),
        handler === undefined ? undefined : askTwin(handler, method, url + path, sent),
      ]);
      judge({ contract, inference }, method, path, got);
      if (second !== undefined) demandSame(`${method} ${path}`, shownGot(got), shownGot(second));
      return got;
    },
    async fetch(address, init) {
      const handler = other();
      const answers = [fetch(address, init), ...(handler === undefined ? [] : [handler(new Request(address, init))])];
      const [one, two] = await Promise.all(answers.map(shownResponse));
      if (two !== undefined) demandSame(`${init?.method ?? "GET"} ${address}`, one ?? "", two);
      return answers[0] as Promise<Response>;
    },
    reset() {
      server.reset();
      other()?.worlds.shared.reset();
    },
    async close() {
      twin?.worlds.close();
      await server.close();
    },
  };
  return mock;
}

/** Sends the request of a client to the fetch handler, too. */
async function askTwin(twin: FetchHandler, method: string, url: string, sent: Sent): Promise<Got> {
  const { body, headers = {}, key = "demo-key" } = sent;
  const request = new Request(url, {
    method,
    headers: {
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : new Uint8Array(body) }),
  });
  const response = await twin(request);
  const text = await response.text();
  return { status: response.status, headers: Object.fromEntries(response.headers), text, value: undefined };
}

/** A `Request` cannot use TRACE, and resolves dots in its path. */
function isForFetch(method: string, path: string): boolean {
  return method !== "TRACE" && !/\/\.{1,2}(\/|$)/.test(path);
}

/** Headers of the connection rather than the response. */
const OF_THE_CONNECTION = new Set(["date", "connection", "keep-alive"]);

/** Both hosts give the same response, byte for byte, but for the moments of the two answers. */
function demandSame(place: string, one: string, two: string): void {
  if (timeless(one) !== timeless(two)) throw new Error(`${place}: the hosts differ\nnode  ${one}\nfetch ${two}`);
}

/** Moments of now have milliseconds; a token has the second in which it was issued. */
function timeless(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z/g, "now").replaceAll(/\beyJ[\w-]+(?:\.[\w-]+){2}/g, "token");
}

function shownGot({ status, headers, text }: Omit<Got, "value">): string {
  const lines = Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name));
  return `${status} ${JSON.stringify(lines.toSorted(([a], [b]) => (a < b ? -1 : 1)))} ${text}`;
}

/** The response as far as it arrived, even if it is missing or breaks off. */
async function shownResponse(answer: Promise<Response>): Promise<string> {
  const response = await answer.then(
    (one) => one.clone(),
    () => undefined,
  );
  if (response === undefined) return "no answer";
  const text = await response.text().catch(() => "half a body");
  return shownGot({ status: response.status, headers: Object.fromEntries(response.headers), text });
}

function ask(url: string, method: string, path: string, { body, headers = {}, key = "demo-key" }: Sent): Promise<Got> {
  const { hostname, port, pathname } = new URL(url);
  const given = {
    ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path: pathname.replace(/\/$/, "") + path, method, headers: given },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("error", reject);
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          const found = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
          try {
            const value = valueOf(text, method);
            resolve({ status: answer.statusCode ?? 0, headers: Object.fromEntries(found), text, value });
          } catch (error) {
            reject(error);
          }
        });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

export function valueOf(text: string, method: string): JsonValue | undefined {
  if (text === "" || method === "HEAD") return undefined;
  const reading = readJson(text);
  if ("fault" in reading) throw new Error(`the answer ${reading.fault.message}: ${text.slice(0, 200)}`);
  return reading.value;
}

interface Judges {
  readonly contract: Contract;
  readonly inference: Inference;
}

/** Expects a documented response in all its parts, or the contract's error. */
export function judge({ contract, inference }: Judges, method: string, path: string, got: Got): void {
  const operation = operationFor(contract, method, path);
  const response = operation === undefined ? undefined : responseFor(operation.responses, got.status);
  const place = `${method} ${path} -> ${got.status}`;
  if (got.value !== undefined) {
    const length = String(Buffer.byteLength(got.text));
    demand(got.headers["content-length"] === length, `${place}: Content-Length must be ${length}`);
    const schema =
      jsonMedia(response?.content ?? [])?.schema ?? (got.status >= 400 ? inference.error?.schema : undefined);
    demandNone(schema?.validate(got.value), place);
    const isJson = /^application\/([a-z.]+\+)?json$/.test(got.headers["content-type"] ?? "");
    demand(isJson, `${place}: Content-Type ${got.headers["content-type"]}`);
  }
  if (got.status >= 400 && method !== "HEAD") judgeError(inference, got, place);
  for (const header of response?.headers ?? []) judgeHeader(header, got, place);
}

function judgeHeader({ name, required, schema }: Header, got: Got, place: string): void {
  const value = got.headers[name.toLowerCase()];
  if (value === undefined) demand(!required, `${place}: ${name} is missing`);
  else if (!/^\d+$/.test(value) || schema.validate(Number(value)).length > 0) {
    demandNone(schema.validate(value), `${place}: ${name}`);
  }
}

/** Every refusal has the contract's error body, which repeats the status. */
export function judgeError(inference: Inference, got: Pick<Got, "status" | "value">, place: string): void {
  const { value } = got;
  if (!isObject(value)) throw new Error(`${place}: the body is no error`);
  const { status, schema } = inference.error ?? {};
  demandNone(schema?.validate(value), place);
  demand(status === undefined || value[status.property] === got.status, `${place}: the body has another status`);
}

function demand(kept: boolean, what: string): void {
  if (!kept) throw new Error(what);
}

function demandNone(violations: readonly Violation[] | undefined, place: string): void {
  if (violations !== undefined && violations.length > 0) throw new Error(`${place}: ${showViolations(violations)}`);
}

function operationFor(contract: Contract, method: string, path: string): Operation | undefined {
  const wanted = method === "HEAD" ? "GET" : method;
  const plain = path.split("?")[0] ?? "";
  return contract.operations.find((one) => {
    const pattern = one.path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{[^{}]*\}/g, "[^/]+");
    return one.method === wanted && new RegExp(`^${pattern}$`).test(plain);
  });
}

/** One response from a raw connection. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How long to wait for a first response, in milliseconds, because machines may be busy. */
const PATIENCE = 5_000;

/** Writes bytes to a connection and reads until the server closes it or sends nothing more after a response. */
export function exchangeRaw(
  port: number,
  bytes: string | Buffer,
  silence = 250,
  patience = PATIENCE,
): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, "127.0.0.1");
    const chunks: Buffer[] = [];
    const end = (): void => {
      socket.destroy();
      resolve(parseAnswers(Buffer.concat(chunks).toString("latin1")));
    };
    socket.setTimeout(patience, end);
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      socket.setTimeout(silence);
    });
    socket.on("end", end);
    socket.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNRESET" || error.code === "EPIPE" ? end() : reject(error),
    );
    socket.write(bytes);
  });
}

/** Splits the data into responses by their Content-Length. */
export function parseAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text;
  while (rest !== "") {
    const end = rest.indexOf("\r\n\r\n");
    const [line = "", ...lines] = rest.slice(0, end).split("\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1]);
    demand(status > 99, `not an answer: ${rest.slice(0, 80)}`);
    const headers: Record<string, string> = {};
    for (const one of lines)
      headers[one.slice(0, one.indexOf(":")).toLowerCase()] = one.slice(one.indexOf(":") + 1).trim();
    const length = Number(headers["content-length"] ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    answers.push({ status, headers, body: Buffer.from(body, "latin1").toString("utf8") });
    // The end of chunks that nobody wrote: Node's own answers have no length.
    rest = rest.slice(end + 4 + length).replace(/^0\r\n\r\n/, "");
  }
  return answers;
}

/** A port without a server. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => void server.close(done));
  return port;
}
