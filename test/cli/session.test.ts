// The session of a new user with the built program on a real port: serve, then verify with its defaults.
import { spawn } from "node:child_process";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { folderWith } from "../contract/documents.ts";
import { IN_PROOF, shareOf } from "../share.ts";
import { call, cliPath, environment, lines, run } from "./program.ts";

// oxlint-disable-next-line no-control-regex -- what colours are made of
const ANSI = /\u001b\[/;

/** Some of each way to send a key, and some that fail. */
const SOME_FAMILIES = IN_PROOF
  ? []
  : ["auth", "status", "errors", "fetch"].flatMap((name) => ["--only", `family:${name}`]);

interface Serving {
  readonly url: string;
  /** Interrupts it. @returns its exit code */
  readonly stop: () => Promise<number | null>;
}

/** Starts `animal-store serve` on a free port, and waits for its banner. */
async function serve(...args: string[]): Promise<Serving> {
  const child = spawn(process.execPath, [cliPath(), "serve", "--port", "0", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: environment(),
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  let banner = "";
  for await (const chunk of child.stdout) {
    banner += String(chunk);
    if (banner.includes("stop")) break;
  }
  const url = /http:\/\/[\d.]+:\d+\/v1/.exec(banner)?.[0];
  if (url === undefined) throw new Error(`no address in the banner: ${banner}`);
  expect(lines(banner).length).toBeLessThanOrEqual(10);
  return {
    url,
    stop: () => {
      child.kill("SIGINT");
      return ended;
    },
  };
}

describe("serve and verify, with their defaults", () => {
  let serving: Serving;
  let isServing = false;

  /** One server for all tests, and another only if the test that stops it does not run last. */
  beforeEach(async () => {
    if (!isServing) serving = await serve();
    isServing = true;
  });

  afterAll(async () => {
    if (isServing) await serving.stop();
  });

  it("everything passes, nothing is inconclusive, and the report has the expected shape", async () => {
    const folder = await folderWith({});
    // All of it in a process of its own takes five times as long: that is the proof's, and `documents.test.ts` asks all.
    const { code, stdout, stderr } = await (IN_PROOF ? run : call)(
      [
        ...["verify", serving.url, "--key", "demo-key"],
        "--report",
        `json=${join(folder, "report.json")}`,
        ...SOME_FAMILIES,
      ],
      { cwd: folder },
    );
    expect({ code, stderr, summary: /\d+ pass, .*? error/.exec(stdout)?.[0] }).toEqual({
      code: 0,
      stderr: "",
      summary: expect.stringMatching(/^\d{2,} pass, 0 fail, 0 warning, 0 inconclusive, 0 error$/),
    });
    expect(stdout).not.toMatch(ANSI);
    const report: unknown = JSON.parse(await readFile(join(folder, "report.json"), "utf8"));
    const text = expect.any(String) as string;
    const number = expect.any(Number) as number;
    expect(report).toMatchObject({
      tool: "animal-store verify",
      version: "2.0.0",
      target: serving.url,
      contract: { title: "Animal Store", version: "1.0.0" },
      summary: { pass: number, fail: 0, warning: 0, inconclusive: 0, error: 0 },
      durationMs: number,
      requests: number,
      writes: number,
    });
    const { results, summary, writes } = report as { results: object[]; summary: { pass: number }; writes: number };
    expect(results).toHaveLength(summary.pass);
    expect(writes).toBeLessThanOrEqual(200);
    for (const result of results) {
      expect(result).toMatchObject({
        id: text,
        family: text,
        level: expect.stringMatching(/^(must|should)$/),
        operation: text,
        claim: text,
        pointer: text,
        location: expect.stringMatching(/animal-store\.yaml:\d+$/),
        verdict: "pass",
        detail: text,
      });
    }
    const exchanges = results.flatMap((result) => (result as { exchanges: object[] }).exchanges);
    expect(exchanges.length).toBeGreaterThan(results.length / 2);
    for (const exchange of exchanges.filter((one) => !("failure" in (one as { response: object }).response))) {
      expect(exchange).toMatchObject({
        request: { method: text, url: text, headers: expect.any(Array) as unknown[] },
        response: { status: number, headers: expect.any(Array) as unknown[], body: text },
        ms: number,
      });
    }
    expect(JSON.stringify(report)).not.toContain("demo-key");
  });

  it.runIf(IN_PROOF)("a wrong key exits 4 with a message; NO_COLOR is respected", async () => {
    const { code, stdout, stderr } = await run(["verify", serving.url, "--key", "another-key", "--read-only"], {
      env: { NO_COLOR: "1" },
    });
    expect([code, stdout, ANSI.test(stderr)]).toEqual([4, "", false]);
    expect(stderr).toContain("The key was refused.");
    expect(stderr).toContain("$API_KEY");
    expect(stderr).not.toContain("another-key");
  });

  it("a wrong base path exits 4 and suggests the right one", async () => {
    const { code, stderr } = await (IN_PROOF ? run : call)(
      ["verify", serving.url.replace("/v1", ""), "--key", "demo-key", "--read-only"],
      { env: { FORCE_COLOR: "1" } },
    );
    expect(code).toBe(4);
    expect(stderr).toContain(`Give ${serving.url} as the base URL.`);
  });

  it.runIf(IN_PROOF)("a report can be the only thing on standard output, for a pipe", async () => {
    const { stdout, stderr } = await run([
      "verify",
      serving.url,
      "--key",
      "demo-key",
      "--read-only",
      "--report",
      "json=-",
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ tool: "animal-store verify" });
    expect(stderr).toBe("");
  });

  it("Ctrl-C stops the server with exit code 0", async () => {
    isServing = false;
    expect(await serving.stop()).toBe(0);
  });
});

describe("a target about which nothing can be decided", () => {
  it("exits 4", async () => {
    const folder = await folderWith({
      "nothing.yaml": "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: {}\n",
    });
    const answering = createServer((_, response) => response.end());
    const url = await listen(answering);
    const { code, stdout } = await call(["verify", url, "--spec", join(folder, "nothing.yaml")]);
    await close(answering);
    expect(code).toBe(4);
    expect(stdout).toMatch(/0 pass, 0 fail, 0 warning, 0 inconclusive, 0 error/);
    expect(stdout).toContain("Nothing could be decided: no check applies to what the document describes.");
  });
});

describe("secrets", () => {
  const KEY = "kQ7zCanaryKeyVx93";
  const HEADER = "hW4jCanaryHeaderLm58";

  it("appear in no artefact, even if the target repeats everything it receives", async () => {
    const echo = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const told = { url: request.url, headers: request.rawHeaders, body: Buffer.concat(chunks).toString() };
        const text = JSON.stringify({
          code: "echo",
          message: JSON.stringify(told),
          status: 418,
          name: request.headers.authorization ?? "none",
          id: 1,
        });
        // A failing list shows that a service responds: if every response were the same, there would be nothing to
        // verify.
        const status = request.headers.authorization === undefined ? 401 : request.method === "GET" ? 500 : 418;
        response.writeHead(status, {
          "Content-Type": "application/json",
          "X-Echo": request.headers.authorization ?? "",
          "X-Canary": String(request.headers["x-canary"]),
          "WWW-Authenticate": `Bearer realm="${request.headers.authorization ?? ""}"`,
        });
        response.end(text);
      });
    });
    const url = await listen(echo);
    const folder = await folderWith({});
    const reports = ["json", "junit", "html", "sarif", "github", "markdown", "console"].flatMap((kind) => [
      "--report",
      `${kind}=${join(folder, "out", kind)}`,
    ]);
    const { code, stdout, stderr } = await call([
      ...["verify", url, "--key", KEY, "--header", `X-Canary: ${HEADER}`, "--verbose", "--max-time", "15s"],
      ...SOME_FAMILIES,
      ...reports,
    ]);
    await close(echo);
    expect(code).toBe(1);
    const names = await readdir(join(folder, "out"));
    expect(names.toSorted()).toEqual(["console", "github", "html", "json", "junit", "markdown", "sarif"]);
    const artefacts = [
      ["stdout", stdout],
      ["stderr", stderr],
      ...(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, "out", name), "utf8")]))),
    ];
    // Unchanged, in a different case, backwards, encoded, and in part.
    const shapes = [KEY, HEADER].flatMap((secret) => [
      secret,
      secret.toLowerCase(),
      secret.toUpperCase(),
      Array.from(secret).toReversed().join(""),
      Buffer.from(secret).toString("base64").replaceAll("=", ""),
      secret.slice(0, 12),
      secret.slice(-12),
    ]);
    const leaks = artefacts.flatMap(([name = "", text = ""]) =>
      shapes.filter((shape) => text.includes(shape)).map((shape) => `${name}: ${shape}`),
    );
    expect(leaks).toEqual([]);
    expect(artefacts.filter(([, text = ""]) => text.includes("$API_KEY")).length).toBeGreaterThan(3);
  });

  it.runIf(IN_PROOF)("appear in no artefact if the target repeats nothing", async () => {
    const silent = createServer((_, response) => response.writeHead(401).end());
    const url = await listen(silent);
    const folder = await folderWith({});
    const flags = ["--header", `X-Canary: ${HEADER}`, "--verbose", "--report", `json=${join(folder, "report.json")}`];
    const { stdout, stderr } = await call(["verify", url, "--key", KEY, ...flags]);
    await close(silent);
    const said = stdout + stderr + (await readFile(join(folder, "report.json"), "utf8"));
    expect([KEY, HEADER].filter((secret) => said.includes(secret.slice(0, 12)))).toEqual([]);
  });

  it.runIf(IN_PROOF)("that are ordinary words do not alter our own sentences or the names in a report", async () => {
    const silent = createServer(({ method }, response) => response.writeHead(method === "GET" ? 500 : 401).end());
    const url = await listen(silent);
    const folder = await folderWith({});
    for (const key of shareOf(["wrong", "verdict"], 2)) {
      const { stdout } = await call(["verify", url, "--key", key, "--report", `json=${join(folder, "report.json")}`]);
      const report = JSON.parse(await readFile(join(folder, "report.json"), "utf8")) as {
        results: { claim: string }[];
      };
      expect(report.results).toContainEqual(expect.objectContaining({ verdict: "fail" }));
      expect(stdout).toContain("fails with a server error (5xx)");
      const ours = lines(stdout).filter((line) => !/\bcurl -/.test(line));
      expect(ours.filter((line) => line.includes("API_KEY"))).toEqual([]);
    }
    await close(silent);
  });

  it("in a base URL are refused and not repeated", async () => {
    for (const url of [`http://user:${KEY}@127.0.0.1:1/v1`, `http://127.0.0.1:1/v1?api_key=${KEY}`]) {
      const { code, stdout, stderr } = await call(["verify", url]);
      expect([code, stdout, stderr.includes(KEY)]).toEqual([2, "", false]);
    }
  });
});

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`));
  });
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
