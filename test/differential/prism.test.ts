// Answers judged by Prism and by ours. Every disagreement must be one that somebody has looked at and signed.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Exchange, HeaderPairs } from "../../conformance/client/exchange.ts";
import { type Plan, makePlan } from "../../conformance/plan.ts";
import { loadContract } from "../../src/contract/load.ts";
import { mayBeJson, plainMedia } from "../../src/contract/media.ts";
import type { Contract, Operation, Response } from "../../src/contract/model.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";
import { inferResources } from "../../src/resource/infer.ts";
import { seededValue } from "../../src/realistic/seeded-values.ts";
import { wrongValues } from "../../src/schema/generate/strategies/wrong.ts";
import { schemaAt } from "../../src/schema/normal/schema-node.ts";
import { answered } from "../conformance/exchanges.ts";
import { CATEGORIES, ORDERS } from "../conformance/small-documents.ts";
import { CORPUS, publishedDocuments } from "../corpus/data.ts";
import { IN_PROOF, sampleOf } from "../share.ts";
import { ANSWER_PARTS, type AnswerPart, type Opinion, ownOpinion } from "./own-opinion.ts";
import { prismFor } from "./prism.ts";
import { type Difference, SIGNED } from "./signed.ts";

const JSON_TYPE = "application/json";

/** A document in which each schema is something that Prism reads in another way. */
const TRAPS: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Traps", version: "1" },
  paths: Object.fromEntries(
    Object.entries({
      large: { type: "integer", minimum: 9_007_199_254_740_993n, maximum: 9_007_199_254_741_999n },
      inherited: { type: "object", required: ["toString"], properties: { toString: { type: "string" } } },
      closed: {
        allOf: [
          { type: "object", properties: { a: { type: "integer" } }, additionalProperties: false },
          { properties: { b: { type: "integer" } } },
        ],
        example: { a: 1, b: 2 },
      },
      leap: { type: "string", format: "date-time", example: "2016-12-31T18:59:60-05:00" },
      tagged: {
        oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
        discriminator: { propertyName: "kind" },
      },
    } satisfies Record<string, JsonObject>).map(([name, schema]) => {
      const content = { [JSON_TYPE]: { schema } };
      const headers = { "X-Count": { schema: { type: "integer" }, example: "0x10" } };
      const response = { description: "D", content, headers };
      return [`/${name}`, { get: { responses: { "200": response, "4xx": response } } }];
    }),
  ),
  components: {
    schemas: {
      Cat: { type: "object", properties: { kind: { type: "string" } } },
      Dog: { type: "object", properties: { kind: { type: "string" } } },
    },
  },
};

/** Bodies as text: some that the schema allows, and some that it refuses. */
function bodiesOf({ document }: Contract, { content }: Response): [type: string, body: string][] {
  return content.flatMap(({ name, schema }): [string, string][] => {
    const type = /[*]/.test(name) ? JSON_TYPE : name;
    if (schema === undefined) return [[type, "{}"]];
    const seeded = [1, 2, 3].map((seed) => seededValue(document, schema.pointer, seed));
    const wrong = wrongValues(schemaAt(document, schema.pointer, "response")).map(({ value }) => value);
    const values = [...seeded, ...wrong.slice(0, 12), ...bent(seeded[0])].filter((value) => value !== undefined);
    const textOf = (value: JsonValue): string =>
      mayBeJson(name) || typeof value !== "string" ? writeJson(value) : value;
    return [...values.map((value): [string, string] => [type, textOf(value)]), [type, "{"], [type, ""]];
  });
}

/** A value with each of its parts replaced in turn, to a depth of two. */
function bent(value: JsonValue | undefined, depth = 2): JsonValue[] {
  if (depth === 0 || typeof value !== "object" || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value)
    .slice(0, 8)
    .flatMap(([key, part]: [string, JsonValue]) => {
      const others = [null, typeof part === "string" ? 1.5 : "x", ...bent(part, depth - 1)];
      const { [key]: _, ...rest } = value as JsonObject;
      const changed = others.map((other) => (isList ? value.with(Number(key), other) : { ...rest, [key]: other }));
      return isList ? changed : [...changed, rest];
    });
}

/** Answers to an operation, right and wrong in each of their parts. */
function answersOf(contract: Contract, operation: Operation): Exchange[] {
  return operation.responses.flatMap((response) => {
    const status = Number(response.status.replace(/^default$/i, "500").replaceAll(/x/gi, "0"));
    const headers: HeaderPairs = response.headers.flatMap(({ name, schema }) => {
      const value = seededValue(contract.document, schema.pointer);
      return value === undefined || typeof value === "object" ? [] : [[name, String(value)] as const];
    });
    const of = (type: string, body: string, more: HeaderPairs = headers, code = status): Exchange =>
      answered(operation, code, body, type === "" ? more : [["Content-Type", type], ...more]);
    const bodies = bodiesOf(contract, response);
    const [type, body] = bodies[0] ?? ["", ""];
    return [
      ...bodies.map(([name, text]) => of(name, text)),
      of(type, body, []),
      of(
        type,
        body,
        headers.map(([name]) => [name, "x"] as const),
      ),
      of("", body),
      of("text/x-unknown", body),
      of(`${plainMedia(type)}; charset=utf-8`, body),
      of(type, body, headers, 299),
      of(type, body, headers, 418),
    ];
  });
}

interface Judged {
  answers: number;
  /** How many disagreements each entry explains. */
  readonly signed: Map<string, number>;
  /** Those that nobody has signed. */
  readonly fresh: string[];
}

function judge(contract: Contract, operations: readonly Operation[], judged: Judged): void {
  const plan: Plan = makePlan(contract, inferResources(contract), "2026-11-21");
  for (const operation of operations) {
    const prism = prismFor(contract.document, operation);
    if (prism === undefined) continue;
    for (const exchange of answersOf(contract, operation)) {
      const theirs = prism(exchange);
      if (theirs === undefined) continue;
      judged.answers++;
      const ours = ownOpinion(exchange, plan);
      const takesAny = (): boolean =>
        ANYTHING.every((body) => {
          const { status = 0, headers } = exchange.response ?? {};
          return prism(answered(operation, status, body, headers))?.every(({ part }) => part !== "body") === true;
        });
      for (const part of ANSWER_PARTS)
        weigh(differenceOf(part, { exchange, plan, ours, theirs, takesAny }), operation, judged);
    }
  }
}

/** Bodies of every JSON type; few schemas allow them all. */
const ANYTHING = ["null", "true", "1", '"x"', "[1]", "{}"];

type Sides = Omit<Difference, "part">;

function differenceOf(part: AnswerPart, { ours, theirs, ...rest }: Sides): Difference | undefined {
  const of = (opinions: readonly Opinion[]): Opinion[] => opinions.filter((opinion) => opinion.part === part);
  const difference = { ...rest, part, ours: of(ours), theirs: of(theirs) };
  return (difference.ours.length === 0) === (difference.theirs.length === 0) ? undefined : difference;
}

function weigh(difference: Difference | undefined, { method, path }: Operation, { signed, fresh }: Judged): void {
  if (difference === undefined) return;
  const { part, ours, theirs, exchange } = difference;
  const entry = SIGNED.find((one) => one.parts.includes(part) && one.explains(difference));
  if (entry !== undefined) {
    signed.set(entry.id, (signed.get(entry.id) ?? 0) + 1);
    return;
  }
  const said = (opinions: readonly Opinion[]): string => opinions.map(({ message }) => message).join("; ") || "fine";
  const { status, headers, body } = exchange.response ?? {};
  const seen = `${status} ${JSON.stringify(headers)} ${new TextDecoder().decode(body).slice(0, 200)}`;
  fresh.push(`${method} ${path}: ${part}: ours: ${said(ours)}, prism: ${said(theirs)}: ${seen}`);
}

/** The signed disagreements, the most frequent first, with who is right. */
function listed({ answers, signed }: Judged): string {
  const rows = [...signed].toSorted(([, one], [, other]) => other - one);
  const told = rows.map(([id, count]) => {
    const { right, reason } = SIGNED.find((entry) => entry.id === id) ?? { right: "", reason: "" };
    return `${String(count).padStart(6)}  ${right.padEnd(5)}  ${id}: ${reason}\n`;
  });
  return `${answers} answers judged twice\n${told.join("")}`;
}

const fresh = (): Judged => ({ answers: 0, signed: new Map(), fresh: [] });

describe.runIf(IN_PROOF)("Prism and ours agree on answers, but for what is signed", () => {
  test("of small documents", async () => {
    const judged = fresh();
    for (const source of ["spec/animal-store.yaml", ORDERS, CATEGORIES, TRAPS]) {
      const contract = await loadContract(source);
      judge(contract, contract.operations, judged);
    }
    process.stdout.write(listed(judged));
    expect(judged.fresh).toEqual([]);
    expect(judged.answers).toBeGreaterThan(300);
    expect([...judged.signed.keys()].toSorted()).toMatchInlineSnapshot(`
      [
        "chosen-by-tag",
        "closed-parts",
        "date-time",
        "decimal-multiples",
        "default-response",
        "integers-above-2-53",
        "media-type-suffix",
        "newer-keywords",
        "not-compiled",
        "range-in-lower-case",
      ]
    `);
  });

  test.runIf(existsSync(CORPUS))("of published documents", async () => {
    const judged = fresh();
    const folder = mkdtempSync(join(tmpdir(), "differential-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const { file } of sampleOf(publishedDocuments(folder), 6)) {
      const contract = await loadContract(file, { lenient: true });
      const step = Math.ceil(contract.operations.length / 6);
      judge(
        contract,
        contract.operations.filter((_, index) => index % step === 0),
        judged,
      );
    }
    process.stdout.write(listed(judged));
    expect(judged.fresh.slice(0, 20)).toEqual([]);
    expect(judged.answers).toBeGreaterThan(500);
  });
});
