// Reads the labelled pairs and runs the gate on each. The data belongs to others and is not in the repository.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { DocumentError } from "../../src/document/document.ts";
import { documentOfValue } from "../../src/contract/load.ts";
import { runComparison } from "../../src/gate/gate.ts";
import type { Change, GateSettings } from "../../src/gate/model.ts";
import type { JsonObject } from "../../src/json/value.ts";

export interface LabelledPair {
  readonly id: string;
  readonly expected: "breaking" | "non-breaking";
  readonly level: string;
  readonly rules: readonly string[];
  readonly consensus: "breaking" | "compatible" | null;
  readonly review: string | null;
  readonly base: JsonObject;
  readonly revision: JsonObject;
}

export interface SchemaPair {
  readonly id: string;
  readonly contained: boolean;
  readonly base: JsonObject | boolean;
  readonly revision: JsonObject | boolean;
}

export interface Judged<T> {
  readonly pair: T;
  /** Undefined: the documents cannot be understood. */
  readonly changes: readonly Change[] | undefined;
  readonly refusal?: string;
}

/** The labels assume no notice periods and the day on which they were collected. */
export const CORPUS_SETTINGS: GateSettings = {
  profile: "wire",
  today: "2026-05-20",
  noticeDays: { stable: 0, beta: 0 },
  budgetMs: 20_000,
};

export function corpusFolder(): string {
  const root = process.env["ANIMAL_STORE_CORPUS"] ?? join(__dirname, "../../../shared/data");
  return join(root, "spec-changes");
}

function readLines(name: string): unknown[] {
  const text = gunzipSync(readFileSync(join(corpusFolder(), name))).toString("utf8");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
}

export const readPairs = (): LabelledPair[] => readLines("pairs.jsonl.gz") as LabelledPair[];
export const readSchemaPairs = (): SchemaPair[] => readLines("schema-pairs.jsonl.gz") as SchemaPair[];

/** Runs the gate on two documents given as values. */
export async function judgePair<T extends { base: JsonObject; revision: JsonObject }>(
  pair: T,
  settings: GateSettings = CORPUS_SETTINGS,
): Promise<Judged<T>> {
  try {
    // As the command reads them: parts that cannot be understood are reported, and the rest is judged.
    const base = await documentOfValue(pair.base, { lenient: true });
    const revision = await documentOfValue(pair.revision, { before: base, lenient: true });
    const { changes } = runComparison(base, revision, settings);
    return { pair, changes };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { pair, changes: undefined, refusal: error.message };
  }
}

/** A pair of schemas as the body of a request: what `base` allows is sent, `revision` must accept it. */
export function asDocuments({ base, revision }: SchemaPair): { base: JsonObject; revision: JsonObject } {
  const wrap = (schema: JsonObject | boolean): JsonObject => ({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {
      "/a": {
        post: {
          requestBody: { required: true, content: { "application/json": { schema: modern(schema, true) } } },
          responses: { "204": { description: "d" } },
        },
      },
    },
  });
  return { base: wrap(base), revision: wrap(revision) };
}

const ROOT = "#/paths/~1a/post/requestBody/content/application~1json/schema";

/** Drafts before 2019 had a different syntax for tuples and exclusive bounds; this is today's equivalent. */
function modern(schema: unknown, isSchema: boolean): never {
  if (Array.isArray(schema)) return schema.map((item) => modern(item, isSchema)) as never;
  if (typeof schema !== "object" || schema === null) return schema as never;
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    const names = ["properties", "patternProperties", "definitions", "dependencies"].includes(key);
    if (!isSchema) out[key] = modern(value, true);
    else if (key === "enum" || key === "const" || key === "default") out[key] = value;
    else if (key === "items" && Array.isArray(value)) out["prefixItems"] = modern(value, true);
    else if (key === "additionalItems") {
      if (Array.isArray((schema as { items?: unknown }).items)) out["items"] = modern(value, true);
    } else if (key === "$ref" && typeof value === "string" && value.startsWith("#")) out[key] = ROOT + value.slice(1);
    else if (key === "id" || key === "$schema" || key === "$id") continue;
    else out[key] = names ? modern(value, false) : modern(value, true);
  }
  for (const [flag, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (!isSchema || typeof out[flag] !== "boolean") continue;
    const exclusive = out[flag];
    delete out[flag];
    if (exclusive && out[bound] !== undefined) {
      out[flag] = out[bound];
      delete out[bound];
    }
  }
  return out as never;
}

export const isBreaking = ({ changes }: Judged<unknown>): boolean =>
  changes?.some(({ verdict }) => verdict === "breaking") ?? false;

export const hasWitness = ({ changes }: Judged<unknown>): boolean =>
  changes?.some(({ witness }) => witness !== undefined) ?? false;

export const hasPolicy = ({ changes }: Judged<unknown>): boolean =>
  changes?.some(({ verdict }) => verdict === "policy") ?? false;

export const hasAlarm = ({ changes }: Judged<unknown>): boolean =>
  changes?.some(({ verdict, severity }) => verdict === "policy" && severity === "error") ?? false;

/** Pairs that oasdiff calls an error and a reader found to be policy or behaviour. */
export const isPolicyPair = ({ level, review }: LabelledPair): boolean =>
  level === "ERR" && (review === "policy-lifecycle" || review === "behavioural" || review === "policy-other");
