// Parameters: every allowed value is accepted, in every URL spelling, and what the schema refuses is refused.
import { ofParameter } from "./tests.ts";
import type { Operation, Parameter } from "../../../src/contract/model.ts";
import { type SchemaNode, isType, schemaAt } from "../../../src/schema/normal/schema-node.ts";
import { showScalar } from "../../../src/contract/serialization/text.ts";
import type { Pairs } from "../../../src/contract/serialization/styles.ts";
import { writeParameter } from "../../../src/contract/serialization/write.ts";
import { validProbe } from "../../items/operation.ts";
import { type Outcome, PASS, type Subject, defineCheck, fail, inconclusive, judgeEach } from "../../check.ts";
import { type Exchange, describeAnswer, isRefusal, isSuccess, isTurnedAway, statusOf } from "../../client/exchange.ts";
import type { Probe } from "../../client/request.ts";
import type { Target } from "../../client/target.ts";
import { doomedItem } from "../../items/create.ts";
import { type Plan, operationsInRole } from "../../plan.ts";
import { describedResponse, isSafe } from "../../operations.ts";
import { EXAMPLE } from "../../judgements/rule.ts";
import { itemProbe } from "../../probes/item.ts";
import { eachOperation } from "../subjects.ts";
import { refusalChecks, undecidedPath } from "./refused.ts";
import { type ParameterSubject, parametersOf, show } from "./subjects.ts";
import type { JsonValue } from "../../../src/json/value.ts";
import { isCondition } from "../../../src/contract/conventions.ts";

const allowed = defineCheck<ParameterSubject>({
  id: "parameters.allowed",
  claim: "every allowed value of a parameter must be accepted",
  basis: "the parameter's schema: enum, minimum, maximum, default, examples",
  tests: [
    ...ofParameter("enum", "const", "minimum", "maximum", "default"),
    { part: "parameter", fields: ["example", "examples"], by: "subject" },
  ],
  applies: (plan) => [
    ...parametersOf(
      plan,
      (schema, parameter) =>
        !isCondition(parameter) && allowedValues(schema, parameter).length + edgesOf(schema, parameter).length > 0,
    ),
    ...othersWithEdges(plan),
  ],
  run: async ({ operation, parameter, schema }, target) => {
    const edges = await judgeEach(edgesOf(schema, parameter), async (value) => {
      const pairs = writtenPairs(parameter, value);
      const probe = await lastingProbe(target, operation, show(pairs));
      const where =
        parameter.in === "path"
          ? { path: { ...probe.path, [parameter.name]: showScalar(value) } }
          : parameter.in === "query"
            ? { written: pairs }
            : { headers: pairs };
      // The service may have a bound of its own; status.no-server-error judges a failure.
      await target.ask({ ...probe, ...where, intent: "invalid" });
      return PASS;
    });
    if (edges.verdict !== "pass") return edges;
    return judgeEach(allowedValues(schema, parameter), async (value) => {
      const pairs = writtenPairs(parameter, value);
      const where = parameter.in === "query" ? { written: pairs } : { headers: pairs };
      const probe = { ...(await lastingProbe(target, operation, show(pairs))), ...where, intent: "edge" as const };
      const once = parameter.in === "query" && isSafe(operation);
      return success(once ? await target.view(probe) : await target.ask(probe), probe, show(pairs), schema);
    });
  },
});

/** Where integers of 32 and 64 bits end, and numbers that are no counts. */
const EDGES = [-1, 0, 2 ** 31, 2n ** 63n - 1n, 2n ** 63n, -(2n ** 63n) - 1n] as const;

/** The edges of an integer on a side that has no bound. */
function edgesOf(node: SchemaNode, parameter: Parameter): JsonValue[] {
  const { values, bounds } = node.form;
  const isBounded = bounds.minimum !== undefined && bounds.maximum !== undefined;
  if (!isType(node, "integer") || values !== undefined || isBounded || parameter.mediaType !== undefined) return [];
  return EDGES.filter((value) => parameter.schema.validate(value).length === 0);
}

/** Integers in the paths of operations that change nothing, and all of those without a role. */
function othersWithEdges(plan: Plan): ParameterSubject[] {
  return plan.operations.filter(isSafe).flatMap((operation) =>
    operation.parameters.flatMap((parameter) => {
      if (parameter.in === "cookie" || (parameter.in !== "path" && !plan.unmodelled.has(operation))) return [];
      if (parameter.undescribed === true) return [];
      const schema = schemaAt(plan.contract.document, parameter.schema.pointer, "request");
      if (edgesOf(schema, parameter).length === 0) return [];
      return [{ operation, parameter, schema, pointer: parameter.pointer, about: parameter.name }];
    }),
  );
}

/** A valid probe. One that removes an item gets an item of its own, which exists until then. */
async function lastingProbe(target: Target, operation: Operation, about: string): Promise<Probe> {
  const removing = operationsInRole(target.plan, "remove").find((one) => one.operation === operation);
  if (removing?.resource.identifier.parameter === undefined) return validProbe(target, operation);
  const { id } = await doomedItem(target, removing.resource, `to remove with ${operation.id} ${about}`);
  return { ...validProbe(target, operation), ...itemProbe(removing.resource, operation, id) };
}

/** True for a redirect that the document describes where it describes no other success: that is how logins succeed. */
function isRedirect(exchange: Exchange): boolean {
  const { operation } = exchange;
  const hasOther = operation?.responses.some(({ status }) => status.startsWith("2")) !== false;
  return !hasOther && describedResponse(exchange)?.status.startsWith("3") === true;
}

function success(exchange: Exchange, probe: Probe, asked: string, { form }: SchemaNode): Outcome {
  const undecided = undecidedPath(probe, exchange, (one) => isRefusal(one) && !isTurnedAway(one));
  if (undecided !== undefined) return undecided;
  // A text that the document does not list may name something, and what an example names is not everywhere.
  if (statusOf(exchange) === 404 && form.values === undefined && form.types?.has("string") === true)
    return inconclusive(`what ${asked} names is not there: ${describeAnswer(exchange)}`, EXAMPLE);
  return isSuccess(exchange) || isRedirect(exchange) ? PASS : fail(`success for ${asked}`, exchange);
}

function allowedValues({ form, annotations }: SchemaNode, parameter: Parameter): JsonValue[] {
  const bounds = [form.bounds.minimum, form.bounds.maximum, annotations.default].filter((value) => value !== undefined);
  const examples = parameter.examples.map(({ value }) => value);
  const all = [...(form.values ?? []), ...bounds, ...examples];
  return [...new Set(all)].filter(
    (value) => parameter.schema.validate(value).length === 0 && writtenPairs(parameter, value).length > 0,
  );
}

function writtenPairs(parameter: Parameter, value: JsonValue): Pairs {
  return writeParameter(parameter, value) ?? [];
}

const encoded = defineCheck<ParameterSubject>({
  id: "parameters.encoded",
  level: "should",
  claim: "a percent-encoded letter in a query should be read as the letter",
  basis: "RFC 3986 section 2.4",
  tests: ofParameter(),
  applies: (plan) =>
    parametersOf(plan, (schema, parameter) => parameter.in === "query" && oneValue(schema, parameter) !== undefined),
  run: async ({ operation, parameter, schema }, target) => {
    const valid = await lastingProbe(target, operation, `${parameter.name} encoded`);
    const [name, text] = writtenPairs(parameter, oneValue(schema, parameter) ?? "")[0] ?? [parameter.name, ""];
    const escaped = `%${(text.codePointAt(0) ?? 0).toString(16).toUpperCase()}${text.slice(1)}`;
    const exchange = await target.ask({
      ...valid,
      rawQuery: `${encodeURIComponent(name)}=${escaped}`,
      without: parameter.name,
      intent: "edge",
    });
    return success(exchange, valid, `${name}=${escaped}`, schema);
  },
});

/** An allowed value made up of plain letters or digits. */
function oneValue(schema: SchemaNode, parameter: Parameter): JsonValue | undefined {
  return allowedValues(schema, parameter).find(
    (value) => value !== null && /^[a-z0-9]+$/i.test(writtenPairs(parameter, value)[0]?.[1] ?? ""),
  );
}

const unknown = defineCheck<Subject>({
  id: "parameters.unknown",
  level: "should",
  claim: "an undocumented query parameter should be ignored or refused",
  basis: "the operation's parameters; spec/decisions.md#unknown-query-parameter",
  fault: "F100",
  applies: (plan) =>
    eachOperation(
      plan,
      (operation) =>
        isSafe(operation) && !plan.unmodelled.has(operation) && !operation.parameters.some(({ isWhole }) => isWhole),
    ),
  run: async ({ operation }, target) => {
    const query = [["no-such-parameter", "1"] as const];
    const exchange = await target.ask({ ...validProbe(target, operation), query, intent: "foreign" });
    if (isTurnedAway(exchange) && isTurnedAway(await target.ask({ ...validProbe(target, operation), intent: "edge" })))
      return inconclusive(`it is refused without the parameter too: ${describeAnswer(exchange)}`, "see auth.valid");
    const right = isSuccess(exchange) || (isRefusal(exchange) && !isTurnedAway(exchange));
    return right ? PASS : fail("success, or a refusal (4xx)", exchange);
  },
});

export const parameterChecks = [allowed, encoded, unknown, ...refusalChecks];
