// Prints how the engine for schemas does on public suites: `node scripts/bench.mjs schemas`. ANIMAL_STORE_SUITES is a folder
// with clones of their repositories; a missing one is left out, with the command that fetches it.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { contractOf } from "../src/contract/contract-of.ts";
import { runComparison } from "../src/gate/gate.ts";
import { readJson } from "../src/json/read.ts";
import type { JsonValue } from "../src/json/value.ts";
import { writeJson } from "../src/json/write.ts";
import { ValuePlace } from "../src/schema/generate/place.ts";
import { nthValue } from "../src/realistic/seeded-values.ts";
import { Drawn } from "../src/schema/generate/strategies/drawn.ts";
import { Plain } from "../src/schema/generate/strategies/plain.ts";
import { wrongValues } from "../src/schema/generate/strategies/wrong.ts";
import { generate } from "../src/schema/generate/traversal.ts";
import { parseDocumentText } from "../src/schema/load/load-document.ts";
import type { Schema } from "../src/schema/model.ts";
import { schemaAt } from "../src/schema/normal/schema-node.ts";
import { Random } from "../src/schema/samples/choices.ts";
import type { Document } from "../src/document/document.ts";
import { documentOf, modern } from "./schemas/convert.ts";

const FOLDER = process.env["ANIMAL_STORE_SUITES"] ?? join(__dirname, "..", "..", "..", "animal-store-suites");

interface Group {
  readonly description: string;
  readonly schema: JsonValue;
  readonly tests: readonly { readonly data: JsonValue; readonly valid: boolean }[];
}

/** Schemas by URL. */
type Others = ReadonlyMap<string, JsonValue>;

interface Pairs {
  readonly schema1: JsonValue;
  readonly schema2: JsonValue;
  readonly tests: Readonly<Record<"s1SubsetEqOfs2" | "s2SubsetEqOfs1", boolean | undefined>>;
}

/** The place of a suite; undefined, and told, if it is not there. */
function suite(repository: string, ...steps: readonly string[]): string | undefined {
  const [, name = ""] = repository.split("/");
  const place = join(FOLDER, name, ...steps);
  if (existsSync(place)) return place;
  process.stderr.write(`left out: git clone --depth 1 https://github.com/${repository} ${join(FOLDER, name)}\n`);
  return undefined;
}

/** The lists in the JSON files of a folder, whose numbers may be too long for JavaScript. */
function* filesIn<Entry>(
  folder: string,
  isDeep: boolean,
): Generator<readonly [file: string, entries: readonly Entry[]]> {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: isDeep }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !file.endsWith(".json") || file.includes("originalWithConst")) continue;
    const text = readFileSync(file, "utf8");
    const read = readJson(text);
    yield [file, ("value" in read ? read.value : JSON.parse(text)) as readonly Entry[]];
  }
}

interface Loaded {
  readonly document: Document;
  readonly schema: Schema;
}

/** What the official tests refer to on other hosts: they leave it to an implementation how it gets that. */
function elsewhere(tests: string): Others {
  const read = (folder: string, url: string) =>
    [...filesIn<JsonValue>(folder, true)].map(([file, schema]): [string, JsonValue] => [
      url + file.slice(folder.length + 1).replaceAll("\\", "/"),
      schema as unknown as JsonValue,
    ]);
  const meta = dirname(require.resolve("ajv/dist/refs/json-schema-2020-12/schema.json"));
  return new Map([
    ...read(join(tests, "..", "..", "remotes", "draft2020-12"), "http://localhost:1234/draft2020-12/"),
    ...read(meta, "https://json-schema.org/draft/2020-12/").map(([url, schema]): [string, JsonValue] => [
      url.replace(/\.json$/, ""),
      schema,
    ]),
  ]);
}

/** Those of them whose names a schema, or one of those that it names, mentions. */
function mentioned(schema: JsonValue, all: Others): Others {
  const found = new Map<string, JsonValue>();
  const texts = [writeJson(schema)];
  for (const text of texts)
    for (const [url, other] of all)
      if (!found.has(url) && text.includes(url.slice(url.lastIndexOf("/")).replace(/^\/(?=.*\.json$)/, ""))) {
        found.set(url, other);
        texts.push(writeJson(other));
      }
  return found;
}

/** A document in which values of a schema are sent, with what it refers to if that is elsewhere. */
async function read(schema: JsonValue, sent: "request" | "response" | "both", others?: Others): Promise<Document> {
  const parse = (from?: Others) => parseDocumentText(writeJson(documentOf(schema, sent, from)), "schema.json");
  try {
    return await parse();
  } catch (error) {
    if (others === undefined) throw error;
    return await parse(mentioned(schema, others));
  }
}

async function load(schema: JsonValue, others?: Others): Promise<Loaded | undefined> {
  try {
    const document = await read(schema, "both", others);
    const found = contractOf(document).operations[0]?.body?.content[0]?.schema;
    return found === undefined ? undefined : { document, schema: found };
  } catch {
    return undefined;
  }
}

const allows = ({ schema }: Loaded, value: JsonValue): boolean => schema.validate(value).length === 0;

async function validation(title: string, folder: string, others?: Others): Promise<string> {
  const count = { tests: 0, agree: 0, refused: 0 };
  for (const [, groups] of filesIn<Group>(folder, false))
    for (const { schema, tests } of groups) {
      const loaded = await load(schema, others);
      count.tests += tests.length;
      if (loaded === undefined) count.refused += tests.length;
      else count.agree += tests.filter(({ data, valid }) => allows(loaded, data) === valid).length;
    }
  return row(title, count.agree, count.tests, `${count.refused} not loaded`);
}

/** Values that our validator confirms: made by any strategy, and near misses. */
async function values(folder: string): Promise<string> {
  const count = { satisfiable: 0, valid: 0, breakable: 0, wrong: 0 };
  for (const [, groups] of filesIn<Group>(folder, true))
    for (const { schema, tests } of groups) {
      const loaded = await load(schema);
      if (loaded === undefined) continue;
      const { document, schema: own } = loaded;
      const place = ValuePlace.at(document, own.pointer, "request");
      const made = (): JsonValue[] => [
        ...generate(place, new Plain({ text: "sample", fromPatterns: true })),
        ...[1, 2, 3].flatMap((seed) => generate(place, new Drawn(new Random(seed)))),
        ...[0, 1, 2].flatMap((turn) => nthValue(place, turn) ?? []),
      ];
      if (tests.some(({ valid }) => valid)) {
        count.satisfiable++;
        if (made().some((value) => allows(loaded, value))) count.valid++;
      }
      if (tests.some(({ valid }) => !valid)) {
        count.breakable++;
        if (wrongValues(schemaAt(document, own.pointer, "request")).some(({ value }) => !allows(loaded, value)))
          count.wrong++;
      }
    }
  return (
    row("a valid value is made", count.valid, count.satisfiable, "") +
    row("a wrong value is made", count.wrong, count.breakable, "")
  );
}

/** Whether everything that one schema allows is allowed by another, asked of the gate as a request and as a response. */
async function containment(
  title: string,
  folder: string,
  isAsked: (file: string) => string | undefined,
  others?: Others,
): Promise<string> {
  const count = { asked: 0, right: 0, unknown: 0, wrong: 0, refused: 0 };
  for (const [file, pairs] of filesIn<Pairs>(folder, true)) {
    const draft = isAsked(file);
    for (const { schema1, schema2, tests } of draft === undefined ? [] : pairs) {
      const [one, other] = [modern(schema1, draft ?? ""), modern(schema2, draft ?? "")];
      for (const [inner, outer, label] of [
        [one, other, tests.s1SubsetEqOfs2],
        [other, one, tests.s2SubsetEqOfs1],
      ] as const)
        for (const sent of label === undefined ? [] : (["request", "response"] as const)) {
          count.asked++;
          const verdict = await verdictOf(inner, outer, { sent, others });
          if (verdict === "refused" || verdict === "unknown") count[verdict]++;
          else count[(verdict === "contained") === label ? "right" : "wrong"]++;
        }
    }
  }
  const { asked, right, unknown, wrong, refused } = count;
  return row(title, right, asked, `${unknown} unknown, ${wrong} otherwise than labelled, ${refused} not loaded`);
}

interface Asked {
  readonly sent: "request" | "response";
  readonly others: Others | undefined;
}

async function verdictOf(inner: JsonValue, outer: JsonValue, { sent, others }: Asked) {
  const [base, revision] = sent === "request" ? [inner, outer] : [outer, inner];
  try {
    const { changes } = runComparison(await read(base, sent, others), await read(revision, sent, others), {
      profile: "strict",
      today: "2026-08-01",
      noticeDays: { stable: 180, beta: 30 },
      budgetMs: 4_000,
    });
    const found = new Set(changes.map(({ verdict }) => verdict));
    return found.has("breaking") ? "not contained" : found.has("unknown") ? "unknown" : "contained";
  } catch {
    return "refused";
  }
}

const row = (title: string, found: number, of: number, more: string): string =>
  `| ${title} | ${found} of ${of} | ${more} |\n`;

async function main(): Promise<void> {
  process.stdout.write("| measure | figure | and |\n|---|---|---|\n");
  const official = suite("json-schema-org/JSON-Schema-Test-Suite", "tests", "draft2020-12");
  if (official !== undefined) {
    process.stdout.write(await validation("official tests of 2020-12, required", official, elsewhere(official)));
    process.stdout.write(await validation("its formats", join(official, "optional", "format")));
    process.stdout.write(await values(official));
  }
  const paper = suite(
    "sdbs-uni-p/JSONSchemaWitnessGeneration",
    "artifacts",
    "JSONAlgebra",
    "JsonSchema_To_Algebra",
    "expDataset",
  );
  if (paper !== undefined) {
    const drafts: Readonly<Record<string, string>> = { draft4: "draft4", draft6: "draft6", draft2019: "draft2019-09" };
    const folder = join(paper, "containment", "schemaPairs");
    const draftOf = (file: string) => drafts[file.slice(folder.length + 1).split("/", 1)[0] ?? ""];
    process.stdout.write(await containment("containment, the pairs of a paper", folder, draftOf));
  }
  const pairs = suite("sdbs-uni-p/json-schema-containment-testsuite", "tests", "draft2020-12");
  if (pairs !== undefined) {
    process.stdout.write(
      await containment(
        "containment, pairs made from the official tests",
        pairs,
        () => "draft2020-12",
        official === undefined ? undefined : elsewhere(official),
      ),
    );
  }
}

void main();
