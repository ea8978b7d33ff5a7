// What client libraries of published APIs expect in their first hour, each kind in words of its own.
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { answers, at, body, list, object, text } from "./parts.ts";
import { serve, textOf } from "./kinds.ts";
import { startMock } from "./support.ts";

const person = object({ gid: text, name: text }, "gid", "name");

test('"me" in a path is whoever asks, and no item is called so', async () => {
  const who = { name: "gid", in: "path", required: true, schema: text, example: "me" };
  await using mock = await serve({
    "/people": { get: { responses: answers("200", list(person)) } },
    "/people/{gid}": { parameters: [who], get: { responses: answers("200", person) } },
    "/people/{gid}/badges": { parameters: [who], get: { responses: answers("200", list(object({ id: text }, "id"))) } },
  });
  const { list: people } = await mock.ask("GET /people");
  const me = await mock.ask("GET /people/me");
  expect(people).toContainEqual({ gid: me["gid"], name: me["name"] });
  expect(JSON.stringify(people)).not.toContain('"me"');
  expect(await mock.ask("GET /people/me/badges")).toMatchObject({ status: 200 });
  expect(await mock.ask("GET /people/you")).toMatchObject({ status: 404 });
});

test("the account in the path of whoever signs in with its name is the first one, under that name", async () => {
  const account = object({ sid: text, label: text }, "sid", "label");
  const call = object({ sid: text, account_sid: text, to: text }, "sid", "account_sid", "to");
  const document = {
    openapi: "3.1.0",
    info: { title: "Calls", version: "1" },
    security: [{ basic: [] }],
    components: { securitySchemes: { basic: { type: "http", scheme: "basic" } } },
    paths: {
      "/accounts/{sid}": { ...at("sid"), get: { responses: answers("200", account) } },
      "/accounts": { get: { responses: answers("200", list(account)) } },
      "/accounts/{account_sid}/calls": {
        ...at("account_sid"),
        get: { responses: answers("200", list(call)) },
        post: { requestBody: body(object({ to: text }, "to")), responses: answers("201", call) },
      },
      "/accounts/{account_sid}/calls/{sid}": { ...at("account_sid", "sid"), get: { responses: answers("200", call) } },
    },
  };
  const first = { kind: "items", items: [{ sid: "AC00000001", label: "Main" }] } as const;
  const mock = await startMock(document, { keys: ["secret"], seeds: { named: { accounts: first } } });
  const own = "AC99999999";
  const ask = async (user: string, path: string, sent?: JsonObject) => {
    const headers = {
      Authorization: `Basic ${Buffer.from(`${user}:secret`).toString("base64")}`,
      ...(sent === undefined ? {} : { "Content-Type": "application/json" }),
    };
    const body = sent === undefined ? {} : { body: JSON.stringify(sent) };
    return (await mock.send(sent === undefined ? "GET" : "POST", path, { key: null, headers, ...body })).value;
  };
  expect(await ask(own, `/accounts/${own}`)).toEqual({ sid: own, label: "Main" });
  const made = (await ask(own, `/accounts/${own}/calls`, { to: "+1" })) as JsonObject;
  expect(made).toMatchObject({ account_sid: own, to: "+1" });
  expect(await ask(own, `/accounts/${own}/calls/${textOf(made["sid"])}`)).toEqual(made);
  expect(await ask("somebody", `/accounts/${own}/calls`)).not.toEqual(expect.any(Array));
  await mock.close();
});
