// `serve` in daily use: initial situations, requests in the terminal and in a file, and access to the control plane.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { file, folder, get, run, up, useFolder } from "./running.ts";

useFolder();

test("situations of the command line and of a file are on from the start", async () => {
  const situations = file("situations.yaml", "- { on: GET /pets, status: 503 }\n- { list: empty }\n");
  const running = run({ situation: ["GET /pets/{petId} status=404"], situations });
  const url = await up(running);
  expect((await get(`${url}/pets`)).status).toBe(503);
  const one = await get(`${url}/pets/1`);
  expect([one.status, one.headers.get("x-mock-situation")]).toEqual([404, "GET /pets/{petId} status=404, list=empty"]);
  running.stop();
  expect(await running.code).toBe(0);
});

test.each([
  [["latency=fast"], '--situation "latency=fast" cannot be used: '],
  [["GET /pets stauts=500"], "is not an effect with a value; there are latency=, status="],
  [["nobody status=500"], 'no operation is called "nobody"; there are'],
  [["status=999"], "cannot be used"],
  [["latency=800..200"], "the first must not be larger"],
])("a situation that cannot be used is named: %j", async (situation, message) => {
  const running = run({ situation });
  expect(await running.code).toBe(2);
  expect(running.err()).toContain(message);
});

test("a file of situations that cannot be used is reported with the place of the mistake", async () => {
  for (const [text, message] of [
    ["- { status: [", "bad.yaml:1:"],
    ["status: 500", "must be a list of situations"],
    ["- { statsu: 500 }", "bad.yaml: situation 1 cannot be used"],
  ] as const) {
    const running = run({ situations: file("bad.yaml", text) });
    expect(await running.code).toBe(2);
    expect(running.err()).toContain(message);
  }
  const missing = run({ situations: "none.yaml" });
  expect([await missing.code, missing.err()]).toEqual([2, expect.stringContaining("cannot read none.yaml: ENOENT")]);
});

test("--log prints a line for each request: time, method, URL, status, milliseconds, refusal", async () => {
  const running = run({ log: true });
  const url = await up(running);
  await get(`${url}/pets?limit=0&token=hunter2`);
  await fetch(`${url}/pets`, { headers: { Authorization: "Bearer demo-key", "X-Mock-Session": "one" } });
  running.stop();
  await running.code;
  expect(running.out()).toMatch(
    /\n\d\d:\d\d:\d\d GET \/v1\/pets\?limit=0&token=<hidden> 400 [\d.]+ ms {2}limit is "0"; allowed/,
  );
  expect(running.out()).toMatch(/ GET \/v1\/pets 200 [\d.]+ ms {2}session one\n/);
  expect(running.out()).not.toContain("hunter2");
});

test("--har writes an archive, and the end of the output says who called deprecated operations", async () => {
  const running = run({ har: "requests.har" });
  const url = await up(running);
  await fetch(`${url}/pets/1`, { headers: { Authorization: "Bearer demo-key", "User-Agent": "old-app/2" } });
  running.stop();
  await running.code;
  const { log } = JSON.parse(readFileSync(join(folder(), "requests.har"), "utf8")) as { log: { entries: unknown[] } };
  expect(log.entries).toMatchObject([{ request: { method: "GET", url: `${url}/pets/1` }, response: { status: 200 } }]);
  expect(JSON.stringify(log)).not.toContain("demo-key");
  expect(running.err()).toContain("GET /pets/{petId} is deprecated and was called 1 time by old-app/2");
});

test("an archive that cannot be written is reported, and ends with exit code 2", async () => {
  const running = run({ har: "no/such/folder/x.har" });
  await up(running);
  running.stop();
  expect([await running.code, running.err()]).toEqual([
    2,
    expect.stringContaining("--har cannot write no/such/folder/x.har: ENOENT"),
  ]);
});

test("if others can reach it, the control plane requires a generated token, which is shown", async () => {
  const running = run({ host: "0.0.0.0" });
  const url = await up(running);
  const token = /with the token (\S+)/.exec(running.out())?.[1] ?? "";
  expect(token.length).toBeGreaterThan(20);
  const state = `${new URL(url).origin}/_/api/v1/state`;
  expect((await fetch(state)).status).toBe(401);
  expect((await fetch(state, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200);
  running.stop();
  await running.code;
});

test("the control plane accepts a given token, can be moved, lints and reloads, and can be left out", async () => {
  const running = run({ controlPath: "/steer", controlToken: "t0ken-t0ken" });
  const url = await up(running);
  const at = (path: string): string => `${new URL(url).origin}${path}`;
  const headers = { Authorization: "Bearer t0ken-t0ken" };
  expect(running.out()).not.toContain("t0ken");
  expect((await fetch(at("/steer/api/v1/state"))).status).toBe(401);
  expect((await fetch(at("/_/api/v1/health"))).status).toBe(404);
  expect(await (await fetch(at("/steer/api/v1/document/findings"), { headers })).json()).toEqual(expect.any(Array));
  const again = await fetch(at("/steer/api/v1/document/reload"), { method: "POST", headers });
  expect([again.status, await again.json()]).toMatchObject([200, { title: "Animal Store" }]);
  running.stop();
  await running.code;
  const without = run({ control: false });
  const other = await up(without);
  expect((await fetch(`${new URL(other).origin}/_/api/v1/health`)).status).toBe(404);
  expect(without.out()).not.toContain("control");
  without.stop();
  await without.code;
});

test("a reload of a broken document says why, and the previous one stays in use", async () => {
  const spec = file(
    "mine.json",
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Mine", version: "1" },
      paths: { "/a": { get: { responses: { "200": { description: "A." } } } } },
    }),
  );
  const running = run({ spec });
  const url = await up(running);
  file("mine.json", "{");
  const answer = await fetch(`${new URL(url).origin}/_/api/v1/document/reload`, { method: "POST" });
  expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining("mine.json:1")]);
  expect((await get(`${url}/a`)).status).toBe(200);
  running.stop();
  await running.code;
});

test("flags that cannot be used are refused", async () => {
  expect(() => run({ controlPath: "steer" })).toThrow("must be a path such as /_");
  expect(() => run({ controlToken: "short" })).toThrow("8 to 200 letters");
  expect(() => run({ sessionHeader: "Authorization" })).toThrow("a header name such as X-Mock-Session");
});
