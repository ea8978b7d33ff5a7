// The command, run within the test's process.
import { createServer } from "node:net";
import { Command } from "commander";
import { describe, expect, test } from "vitest";
import { register } from "../../src/commands/command.ts";
import { serveCommand } from "../../src/commands/serve/serve.ts";
import { type ServeFlags, readServeOptions } from "../../src/commands/serve/inputs/options.ts";
import { orders } from "../http/documents.ts";
import { freePort } from "../http/support.ts";
import { file, folder, get, run, up, useFolder } from "./running.ts";

useFolder();

describe("output at the start", () => {
  test("ten lines or fewer: where, the key, a command that works, what goes away, how to stop", async () => {
    const running = run({});
    const url = await up(running);
    const lines = running.out().trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(10);
    expect(lines[0]).toBe(`Animal Store 1.0.0 is served at ${url}`);
    expect(running.out()).toContain("demo-key");
    expect(running.out()).toContain("GET /pets/{petId}, until 2030-12-05");
    expect(running.out()).toContain("Ctrl-C");
    const curl = /curl -H "Authorization: Bearer (\S+)" (\S+)/.exec(running.out());
    expect((await get(curl?.[2] ?? "", curl?.[1])).status).toBe(200);
    running.stop();
    expect(await running.code).toBe(0);
  });

  test("a key that was chosen is not printed", async () => {
    const running = run({ key: ["s3cret", "other"] });
    const url = await up(running);
    expect(running.out()).not.toContain("s3cret");
    expect(running.out()).toContain("$API_KEY");
    expect((await get(`${url}/pets`, "other")).status).toBe(200);
    expect((await get(`${url}/pets`)).status).toBe(401);
    running.stop();
    await running.code;
  });

  test("--quiet prints the base URL alone", async () => {
    const running = run({ quiet: true });
    const url = await up(running);
    expect(running.out()).toBe(`${url}\n`);
    running.stop();
    await running.code;
  });

  test("--json-log prints a line for each request, with its query and why it was refused", async () => {
    const running = run({ jsonLog: true });
    const url = await up(running);
    await get(`${url}/pets?limit=3`);
    await get(`${url}/pets/77`);
    await get(`${url}/no-such-path`);
    running.stop();
    await running.code;
    const lines = running
      .out()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const refusal = expect.objectContaining({ kind: "not_found", where: "path" }) as unknown;
    expect(lines.map(({ ms: _ms, time: _time, ...rest }) => rest)).toEqual([
      { method: "GET", path: "/pets", status: 200, query: "limit=3", refusal: null },
      { method: "GET", path: "/pets/{petId}", status: 404, query: null, refusal },
      { method: "GET", path: null, status: 404, query: null, refusal },
    ]);
    for (const { ms } of lines) {
      expect(String(ms)).toMatch(/^\d+(\.\d{1,2})?$/);
      expect(ms).toBeGreaterThan(0);
    }
    expect(running.err()).toContain("Ctrl-C");
  });
});

describe("what it serves", () => {
  test("another document, with generated items, on another day", async () => {
    const spec = file("orders.json", JSON.stringify(orders()));
    const running = run({ spec, seed: "30", today: "2031-01-01", capacity: "30" });
    const url = await up(running);
    expect(url).toMatch(/\/api$/);
    expect(await (await get(`${url}/orders?page_size=50`)).json()).toHaveLength(30);
    expect(running.out()).toContain(`curl ${url}/orders`);
    running.stop();
    await running.code;
  });

  test("items from a file", async () => {
    const seed = file(
      "items.json",
      '[{"id":40,"name":"a","categoryId":9223372036854775807},{"name":"b","categoryId":2}]',
    );
    const running = run({ seed });
    const url = await up(running);
    expect(await (await get(`${url}/pets`)).text()).toBe(
      '[{"id":40,"name":"a","categoryId":9223372036854775807},{"id":41,"name":"b","categoryId":2}]',
    );
    running.stop();
    await running.code;
  });

  test("lists by name from a file", async () => {
    const seed = file("lists.json", '{"pets":[{"id":3,"name":"a","categoryId":1}]}');
    const running = run({ seed });
    expect(await (await get(`${await up(running)}/pets`)).text()).toBe('[{"id":3,"name":"a","categoryId":1}]');
    running.stop();
    await running.code;
  });
});

describe("failures to start are one line, with exit code 2", () => {
  test.each<[string, ServeFlags, RegExp]>([
    ["a document that does not exist", { spec: "none.yaml" }, /none\.yaml.*does not exist/],
    ["a seed that does not exist", { seed: "none.json" }, /--seed cannot read none\.json: ENOENT/],
    ["an address of another machine", { host: "203.0.113.1" }, /is not an address of this machine/],
  ])("%s", async (_name, flags, expected) => {
    const running = run(flags);
    expect(await running.code).toBe(2);
    expect(running.err()).toMatch(expected);
    expect(running.err().trimEnd().split("\n")).toHaveLength(1);
    expect(running.out()).toBe("");
  });

  test("a broken document", async () => {
    const running = run({ spec: file("broken.yaml", "openapi: 3.1.0\ninfo: [\n") });
    expect(await running.code).toBe(2);
    expect(running.err()).toMatch(/broken\.yaml:\d+:\d+: .*; fix the document, or name another with --spec\n$/);
  });

  test("a port in use", async () => {
    const port = await freePort();
    const other = createServer().listen(port, "127.0.0.1");
    const running = run({ port: String(port) });
    expect(await running.code).toBe(2);
    expect(running.err()).toBe(
      `animal-store serve: port ${port} is in use; stop the program that listens there, or choose another with --port (0 takes a free one)\n`,
    );
    other.close();
  });

  test("invalid items, each with its line, at most ten", async () => {
    const items = Array.from({ length: 15 }, (_, id) => `{"id":${id},"name":1,"categoryId":1}`).join(",\n");
    const running = run({ seed: file("bad.json", `[${items}]`) });
    expect(await running.code).toBe(2);
    const lines = running.err().trimEnd().split("\n");
    expect(lines).toHaveLength(11);
    expect(lines[3]).toBe("bad.json:3: item 3 /name must be a string");
  });

  test.each([
    ["not JSON", "[1,", /--seed cannot use odd\.json: it is not JSON/],
    ["not a list", "{}x", /odd\.json/],
    ["a list for an unknown resource", '{"strangers":[]}', /no resource is called strangers; there are pets/],
  ])("a seed that is %s", async (_name, text, expected) => {
    const running = run({ seed: file("odd.json", text) });
    expect(await running.code).toBe(2);
    expect(running.err()).toMatch(expected);
  });

  test.each<[ServeFlags, RegExp]>([
    [{ port: "x" }, /--port must be a whole number from 0 to 65535/],
    [{ port: "65536" }, /--port/],
    [{ port: "-1" }, /--port/],
    [{ port: "80.5" }, /--port/],
    [{ today: "2030-02-30" }, /--today must be a day/],
    [{ today: "tomorrow" }, /--today/],
    [{ capacity: "many" }, /--capacity/],
    [{ seed: "-5" }, /--seed/],
    [{ key: [""] }, /--key must not be empty/],
    [{ host: "" }, /--host must be an address or a name of this machine, not ""/],
    [{ host: " " }, /--host must be an address or a name of this machine, not " "/],
  ])("%j", (flags, expected) => {
    expect(() => readServeOptions(flags, {})).toThrow(expected);
  });
});

describe("options", () => {
  test("flags take precedence over variables, and variables over defaults", () => {
    const env = {
      ANIMAL_STORE_PORT: "5000",
      ANIMAL_STORE_HOST: "0.0.0.0",
      ANIMAL_STORE_KEY: "a, b,",
      ANIMAL_STORE_SEED: "7",
      ANIMAL_STORE_TODAY: "2030-01-01",
      ANIMAL_STORE_QUIET: "1",
      ANIMAL_STORE_JSON_LOG: "false",
      ANIMAL_STORE_ALLOWED_HOST: "x.test,y.test",
      ANIMAL_STORE_CAPACITY: "9",
      ANIMAL_STORE_SPEC: "s.yaml",
    };
    expect(readServeOptions({}, env)).toEqual({
      command: "serve",
      mock: [],
      webhooks: { hosts: [], to: {} },
      port: 5000,
      host: "0.0.0.0",
      auth: true,
      origins: [],
      keys: ["a", "b"],
      isDefaultKey: false,
      seed: 7,
      today: "2030-01-01",
      quiet: true,
      jsonLog: false,
      log: false,
      console: true,
      control: {},
      situation: [],
      allowedHosts: ["x.test", "y.test"],
      capacity: 9,
      strict: false,
      lenient: false,
      onlyRequired: false,
      watch: false,
      overlays: [],
      spec: "s.yaml",
    });
    expect(readServeOptions({ port: "1", key: ["c,d"], seed: "f.json" }, env)).toMatchObject({
      port: 1,
      keys: ["c,d"],
      seed: "f.json",
    });
    expect(readServeOptions({}, { ANIMAL_STORE_PORT: "" })).toMatchObject({
      port: 4010,
      host: "127.0.0.1",
      keys: ["demo-key"],
      isDefaultKey: true,
      capacity: 1_000_000,
    });
    expect(() => readServeOptions({}, { ANIMAL_STORE_PORT: "no" })).toThrow("ANIMAL_STORE_PORT");
    expect(() => readServeOptions({}, { ANIMAL_STORE_QUIET: "maybe" })).toThrow("true or false");
  });

  test("the command accepts every flag, and reports mistakes through its exit code", async () => {
    let err = "";
    const codes: number[] = [];
    const program = new Command().exitOverride();
    const io = {
      stdout: () => undefined,
      stderr: (text: string) => void (err += text),
      env: {},
      cwd: folder(),
      color: false,
    };
    register(serveCommand, program, io, (code) => void codes.push(code));
    const argv = ["serve", "--key", "a", "--key", "b", "--allowed-host", "x.test", "--port", "none", "--quiet"];
    await program.parseAsync(argv, { from: "user" });
    expect([codes, err]).toEqual([[2], expect.stringContaining("--port")]);
  });
});
