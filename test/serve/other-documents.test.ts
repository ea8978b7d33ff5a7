// The command with documents from other people, and with flags that newcomers try first.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { readServeOptions } from "../../src/commands/serve/inputs/options.ts";
import { orders } from "../http/documents.ts";
import { file, get, run, up, useFolder } from "./running.ts";
import type { JsonObject } from "../../src/json/value.ts";

useFolder();

test("a capacity alone limits the default number of items", async () => {
  const running = run({ capacity: "5" });
  const url = await up(running);
  expect(await (await get(`${url}/pets`)).json()).toHaveLength(5);
  running.stop();
  expect([await running.code, running.err()]).toEqual([0, ""]);
});

test("a requested seed is not limited", async () => {
  const running = run({ capacity: "5", seed: "6" });
  expect(await running.code).toBe(2);
  expect(running.err()).toContain("--seed does not fit: item 6: is one more than the capacity of 5 items");
});

test("no key is mentioned if the document requires none", async () => {
  const running = run({ spec: file("open.json", JSON.stringify(orders())) });
  await up(running);
  expect(running.out()).not.toMatch(/key/i);
  running.stop();
  await running.code;
});

test("a key for a document without security has no effect, and a message says so", async () => {
  const running = run({ spec: file("open.json", JSON.stringify(orders())), key: ["s3cret"] });
  await up(running);
  expect(running.out()).toContain("key        the document requires none, so --key has no effect");
  running.stop();
  await running.code;
});

test("a store that starts empty is reported, with the reason", async () => {
  const item = { not: {} };
  const running = run({ spec: file("none.json", JSON.stringify(orders({ item }))) });
  const url = await up(running);
  expect(await (await get(`${url}/orders`)).json()).toEqual([]);
  expect(running.err()).toMatch(/^animal-store serve: orders starts empty: an item cannot be made from the document: /);
  running.stop();
  await running.code;
});

/** A document with a typo, an operation that cannot be understood, a QUERY operation and webhooks. */
function inPart(): JsonObject {
  const { paths, ...rest } = orders() as Record<string, JsonObject>;
  const done = { "200": { description: "Done." } };
  const broken = { parameters: [{ in: "query" }], responses: done };
  return {
    ...rest,
    openapi: "3.2.0",
    paths: {
      ...paths,
      "/broken": { get: broken, post: { requestBdoy: {}, responses: done }, query: { responses: done } },
    },
    webhooks: { made: { post: { responses: done } }, gone: { post: { responses: done } } },
  };
}

test("a partly understood document is served in part, and the output names the rest", async () => {
  const running = run({ spec: file("part.json", JSON.stringify(inPart())) });
  const url = await up(running);
  expect((await get(`${url}/orders`)).status).toBe(200);
  running.stop();
  await running.code;
  expect(running.err().trimEnd().split("\n")).toEqual([
    expect.stringMatching(
      /^animal-store serve: 1 of \d operations cannot be served: GET \/broken \(.*part\.json:1: the parameter has no name\)$/,
    ),
    expect.stringMatching(
      /part\.json:1: "requestBdoy" is not a field of the Operation Object: did you mean "requestBody"\?$/,
    ),
  ]);
});

test("a broken reference is ignored with a message; one to a missing file prevents the start", async () => {
  const lost = orders() as { components: { schemas: Record<string, JsonObject> } };
  const part = (reference: string): string =>
    JSON.stringify({
      ...lost,
      components: {
        ...lost.components,
        schemas: { ...lost.components.schemas, Unused: { properties: { of: { $ref: reference } } } },
      },
    });
  const running = run({ spec: file("lost.json", part("#/components/schemas/Gone")) });
  expect((await get(`${await up(running)}/orders`)).status).toBe(200);
  running.stop();
  await running.code;
  const said = /not understood: .*lost\.json:1: \$ref "#\/components\/schemas\/Gone" leads nowhere in the document$/m;
  expect(running.err()).toMatch(said);
  for (const wishes of [
    { spec: file("unread.json", part("gone.json#/Gone")) },
    { spec: file("lost.json", part("#/components/schemas/Gone")), strict: true },
  ]) {
    const refused = run(wishes);
    expect([await refused.code, refused.err()]).toEqual([2, expect.stringMatching(/(lost|unread)\.json:1:/)]);
  }
});

test("with --strict, a partly understood document is refused", async () => {
  const running = run({ spec: file("part.json", JSON.stringify(inPart())), strict: true });
  expect(await running.code).toBe(2);
  expect(running.err()).toMatch(/part\.json:1:\d+: the parameter has no name/);
});

/** A document with one list and one security scheme. */
function withScheme(scheme: JsonObject, path = "/orders"): JsonObject {
  const { paths, components, ...rest } = orders({ root: { security: [{ one: [] }] } }) as Record<string, JsonObject>;
  return {
    ...rest,
    paths: { [path]: (paths as JsonObject)["/orders"] ?? null },
    components: { ...components, securitySchemes: { one: scheme } },
  };
}

/** The arguments of the command in the banner, as a shell passes them to curl. */
async function shownCommand(spec: string, key: readonly string[] = []): Promise<string[]> {
  const running = run({ spec, ...(key.length === 0 ? {} : { key }) });
  await up(running);
  running.stop();
  await running.code;
  const command = /^ {2}try {8}curl (.*)$/m.exec(running.out())?.[1] ?? "";
  const env = { PATH: process.env["PATH"] ?? "", API_KEY: "s3cret" };
  return execFileSync("sh", ["-c", `printf '%s\\n' ${command}`], { env, encoding: "utf8" })
    .trimEnd()
    .split("\n");
}

test("the command that is shown does nothing but send the request, whatever the document calls its parts", async () => {
  const document = withScheme({ type: "apiKey", in: "header", name: 'x$(echo run)`echo run`"\\' }, "/$(echo run)`ls`");
  const spec = file("shell.json", JSON.stringify(document));
  for (const [given, sent] of [
    [[], "demo-key"],
    [["s3cret"], "s3cret"],
  ] as const) {
    const [flag, header, address] = await shownCommand(spec, given);
    expect([flag, header]).toEqual(["-H", `x$(echo run)\`echo run\`"\\: ${sent}`]);
    expect(address).toMatch(/\/\$\(echo run\)`ls`$/);
  }
});

test("the command that is shown names the scheme of the document", async () => {
  const spec = file("token.json", JSON.stringify(withScheme({ type: "http", scheme: "Token" })));
  expect(await shownCommand(spec)).toContain("Authorization: token demo-key");
});

test("control characters of a document never reach the terminal", async () => {
  const document = { ...orders(), info: { title: "Orders\u001b[31m\u202e\r\nX", version: "1" } };
  const running = run({ spec: file("hidden.json", JSON.stringify(document)) });
  await up(running);
  running.stop();
  await running.code;
  expect(running.out()).toMatch(/^Orders\\x1b\[31m\\u202e\\r\\nX 1 is served at /);
});

test.each(["http://x", "x.test:8080", "x.test/", "*.test", "a b", "-"])("a host cannot be called %s", (name) => {
  const wanted = /must be a host name such as dev\.example\.com, without a scheme, a port or a path, not "/;
  expect(() => readServeOptions({ allowedHost: ["ok.test", name] }, {})).toThrow(wanted);
  expect(() => readServeOptions({}, { ANIMAL_STORE_ALLOWED_HOST: name })).toThrow(/^ANIMAL_STORE_ALLOWED_HOST must be/);
});

test.each(["dev.example.com", "DEV", "a_b.test.", "10.0.0.1", "[::1]"])("a host can be called %s", (name) => {
  expect(readServeOptions({ allowedHost: [name] }, {}).allowedHosts).toEqual([name]);
});
