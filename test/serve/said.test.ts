// The complete output of `serve` at the start and for each request.
import { expect, test } from "vitest";
import { banner } from "../../src/commands/serve/output/banner.ts";
import { type ServeFlags, readServeOptions } from "../../src/commands/serve/inputs/options.ts";
import { serverOptions } from "../../src/commands/serve/server-options.ts";
import { deprecatedLines } from "../../src/commands/serve/output/request-log.ts";
import { loadContract } from "../../src/contract/load.ts";
import type { MockServer, RequestRecord } from "../../src/http/node/server.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { inferResources } from "../../src/resource/infer.ts";

const responses = { "200": { description: "D" } };
const list = {
  "200": {
    description: "D",
    content: { "application/json": { schema: { type: "array", items: { properties: { id: { type: "integer" } } } } } },
  },
};
const things = (operation: JsonObject = {}): JsonObject => ({ "/things": { get: { responses: list, ...operation } } });

async function said(flags: ServeFlags, paths: JsonObject, scheme?: JsonObject, tokens: object = {}): Promise<string> {
  const security =
    scheme === undefined ? {} : { security: [{ own: [] }], components: { securitySchemes: { own: scheme } } };
  const contract = await loadContract({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths, ...security });
  const served = { contract, inference: inferResources(contract), url: "http://127.0.0.1:4010/v1", ...tokens };
  return banner(served, readServeOptions(flags, {}));
}
const tried = async (scheme: JsonObject, flags: ServeFlags = {}): Promise<string | undefined> =>
  /^ {2}try +(.*)$/m.exec(await said(flags, things(), scheme))?.[1];

test.each<[JsonObject, string]>([
  [{ type: "http", scheme: "bearer" }, 'curl -H "Authorization: Bearer demo-key" http://127.0.0.1:4010/v1/things'],
  [{ type: "http", scheme: "basic" }, "curl -u :demo-key http://127.0.0.1:4010/v1/things"],
  [{ type: "http", scheme: "custom" }, 'curl -H "Authorization: custom demo-key" http://127.0.0.1:4010/v1/things'],
  [{ type: "apiKey", in: "header", name: "X-Key" }, 'curl -H "X-Key: demo-key" http://127.0.0.1:4010/v1/things'],
  [{ type: "apiKey", in: "cookie", name: "sid" }, "curl -b sid=demo-key http://127.0.0.1:4010/v1/things"],
  [{ type: "apiKey", in: "query", name: "key" }, 'curl "http://127.0.0.1:4010/v1/things?key=demo-key"'],
  [{ type: "mutualTLS" }, "curl http://127.0.0.1:4010/v1/things"],
  [
    { type: "openIdConnect", openIdConnectUrl: "http://localhost" },
    'curl -H "Authorization: Bearer demo-key" http://127.0.0.1:4010/v1/things',
  ],
])("the command to try has the credential of %j", async (scheme, command) => {
  expect(await tried(scheme)).toBe(command);
  expect(await tried(scheme, { auth: false })).toBe("curl http://127.0.0.1:4010/v1/things");
});

test.each<[string, JsonObject, string]>([
  ["a list, rather than an operation before it", { "/about": { get: { responses } }, ...things() }, "/things"],
  ["an operation with GET", { "/about": { post: { responses } }, "/other": { get: { responses } } }, "/other"],
  [
    "no operation that requires a parameter",
    { "/about/{id}": { get: { responses, parameters: [{ name: "id", in: "path", required: true, schema: {} }] } } },
    "/v1",
  ],
  [
    "no list that requires a parameter",
    things({ parameters: [{ name: "x", in: "query", required: true, schema: {} }] }),
    "/v1",
  ],
])("the command asks for %s", async (_, paths, end) => {
  const command = /^ {2}try +(.*)$/m.exec(await said({}, paths))?.[1];
  expect(command?.endsWith(end)).toBe(true);
});

test("the complete output: control plane, console, what will go away, and how to stop", async () => {
  const gone = { responses, deprecated: true };
  const paths = Object.fromEntries(
    ["a", "b", "c", "d", "e", "f"].map((name) => [`/${name}`, { get: gone, post: { responses } }]),
  );
  expect(await said({ control: true, console: true }, paths, undefined, { token: "t1" })).toMatchInlineSnapshot(`
    "T 1 is served at http://127.0.0.1:4010/v1
      try        curl http://127.0.0.1:4010/v1/a
      control    http://127.0.0.1:4010/_/api/v1, with the token t1
      console    http://127.0.0.1:4010/_/#token=t1
      deprecated GET /a
                 GET /b
                 GET /c
                 GET /d
                 and 2 more
      stop       Ctrl-C
    "
  `);
  expect(await said({ control: true, controlToken: "my-own-token" }, things(gone), undefined, { runToken: "r1" }))
    .toMatchInlineSnapshot(`
    "T 1 is served at http://127.0.0.1:4010/v1
      try        curl http://127.0.0.1:4010/v1/things
      control    http://127.0.0.1:4010/_/api/v1, with the token you gave
      console    http://127.0.0.1:4010/_/#run=r1
      deprecated GET /things
      stop       Ctrl-C
    "
  `);
  expect(await said({ control: true, console: true }, things(), undefined, { runToken: "r1" })).toMatchInlineSnapshot(`
    "T 1 is served at http://127.0.0.1:4010/v1
      try        curl http://127.0.0.1:4010/v1/things
      control    http://127.0.0.1:4010/_/api/v1
      console    http://127.0.0.1:4010/_/#run=r1
      stop       Ctrl-C
    "
  `);
});

const RECORD: RequestRecord = {
  method: "GET",
  path: "/things",
  status: 200,
  ms: 1.2345,
  url: "/v1/things?a=1",
  query: "a=1",
  refusal: undefined,
  session: undefined,
  situation: undefined,
};
const REFUSED = {
  ...RECORD,
  status: 0,
  refusal: { kind: "not_found", where: "path", why: "no such thing\n" },
  session: "s",
  situation: "slow",
};

test.each<[ServeFlags, RequestRecord, string[], string[]]>([
  [{ log: true }, RECORD, ["TIME GET /v1/things?a=1 200 1.23 ms\n"], []],
  [
    { log: true },
    REFUSED as RequestRecord,
    ["TIME GET /v1/things?a=1 no answer 1.23 ms  session s; situation slow; no such thing\\n\n"],
    [],
  ],
  [
    { jsonLog: true },
    RECORD,
    ['{"method":"GET","path":"/things","status":200,"ms":1.23,"query":"a=1","refusal":null,"time":"DAY"}\n'],
    [],
  ],
  [
    { jsonLog: true, log: true },
    { ...(REFUSED as RequestRecord), path: undefined, query: undefined },
    [
      '{"method":"GET","path":null,"status":0,"ms":1.23,"query":null,"refusal":{"kind":"not_found","where":"path","why":"no such thing\\n"},"session":"s","situation":"slow","time":"DAY"}\n',
    ],
    ["TIME GET /v1/things?a=1 no answer 1.23 ms  session s; situation slow; no such thing\\n\n"],
  ],
])("with %j, each request is one line", (flags, record, out, err) => {
  const told: { out: string[]; err: string[] } = { out: [], err: [] };
  const plain = (text: string): string =>
    text.replace(/^\d\d:\d\d:\d\d /, "TIME ").replace(/"time":"[^"]+Z"/, '"time":"DAY"');
  const io = {
    stdout: (text: string) => void told.out.push(plain(text)),
    stderr: (text: string) => void told.err.push(plain(text)),
    env: {},
    cwd: ".",
    color: false,
  };
  serverOptions(readServeOptions(flags, {}), io).onRequest?.(record);
  expect(told).toEqual({ out, err });
});

test("warnings are one line, and our own errors are shown by name and place, without their message", () => {
  let told = "";
  const io = {
    stdout: () => undefined,
    stderr: (text: string) => void (told += text),
    env: {},
    cwd: ".",
    color: false,
  };
  const { onWarning, onError } = serverOptions(readServeOptions({}, {}), io);
  onWarning?.("two\nlines");
  const error = new RangeError("secret");
  error.stack = "RangeError: secret\n    at place (file:1:2)\n    at other";
  onError?.(error, "/things");
  onError?.("secret", undefined);
  expect(told).toBe(
    "animal-store serve: two\\nlines\n" +
      "animal-store serve: internal error, answered with 500, at /things: RangeError place (file:1:2)\n" +
      "animal-store serve: internal error, answered with 500, at no path: string \n",
  );
});

test("lists the callers of deprecated operations, most frequent first, at most ten", () => {
  const call = (name: string, client: string, count: number): object => ({ operation: { name }, client, count });
  const linesOf = (...deprecated: object[]): string[] =>
    deprecatedLines({
      journals: { deprecated },
      mask: { text: (text: string) => `<${text}>` },
    } as unknown as MockServer);
  expect(linesOf()).toEqual([]);
  expect(deprecatedLines({ mask: {} } as unknown as MockServer)).toEqual([]);
  expect(linesOf(call("GET /a", "", 1), call("GET /b", "one\n", 2))).toEqual([
    "GET /b is deprecated and was called 2 times by <one\\n>",
    "GET /a is deprecated and was called 1 time by a client without User-Agent",
  ]);
  const many = Array.from({ length: 12 }, (_, index) => call(`GET /${index}`, "x", 1));
  expect(linesOf(...many).slice(9)).toEqual([
    "GET /9 is deprecated and was called 1 time by <x>",
    "and 2 more; the control plane lists them",
  ]);
  expect(linesOf(...many.slice(2)).length).toBe(10);
});
