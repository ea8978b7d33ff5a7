// Small documents for tests of the gate, with no more than a test needs.
import { parseDocumentText } from "../../src/contract/load.ts";
import { runComparison } from "../../src/gate/gate.ts";
import { type RunFacts, gateReport } from "../../src/gate/report.ts";
import type { Profile } from "../../src/gate/profiles.ts";
import type { Change, GateResult, GateSettings } from "../../src/gate/model.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";
import { Work } from "../../src/schema/work.ts";

type Loose = Record<string, unknown>;

export const SETTINGS: GateSettings = {
  profile: "wire",
  today: "2026-06-01",
  noticeDays: { stable: 90, beta: 90 },
  budgetMs: 20_000,
};

/** A document with these paths, and with `more`. */
export function documentOf(paths: Loose, more: Loose = {}): JsonObject {
  return { openapi: "3.1.0", info: { title: "Test", version: "1.0.0" }, paths, ...more } as unknown as JsonObject;
}

/** One operation, by default GET /things. */
export function withOperation(operation: Loose, more: Loose = {}): JsonObject {
  return documentOf({ "/things": { get: { responses: { "200": { description: "OK" } }, ...operation } } }, more);
}

/** POST /things with a JSON body of this schema. */
export function withRequest(schema: unknown, more: Loose = {}): JsonObject {
  const requestBody = { required: true, content: { "application/json": { schema } } };
  return documentOf({ "/things": { post: { requestBody, responses: { "200": { description: "OK" } } } } }, more);
}

/** GET /things with a JSON response of this schema. */
export function withResponse(schema: unknown, more: Loose = {}): JsonObject {
  const responses = { "200": { description: "OK", content: { "application/json": { schema } } } };
  return documentOf({ "/things": { get: { responses } } }, more);
}

/** GET /things with these parameters. */
export function withParameters(...parameters: Loose[]): JsonObject {
  return withOperation({ parameters });
}

export async function compare(
  base: JsonObject,
  revision: JsonObject,
  settings: Partial<GateSettings> | Profile = {},
  work?: Work,
): Promise<GateResult> {
  const own = typeof settings === "string" ? { profile: settings } : settings;
  const before = await parseDocumentText(writeJson(base), "(object)", { lenient: true });
  const after = await parseDocumentText(writeJson(revision), "(object)", { before, lenient: true });
  return runComparison(before, after, { ...SETTINGS, ...own }, work);
}

/** Compares within a budget in units, and says what it took. */
export async function measured(
  base: JsonObject,
  revision: JsonObject,
  most = SETTINGS.budgetMs * 4_000,
): Promise<GateResult & { readonly spent: number }> {
  const work = new Work(most);
  return { ...(await compare(base, revision, {}, work)), spent: most - work.left };
}

/** Kinds of the changes with a verdict. */
export function kinds(result: GateResult, verdict: Change["verdict"]): string[] {
  return result.changes.filter((change) => change.verdict === verdict).map(({ kind }) => kind);
}

/** The value in the body of a witness. */
export function bodyOf(change: Change | undefined): JsonValue | undefined {
  return change?.witness?.exchange.body?.value;
}

export type Worst = Change["verdict"] | "nothing";

/** The worst verdict on a pair, if there is any. */
export async function worstOf(
  base: JsonObject,
  revision: JsonObject,
  settings?: Partial<GateSettings> | Profile,
): Promise<Worst> {
  const { changes } = await compare(base, revision, settings);
  return changes[0]?.verdict ?? "nothing";
}

/** Verdict and kind of each change, without mere consequences. */
export async function said(base: JsonObject, revision: JsonObject): Promise<string[]> {
  const { changes } = await compare(base, revision);
  return changes
    .filter(({ kind, verdict }) => kind !== "version-not-raised" && verdict !== "compatible")
    .map(({ verdict, kind }) => `${verdict} ${kind}`);
}

export async function brokenBy(base: JsonObject, revision: JsonObject): Promise<Change[]> {
  return (await compare(base, revision)).changes.filter(({ verdict }) => verdict === "breaking");
}

const FACTS: RunFacts = { version: "1.0.0", startedAt: "", durationMs: 1, replays: new Map(), failures: [] };

/** The findings of a comparison, one line each, without those that follow from any break. */
export function told(result: GateResult): readonly string[] {
  return gateReport(result, FACTS)
    .findings.filter(({ rule }) => rule !== "version-not-raised")
    .flatMap(({ id, subject, severity, verdict, title, details, evidence }) => [
      `${id} ${subject} (${verdict}, ${severity}): ${title}`,
      ...details,
      ...evidence.map(({ title: heading, request, response }) =>
        [heading, request, response].filter(Boolean).join(" | ").replaceAll("\n", " "),
      ),
    ]);
}
