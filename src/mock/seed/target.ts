// Determines what a family's seed is generated for, and from which examples.
import type { Contract } from "../../contract/model.ts";
import type { Document } from "../../document/document.ts";
import { showScalar } from "../../contract/serialization/text.ts";
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { idOf } from "../../resource/items/identify.ts";
import { keepsAll } from "../../resource/lists/comparing.ts";
import { type SchemaNode, propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import type { Identifier, Resource } from "../../resource/model.ts";
import { Answers } from "../answer/answer.ts";
import { ANY, type Family, bare } from "../items/family.ts";
import { slugFor } from "../relations/itself/slug.ts";
import { isSlug } from "../relations/itself/follows.ts";
import type { Identifiers } from "../items/identifiers.ts";
import { sentNode } from "../../resource/items/bodies.ts";
import { examplesOf, itemExamplesOf } from "./examples.ts";
import { type Seed, SeedError, type SeedTarget, seedItems } from "./seed.ts";

/** What the seed of a family is generated for. */
export function seedTarget(contract: Contract, family: Family, identifiers: Identifiers): SeedTarget {
  const { members, home, maker } = family;
  const { item, identifier } = home;
  const { lists, items, keys } = examplesOf(members);
  const creation = maker.operations.create ?? home.operations.replace;
  const taken = creation && sentNode(contract.document, creation, maker.shapes.get(creation));
  return {
    document: contract.document,
    item: item.pointer,
    validate: (value) => item.validate(isObject(value) ? bare(value) : value),
    fit: (value) => new Answers(contract.document, item).fit(bare(value)),
    steps: identifier.steps,
    kind: identifier.kind,
    examples: lists,
    items,
    followed: itemExamplesOf(family),
    keys: keys.flatMap((value) => {
      const key = identifiers.keyOf(value);
      return key === undefined || identifier.schema.validate(key).length > 0 ? [] : [key];
    }),
    nthKey: (n) => identifiers.nth(n),
    ...(isSlug(identifier.steps.at(-1) ?? "")
      ? { slugOf: (one: JsonObject, turn: number) => slugFor(identifier, one, turn) }
      : {}),
    filterable: withListedValues(contract.document, members, home, taken),
    ...(taken === undefined ? {} : { taken, within: creation && maker.shapes.get(creation)?.within }),
    ...roomFor(identifier),
  };
}

/** Gives generated items the values that filters or creations list, if only these list them. */
function withListedValues(
  document: Document,
  members: readonly Resource[],
  home: Resource,
  taken: SchemaNode | undefined,
): (item: JsonObject) => JsonObject {
  const sent = [...(taken === undefined ? [] : propertiesIn(taken))].flatMap(([property, { form }]) => {
    const own = home.properties.find(({ name }) => name === property)?.schema;
    const isListed = own === undefined || schemaAt(document, own.pointer, "response").form.values !== undefined;
    const { values } = form;
    return isListed || values === undefined || values.length < 2 ? [] : [{ property, values, isOne: true }];
  });
  const asked = members.flatMap(({ filters }) =>
    filters.flatMap(({ parameter, property, schema }) => {
      const node = schemaAt(document, schema.pointer, "response");
      const own = node.form.values;
      const all = schemaAt(document, parameter.schema.pointer, "request").form.values ?? [];
      const values = all.filter((one) => !keepsAll(one, own) && schema.validate(one).length === 0);
      return own !== undefined || values.length < 2 || typeof values[0] !== "string"
        ? []
        : // One example in one word does not say that every item has it, if a filter tells apart.
          [{ property, values, isOne: node.annotations.examples.length === 1 }];
    }),
  );
  const listed = [...sent, ...asked];
  if (listed.length === 0) return (item) => item;
  return (item) => {
    // The same item always has the same value.
    const turn = Array.from(showScalar(idOf(home.identifier, item) ?? "")).reduce(
      (sum, one) => sum + one.charCodeAt(0),
      0,
    );
    return listed.reduce((whole, { property, values, isOne }) => {
      const former = ownValue(whole, property);
      if (former === undefined || (values.includes(former) && !isOne)) return whole;
      const next = { ...whole, [property]: values[turn % values.length] as JsonValue };
      return home.item.validate(next).length === 0 ? next : whole;
    }, item);
  };
}

/** Sets the properties with which a seed item repeats its parent path. */
export function repeating(
  item: JsonObject,
  ways: ReadonlyMap<Resource, readonly string[]>,
  home: Resource,
): JsonObject {
  let whole = item;
  for (const [{ scope }, way] of ways) {
    for (const [index, { property }] of scope.entries()) {
      const text = way[index];
      if (property === undefined || text === undefined || text === ANY) continue;
      const schema = home.properties.find(({ name }) => name === property)?.schema;
      const value = [text, Number(text)].find((one) => schema?.validate(one).length === 0);
      if (value !== undefined) whole = { ...whole, [property]: value };
    }
  }
  return whole;
}

/** If there are few identifiers, half of them are left for later items. */
function roomFor({ kind, least = 1n, reach }: Identifier): Pick<SeedTarget, "room"> {
  if (kind !== "integer" || reach === undefined) return {};
  return { room: Math.max(1, Math.ceil(Number(reach - least + 1n) / 2)) };
}

/**
 * Unless the user gave a seed, as many items are created as fit; if none can be generated, an empty store is better
 * than a failure.
 */
export function startingItems(
  target: SeedTarget,
  seed: Seed,
  capacity: number,
): { readonly items: readonly JsonObject[]; readonly fault?: string } {
  try {
    const items = seedItems(target, seed);
    return { items: seed.kind === "default" ? items.slice(0, capacity) : items };
  } catch (error) {
    if (seed.kind !== "default" || !(error instanceof SeedError)) throw error;
    return { items: [], fault: error.problems[0]?.message ?? "" };
  }
}
