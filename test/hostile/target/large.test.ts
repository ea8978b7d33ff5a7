// `verify` against targets with abusive responses: it ends in time, uses little memory, and reports what it saw.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { verify } from "../../../conformance/verify.ts";
import { CHECKS } from "../../../conformance/checks/index.ts";
import { type Exchange, MAX_BODY, jsonOf } from "../../../conformance/client/exchange.ts";
import { BodyBudget } from "../../../conformance/client/bodies/body-budget.ts";
import { loadEmbeddedContract } from "../../../src/contract/embedded/embedded.ts";
import { cliPath, environment, run } from "../../cli/program.ts";
import { answers } from "./answers.ts";
import { type Evil, startEvil } from "./evil.ts";

const ANSWERS = await answers();

let evil: Evil | undefined;
afterEach(async () => {
  await evil?.close();
  evil = undefined;
});

describe("the process", () => {
  // Most of these responses never end, so a run that ends has stopped waiting for them.
  test.each(Object.keys(ANSWERS))("ends, and in little memory: %s", async (name) => {
    evil = await startEvil(ANSWERS[name]);
    const flags = ["--key", "aB3/xY+9=zQ~w.7-_k", "--max-time", "1s", "--timeout", "1s"];
    const { code, stderr, memory } = await run(["verify", evil.url, ...flags, "--report", "html=/dev/null"]);
    expect([0, 1, 3, 4]).toContain(code);
    expect(stderr).not.toMatch(/internal error|^\s+at /m);
    expect(memory).toBeLessThan(512);
  });

  test.each([
    "no answer",
    "a body without an end",
    "one byte in each chunk, without an end",
    "a gzip bomb",
    "a text full of escapes",
    "come back in an hour",
    "interim answers without an end",
  ])("is interrupted: %s", async (name) => {
    const answer = ANSWERS[name];
    let isAsked = (): void => {};
    const asked = new Promise<void>((done) => (isAsked = done));
    // The first request only checks whether there is a server.
    evil = await startEvil((_, first) => {
      first.end("{}");
      if (evil === undefined) return;
      evil.answer = (request, response) => {
        isAsked();
        answer?.(request, response);
      };
    });
    const words = [cliPath(), "verify", evil.url, "--key", "aB3/xY+9=zQ~w.7-_k", "--timeout", "60s"];
    const child = spawn(process.execPath, words, { env: environment(), stdio: ["ignore", "ignore", "pipe"] });
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    await asked;
    child.kill("SIGINT");
    const [code] = (await once(child, "close")) as [number | null];
    expect([code, stderr]).toEqual([130, expect.stringMatching(/^animal-store verify: interrupted, .*\n$/)]);
  });
});

describe("a response that is too large", () => {
  test("is a separate finding, and makes other checks inconclusive instead of failing them", async () => {
    const contract = await loadEmbeddedContract();
    const large = `[${"{},".repeat(2_000_000)}{}]`;
    evil = await startEvil(
      (_, response) => void response.writeHead(200, { "Content-Type": "application/json" }).end(large),
    );
    const checks = CHECKS.filter(({ id }) => /^(?:status|schema|lists|fetch|errors|protocol)\./.test(id));
    const options = { baseUrl: evil.url, key: "right-key", maxTimeMs: 60_000, readOnly: true, checks };
    const { results, session } = await verify(contract, options);
    const failed = results.filter(({ outcome }) => outcome.verdict === "fail");
    expect(failed.find(({ check }) => check.id === "protocol.response-size")?.outcome).toMatchObject({
      expected: "at most 4 MiB",
      seen: expect.stringContaining("200 application/json, more than 4 MiB"),
    });
    expect(failed.filter(({ check }) => /^(?:schema|lists|fetch|errors)\./.test(check.id))).toEqual([]);
    expect(session.record.every(({ response }) => (response?.body.length ?? 0) <= MAX_BODY)).toBe(true);
  });

  test("is read if the user allows it", async () => {
    const contract = await loadEmbeddedContract();
    const body = `[]${" ".repeat(5 * 1024 * 1024)}`;
    evil = await startEvil(
      (_, response) => void response.writeHead(200, { "Content-Type": "application/json" }).end(body),
    );
    const checks = CHECKS.filter(({ id }) => id.startsWith("paging.") || id === "protocol.response-size");
    const options = { baseUrl: evil.url, key: "right-key", readOnly: true, maxBody: 8 * 1024 * 1024, checks };
    const { results } = await verify(contract, options);
    const sizes = results.filter(({ check }) => check.id === "protocol.response-size");
    expect(sizes.some(({ outcome }) => outcome.verdict === "pass")).toBe(true);
    expect(sizes.some(({ outcome }) => outcome.verdict === "fail")).toBe(false);
  });

  test("gets its connection closed, and the rest is not read", async () => {
    const contract = await loadEmbeddedContract();
    let written = 0;
    evil = await startEvil(({ method }, response) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      // Writes in response to HEAD are discarded, so the buffer never fills.
      if (method === "HEAD") return void response.end();
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 32))) written += 65_536;
      };
      response.on("drain", more);
      more();
    });
    const { session } = await verify(contract, { baseUrl: evil.url, readOnly: true, maxTimeMs: 1_000 });
    // Data in the system's buffers is sent in addition to what is read.
    expect(written).toBeLessThan(session.requests * 3 * MAX_BODY);
  });
});

test("at most 64 MiB of bodies are kept, and dropped ones are not judged", () => {
  const bodies = new BodyBudget();
  const make = (length: number): Exchange => {
    const response = { status: 200, headers: [], body: Buffer.from(`"${"x".repeat(length - 2)}"`), complete: true };
    return { intent: "valid", request: { method: "GET", url: "http://x/", headers: [] }, response, ms: 1 };
  };
  const exchanges = [
    ...Array.from({ length: 40 }, () => make(2 * 1024 * 1024)),
    ...Array.from({ length: 2000 }, () => make(60_000)),
  ];
  for (const exchange of exchanges) {
    jsonOf(exchange);
    bodies.add(exchange);
  }
  const kept = exchanges.reduce((sum, { response }) => sum + (response?.body.length ?? 0), 0);
  expect(kept).toBeLessThanOrEqual(64 * 1024 * 1024);
  expect(exchanges.at(-1)?.response?.cut).toBeUndefined();
  expect(() => jsonOf(exchanges[0] as Exchange)).toThrow("not every response of so large a run is kept");
});

test.each([301, 302, 303, 307, 308])(
  "a redirect to another host is not followed, and the key is not sent: %i",
  async (status) => {
    const contract = await loadEmbeddedContract();
    let strays = 0;
    const other = await startEvil((_, response) => {
      strays++;
      response.end("{}");
    });
    evil = await startEvil(
      ({ url = "/" }, response) => void response.writeHead(status, { Location: `${other.url}${url}` }).end(),
    );
    const { session } = await verify(contract, { baseUrl: evil.url, key: "right-key", maxTimeMs: 2_000 });
    await other.close();
    expect(session.requests).toBeGreaterThan(5);
    expect(strays).toBe(0);
  },
);
