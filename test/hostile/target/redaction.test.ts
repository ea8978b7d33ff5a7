// A key appears in no report, whatever encoding a server uses, whether in headers, bodies, reason phrases, URLs or
// quotes of them. Random keys have every printable character. An independent reader decodes the reports and searches
// for the keys.
import { array, assert, constantFrom, property } from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHECKS } from "../../../conformance/checks/index.ts";
import type { Exchange } from "../../../conformance/client/exchange.ts";
import { Redactor, shortKeyWarning } from "../../../conformance/client/target/redaction.ts";
import { Session } from "../../../conformance/client/target.ts";
import { Transport } from "../../../conformance/client/sending/transport.ts";
import { agentsFor } from "../../../conformance/client/sending/transport.ts";
import { makePlan } from "../../../conformance/plan.ts";
import { jsonReport } from "../../../conformance/report/json.ts";
import { type Verified, findingReport } from "../../../conformance/report/report.ts";
import { coverageOf } from "../../../conformance/requirements/requirements.ts";
import type { Result } from "../../../conformance/run.ts";
import { replayWitnesses } from "../../../src/commands/gate/replay.ts";
import { notes } from "../../../src/commands/verify/notes.ts";
import { loadEmbeddedContract } from "../../../src/contract/embedded/embedded.ts";
import type { Contract } from "../../../src/contract/model.ts";
import type { Change } from "../../../src/gate/model.ts";
import { renderConsole } from "../../../src/report/renderers/terminal.ts";
import { renderGithub } from "../../../src/report/renderers/github.ts";
import { renderHtml } from "../../../src/report/renderers/html.ts";
import { renderJunit } from "../../../src/report/renderers/junit.ts";
import { renderMarkdown } from "../../../src/report/renderers/markdown.ts";
import { renderSarif } from "../../../src/report/renderers/sarif.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { processorTime } from "../../contract/documents.ts";
import { drawn, shareOf } from "../../share.ts";
import { ENCODINGS, tracesOf } from "./encodings.ts";
import { type Evil, startEvil } from "./evil.ts";

let contract: Contract;
beforeAll(async () => {
  contract = await loadEmbeddedContract();
});

/** A run against a server that writes these texts everywhere. */
function runOf(key: string, texts: readonly string[]): Verified {
  const plan = makePlan(contract, inferResources(contract), "2026-11-21");
  const transport = new Transport(agentsFor(false, 1), { secure: false, timeoutMs: 1000 });
  const options = { baseUrl: "http://127.0.0.1:9/v1", key, readOnly: false, maxWrites: 1, headers: [], marker: "m" };
  const session = new Session(plan, options, transport);
  const [operation] = contract.operations;
  const [check] = CHECKS;
  if (operation === undefined || check === undefined) throw new Error("there is nothing to ask");
  const results = texts.flatMap((text): Result[] => {
    const request = {
      method: "GET",
      url: `http://127.0.0.1:9/v1/pets/${encodeURIComponent(key)}?api_key=${encodeURIComponent(key)}`,
      headers: [["Authorization", `Bearer ${key}`] as const, ["Cookie", `session=${key}`] as const],
      body: Buffer.from(JSON.stringify({ name: key })),
    };
    const base = { operation, intent: "valid", request, ms: 1 } as const;
    const bodies = [text, `{"code":"x","message":"${text}"}`, `<p title="${text}">no key ${text}, sorry</p>`];
    const exchanges: Exchange[] = bodies.map((body) => ({
      ...base,
      response: {
        status: 400,
        headers: [
          ["Content-Type", `application/${text}`],
          ["Location", `https://example.com/login?next=${text}`],
          [`X-${text.replaceAll(/[^\w-]/g, "")}`, text],
          ["WWW-Authenticate", `Bearer realm="${text}", error="invalid_token"`],
        ],
        body: Buffer.from(body),
        complete: true,
      },
    }));
    exchanges.push({ ...base, failure: `what answers there does not speak HTTP: it begins with "${text}"` });
    session.record.push(...exchanges);
    const resource = plan.resources[0];
    const [exchange] = exchanges;
    if (resource !== undefined && exchange !== undefined) {
      session.created.push({ resource, id: text, item: {}, exchange, removed: false });
    }
    const outcome = {
      verdict: "fail",
      expected: `a header that is not ${text}`,
      seen: JSON.stringify({ text }),
    } as const;
    return [{ check, subject: { operation, pointer: operation.pointer }, outcome, evidence: exchanges, ms: 1 }];
  });
  const run = { results, session, startedAt: new Date(0), durationMs: 1 };
  return { run, results, coverage: coverageOf([]) };
}

const RENDERERS = {
  junit: renderJunit,
  html: renderHtml,
  sarif: renderSarif,
  github: renderGithub,
  markdown: renderMarkdown,
  console: (report: Parameters<typeof renderHtml>[0]) =>
    renderConsole(report, { color: true, width: 100, verbose: true }),
};

/** The output of a run with these texts, by kind. */
function artefacts(verified: Verified): [kind: string, text: string][] {
  const context = { contract, version: "1", target: "http://127.0.0.1:9/v1", strict: true };
  const report = findingReport(verified, context);
  const rendered = Object.entries(RENDERERS).map(([kind, render]): [string, string] => [kind, render(report)]);
  return [["json", jsonReport(verified, context)], ...rendered, ["notes", notes(verified).join("\n")]];
}

function leaks(key: string, names: readonly string[] = Object.keys(ENCODINGS)): string[] {
  const texts = names.map((name) => ENCODINGS[name]?.(key) ?? "");
  return artefacts(runOf(key, texts)).flatMap(([kind, text]) =>
    tracesOf(key, text).map((trace) => `${kind}: ${trace}`),
  );
}

/** Every printable character that a header can contain. */
const EVERY = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => index + 33));
const keys = array(constantFrom(...Array.from(EVERY)), { minLength: 8, maxLength: 44 })
  .map((characters) => characters.join(""))
  // A few characters appear in any text by chance.
  .filter((key) => new Set(key.toLowerCase()).size >= 6);

describe("a key that a server writes", () => {
  test.each(Object.keys(ENCODINGS))("is in no report, written in this way: %s", (name) => {
    for (const key of shareOf(["aB3/xY+9=zQ~w.7-_k", "pa$$w0rd", EVERY], 2)) expect(leaks(key, [name])).toEqual([]);
  });

  test("is in no report, whatever its characters and encoding", { timeout: 300_000 }, () => {
    assert(
      property(keys, (key) => {
        expect(leaks(key)).toEqual([]);
      }),
      { numRuns: drawn({ each: 12, proof: 100 }), seed: 20261121 },
    );
  });

  test("would be found by this test if it was not hidden", () => {
    for (const [name, write] of Object.entries(ENCODINGS)) {
      for (const key of ["aB3/xY+9=zQ~w.7-_k", EVERY]) {
        expect([name, tracesOf(key, `x ${write(key)} y`).length > 0]).toEqual([name, true]);
      }
    }
  });

  test("is a shell variable in commands that can be sent again", () => {
    const key = "aB3/xY+9=zQ~w.7-_k";
    const text = artefacts(runOf(key, ["x"])).find(([kind]) => kind === "json")?.[1] ?? "";
    const { results } = JSON.parse(text) as { results: { exchanges: { request: object }[] }[] };
    expect(results[0]?.exchanges[0]?.request).toEqual({
      method: "GET",
      url: "http://127.0.0.1:9/v1/pets/$API_KEY?api_key=$API_KEY",
      headers: [
        ["Authorization", "Bearer $API_KEY"],
        ["Cookie", "session=$API_KEY"],
      ],
      body: '{"name":"$API_KEY"}',
    });
  });
});

describe("a short key", () => {
  test("is hidden in credentials and as a whole value, and words stay the same", () => {
    const redactor = new Redactor("test", [], []);
    expect(redactor.text('"test" in the latest test-case: key=TEST and dGVzdA== or token=%74est: a contest')).toBe(
      '"$API_KEY" in the latest test-case: key=<altered $API_KEY> and $API_KEY== or token=$API_KEY: a contest',
    );
    expect(new Redactor("te5t", [], []).text("te5t and te%35t, or latest")).toBe("$API_KEY and $API_KEY, or latest");
    expect(redactor.headers([["Authorization", "Bearer testx"]])).toEqual([
      ["Authorization", "Bearer <altered $API_KEY>"],
    ]);
    expect(new Redactor("a", [], []).text('a banana, {"key":"a"}')).toBe('a banana, {"key":"$API_KEY"}');
  });

  test("gets a warning", () => {
    expect(shortKeyWarning("seven77")).toMatch(/fewer than 8 characters/);
    expect([shortKeyWarning("eight888"), shortKeyWarning(undefined)]).toEqual([undefined, undefined]);
  });
});

test("a body that is not text is shown by its size", () => {
  const redactor = new Redactor("aB3/xY+9=zQ~w.7-_k", [], []);
  expect(redactor.body(Uint8Array.of(0x89, 0x50, 0, 1, 2, 3))).toBe("(6 bytes, not text)");
  expect(redactor.body(Buffer.from("aB3/xY+9=zQ~w.7-_k", "utf16le"))).toBe("(36 bytes, not text)");
  expect(redactor.body(Buffer.from("na\u00efve", "latin1"))).toBe("na\uFFFDve");
});

test("a long text is searched in little time, however long the key is", () => {
  const key = Array.from({ length: 2000 }, (_, index) => EVERY[(index * 7919) % 94]).join("");
  const redactor = new Redactor(key, [], []);
  const text = `${"lorem ipsum %20 \\n &amp; ".repeat(3000)}${key.slice(100, 130)}`;
  const began = processorTime();
  for (let round = 0; round < 10; round++) redactor.text(text);
  // 10 texts of 70 KB. Searching for each part of the key separately would take minutes.
  expect(processorTime() - began).toBeLessThan(5000);
  expect(redactor.text(text)).toMatch(/<altered \$API_KEY>$/);
});

describe("gate --replay", () => {
  let evil: Evil;
  beforeAll(async () => {
    evil = await startEvil();
  });
  afterAll(() => evil.close());

  const change = {
    id: "x",
    witness: {
      exchange: { kind: "request", method: "GET", path: "/", query: [], headers: [], cookies: [], credentials: [] },
    },
  } as unknown as Change;

  test.each(Object.keys(ENCODINGS))("shows no key that is written in this way: %s", async (name) => {
    for (const key of ["aB3/xY+9=zQ~w.7-_k", "pa$$w0rd"]) {
      evil.answer = (_, response) => response.writeHead(400).end(`no: ${ENCODINGS[name]?.(key) ?? ""}`);
      const told = (await replayWitnesses([change], evil.url, key)).get("x") ?? "";
      // A body that contains NUL is not text.
      expect(told).toMatch(name === "UTF-16" ? /^400, refused; \(\d+ bytes, not text\)$/ : /^400, refused; no:/);
      expect(tracesOf(key, told)).toEqual([]);
    }
  });
});
