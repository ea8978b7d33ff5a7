// Methods and paths beyond the documented ones: refused as errors of the contract's own shape, and without effect.
import { showViolations } from "../../../src/schema/violation.ts";
import type { Operation } from "../../../src/contract/model.ts";
import { type Plan, resourceOf } from "../../plan.ts";
import {
  type Outcome,
  PASS,
  type Subject,
  blame,
  defineCheck,
  fail,
  inconclusive,
  judgeEach,
  worst,
} from "../../check.ts";
import { type Exchange, headerOf, jsonOf, mediaTypeOf, statusOf, valueOf } from "../../client/exchange.ts";
import type { Target } from "../../client/target/target.ts";
import { isObject } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import { type PathSubject, type Unlisted, sendUnlisted, methodsOf } from "./unlisted.ts";

const OF_BODY = { cause: { kind: "error-body" } } as const;

/** Judges an answer that no operation describes: it must be an error of the contract's own shape. */
function contractError(plan: Plan, exchange: Exchange, statuses: readonly number[], expected: string): Outcome {
  const status = statusOf(exchange);
  if (!statuses.includes(status)) return fail(expected, exchange);
  const { error } = plan;
  if (error === undefined) return PASS;
  if (mediaTypeOf(exchange) !== error.media.name)
    return blame(fail(`an error in ${error.media.name}`, exchange), OF_BODY);
  const reading = jsonOf(exchange);
  const violations = "fault" in reading ? undefined : error.schema.validate(reading.value);
  if (violations === undefined || violations.length > 0) {
    const seen = violations === undefined ? "no JSON" : showViolations(violations);
    return blame(fail("the error body of the document", seen, exchange), OF_BODY);
  }
  const value = valueOf(exchange);
  const field = error.status?.property ?? "";
  const own = isObject(value) ? value[field] : undefined;
  const wanted = `${field}: ${status}`;
  return own === undefined || own === status ? PASS : fail(wanted, `${field}: ${writeJson(own)}`, exchange);
}

/** A target that asks for a key before it looks at the path or the method has not said anything about either. */
function withoutKey(target: Target, exchange: Exchange): Outcome | undefined {
  const { key } = target.session.options;
  const asked = target.plan.operations.some(({ security }) => security.length > 0);
  if (key !== undefined || !asked || ![401, 403].includes(statusOf(exchange))) return undefined;
  return inconclusive("the target asks for a key first, and none was given", "--key, or --key-env");
}

/** A path at the top, and one below an operation's own, that no path of the document matches. */
function unknownPaths({ contract }: Plan, { path }: Operation): string[] {
  const known = contract.operations.map(({ path: template }) => stepsOf(template));
  const matches = (steps: readonly string[], template: readonly string[]): boolean =>
    steps.length === template.length && template.every((step, index) => step.includes("{") || step === steps[index]);
  const below = (start: readonly string[], name: string): string => {
    let steps = [...start, name];
    while (known.some((template) => matches(steps, template))) steps = [...steps, name];
    return `/${steps.join("/")}`;
  };
  const own = stepsOf(path.replaceAll(/\{[^}]+\}/g, "1"));
  return [below([], "no-such-path-of-the-document"), below([...own, "1"], "no-such-path")];
}

function stepsOf(path: string): string[] {
  return path.split("/").filter((step) => step !== "");
}

const unknownPath = defineCheck<Subject>({
  id: "protocol.unknown-path",
  level: "should",
  claim: "an unknown path should be answered with 404 and an error body",
  basis: "RFC 9110 section 15.5.5; spec/decisions.md#unknown-path",
  stage: "main",
  applies: (plan) => plan.operations.slice(0, 1).map((operation) => ({ operation, pointer: "/paths" })),
  run: async ({ operation }, target) => {
    return judgeEach(unknownPaths(target.plan, operation), async (rawPath) => {
      const exchange = await target.ask({ operation, method: "GET", rawPath, intent: "foreign" });
      return withoutKey(target, exchange) ?? contractError(target.plan, exchange, [404], "404 for an unknown path");
    });
  },
});

/** One subject for each path of the document on which something could be tried without harm. */
export function paths(plan: Plan): PathSubject[] {
  const seen = new Set<string>();
  return plan.operations.flatMap((operation) => {
    const resource = resourceOf(plan, operation);
    const harmless = !operation.path.includes("{") || resource?.operations.create !== undefined;
    if (seen.has(operation.path) || !harmless) return [];
    seen.add(operation.path);
    const pointer = operation.pointer.slice(0, operation.pointer.lastIndexOf("/"));
    return [{ operation, pointer, about: operation.path, ...(resource === undefined ? {} : { resource }) }];
  });
}

/** The outcome where no answer to a method that is not listed was seen. */
function nothingSaid({ sent }: Pick<Unlisted, "sent">): Outcome {
  return sent === 0 ? everyMethodListed() : inconclusive("no answer came", "a target that answers");
}

function everyMethodListed(): Outcome {
  return inconclusive("every method is listed", "a path with fewer methods");
}

const unlisted = defineCheck<PathSubject>({
  id: "protocol.unlisted-method",
  level: "should",
  claim: "an undocumented method should be refused with an error body",
  basis: "RFC 9110 section 15.5.6; spec/decisions.md#wrong-method",
  fault: "F210",
  stage: "changing",
  writes: true,
  applies: paths,
  run: async (subject, target) => {
    const { exchanges, ...rest } = await sendUnlisted(target, subject);
    if (exchanges.length === 0) return nothingSaid(rest);
    exchanges.forEach((exchange) => target.look(exchange));
    const judged = exchanges.filter((exchange) => exchange.request.method !== "OPTIONS" || statusOf(exchange) >= 400);
    const outcomes = judged.map(
      (exchange) =>
        withoutKey(target, exchange) ??
        contractError(target.plan, exchange, [404, 405, 501], `405, 404 or 501 for ${exchange.request.method}`),
    );
    return outcomes.length > 0 ? worst(outcomes) : everyMethodListed();
  },
});

const allow = defineCheck<PathSubject>({
  id: "protocol.allow",
  level: "should",
  claim: "a 405 should list the methods of the path in Allow",
  basis: "RFC 9110 section 15.5.6",
  stage: "changing",
  writes: true,
  applies: paths,
  run: async (subject, target) => {
    const { exchanges, ...rest } = await sendUnlisted(target, subject);
    if (exchanges.length === 0) return nothingSaid(rest);
    exchanges.forEach((exchange) => target.look(exchange));
    const listed = methodsOf(target.plan, subject.operation.path);
    return worst(
      exchanges.filter((exchange) => statusOf(exchange) === 405).map((exchange) => allowed(exchange, listed)),
    );
  },
});

function allowed(exchange: Exchange, listed: ReadonlySet<string>): Outcome {
  const value = headerOf(exchange, "allow");
  if (value === undefined) return fail("Allow", "no Allow on a 405", exchange);
  const names = value.split(",").map((name) => name.trim().toUpperCase());
  const missing = [...listed].find((method) => !names.includes(method));
  if (missing !== undefined) return fail(`${missing} in Allow`, `Allow: ${value}`, exchange);
  const { method } = exchange.request;
  return names.includes(method) ? fail(`no ${method} in Allow`, `Allow: ${value}`, exchange) : PASS;
}

export const methodChecks = [unknownPath, unlisted, allow];
