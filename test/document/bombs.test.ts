// Small or at least valid documents that would cost a naive reader unlimited time or memory. The built program reads
// each and must finish within 3 s and 512 MiB: it understands the document or refuses it in one line.
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { loadContract } from "../../src/contract/load.ts";
import { cliPath, lines, run } from "../cli/program.ts";
import { drawn, shareOf } from "../share.ts";
import { compiled, documentOfSchema, documentWith, folderWith, processorTime } from "../contract/documents.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";

const HEAD = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\n';

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const text = (count: number, make: (index: number) => string, between = ""): string => times(count, make).join(between);

/** Schemas, each of which refers to the previous one ten times. */
function fan(combine: (references: JsonObject[]) => JsonObject): JsonObject {
  const schemas = Object.fromEntries(
    times(40, (n) => [`S${n + 1}`, combine(times(10, () => ({ $ref: `#/components/schemas/S${n}` })))]),
  );
  return documentOfSchema(
    { $ref: "#/components/schemas/S40" },
    { components: { schemas: { S0: { type: "string" }, ...schemas } } },
  );
}

interface Bomb {
  readonly what: string;
  readonly file: string;
  readonly make: () => string | Uint8Array;
  /** The text of that line; undefined if a careful reader understands the document. */
  readonly says?: RegExp;
}

const json = (value: JsonValue): string => JSON.stringify(value);

const bombs: readonly Bomb[] = [
  {
    what: "aliases of aliases of aliases",
    file: "a.yaml",
    make: () => `a0: &a0 [x]\n${text(9, (n) => `a${n + 1}: &a${n + 1} [${text(9, () => `*a${n}`, ",")}]\n`)}${HEAD}`,
    says: /aliases stand for more than 1000000 values/,
  },
  {
    what: "900 aliases of a long list",
    file: "a.yaml",
    make: () => `${HEAD}x-a: &a [${text(10_000, String, ",")}]\nx-b: [${text(900, () => "*a", ",")}]\n`,
    says: /aliases stand for more than 1000000 values/,
  },
  {
    what: "8,000 anchors with an alias each",
    file: "a.yaml",
    make: () => `${HEAD}${text(8000, (n) => `k${n}: &a${n} 1\n`)}z: [${text(8000, (n) => `*a${n}`, ",")}]\n`,
    says: /too many aliases/,
  },
  {
    what: "merge keys of merge keys",
    file: "a.yaml",
    make: () =>
      `a0: &a0 { k: 1 }\n${text(12, (n) => `a${n + 1}: &a${n + 1} { <<: [${text(9, () => `*a${n}`, ",")}] }\n`)}${HEAD}`,
  },
  {
    what: "references that fan out, as properties",
    file: "a.json",
    make: () => json(fan((all) => ({ properties: Object.fromEntries(all.map((one, n) => [`p${n}`, one])) }))),
  },
  {
    what: "references that fan out, as allOf",
    file: "a.json",
    make: () => json(fan((allOf) => ({ allOf }))),
    says: /more than 10000 schemas judge one value/,
  },
  {
    what: "references that fan out, as anyOf",
    file: "a.json",
    make: () => json(fan((anyOf) => ({ anyOf }))),
    says: /more than 10000 schemas judge one value/,
  },
  {
    what: "a large schema that is referred to 300 times",
    file: "a.json",
    make: () =>
      json(
        documentOfSchema(
          { properties: Object.fromEntries(times(300, (n) => [`p${n}`, { $ref: "#/components/schemas/Large" }])) },
          {
            components: {
              schemas: { Large: { properties: Object.fromEntries(times(1500, (n) => [`p${n}`, { type: "string" }])) } },
            },
          },
        ),
      ),
  },
  {
    what: "1,500 nested [",
    file: "a.yaml",
    make: () => `${HEAD}x: ${"[".repeat(1500)}`,
    says: /:4:203: .*nests deeper than 200 levels/,
  },
  {
    what: "1,500 nested { over many lines",
    file: "a.yaml",
    make: () => `${HEAD}x: ${"{ a:\n  ".repeat(1500)}`,
    says: /nests deeper than 200 levels/,
  },
  {
    what: "20,000 nested [ at the margin",
    file: "a.yaml",
    make: () => `[\n${"a,[\n".repeat(20_000)}`,
    says: /nests deeper than 200 levels/,
  },
  {
    what: "5,000 levels of JSON",
    file: "a.json",
    make: () => "[".repeat(5000) + "]".repeat(5000),
    says: /:1:5000: .*nests deeper than 200 levels/,
  },
  {
    what: "5,000 objects in objects",
    file: "a.json",
    make: () => `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`,
    says: /nests deeper than 200 levels/,
  },
  {
    what: "- - - -",
    file: "a.yaml",
    make: () => `${HEAD}x:\n${"- ".repeat(5000)}a\n`,
    says: /:5:399: .*nests deeper than 200 levels/,
  },
  {
    what: "- - - - in lines of 99",
    file: "a.yaml",
    make: () => `${text(60, (n) => " ".repeat(198 * n) + "- ".repeat(99), "\n")}a\n`,
    says: /nests deeper than 200 levels/,
  },
  { what: "? ? ? ?", file: "a.yaml", make: () => `${"? ".repeat(5000)}a\n`, says: /nests deeper than 200 levels/ },
  {
    what: "1,990 levels of indentation",
    file: "a.yaml",
    make: () => `${text(1990, (n) => `${" ".repeat(n)}a:`, "\n")} 1\n`,
    says: /nests deeper than 200 levels/,
  },
  {
    what: "5,000 levels of indentation",
    file: "a.yaml",
    make: () => `${text(5000, (n) => `${" ".repeat(n)}a:`, "\n")} 1\n`,
    says: /nests deeper than 200 levels/,
  },
  {
    what: "a $ref to itself",
    file: "a.json",
    make: () => json(documentOfSchema({ $ref: "#/paths/~1things/post/requestBody/content/application~1json/schema" })),
    says: /leads in a circle/,
  },
  {
    what: "two $refs to each other",
    file: "a.json",
    make: () =>
      json(
        documentOfSchema(
          { $ref: "#/components/schemas/A" },
          { components: { schemas: { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } } } },
        ),
      ),
    says: /leads in a circle/,
  },
  {
    what: "a path that refers to itself",
    file: "a.json",
    make: () => json(documentWith({ paths: { "/a": { $ref: "#/paths/~1a" } } })),
    says: /leads in a circle/,
  },
  {
    what: "a chain of 10,000 references",
    file: "a.json",
    make: () =>
      json(
        documentOfSchema(
          { $ref: "#/components/schemas/S0" },
          {
            components: {
              schemas: Object.fromEntries(
                times(10_001, (n) => [`S${n}`, n === 10_000 ? {} : { $ref: `#/components/schemas/S${n + 1}` }]),
              ),
            },
          },
        ),
      ),
  },
  {
    what: "schemas that contain each other by allOf",
    file: "a.json",
    make: () => {
      const allOf = [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }];
      return json(
        documentOfSchema(
          { $ref: "#/components/schemas/A" },
          { components: { schemas: { A: { allOf }, B: { allOf } } } },
        ),
      );
    },
  },
  {
    what: "50,000 keys in a map",
    file: "a.yaml",
    make: () => `${HEAD}x-keys:\n${text(50_000, (n) => `  k${n}: 1\n`)}`,
  },
  {
    what: "more values than a document needs",
    file: "a.json",
    make: () => `{"x":[${"1,".repeat(1_000_001)}1]}`,
    says: /more than 1000000 values/,
  },
  {
    what: "more lines than a document needs",
    file: "a.yaml",
    make: () => `${HEAD}${"# a\n".repeat(1_000_001)}`,
    says: /more than 1000000 values/,
  },
  {
    what: "5,000 references that lead nowhere",
    file: "a.json",
    make: () =>
      json(
        documentWith({
          components: { schemas: Object.fromEntries(times(5000, (n) => [`S${n}`, { $ref: `#/none/${n}` }])) },
        }),
      ),
    says: /leads nowhere/,
  },
  {
    what: "5,000 anchors that are not there",
    file: "a.json",
    make: () =>
      json(
        documentWith({
          components: { schemas: Object.fromEntries(times(5000, (n) => [`S${n}`, { $ref: `#none${n}` }])) },
        }),
      ),
    says: /not a JSON pointer/,
  },
  {
    what: "5,000 references in place of a map of 5,000",
    file: "a.json",
    make: () =>
      json(
        documentWith({
          "x-map": Object.fromEntries(times(5000, (n) => [`p${n}`, true])),
          components: {
            schemas: Object.fromEntries(times(5000, (n) => [`S${n}`, { properties: { $ref: "#/x-map" } }])),
          },
        }),
      ),
    says: /stand for more than 100000 members/,
  },
  {
    what: "an enumeration of 300,000 values",
    file: "a.json",
    make: () => json(documentOfSchema({ enum: times(300_000, (n) => `value ${n}`) })),
  },
  {
    what: "20,000 properties with a pattern each",
    file: "a.json",
    make: () =>
      json(
        documentOfSchema({ properties: Object.fromEntries(times(20_000, (n) => [`p${n}`, { pattern: "^(a+)+$" }])) }),
      ),
    says: /more than 5000 parts/,
  },
  {
    what: "a pattern of 50,000 groups",
    file: "a.json",
    make: () => json(documentOfSchema({ pattern: "(".repeat(50_000) + ")".repeat(50_000) })),
    says: /cannot be compiled: Invalid regular expression/,
  },
  {
    what: "a pattern that repeats repeats of repeats",
    file: "a.json",
    make: () => json(documentOfSchema({ pattern: "^((a{1000}){1000}){1000}$" })),
  },
  {
    what: "a number of a million digits",
    file: "a.json",
    make: () => `{"openapi":"3.1.0","x":${"9".repeat(1_000_000)}}`,
    says: /number too large/,
  },
  {
    what: "a text of 70 MiB",
    file: "a.yaml",
    make: () => Buffer.alloc(70 * 1024 * 1024, "a"),
    says: /larger than 32 MiB/,
  },
  {
    what: "100,000 documents in one",
    file: "a.yaml",
    make: () => "---\n".repeat(100_000),
    says: /more than one document/,
  },
];

/** The outcome for one document: the lines of its refusal, none if it was understood. */
interface Outcome {
  readonly file: string;
  readonly refusal: string;
  /** Processor time, which is reliable on a busy machine. */
  readonly ms: number;
  /** The peak memory so far, in MiB. */
  readonly memory: number;
}

/** Loads one document after another with the reader of the built program, and reports each immediately. */
const READER = `
const { loadContract } = await import(process.argv[1]);
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
for (const file of process.argv.slice(2)) {
  const began = cpu();
  let refusal = "";
  try { await loadContract(file); } catch (error) { refusal = String(error.message); }
  const memory = process.resourceUsage().maxRSS / 1024;
  console.log(JSON.stringify({ file, refusal: refusal.slice(0, 20000), ms: cpu() - began, memory }));
}`;

/** If a document ends the process, the outcomes of all later ones are missing. */
async function readAll(files: readonly string[], cwd: string): Promise<Outcome[]> {
  const load = new URL("./contract/load.js", pathToFileURL(cliPath())).href;
  const args = ["--input-type=module", "--eval", READER, load, ...files];
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ["ignore", "pipe", "ignore"],
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  return lines(Buffer.concat(chunks).toString("utf8")).map((line) => JSON.parse(line) as Outcome);
}

describe("bombs", () => {
  const tried = shareOf(
    bombs.map((bomb, index) => ({ ...bomb, index })),
    4,
  );
  const outcomes = new Map<string, Outcome>();
  const nameOf = (index: number): string => `${index}-${bombs[index]?.file}`;

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "animal-store-"));
    for (const { index, make } of tried) await writeFile(join(folder, nameOf(index)), make());
    for (const outcome of await readAll(
      tried.map(({ index }) => nameOf(index)),
      folder,
    ))
      outcomes.set(outcome.file, outcome);
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  it.for(tried)("$what", ({ says, index }) => {
    const outcome = outcomes.get(nameOf(index));
    if (outcome === undefined) throw new Error("it ended the process, or never came to an end");
    expect(outcome.refusal).toMatch(says ?? /^$/);
    // One line; if thousands of parts are wrong, one for each of the first.
    expect(lines(outcome.refusal).length).toBeLessThanOrEqual(outcome.refusal.endsWith("more of the kind") ? 21 : 1);
    expect(outcome.refusal.length).toBeLessThan(10_000);
    expect(outcome.ms).toBeLessThan(3000);
    expect(outcome.memory).toBeLessThan(512);
  });

  const shown = bombs.filter(({ what }) => /^(aliases of|1,500 nested \[|a \$ref to itself|a text of 70)/.test(what));
  it.for(shareOf(shown, 9))("$what: one line and exit 2 on the command line", async ({ file, make, says }) => {
    const folder = await folderWith({ [file]: make() });
    const ended = await run(["explain", file], { cwd: folder });
    expect([ended.code, ended.stdout]).toEqual([2, ""]);
    expect(lines(ended.stderr)).toEqual([expect.stringMatching(says ?? /./)]);
    expect(ended.memory).toBeLessThan(512);
  });
});

describe("schemas that could make validation slow", () => {
  it.for<[string, JsonObject, JsonValue]>([
    ["an exponential pattern", { pattern: "^(a+)+$" }, `${"a".repeat(35)}!`],
    ["a square pattern and a long text", { pattern: "\\s+$" }, `${" ".repeat(65_000)}x`],
    ["a pattern of optional parts", { pattern: `^${"a?".repeat(30)}${"a".repeat(30)}$` }, "a".repeat(29)],
    ["a pattern for names", { patternProperties: { "^(a|a)*$": { type: "string" } } }, { [`${"a".repeat(40)}!`]: 1 }],
    [
      "an enumeration of very many objects",
      { enum: times(drawn({ each: 20_000, proof: 100_000 }), (n) => ({ n })) },
      { n: -1 },
    ],
    ["unique items", { uniqueItems: true }, times(5000, (n) => `item ${n}`)],
    ["allOf of allOf, six deep", { $ref: "#/components/schemas/S6" }, "text"],
  ])("%s is judged within a second", async ([, schema, value]) => {
    const schemas = Object.fromEntries(
      times(6, (n) => [`S${n + 1}`, { allOf: times(3, () => ({ $ref: `#/components/schemas/S${n}` })) }]),
    );
    const { validate } = await compiled(schema, "request", {
      components: { schemas: { S0: { type: "integer" }, ...schemas } },
    });
    const began = processorTime();
    validate(value);
    expect(processorTime() - began).toBeLessThan(1000);
  });

  it("a document that is merely large is read", async () => {
    const paths = Object.fromEntries(
      times(400, (n) => [
        `/things${n}`,
        {
          get: {
            responses: {
              "200": {
                description: "D",
                content: {
                  "application/json": {
                    schema: {
                      type: "object",
                      properties: { id: { type: "integer" }, [`p${n}`]: { $ref: "#/components/schemas/Text" } },
                    },
                  },
                },
              },
            },
          },
        },
      ]),
    );
    const contract = await loadContract(documentWith({ paths, components: { schemas: { Text: { type: "string" } } } }));
    expect(contract.operations).toHaveLength(400);
  });
});
