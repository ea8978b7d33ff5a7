// Requests that are not, or hardly, HTTP, over raw connections, because no client library would send them. Every
// response with a body has the contract's error body, and the server still works after each.
import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getResponse } from "msw";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, type RawAnswer, exchangeRaw, judgeError, startMock } from "../../http/support.ts";
import { loadEmbeddedContract } from "../../../src/contract/embedded/embedded.ts";
import type { Contract } from "../../../src/contract/model.ts";
import { createMswMock } from "../../../src/entries/msw.ts";
import { createFetchHandler } from "../../../src/http/fetch/handler.ts";
import { toNodeHandler } from "../../../src/http/node/node-handler.ts";
import { readJson } from "../../../src/json/read.ts";
import { shareOf } from "../../share.ts";
import { BODY, CASES, HOST, JSON_TYPE, KEY, get, post } from "./malformed-requests.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

/** SECURITY.md states this number. */
const MALFORMED = 100;

test("there are as many cases as SECURITY.md states", () => {
  expect(CASES.length).toBe(MALFORMED);
});

describe("malformed HTTP", () => {
  test.concurrent.each(CASES)("%s", async (name, bytes, expected) => {
    const patience = expected.length === 0 ? 120 : undefined;
    const answers = await exchangeRaw(mock.port, Buffer.from(bytes, "latin1"), 120, patience);
    for (const answer of answers) judgeRaw(answer, name);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => !expected.includes(status))).toEqual([]);
    // If a refusal is required, there must be one.
    expect(statuses.length > 0 || expected.some((status) => status < 400) || expected.length === 0).toBe(true);
    expect((await mock.send("GET", "/pets/1")).status).toBe(200);
  });

  test("an unknown method is named as the cause, with the allowed ones", async () => {
    const [answer] = await exchangeRaw(mock.port, `BREW /v1/pets HTTP/1.1\r\n${HOST}\r\n`);
    expect(JSON.parse(answer?.body ?? "")).toEqual({
      code: "not_implemented",
      message:
        "the method is none that is known here; a path answers OPTIONS and the methods that the document gives it, in capitals",
      status: 501,
    });
  });

  test("pipelined requests are answered in order", async () => {
    const bytes = [1, 2, 3, 4, 5].map((id) => get(`/v1/pets/${id}`)).join("");
    const answers = await exchangeRaw(mock.port, bytes, 150);
    expect(answers.map(({ body }) => (JSON.parse(body) as { id: number }).id)).toEqual([1, 2, 3, 4, 5]);
  });

  test.each([
    ["127.0.0.1", 200],
    ["127.0.0.1:1", 200],
    ["[::1]:4010", 200],
    ["LOCALHOST", 200],
    ["localhost.", 200],
    ["a.b.localhost:80", 200],
    ["store.test", 200],
    ["STORE.TEST:8080", 200],
    ["other.test", 421],
    ["0x7f.1", 421],
    ["localhost.test", 421],
    ["notlocalhost", 421],
  ])("Host: %s is answered with %i", async (host, status) => {
    const allowing = await startMock(undefined, { allowedHosts: ["store.test"] });
    const [answer] = await exchangeRaw(
      allowing.port,
      `GET /v1/pets HTTP/1.1\r\nHost: ${host}\r\n${KEY}Connection: close\r\n\r\n`,
    );
    expect(answer?.status).toBe(status);
    await allowing.close();
  });
});

/** Servers that hand their requests to the mock. */
const HOSTS: Readonly<Record<string, (contract: Contract) => [RequestListener, { close(): void }]>> = {
  "toNodeHandler of a server": (contract) => [toNodeHandler(contract), { close() {} }],
  "toNodeHandler as middleware": (contract) => {
    const handle = toNodeHandler(contract);
    // What is no path of the document goes on to whatever else the server has.
    return [(req, res) => handle(req, res, () => res.writeHead(418).end()), { close() {} }];
  },
  createFetchHandler: (contract) => {
    const handler = createFetchHandler(contract);
    return [(req, res) => void passOn(req, res, handler), handler.worlds];
  },
  createMswMock: (contract) => {
    const mock = createMswMock(contract);
    return [(req, res) => void passOn(req, res, (request) => getResponse(mock.handlers, request)), mock.worlds];
  },
};

describe.each(Object.keys(HOSTS))("malformed HTTP to %s", (host) => {
  let server: Server;
  let worlds: { close(): void };
  let port: number;
  beforeAll(async () => {
    const [listener, made] = (HOSTS[host] as (typeof HOSTS)[string])(await loadEmbeddedContract());
    worlds = made;
    server = createServer({ requireHostHeader: false, maxHeaderSize: 8192 }, listener);
    server.maxHeadersCount = 0;
    await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    worlds.close();
    server.closeAllConnections();
    server.close();
  });

  // Which names it is reached under is decided by the surrounding server.
  const cases = CASES.filter(([, , statuses]) => !statuses.includes(421));
  test.concurrent.each(shareOf(cases, 4))("%s", async (name, bytes, expected) => {
    const patience = expected.length === 0 ? 120 : undefined;
    const answers = await exchangeRaw(port, Buffer.from(bytes, "latin1"), 120, patience);
    // What Node's parser refuses, or what no `Request` can be, has an answer without a body, or goes elsewhere.
    const ours = answers.filter(({ status, body }) => body !== "" && status !== 418);
    for (const answer of ours) judgeRaw(answer, name);
    expect(ours.map(({ status }) => status).filter((status) => !expected.includes(status))).toEqual([]);
    const [again] = await exchangeRaw(port, get("/v1/pets/1"), 120);
    expect(again?.status).toBe(200);
  });
});

/** Hands a request to a function of the Fetch standard, unless no `Request` says the same. */
async function passOn(
  req: IncomingMessage,
  res: ServerResponse,
  answer: (request: Request) => Promise<Response | undefined>,
): Promise<void> {
  const request = requestOf(req);
  const response = request === undefined ? undefined : await answer(request).catch(() => Response.error());
  if (response?.type === "error") res.destroy();
  else if (response === undefined) res.writeHead(418).end();
  else res.writeHead(response.status, [...response.headers].flat()).end(Buffer.from(await response.arrayBuffer()));
}

function requestOf(req: IncomingMessage): Request | undefined {
  const { url = "", method = "" } = req;
  const address = url.startsWith("/") ? `http://localhost${url}` : url;
  if (req.headers.host === undefined || !URL.canParse(address) || url.includes("#")) return undefined;
  const pieces = req.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
  if (new URL(address).href !== address) return undefined;
  try {
    const headers = new Headers();
    for (let at = 0; at < req.rawHeaders.length; at += 2)
      headers.append(req.rawHeaders[at] as string, req.rawHeaders[at + 1] as string);
    headers.delete("transfer-encoding");
    return new Request(address, {
      method,
      headers,
      ...(method === "POST" ? { body, duplex: "half" as const } : {}),
    });
  } catch {
    return undefined;
  }
}

describe("Expect: 100-continue", () => {
  const waiting = `${JSON_TYPE}Content-Length: 27\r\nExpect: 100-continue\r\n`;

  test("a body that will be read gets 100 Continue", async () => {
    const answers = await exchangeRaw(mock.port, post(waiting, BODY));
    expect(answers.map(({ status }) => status)).toEqual([100, 201]);
  });

  test("a body that will be refused does not get 100 Continue", async () => {
    const refused = [
      [`POST /v1/pets HTTP/1.1\r\n${HOST}${waiting}\r\n`, 401],
      [post(waiting.replace("27", "70000")), 413],
      [post(waiting.replace("json", "xml")), 415],
    ] as const;
    for (const [bytes, status] of refused) {
      expect((await exchangeRaw(mock.port, bytes)).map((answer) => answer.status)).toEqual([status]);
    }
  });
});

function judgeRaw(answer: RawAnswer, name: string): void {
  if (answer.body === "") {
    if (answer.status === 100 || answer.status === 204) return;
    throw new Error(`${name}: an answer ${answer.status} without a body`);
  }
  const reading = readJson(answer.body);
  if ("fault" in reading || answer.headers["content-type"] !== "application/json") {
    throw new Error(`${name}: not JSON: ${answer.body}`);
  }
  if (answer.status >= 400) judgeError(mock.inference, { status: answer.status, value: reading.value }, name);
}
