// Embeds a value for a place deep in a schema into a whole value of the outer schema.
import type { Step } from "../graph.ts";
import { ANYTHING_GOES, type Conjunction } from "../../form/conjunction.ts";
import type { NormalForm } from "../../form/normal-form.ts";
import { matches } from "../../pattern/engine.ts";
import { groupKey, isExact } from "../../keywords/alternatives.ts";
import { mergeForms } from "../../normal/merge.ts";
import { propertyConstraint } from "../../keywords/properties.ts";
import { byContent } from "../alternatives/order.ts";
import { cases } from "../../normal/cases.ts";
import { type DrawContext, ODD_VALUES } from "./context.ts";
import { fillObject, freeName } from "./objects.ts";
import { anyOf, exactly, textBeyond } from "../../pattern/inclusion.ts";
import { boundaryTexts } from "../../pattern/text.ts";
import { sample } from "./values.ts";
import type { Work } from "../../work.ts";
import { type JsonObject, type JsonValue, isObject } from "../../../json/value.ts";

/** How the surroundings are filled. */
export interface Filling {
  /** With all properties, not only those that are required. */
  readonly full: boolean;
  /** By another alternative than the first, with something that the others reject: matters only if alternatives overlap. */
  readonly other: boolean;
}
export const SMALLEST: Filling = { full: false, other: false };
export const FILLINGS: readonly Filling[] = [false, true].flatMap((other) =>
  [false, true].map((full) => ({ full, other })),
);

/** No program sends or reads a value that nests this deep. */
const DEEPEST = 500;

/**
 * Builds the whole around a part.
 * @param shape the schema of the whole
 * @param trail the steps from the whole to the part
 * @returns the whole, or undefined if no surroundings could be filled
 */
export function lift(
  context: DrawContext,
  shape: NormalForm,
  trail: readonly Step[],
  { part, filling }: { part: JsonValue; filling: Filling },
): JsonValue | undefined {
  const [step, ...rest] = trail;
  if (step === undefined) return part;
  if (trail.length > DEEPEST) return undefined;
  if (step.kind === "branch") {
    const key = groupKey(step.group);
    const groups = shape.groups.filter((group) => groupKey(group) !== key);
    const merged = mergeForms({ ...shape, groups }, context.producer.form(step.branch), context.work);
    const value = lift(context, merged, rest, { part, filling });
    return filling.other ? refusedByOthers(context, { step, merged, value }) : value;
  }
  const options = cases(context.producer, shape, { order: byContent(context.producer) });
  const surrounding = options[filling.other && options.length > 1 ? 1 : 0];
  if (surrounding === undefined) return undefined;
  if (step.kind === "item") return liftItem(context, surrounding, { rest, part, filling, index: step.index });
  const name = keyOf(step, surrounding, context.work);
  if (name === undefined) return undefined;
  const inner = context.producer.form(propertyConstraint(surrounding, name, context.work));
  const value = lift(context, inner, rest, { part, filling });
  if (value === undefined) return undefined;
  const others = [...surrounding.required, ...(filling.full ? surrounding.properties.keys() : [])];
  const sent = others.filter((other) => other !== name && !isSilent(context, surrounding, other));
  const object = fillObject(context, surrounding, sent);
  if (object === undefined) return undefined;
  return { ...object, ...(filling.full ? filledLists(context, surrounding, object) : {}), [name]: value };
}

/** An item for each empty list: what the items are may tell alternatives apart. */
function filledLists(context: DrawContext, shape: NormalForm, object: JsonObject): JsonObject {
  const lists = Object.entries(object).flatMap(([name, value]): [string, JsonValue][] => {
    const { items, bounds } = context.producer.form(propertyConstraint(shape, name, context.work));
    if (!Array.isArray(value) || value.length > 0 || items.isEmpty || bounds.maxItems !== undefined) return [];
    const item = sample(context, items);
    return item === undefined ? [] : [[name, [item]]];
  });
  return Object.fromEntries(lists);
}

interface Branching {
  readonly step: Extract<Step, { kind: "branch" }>;
  readonly merged: NormalForm;
  readonly value: JsonValue | undefined;
}

/** The value with an addition that the other alternatives reject, so that only the intended one matches. */
function refusedByOthers(context: DrawContext, { step, merged, value }: Branching): JsonValue | undefined {
  if (!isObject(value) || !isExact(step.group)) return value;
  const spoiled: Record<string, JsonValue> = { ...value };
  for (const branch of step.group.branches) {
    const other = context.producer.form(branch);
    const name = [...other.properties.keys()].find(
      (own) => !merged.properties.has(own) && !Object.hasOwn(spoiled, own),
    );
    if (branch === step.branch || name === undefined) continue;
    const wrong = ODD_VALUES.find(
      (odd) => !context.check(context.producer, other.properties.get(name) ?? ANYTHING_GOES, odd),
    );
    if (wrong !== undefined) spoiled[name] = wrong;
  }
  return spoiled;
}

function isSilent(context: DrawContext, shape: NormalForm, name: string): boolean {
  const schema = shape.properties.get(name);
  return schema !== undefined && (context.producer.isSilent(schema) || context.producer.form(schema).never);
}

/** Undefined if no name is left for the step. */
function keyOf(step: Exclude<Step, { kind: "branch" | "item" }>, shape: NormalForm, work: Work): string | undefined {
  if (step.kind === "property") return step.name;
  if (step.kind === "map") return freeName(shape, work);
  const fits = (name: string): boolean =>
    step.matching.every((pattern) => matches(pattern, name, work)) &&
    !step.avoiding.some((pattern) => matches(pattern, name, work)) &&
    !shape.properties.has(name);
  // Plain names first: the shortest may be one that nobody would choose.
  const plain = step.matching.flatMap((pattern) => boundaryTexts(pattern, work)).find(fits);
  const taken = [...step.avoiding, ...[...shape.properties.keys()].map(exactly)];
  return plain ?? textBeyond(step.matching, anyOf(taken), work) ?? undefined;
}

interface ItemLift {
  readonly rest: readonly Step[];
  readonly part: JsonValue;
  readonly filling: Filling;
  readonly index: number;
}

function liftItem(
  context: DrawContext,
  shape: NormalForm,
  { rest, part, filling, index }: ItemLift,
): JsonValue | undefined {
  const schema = (position: number): Conjunction => shape.prefix[position] ?? shape.items;
  const value = lift(context, context.producer.form(schema(index)), rest, { part, filling });
  if (value === undefined) return undefined;
  const length = Math.max(index + 1, Number(shape.bounds.minItems ?? 0));
  const list: JsonValue[] = [];
  for (let position = 0; position < length; position++) {
    const item = position === index ? value : sample(context, schema(position), shape.uniqueItems ? position : 0);
    if (item === undefined) return undefined;
    list.push(item);
  }
  return list;
}
