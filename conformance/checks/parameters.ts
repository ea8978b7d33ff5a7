// Parameters: every allowed value is taken, and what the schema refuses is refused by name.
import type { JsonValue } from "../../src/contract/json.ts";
import type { Operation, Parameter } from "../../src/contract/model.ts";
import { type Shape, isType, shapeOf } from "../../src/contract/shape.ts";
import { writeParameter } from "../../src/contract/wire.ts";
import { refused, resourceOf, validProbe } from "../ask.ts";
import { type AnyCheck, type Outcome, PASS, type Subject, defineCheck, fail, worst } from "../check.ts";
import { type HeaderPairs, describeAnswer, isSuccess } from "../exchange.ts";
import { type Plan, protection } from "../plan.ts";
import { wrongValues } from "../sample.ts";
import type { Target } from "../target.ts";

interface ParameterSubject extends Subject {
  readonly parameter: Parameter;
  readonly shape: Shape;
}

/** The query and header parameters of the operations that have a role, less those that carry the credential. */
function parametersOf(
  plan: Plan,
  wanted: (shape: Shape, parameter: Parameter, operation: Operation) => boolean,
): ParameterSubject[] {
  return plan.operations.flatMap((operation) => {
    if (plan.unmodelled.has(operation)) return [];
    const credentials = new Set(protection(operation).map(({ key }) => key));
    return operation.parameters.flatMap((parameter) => {
      if ((parameter.in !== "query" && parameter.in !== "header") || credentials.has(parameter.name)) return [];
      const shape = shapeOf(plan.contract.document, parameter.schema.pointer);
      if (!wanted(shape, parameter, operation)) return [];
      return [{ operation, parameter, shape, pointer: parameter.pointer, about: parameter.name }];
    });
  });
}

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
  return refused(exchange, operation, pairs.map(([name, text]) => `${name}=${text}`).join("&"));
}

const allowed = defineCheck<ParameterSubject>({
  id: "parameters.allowed",
  family: "parameters",
  level: "must",
  claim: "every allowed value of a parameter is accepted",
  basis: "the parameter's schema: enum, minimum, maximum, default, examples",
  stage: "main",
  applies: (plan) => parametersOf(plan, (shape, parameter) => allowedValues(shape, parameter).length > 0),
  run: async ({ operation, parameter, shape }, target) => {
    const outcomes: Outcome[] = [];
    for (const value of allowedValues(shape, parameter)) {
      const pairs = writeParameter(parameter, value);
      const where = parameter.in === "query" ? { query: pairs } : { headers: pairs };
      const exchange = await target.ask({ ...validProbe(target, operation), ...where });
      const asked = pairs.map(([name, text]) => `${name}=${text}`).join("&");
      outcomes.push(isSuccess(exchange) ? PASS : fail(`success for ${asked}`, describeAnswer(exchange), exchange));
    }
    return worst(outcomes);
  },
});

function allowedValues(shape: Shape, parameter: Parameter): JsonValue[] {
  const bounds = [shape.minimum, shape.maximum, shape.default].filter((value) => value !== undefined);
  const examples = parameter.examples.map(({ value }) => value);
  const all = [...(shape.values ?? []), ...bounds, ...examples];
  return [...new Set(all)].filter((value) => parameter.schema.validate(value).length === 0);
}

/** A way to write what is no integer, or no JSON integer, and what careless readers make of it. */
const SYNTAX: readonly { readonly id: string; readonly claim: string; readonly texts: readonly string[] }[] = [
  { id: "parameters.text", claim: "text is refused where an integer is asked for", texts: ["abc", "5abc", "null"] },
  { id: "parameters.fraction", claim: "a fraction is refused where an integer is asked for", texts: ["1.5"] },
  { id: "parameters.exponent", claim: "an exponent is refused where an integer is asked for", texts: ["1e1"] },
  { id: "parameters.sign", claim: "a plus sign is refused before an integer", texts: ["+5"] },
  { id: "parameters.hexadecimal", claim: "hexadecimal is refused where an integer is asked for", texts: ["0x10"] },
  {
    id: "parameters.infinity",
    claim: "Infinity and NaN are refused where an integer is asked for",
    texts: ["Infinity", "-Infinity", "NaN"],
  },
  { id: "parameters.empty", claim: "an empty value is refused where an integer is asked for", texts: [""] },
];

const syntax = SYNTAX.map(({ id, claim, texts }) =>
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
    const [first, second] = twoValues(subject.shape) ?? ["1", "2"];
    const { name } = subject.parameter;
    const outcomes = [
      await sendPairs(target, subject, [
        [name, first],
        [name, second],
      ]),
      await sendPairs(target, subject, [
        [name, first],
        [name, first],
      ]),
    ];
    return worst(outcomes);
  },
});

function twoValues(shape: Shape): [string, string] | undefined {
  const [first, second] = shape.values?.map(String) ?? [];
  if (first !== undefined && second !== undefined) return [first, second];
  if (!isType(shape, "integer")) return undefined;
  const low = Number(shape.minimum ?? 1);
  return [String(low), String(low + 1)];
}

const wrong = [
  { id: "parameters.not-listed", kinds: ["enum"], claim: "a value that the enumeration does not list is refused" },
  { id: "parameters.other-case", kinds: ["enum-case"], claim: "a listed value in other case is refused" },
  {
    id: "parameters.out-of-bounds",
    kinds: ["bound", "length", "pattern", "format"],
    claim: "a value outside the parameter's constraints is refused",
  },
] as const;

// A page size out of bounds may be refused or clamped: the paging family judges it.
const wrongChecks = wrong.map(({ id, kinds, claim }) => {
  const texts = (plan: Plan, parameter: Parameter): string[] =>
    wrongValues(plan.contract.document, parameter.schema)
      .filter(({ kind, value }) => (kinds as readonly string[]).includes(kind) && typeof value !== "object")
      .map(({ value }) => String(value as string));
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
    // An empty header or query name takes the place of the required one, so that none is filled in.
    const others = validProbe(target, {
      ...operation,
      parameters: operation.parameters.filter((one) => one !== parameter),
    });
    const exchange = await target.ask({ ...others, intent: "invalid" });
    return refused(exchange, operation, `a request without ${parameter.name}`);
  },
});

export const parameterChecks: readonly AnyCheck[] = [allowed, ...syntax, repeated, ...wrongChecks, required];
