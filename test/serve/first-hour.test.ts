// The first hour of a team: opening the root in a browser, an extra slash, a URL as a document, a mock without keys.
import { Command } from "commander";
import { expect, test } from "vitest";
import { register } from "../../src/commands/command.ts";
import { serveCommand } from "../../src/commands/serve/serve.ts";
import { run, up, useFolder } from "./running.ts";
import { startMock } from "../http/support.ts";

useFolder();

const HTML = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

test("a browser at the root or the base path sees what is served and where", async () => {
  const mock = await startMock();
  try {
    const root = new URL(mock.url).origin;
    for (const address of [root, `${root}/`, mock.url, `${mock.url}/`]) {
      const answer = await fetch(address, { headers: HTML });
      const page = await answer.text();
      expect([address, answer.status, answer.headers.get("content-type")]).toEqual([
        address,
        200,
        "text/html; charset=utf-8",
      ]);
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(page).toContain(mock.url);
      expect(page).toContain("/v1/pets/{petId}");
      expect(page).not.toMatch(/and \d+ more/);
      expect(page).not.toContain("demo-key");
    }
  } finally {
    await mock.close();
  }
});

test("the page links to the console, if there is one", async () => {
  for (const [flags, isThere] of [
    [{}, true],
    [{ console: false }, false],
  ] as const) {
    const running = run(flags);
    // oxlint-disable-next-line no-await-in-loop
    const page = await (await fetch(new URL(await up(running)).origin, { headers: HTML })).text();
    expect(page.includes('href="/_/"')).toBe(isThere);
    running.stop();
    // oxlint-disable-next-line no-await-in-loop
    await running.code;
  }
});

test("a program that asks for the root gets the contract's 404", async () => {
  const mock = await startMock();
  try {
    const answer = await fetch(new URL(mock.url).origin);
    expect([answer.status, await answer.json()]).toMatchObject([404, { status: 404 }]);
  } finally {
    await mock.close();
  }
});

test("a document that has the root path wins, and its names cannot become markup", async () => {
  const operation = { responses: { "200": { description: "fine" } } };
  const document = {
    openapi: "3.1.0",
    info: { title: "<script>alert(1)</script>", version: "1" },
    servers: [{ url: "/v1" }],
    paths: { "/": { get: operation }, "/x": { get: { ...operation, summary: '"><img src=x onerror=alert(1)>' } } },
  };
  const mock = await startMock(document);
  try {
    const root = new URL(mock.url).origin;
    expect((await fetch(`${root}/v1/`, { headers: HTML })).headers.get("content-type") ?? "").not.toContain("html");
    const page = await (await fetch(root, { headers: HTML })).text();
    expect(page).not.toMatch(/<script|<img/);
    expect(page).toContain("&#60;script&#62;");
  } finally {
    await mock.close();
  }
});

test("an extra or missing slash is named in the 404", async () => {
  const mock = await startMock();
  try {
    const { status, text } = await mock.send("GET", "/pets/");
    expect([status, text]).toEqual([404, expect.stringContaining("without the slash at the end")]);
    expect((await mock.send("GET", "/nothing/")).text).not.toContain("slash");
  } finally {
    await mock.close();
  }
});

test("--no-auth lets requests in without a key, and the banner says so", async () => {
  const running = run({ auth: false });
  const url = await up(running);
  expect(running.out()).toContain("not required (--no-auth)");
  expect(running.out()).not.toContain("Authorization");
  expect((await fetch(`${url}/pets`)).status).toBe(200);
  running.stop();
  await running.code;
});

test("ANIMAL_STORE_NO_AUTH=true does the same", async () => {
  const running = run({}, { ANIMAL_STORE_NO_AUTH: "true" });
  const url = await up(running);
  expect((await fetch(`${url}/pets`)).status).toBe(200);
  running.stop();
  await running.code;
});

test("a URL for a document is refused with the command that downloads it", async () => {
  const running = run({ spec: "https://example.com/openapi.yaml" });
  expect(await running.code).toBe(2);
  expect(running.err()).toContain("never fetched");
  expect(running.err()).toContain("curl -fsSLo openapi.yaml 'https://example.com/openapi.yaml'");
  expect(running.err().trimEnd()).not.toContain("\n");
});

test("a document can be named without --spec", async () => {
  let err = "";
  let code: number | undefined;
  const io = { stdout: () => undefined, stderr: (text: string) => void (err += text), env: {}, cwd: "/", color: false };
  const program = new Command().exitOverride();
  register(serveCommand, program, io, (given) => {
    code = given;
  });
  await program.parseAsync(["serve", "missing.yaml"], { from: "user" });
  expect([code, err]).toEqual([2, expect.stringContaining("missing.yaml")]);
});
