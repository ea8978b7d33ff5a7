// The subjects of creation: the operation, and each special value that an item may have.
import { saidOfItem, shapeOf } from "../../places.ts";
import { type SchemaNode, schemaAt } from "../../../src/schema/normal/schema-node.ts";
import type { Resource, Role } from "../../../src/resource/model.ts";
import { type Outcome, PASS, type ResourceSubject, blame, fail, inconclusive } from "../../check.ts";
import { type Exchange, describeAnswer, isSuccess } from "../../client/exchange.ts";
import { blameOf } from "../../causes/large-integers.ts";
import { type Plan, operationsInRole } from "../../plan.ts";
import { bodySchema } from "../../operations.ts";
import { type Creation, creation, plainOf } from "../../items/create.ts";
import type { Target } from "../../client/target.ts";
import { Undecidable, orUndecidable } from "../../client/undecidable.ts";
import { sameParts } from "../../items/bodies/parts.ts";
import { type SpecialValue, placeOf, untriedIn } from "../../items/bodies/special-values.ts";
import { singleVariant } from "../../items/bodies/variants.ts";
import { packedVariants } from "../../items/bodies/packed.ts";
import { isOfOtherKind, mayHold, showProperty, shownNames, showsSent } from "../../judgements/difference.ts";
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";
import type { Blame } from "../../causes/cause.ts";

/** Operations that create one item from a body, of the selected resources. */
export function creators(plan: Plan, wanted: (resource: Resource) => boolean = () => true): ResourceSubject[] {
  return operationsInRole(plan, "create").flatMap(({ resource, operation }) => {
    const pointer = bodySchema(operation)?.pointer;
    // If one body contains several items, a refusal could be due to any of them.
    if (pointer === undefined || shapeOf(operation)?.sendsMany === true || !wanted(resource)) return [];
    return [{ resource, operation, pointer }];
  });
}

export interface ValueSubject extends ResourceSubject {
  /** The value under test; absent for the plain item. */
  readonly special?: SpecialValue;
  readonly about: string;
  /** Why the values that it stands for are not tried. */
  readonly untried?: readonly [why: string, needs: string];
}

const TOO_MANY = ["judging them takes too much work", "a smaller request body"] as const;
const MANY_LISTED = ["some values of a long list are tried", "--explore, which draws from all of them"] as const;
const TAKEN = [
  "an item that existed before may have the identifier, and would be lost if the target replaces it",
  "a request sent by hand, to a service where nothing can be lost",
] as const;

/** One subject for the plain item and one for each special value, so that each is judged by itself. */
export function valuesOf(plan: Plan, wanted: (resource: Resource) => boolean = () => true): ValueSubject[] {
  return creators(plan, wanted).flatMap((subject) => {
    const { properties } = schemaAt(plan.contract.document, subject.pointer, "request");
    const seen = new Map<string, ValueSubject>();
    const { variants, edges, untried } = packedVariants(plan, subject);
    for (const special of [...variants, ...edges].flatMap(({ carries }) => carries)) {
      const about = `${placeOf(special)}: ${special.name}`;
      const pointer = nodeOf(properties, special)?.pointer ?? subject.pointer;
      if (!seen.has(about)) seen.set(about, { ...subject, special, about, pointer });
    }
    const rest: ValueSubject[] =
      untried === 0 ? [] : [{ ...subject, about: `${untried} more values`, untried: TOO_MANY }];
    for (const [property, listed] of properties) {
      const left = listed.annotations.readOnly ? 0 : untriedIn(listed);
      const about = `${property}: ${left} more of the listed values`;
      if (left > 0) rest.push({ ...subject, about, pointer: listed.pointer, untried: MANY_LISTED });
    }
    const { identifier } = subject.resource;
    const [own = ""] = identifier.steps;
    const node = identifier.chosen === true || identifier.kept === true ? undefined : properties.get(own);
    if (node?.annotations.readOnly === false)
      rest.push({ ...subject, about: `${own}: values of the client`, pointer: node.pointer, untried: TAKEN });
    return [{ ...subject, about: "only what is required" }, ...seen.values(), ...rest];
  });
}

/** The schema of the place in which a special value stands. */
function nodeOf(
  properties: ReadonlyMap<string, SchemaNode>,
  { property, within = [] }: SpecialValue,
): SchemaNode | undefined {
  return within.reduce((node, step) => node?.properties.get(step), properties.get(property));
}

/** Creates the item that carries the value together with other values, or alone if that was refused. */
export async function madeOf(target: Target, subject: ValueSubject): Promise<Creation> {
  const { special } = subject;
  if (subject.untried !== undefined) throw new Undecidable(...subject.untried);
  const plain = plainOf(target, subject);
  if (special === undefined) return creation(target, subject, plain);
  const { variants, edges } = packedVariants(target.plan, subject);
  const packed = [...variants, ...edges].find(({ carries }) =>
    carries.some((one) => placeOf(one) === placeOf(special) && one.name === special.name),
  );
  const together = packed === undefined ? undefined : await orUndecidable(creation(target, subject, packed));
  if (together !== undefined && !(together instanceof Undecidable) && isSuccess(together.exchange)) return together;
  return creation(target, subject, singleVariant(target.plan, subject.operation, plain, special));
}

/** The outcome when there is nothing to compare because the creation itself failed. */
export function notCreated({ exchange }: Creation): Outcome {
  return inconclusive(`the creation was answered ${describeAnswer(exchange)}`, "see create.accepts");
}

/** The properties that a subject judges, among those that responses in all these roles show. */
export function ownProperties(
  plan: Plan,
  { operation, resource, special }: ValueSubject,
  ...roles: readonly Role[]
): string[] {
  const names = shownNames(plan, resource, ...roles).filter((name) => name !== resource.identifier.property);
  if (special === undefined) return names;
  const own = saidOfItem(operation, { [special.property]: "" });
  return names.filter((name) => Object.hasOwn(own, name));
}

/** What of an item a subject judges: a special value in an object says nothing about the rest of that. */
export function ownPart({ special }: ValueSubject, item: JsonObject): JsonObject {
  const part = special?.within && special.value("");
  const own = special && item[special.property];
  return special === undefined || part === undefined || own === undefined
    ? item
    : { ...item, [special.property]: sameParts(own, part) };
}

/** What was sent, and the answer to it. */
export interface SentAndShown {
  readonly names: readonly string[];
  readonly sent: JsonObject;
  readonly item: JsonObject;
}

/** Each of these properties that was sent must come back with the value that was sent, if the item can hold it. */
export function asSent(
  plan: Plan,
  resource: Resource,
  { names, sent, item }: SentAndShown,
  ...exchanges: readonly Exchange[]
): Outcome {
  for (const name of names) {
    const wanted: JsonValue | undefined = sent[name];
    const seen = item[name];
    if (!mayHold(resource, name, wanted)) continue;
    if (seen === undefined && isOfOtherKind(plan, resource, item, name)) continue;
    if (wanted === undefined || showsSent(plan, resource, name, { seen, sent: wanted })) continue;
    const known = { ...blameOf(wanted), ...blameTrimmed(wanted, seen), property: name };
    return blame(fail(showProperty(name, wanted), showProperty(name, seen), ...exchanges), known);
  }
  return PASS;
}

/** What is to blame if a text is shown as it was sent but for blanks at its ends; nothing otherwise. */
function blameTrimmed(sent: JsonValue, shown: JsonValue | undefined): Pick<Blame, "cause"> {
  const isTrimmed = typeof sent === "string" && typeof shown === "string" && sent !== shown && sent.trim() === shown;
  return isTrimmed ? { cause: { kind: "trimmed-texts" } } : {};
}
