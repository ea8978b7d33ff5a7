// What a parameter's schema refuses, and every careless way of reading it.
import type { Operation, Parameter } from "../../../src/contract/model.ts";
import { type Shape, isType, shapeOf } from "../../shape.ts";
import { showScalar } from "../../../src/contract/wire.ts";
import { refused, resourceOf, validProbe } from "../../ask.ts";
import { type AnyCheck, type Outcome, PASS, defineCheck, worst } from "../../check.ts";
import type { HeaderPairs } from "../../exchange.ts";
import type { Plan } from "../../plan.ts";
import { wrongValues } from "../../sample.ts";
import type { Target } from "../../target.ts";
import { type ParameterSubject, parametersOf, show } from "./subjects.ts";

const isPageSize = (plan: Plan, operation: Operation, parameter: Parameter): boolean =>
  resourceOf(plan, operation)?.pageSize?.parameter === parameter;

async function sendText(target: Target, subject: ParameterSubject, text: string): Promise<Outcome> {
  return sendPairs(target, subject, [[subject.parameter.name, text]]);
}

async function sendPairs(
  target: Target,
  { operation, parameter }: ParameterSubject,
  pairs: HeaderPairs,
): Promise<Outcome> {
  const valid = validProbe(target, operation);
  const where = parameter.in === "query" ? { query: pairs } : { headers: pairs };
  const exchange = await target.ask({ ...valid, ...where, intent: "invalid" });
  return refused(exchange, operation, show(pairs));
}

async function sendRaw(target: Target, subject: ParameterSubject, text: string): Promise<Outcome> {
  const { operation, parameter } = subject;
  if (parameter.in !== "query") return PASS;
  const rawQuery = `${encodeURIComponent(parameter.name)}=${text}`;
  const exchange = await target.ask({
    ...validProbe(target, operation),
    rawQuery,
    without: parameter.name,
    intent: "invalid",
  });
  return refused(exchange, operation, rawQuery);
}

interface Syntax {
  readonly id: string;
  readonly claim: string;
  readonly texts: readonly string[];
  /** As they stand in the URL, unescaped. */
  readonly raw?: readonly string[];
}

/** A way to write what is no integer, or no JSON integer, and what careless readers make of it. */
const SYNTAX: readonly Syntax[] = [
  { id: "parameters.text", claim: "text is refused where an integer is asked for", texts: ["abc", "5abc"] },
  { id: "parameters.fraction", claim: "a fraction is refused where an integer is asked for", texts: ["1.5", "1.0"] },
  { id: "parameters.exponent", claim: "an exponent is refused where an integer is asked for", texts: ["1e1"] },
  { id: "parameters.sign", claim: "a plus sign is refused before an integer", texts: ["+5"], raw: ["+5"] },
  { id: "parameters.hexadecimal", claim: "hexadecimal is refused where an integer is asked for", texts: ["0x10"] },
  {
    id: "parameters.infinity",
    claim: "Infinity and NaN are refused where an integer is asked for",
    texts: ["Infinity", "NaN"],
  },
  { id: "parameters.empty", claim: "an empty value is refused where an integer is asked for", texts: [""] },
];

const syntax = SYNTAX.map(({ id, claim, texts, raw = [] }) =>
  defineCheck<ParameterSubject>({
    id,
    family: "parameters",
    level: "should",
    claim,
    basis: "the parameter's type; spec/decisions.md#parameter-syntax",
    stage: "main",
    applies: (plan) => parametersOf(plan, (shape) => isType(shape, "integer")),
    run: async (subject, target) => {
      const outcomes: Outcome[] = [];
      for (const text of texts) outcomes.push(await sendText(target, subject, text));
      // In a query a plus sign may stand for a blank, which many readers of numbers overlook.
      for (const text of raw) outcomes.push(await sendRaw(target, subject, text));
      return worst(outcomes);
    },
  }),
);

const repeated = defineCheck<ParameterSubject>({
  id: "parameters.repeated",
  family: "parameters",
  level: "should",
  claim: "a parameter that is no list is refused when given twice",
  basis: "the parameter's type; spec/decisions.md#repeated-parameter",
  stage: "main",
  applies: (plan) =>
    parametersOf(plan, (shape, parameter) => {
      const scalar = shape.types !== undefined && !shape.types.some((type) => type === "array" || type === "object");
      return parameter.in === "query" && scalar && twoValues(shape) !== undefined;
    }),
  run: async (subject, target) => {
    const values = twoValues(subject.shape) ?? ["1", "2"];
    return sendPairs(
      target,
      subject,
      values.map((value) => [subject.parameter.name, value]),
    );
  },
});

function twoValues(shape: Shape): [string, string] | undefined {
  const [first, second] = shape.values?.map(String) ?? [];
  if (first !== undefined && second !== undefined) return [first, second];
  if (!isType(shape, "integer")) return undefined;
  const low = Number(shape.minimum ?? 1);
  return [String(low), String(low + 1)];
}

const WRONG = [
  {
    id: "parameters.not-listed",
    kinds: ["enum"],
    claim: "a parameter value that the enumeration does not list is refused",
  },
  { id: "parameters.other-case", kinds: ["enum-case"], claim: "a listed value in other case is refused" },
  {
    id: "parameters.out-of-bounds",
    kinds: ["bound", "length", "pattern", "format"],
    claim: "a value outside the parameter's constraints is refused",
  },
] as const;

/** A wrong text as a header can carry it, if it is still wrong. */
function inHeader(text: string, { schema }: Parameter): string[] {
  const own = text.replaceAll(/[^\x20-\x7e]/g, "~");
  return own === text || schema.validate(own).length > 0 ? [own] : [];
}

// A page size out of bounds may be refused or clamped: the paging family judges it.
const wrongChecks = WRONG.map(({ id, kinds, claim }) => {
  const texts = (plan: Plan, parameter: Parameter): string[] => {
    const near = wrongValues(plan.contract.document, parameter.schema)
      .filter(({ kind, value }) => (kinds as readonly string[]).includes(kind) && typeof value !== "object")
      .map(({ value }) => showScalar(value))
      .flatMap((text) => (parameter.in === "header" ? inHeader(text, parameter) : text));
    const listed = shapeOf(plan.contract.document, parameter.schema.pointer).values ?? [];
    return near.length > 0 && id === "parameters.not-listed" && listed.length > 1
      ? [...near, listed.slice(0, 2).map(String).join(",")]
      : near;
  };
  return defineCheck<ParameterSubject>({
    id,
    family: "parameters",
    level: "should",
    claim,
    basis: "the parameter's schema; spec/decisions.md#filter-out-of-range",
    fault: "F101",
    stage: "main",
    applies: (plan) =>
      parametersOf(
        plan,
        (_, parameter, operation) => !isPageSize(plan, operation, parameter) && texts(plan, parameter).length > 0,
      ),
    run: async (subject, target) => {
      const outcomes: Outcome[] = [];
      for (const text of texts(target.plan, subject.parameter)) outcomes.push(await sendText(target, subject, text));
      return worst(outcomes);
    },
  });
});

const required = defineCheck<ParameterSubject>({
  id: "parameters.required",
  family: "parameters",
  level: "must",
  claim: "a request without a required parameter is refused",
  basis: "the parameter's required",
  stage: "main",
  applies: (plan) => parametersOf(plan, (_, parameter) => parameter.required),
  run: async ({ operation, parameter }, target) => {
    const valid = validProbe(target, operation);
    const exchange = await target.ask({ ...valid, without: parameter.name, intent: "invalid" });
    return refused(exchange, operation, `a request without ${parameter.name}`);
  },
});

export const refusalChecks: readonly AnyCheck[] = [...syntax, repeated, ...wrongChecks, required];
