// Parameters: every allowed value is taken, in every spelling of a URL, and what the schema refuses is refused.
import type { JsonValue } from "../../../src/contract/json.ts";
import type { Parameter } from "../../../src/contract/model.ts";
import type { Shape } from "../../shape.ts";
import { showScalar, writeParameter } from "../../../src/contract/wire.ts";
import { validProbe } from "../../ask.ts";
import { type AnyCheck, type Outcome, PASS, type Subject, defineCheck, fail, worst } from "../../check.ts";
import { type Exchange, describeAnswer, isSuccess, statusOf } from "../../exchange.ts";
import { isSafe } from "../../plan.ts";
import { refusalChecks } from "./refused.ts";
import { type ParameterSubject, parametersOf, show } from "./subjects.ts";

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
      const probe = { ...validProbe(target, operation), ...where, intent: "edge" as const };
      const once = parameter.in === "query" && isSafe(operation);
      outcomes.push(success(once ? await target.view(probe) : await target.ask(probe), show(pairs)));
    }
    return worst(outcomes);
  },
});

function success(exchange: Exchange, asked: string): Outcome {
  return isSuccess(exchange) ? PASS : fail(`success for ${asked}`, describeAnswer(exchange), exchange);
}

function allowedValues(shape: Shape, parameter: Parameter): JsonValue[] {
  const bounds = [shape.minimum, shape.maximum, shape.default].filter((value) => value !== undefined);
  const examples = parameter.examples.map(({ value }) => value);
  const all = [...(shape.values ?? []), ...bounds, ...examples];
  return [...new Set(all)].filter((value) => parameter.schema.validate(value).length === 0);
}

const encoded = defineCheck<ParameterSubject>({
  id: "parameters.encoded",
  family: "parameters",
  level: "should",
  claim: "a percent-encoded letter in a query is the letter",
  basis: "RFC 3986 section 2.4",
  stage: "main",
  applies: (plan) =>
    parametersOf(plan, (shape, parameter) => parameter.in === "query" && oneValue(shape, parameter) !== undefined),
  run: async ({ operation, parameter, shape }, target) => {
    const valid = validProbe(target, operation);
    const [name, text] = writeParameter(parameter, oneValue(shape, parameter) ?? "")[0] ?? [parameter.name, ""];
    const escaped = `%${(text.codePointAt(0) ?? 0).toString(16).toUpperCase()}${text.slice(1)}`;
    const exchange = await target.ask({ ...valid, rawQuery: `${encodeURIComponent(name)}=${escaped}`, intent: "edge" });
    return success(exchange, `${name}=${escaped}`);
  },
});

/** An allowed value of plain letters or digits. */
function oneValue(shape: Shape, parameter: Parameter): JsonValue | undefined {
  return allowedValues(shape, parameter).find((value) => /^[a-z0-9]+$/i.test(showScalar(value)));
}

const unknown = defineCheck<Subject>({
  id: "parameters.unknown",
  family: "parameters",
  level: "should",
  claim: "a query parameter that is not documented is ignored or refused",
  basis: "the operation's parameters; spec/decisions.md#unknown-query-parameter",
  fault: "F100",
  stage: "main",
  applies: (plan) =>
    plan.operations
      .filter((operation) => isSafe(operation) && !plan.unmodelled.has(operation))
      .map((operation) => ({ operation, pointer: operation.pointer })),
  run: async ({ operation }, target) => {
    const query = [["no-such-parameter", "1"] as const];
    const exchange = await target.ask({ ...validProbe(target, operation), query, intent: "foreign" });
    const status = statusOf(exchange);
    const right = isSuccess(exchange) || (status >= 400 && status < 500 && status !== 401 && status !== 403);
    return right ? PASS : fail("success, or a refusal (4xx)", describeAnswer(exchange), exchange);
  },
});

export const parameterChecks: readonly AnyCheck[] = [allowed, encoded, unknown, ...refusalChecks];
