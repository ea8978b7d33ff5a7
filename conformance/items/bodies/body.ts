// Generates request bodies from the document.
import type { Document } from "../../../src/document/document.ts";
import type { Operation } from "../../../src/contract/model.ts";
import { type Plan, resourceOf } from "../../plan.ts";
import { bodySchema } from "../../operations.ts";
import type { Marks } from "../../../src/schema/generate/strategies/plain.ts";
import { inOrder, onOtherDays } from "./order.ts";
import { withNames } from "./reference-places.ts";
import { sampleValue } from "./sample.ts";
import { once } from "../../../src/memo.ts";
import { schemaAt } from "../../../src/schema/normal/schema-node.ts";
import type { Schema } from "../../../src/schema/model.ts";
import { type JsonObject, type JsonValue, isObject } from "../../../src/json/value.ts";

/** Values that a service takes in the bodies of an operation, found before anything is concluded from refusals. */
export interface Recipe {
  readonly values: JsonObject;
  /** The properties among them that may have any text. */
  readonly fresh: ReadonlySet<string>;
  /** Nothing optional is among them. */
  readonly isLeast?: boolean;
}

/** What comes before the host of a mail address. */
const ADDRESS = /^[^@\s]+(?=@[^@\s]+\.[a-z]+$)/i;

/** By plan: what one service takes says nothing about another. */
const recipesOf = once((_plan: Plan) => new Map<Operation, Recipe>());

export function recipeOf(plan: Plan, operation: Operation): Recipe | undefined {
  return recipesOf(plan).get(operation);
}

export function keepRecipe(plan: Plan, operation: Operation, recipe: Recipe | undefined): void {
  if (recipe === undefined) recipesOf(plan).delete(operation);
  else recipesOf(plan).set(operation, recipe);
}

/** A body for an operation, with marks if it has room for them, and with the values that the service is known to take. */
export function sampleBody(plan: Plan, operation: Operation, marks: Marks): JsonValue {
  const schema = bodySchema(operation);
  const { document } = plan.contract;
  const made = generatedBody(document, operation, marks);
  if (schema === undefined || !isObject(made)) return made;
  const { properties } = schemaAt(document, schema.pointer, "request");
  // A change takes what the creation of the item takes.
  const creation = resourceOf(plan, operation)?.operations.create ?? operation;
  const { values = {}, fresh = new Set() } = recipeOf(plan, operation) ?? recipeOf(plan, creation) ?? {};
  const known = Object.entries<JsonValue>(values).filter(([name]) => operation === creation || properties.has(name));
  const taken = known.map(([name, value]) => {
    // Another address where the document does not say that it is one.
    if (fresh.has(name) && typeof value === "string" && ADDRESS.test(value))
      return [name, value.replace(ADDRESS, marks.text)] as const;
    const pointer = fresh.has(name) ? properties.get(name)?.pointer : undefined;
    const other = pointer && sampleValue(document, pointer, { ...marks, fromPatterns: true });
    return [name, other ?? value] as const;
  });
  // At the time of another item there may be no room for this one.
  const whole =
    taken.length === 0 ? made : { ...made, ...onOtherDays(Object.fromEntries(taken), marks.text, Date.now()) };
  const named = withNames(plan, operation, whole);
  const ordered = inOrder(named);
  return ordered === named || isValid(schema, ordered) ? ordered : named;
}

/**
 * A body with marks. It is generated from the schema; if that result is invalid, an example in the document is used, or
 * texts are generated from patterns.
 */
function generatedBody(document: Document, operation: Operation, marks: Marks): JsonValue {
  const schema = bodySchema(operation);
  if (schema === undefined) return {};
  const made = sampleValue(document, schema.pointer, marks);
  if (isValid(schema, made) || !isObject(made)) return made;
  // An example may be taken already, as a number that should be unique: its patterns have other texts.
  const other = sampleValue(document, schema.pointer, { ...marks, fromPatterns: true });
  if (isObject(other) && isValid(schema, other)) return other;
  const examples = operation.body?.content.flatMap((media) => media.examples.map(({ value }) => value)) ?? [];
  const example = examples.find((value): value is JsonObject => isObject(value) && isValid(schema, value));
  return example === undefined ? made : marked(schema, example, made);
}

const isValid = (schema: Schema, value: JsonValue): boolean => schema.validate(value).length === 0;

/** The smallest valid part of an example, with the marks of the generated value wherever the schema allows them. */
function marked(schema: Schema, example: JsonObject, made: JsonObject): JsonObject {
  let body = example;
  for (const name of Object.keys(example)) {
    const { [name]: _, ...shorter } = body;
    const filled = made[name] === undefined ? body : { ...body, [name]: made[name] };
    if (isValid(schema, shorter)) body = shorter;
    else if (isValid(schema, filled)) body = filled;
  }
  return body;
}
