// Methods and paths beyond the documented ones: refused with errors of the contract's own shape, and without effect.
import type { Operation } from "../../../src/contract/model.ts";
import { type Plan, resourceOf } from "../../plan.ts";
import { filledPath } from "../../../src/resource/paths.ts";
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
import { type Exchange, headerOf, statusOf } from "../../client/exchange.ts";
import { Undecidable } from "../../client/undecidable.ts";
import { errorFault } from "../../judgements/error-body.ts";
import type { Target } from "../../client/target.ts";
import { type PathSubject, sendUnlisted, methodsOf } from "./unlisted.ts";

/** Judges an answer that no operation describes: it should be an error like the documented ones. */
function contractError(plan: Plan, exchange: Exchange, statuses: readonly number[], expected: string): Outcome {
  if (!statuses.includes(statusOf(exchange))) return fail(expected, exchange);
  const fault = errorFault(exchange, plan);
  return fault === undefined ? PASS : blame(fail(fault[0], fault[1], exchange), fault[2]);
}

/** A target that requires a key before it looks at the path or the method reveals nothing about either. */
function withoutKey(target: Target, exchange: Exchange): Outcome | undefined {
  const asked = target.plan.operations.some(({ security }) => security.length > 0);
  if (!target.session.keyring.isEmpty || !asked || ![401, 403].includes(statusOf(exchange))) return undefined;
  return inconclusive("the target asks for a key first, and none was given", "--key, or --key-env");
}

/** A top-level path, and one below an operation's own, that match no path of the document. */
function unknownPaths({ contract }: Plan, { path }: Operation): string[] {
  const known = contract.operations.map(({ path: template }) => stepsOf(template));
  const matches = (steps: readonly string[], template: readonly string[]): boolean =>
    steps.length === template.length && template.every((step, index) => step.includes("{") || step === steps[index]);
  const below = (start: readonly string[], name: string): string => {
    let steps = [...start, name];
    while (known.some((template) => matches(steps, template))) steps = [...steps, name];
    return `/${steps.join("/")}`;
  };
  const own = stepsOf(filledPath(path, "1"));
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
  applies: (plan) => plan.operations.slice(0, 1).map((operation) => ({ operation, pointer: "/paths" })),
  run: async ({ operation }, target) => {
    return judgeEach(unknownPaths(target.plan, operation), async (rawPath) => {
      const exchange = await target.ask({ operation, method: "GET", rawPath, intent: "foreign" });
      return withoutKey(target, exchange) ?? contractError(target.plan, exchange, [404], "404 for an unknown path");
    });
  },
});

/** One subject for each path of the document on which something can be tried without harm. */
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

const EVERY_METHOD = ["every method is listed", "a path with fewer methods"] as const;

/** The answers to the methods that a path does not list. @throws Undecidable if there are none */
async function unlistedAnswers(target: Target, subject: PathSubject): Promise<readonly Exchange[]> {
  const { exchanges, sent } = await sendUnlisted(target, subject);
  if (sent === 0) throw new Undecidable(...EVERY_METHOD);
  if (exchanges.length === 0) throw new Undecidable("no answer came", "a target that answers");
  return exchanges.map((exchange) => target.look(exchange));
}

const unlisted = defineCheck<PathSubject>({
  id: "protocol.unlisted-method",
  level: "should",
  claim: "an undocumented method should be refused with an error body",
  signs: { isToldElsewhere: true },
  basis: "RFC 9110 section 15.5.6; spec/decisions.md#wrong-method",
  fault: "F210",
  stage: "changing",
  writes: true,
  applies: paths,
  run: async (subject, target) => {
    const exchanges = await unlistedAnswers(target, subject);
    const judged = exchanges.filter((exchange) => exchange.request.method !== "OPTIONS" || statusOf(exchange) >= 400);
    const outcomes = judged.map(
      (exchange) =>
        withoutKey(target, exchange) ??
        contractError(target.plan, exchange, [404, 405, 501], `405, 404 or 501 for ${exchange.request.method}`),
    );
    return outcomes.length > 0 ? worst(outcomes) : inconclusive(...EVERY_METHOD);
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
    const exchanges = await unlistedAnswers(target, subject);
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
