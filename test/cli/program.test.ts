// The built program as users experience it: help, mistakes, exit codes, and output streams.
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentWith, folderWith } from "../contract/documents.ts";
import { IN_PROOF, shareOf } from "../share.ts";
import { type Called, call, lines, run } from "./program.ts";

const NOWHERE = "http://127.0.0.1:1/v1";
// oxlint-disable-next-line no-control-regex -- what colours are made of
const ANSI = /\u001b\[/;

const ran = new Map<string, Promise<Called>>();

/** Runs the program with these arguments once, for all tests that check the output. */
function once(...args: readonly string[]): Promise<Called> {
  const key = args.join(" ");
  const known = ran.get(key) ?? call(args);
  ran.set(key, known);
  return known;
}

describe("what the program says about itself", () => {
  it("--help lists the commands, on standard output", async () => {
    const { code, stdout, stderr } = await (IN_PROOF ? run : call)(["--help"]);
    expect([code, stderr]).toEqual([0, ""]);
    for (const command of ["serve", "verify", "gate", "explain", "checks"])
      expect(stdout).toMatch(new RegExp(`^ +${command}\\b`, "m"));
  });

  it.for(["serve", "verify"])("%s --help lists its options and exits 0", async (command) => {
    const { code, stdout, stderr } = await call([command, "--help"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`Usage: animal-store ${command}`);
    expect(stdout).toContain("--spec <file>");
  });

  it.for(["serve", "verify", "gate", "explain", "requirements", "lint", "compile", "completion", "checks"])(
    "%s --help has the same flags as before",
    async (command) => expect((await call([command, "--help"])).stdout).toMatchSnapshot(),
  );

  it("--version prints the version of the package", async () => {
    const { code, stdout } = await call(["--version"]);
    expect([code, stdout]).toEqual([0, "2.0.0\n"]);
  });

  it("without a command, the help is shown as an error", async () => {
    const { code, stdout, stderr } = await call([]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("Usage: animal-store");
  });
});

describe("mistakes: one message, exit code 2, nothing on standard output", () => {
  it.for<[string, string[], RegExp]>([
    ["an unknown command", ["srve"], /unknown command 'srve'\n\(Did you mean serve\?\)/],
    ["an unknown flag", ["verify", "--kee", "x", NOWHERE], /unknown option '--kee'\n\(Did you mean --key\?\)/],
    ["an unknown flag of explain", ["explain", "--jsn"], /unknown option '--jsn'\n\(Did you mean --json\?\)/],
    ["help for an unknown command", ["help", "gatee"], /unknown command 'gatee'\n\(Did you mean gate\?\)/],
    ["an unknown command with --help", ["config", "--help"], /unknown command 'config'/],
    [
      "an invalid rate",
      ["verify", "--rate-limit", "fast", NOWHERE],
      /--rate-limit must be a number of requests a second, such as 10\/s, not "fast"/,
    ],
    ["no base URL", ["verify"], /^animal-store verify: the base URL to verify is missing: give one such as http/],
    [
      "an unknown check",
      ["verify", "--explain", "auth.nothing"],
      /there is no check "auth\.nothing"; animal-store checks lists them/,
    ],
    [
      "a document that does not exist",
      ["explain", "nowhere.yaml"],
      /^nowhere\.yaml:1:1: the document does not exist\n$/,
    ],
    [
      "a document that does not exist, for serve",
      ["serve", "--port", "0", "--spec", "nowhere.yaml"],
      /nowhere\.yaml:1:1: the document does not exist; .*--spec\n$/,
    ],
    ["a folder instead of a document", ["explain", "/"], /the document is a folder, not a file\n$/],
  ])("%s", async ([, args, says]) => {
    const { code, stdout, stderr } = await once(...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(says);
    expect(lines(stderr).length).toBeLessThanOrEqual(3);
    expect(stderr).not.toMatch(/ {4}at |internal error/);
  });

  it.for<[string, string, RegExp]>([
    ["an empty file", "", /the document is empty; it must be an object with an openapi version\n$/],
    ["an HTML page", "<!DOCTYPE html>\n<p>Sign in\n", /this is an HTML page; the document must be YAML or JSON/],
    ["some text", "hello\n", /the document must be an object with an openapi version\n$/],
  ])("%s instead of a document", async ([, text, says]) => {
    const folder = await folderWith({ "a.yaml": text });
    const { code, stderr } = await call(["explain", join(folder, "a.yaml")]);
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
  });

  it("a mistake in a document: file, line, column and pointer", async () => {
    const folder = await folderWith({
      "spec.yaml": "openapi: 3.1.0\npaths:\n  /a:\n    get:\n      parameters: none\n",
    });
    const { code, stdout, stderr } = await run(["explain", "spec.yaml"], { cwd: folder });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toBe("spec.yaml:5:7: parameters must be a list (at /paths/~1a/get/parameters)\n");
  });
});

describe("exit codes", () => {
  it.runIf(IN_PROOF)("3 if the proxy does not respond; the message names it without its credentials", async () => {
    const { code, stderr } = await run(["verify", "http://staging.example.com/v1"], {
      env: { HTTP_PROXY: "http://me:canary@127.0.0.1:1" },
    });
    expect([code, lines(stderr)]).toEqual([
      3,
      [
        expect.stringMatching(/cannot be reached: ECONNREFUSED: .* \(through the proxy 127\.0\.0\.1:1\)\.$/),
        "Check that the service runs, and that the base URL is right.",
      ],
    ]);
  });

  it.runIf(IN_PROOF).for(["http://me:canary@[", "socks5://127.0.0.1:1"])(
    "2 if the proxy is not an HTTP proxy: %s",
    async (proxy) => {
      const words = ["verify", "http://staging.example.com/v1"];
      const { code, stderr } = await run(words, { env: { HTTP_PROXY: proxy } });
      expect([code, lines(stderr), stderr.includes("canary")]).toEqual([
        2,
        [
          expect.stringMatching(
            /^animal-store verify: the proxy that HTTP_PROXY or ALL_PROXY names .* must be http:\/\//,
          ),
        ],
        false,
      ]);
    },
  );

  it("70, with a message, if the command waits for something that never comes", async () => {
    const folder = await folderWith({
      "openapi.json": JSON.stringify(documentWith({ paths: { "/a": { get: { responses: {} } } } })),
      "never.cjs": `require("node:fs/promises").realpath = () => new Promise(() => {});`,
    });
    const env = { NODE_OPTIONS: `--require ${join(folder, "never.cjs")}` };
    expect(await run(["explain", join(folder, "openapi.json")], { env })).toMatchObject({
      code: 70,
      stdout: "",
      stderr: "animal-store: internal error: the command waits for something that never comes\n",
    });
  });

  it("3 if nothing responds", async () => {
    const { code, stdout, stderr } = await call(["verify", NOWHERE]);
    expect([code, stdout]).toEqual([3, ""]);
    expect(lines(stderr)).toEqual([
      expect.stringMatching(
        /^animal-store verify: nothing was verified\. http:\/\/127\.0\.0\.1:1\/v1 cannot be reached: .*ECONNREFUSED/,
      ),
      "Check that the service runs, and that the base URL is right.",
    ]);
  });
});

describe("explain", () => {
  it("prints what was inferred as a table", async () => {
    const { code, stdout, stderr } = await once("explain");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^GET \/pets +list +apiKey \(bearer\) +stable/m);
    expect(stdout).toMatch(/^GET \/pets\/\{petId\} +fetch .* deprecated, until 2030-12-05/m);
    expect(stdout).toMatch(/page size +limit, from 1 to 100, 20 by default/);
    expect(stdout).toMatch(/status\? +string: "available", "pending", "sold"/);
    expect(stdout).toMatch(/error body .* code in code, text in message, HTTP status in status/);
  });

  it("prints the same as JSON, with the line of each operation", async () => {
    const { code, stdout } = await call(["explain", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      title: "Animal Store",
      operations: [
        { id: "listPets", role: "list", location: expect.stringMatching(/animal-store\.yaml:\d+$/) },
        { role: "create" },
        { role: "fetch" },
      ],
      resources: [
        {
          collection: "/pets",
          filters: ["status"],
          pageSize: { parameter: "limit", minimum: 1, maximum: 100, default: 20 },
        },
      ],
      error: { code: "code", message: "message", status: "status" },
      warnings: [],
    });
  });

  it("says why an operation has no role, and warns about a pattern that may take very long", async () => {
    const document = documentWith({
      paths: {
        "/jobs/{id}/run": {
          post: { parameters: [{ name: "q", in: "query", schema: { pattern: "^(a+)+\\1$" } }], responses: {} },
        },
      },
    });
    const folder = await folderWith({ "spec.json": JSON.stringify(document) });
    const { code, stdout } = await call(["explain", join(folder, "spec.json")]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^POST \/jobs\/\{id\}\/run +unmodelled +none +stable +"run" says what is done, not what is there/m,
    );
    expect(stdout).toMatch(/^warning: .*spec\.json:1: the pattern \^\(a\+\)\+\\1\$ may take very long/m);
  });
});

describe("checks", () => {
  it("lists every check, as text and as JSON", async () => {
    const [text, json] = await Promise.all([call(["checks"]), call(["checks", "--json"])]);
    const list = JSON.parse(json.stdout) as { id: string; level: string; claim: string; basis: string }[];
    expect(list.length).toBeGreaterThan(50);
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
    expect(text.stdout).toContain(`${list.length} checks.`);
    for (const { id, level, claim } of list) {
      expect(text.stdout).toContain(id);
      expect(["must", "should"]).toContain(level);
      expect(text.stdout).toContain(claim);
    }
  });

  it("says where the document makes each claim", async () => {
    const [own, other] = await Promise.all([call(["checks"]), call(["checks", "--spec", "nowhere.yaml"])]);
    expect(own.stdout).toMatch(/^auth\.missing .*\n.*\n +\S*spec\/animal-store\.yaml:\d+ and \d+ more$/m);
    expect(own.stdout).toMatch(/^change\.remove .*\n.*\n +not claimed of this document$/m);
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining("nowhere.yaml:1:1") as string });
  });

  it("verify --explain describes one of them", async () => {
    const { code, stdout } = await call(["verify", "--explain", "auth.missing"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/auth\.missing/);
    expect(lines(stdout).length).toBeGreaterThan(3);
  });
});

describe("colours", () => {
  it.runIf(IN_PROOF)("are not used if the output is not a terminal", async () => {
    const seen = await Promise.all(shareOf([["explain"], ["srve"]], 2).map((args) => run(args)));
    expect(seen.map(({ code }) => code)).toEqual(shareOf([0, 2], 2));
    expect(seen.filter(({ stdout, stderr }) => ANSI.test(stdout + stderr))).toEqual([]);
  });
});
