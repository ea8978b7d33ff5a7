// Conditions on a statement and its uses, for the table of reasons.
import type { Operation } from "../../src/contract/model.ts";
import { schemaAt } from "../../src/schema/normal/schema-node.ts";
import { chosenIdentifier } from "../items/bodies/identifier.ts";
import { sampleBody } from "../items/bodies/body.ts";
import { type Plan, resourceOf } from "../plan.ts";
import { bodySchema } from "../operations.ts";
import type { Statement } from "./statements.ts";
import type { Use } from "./uses.ts";
import { keptFor, once } from "../../src/memo.ts";

export const isExtensionNamed =
  (name: string) =>
  ({ kind, key }: Statement): boolean =>
    kind === "extension" && key === name;
export const isProse = ({ kind }: Statement): boolean => kind === "sentence" || kind === "table row";
export const everyUse =
  (test: (use: Use, plan: Plan) => boolean) =>
  (_: Statement, uses: readonly Use[], plan: Plan): boolean =>
    uses.every((use) => test(use, plan));
/** True for these keywords, optionally only in some of the places where they can be used. */
export const keyword =
  (test: (use: Use, plan: Plan) => boolean, keys?: readonly string[]) =>
  ({ kind, key }: Statement, uses: readonly Use[], plan: Plan): boolean =>
    kind === "keyword" && keys?.includes(key) !== false && uses.every((use) => test(use, plan));

const rolesOf = once(({ resources }: Plan): ReadonlyMap<Operation, string> => {
  const all = resources.flatMap(({ operations }) =>
    Object.entries(operations).map(([role, one]) => [one, role] as const),
  );
  // If there are several, the first one counts.
  return new Map(all.toReversed());
});

/** The role of the operation that uses a statement; undefined if it has none. */
export function roleIn(use: Use, plan: Plan): string | undefined {
  return rolesOf(plan).get(use.operation);
}
export const isIdentifier = ({ parameter }: Use, plan: Plan): boolean =>
  plan.resources.some(({ identifier }) => identifier.parameter?.pointer === parameter?.pointer);
export const isReadOnly = ({ side, anchors: [anchor] }: Use, plan: Plan): boolean =>
  side === "body" && anchor !== undefined && schemaAt(plan.contract.document, anchor, "request").annotations.readOnly;

export const isSentAsText = (use: Use): boolean =>
  use.side === "query" || use.side === "header" || use.side === "cookie" || use.side === "path";

/**
 * True if the suite can build a body that the operation allows, with an identifier of its own if the operation accepts
 * one.
 */
export function hasSample({ operation }: Use, plan: Plan): boolean {
  return keptFor(samplesOf(plan), operation, () => canBeSampled(operation, plan));
}

/** Whether there is such a body, by operation: it is asked for each of the thousands of uses in one. */
const samplesOf = once((_plan: Plan) => new Map<Operation, boolean>());

function canBeSampled(operation: Operation, plan: Plan): boolean {
  const schema = bodySchema(operation);
  const resource = resourceOf(plan, operation);
  const text = "sample-of-a-text";
  const isFree = resource === undefined || chosenIdentifier(plan.contract.document, resource, text) !== undefined;
  return (
    isFree && schema !== undefined && schema.validate(sampleBody(plan, operation, { text: "sample" })).length === 0
  );
}
