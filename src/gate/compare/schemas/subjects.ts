// Turns differing schemas into subjects of the policy: their annotations before and after, and properties that were
// removed.
import { keptFor } from "../../../memo.ts";
import type { Subject } from "../../parts/model.ts";
import type { PairNode, Step } from "../../../schema/compare/graph.ts";
import { ANYTHING_GOES, type Conjunction } from "../../../schema/form/conjunction.ts";
import { ONLY_ITEM } from "../../../schema/compare/list-of-one.ts";
import type { NormalForms } from "../../../schema/normal/normal-forms.ts";
import { appendPointer } from "../../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../../json/value.ts";
import type { SurfaceParameter } from "../../surface/model.ts";
import type { Slot } from "../context.ts";
import { isOnlyItem, messagePlace, showPlace, withParts } from "./describe.ts";
import { type AllReached, type Reached, isToldBefore } from "./places.ts";

type Gathered = Subject & { readonly operations: Set<string>; readonly parts: Set<string> };

/** Every pair of schemas that differs, once each, with all operations that lead to it. */
export function schemaSubjects({ found: reached, own }: AllReached): Subject[] {
  const found = new Map<string, Gathered>();
  const drawn = new Map<PairNode, readonly Gathered[]>();
  const told = new Map<PairNode, Reached>();
  for (const one of reached) {
    const known = told.get(one.node);
    if (known === undefined || isToldBefore(one, known)) told.set(one.node, one);
  }
  const gathered = (subject: Subject): Gathered => {
    const { sender, on, basePointer, revisionPointer, isAlwaysSent, readsOneAsList } = subject;
    const key = JSON.stringify([sender, on, basePointer, revisionPointer, isAlwaysSent, readsOneAsList]);
    return keptFor(found, key, () => ({ ...subject, operations: new Set(), parts: new Set() }));
  };
  for (const one of [...told.values(), ...reached]) {
    const { node, slot, trail } = one;
    if (own.hold(one)) continue;
    // The label describes the first path to the node. All paths into a schema share the same places, except for the
    // start of a slot, which is a parameter or has its own place.
    const isInside = trail.length > 0;
    const subjects = (isInside ? drawn.get(node) : undefined) ?? nodeSubjects(one).map(gathered);
    if (isInside) drawn.set(node, subjects);
    for (const { operations, parts } of subjects) {
      operations.add(slot.pair.base.name);
      parts.add(slot.label);
    }
  }
  return Array.from(found.values(), ({ parts, where, ...subject }) =>
    where === undefined ? subject : { ...subject, where: withParts(where, parts) },
  );
}

function nodeSubjects(reached: Reached): Subject[] {
  const { slot, node, trail } = reached;
  const { sides } = slot.graph;
  const producer = noted(sides.producer, node.producer);
  const consumer = noted(sides.consumer, node.consumer);
  const [base, revision] = slot.sender === "client" ? [producer, consumer] : [consumer, producer];
  const grows = node.facts.some(({ keyword, provedBy }) => keyword !== "enum" && provedBy === "enum-may-grow");
  const listedBy = grows ? listedByAlternatives : listedByAll;
  const [sent, known] = [listedBy(sides.producer, node.producer), listedBy(sides.consumer, node.consumer)];
  // The normal forms recognize values that gain alternatives, whether from `enum`, from `const` or from a combination.
  const [after, before] = slot.sender === "server" ? [sent, known] : [known, sent];
  const listed = before !== undefined && after !== undefined;
  const parameter = trail.length === 0 && slot.carrier === "parameter";
  const own: Subject = {
    on: parameter ? "parameter-schema" : "schema",
    ...placed(slot, trail),
    base: listed ? { ...base.value, enum: before } : base.value,
    revision: listed ? { ...revision.value, enum: after } : revision.value,
    basePointer: base.pointer ?? slot.basePlace,
    revisionPointer: revision.pointer ?? slot.revisionPlace,
    operations: new Set(),
    direction: slot.direction,
    sender: slot.sender,
    readsOneAsList: parameter && slot.pair.consumer.parameters.some((one) => isOf(slot, one) && isRepeated(one)),
    isOnlyItem: parameter && node.facts.some(({ provedBy }) => provedBy === ONLY_ITEM),
    isAlwaysSent: parameter && slot.pair.producer.parameters.some((one) => isOf(slot, one) && one.required),
  };
  // A schema that only one side describes is new, or gone; the annotations of an item are not those of its list.
  const isBoth = base.pointer !== undefined && revision.pointer !== undefined;
  const described = trail.length === 0 || (isBoth && !isOnlyItem(trail.at(-1)));
  return [...(described ? [own] : []), ...goneProperties(reached, own)];
}

function listedByAll(space: NormalForms, conjunction: Conjunction): readonly JsonValue[] | undefined {
  return space.form(conjunction).values;
}

function listedByAlternatives(space: NormalForms, conjunction: Conjunction): readonly JsonValue[] {
  const branches = space.form(conjunction).groups.flatMap((group) => group.branches);
  return branches.flatMap((branch) => space.form(branch).values ?? []);
}

/** True for the parameter of a slot. */
function isOf({ at }: Slot, { name, in: place }: SurfaceParameter): boolean {
  return at === `/${place}/${name}`;
}

/** True if each item of a parameter is written separately, with the name repeated. */
function isRepeated({ style, explode }: SurfaceParameter): boolean {
  return style === "form" && explode;
}

/** Properties that the base has and the revision no longer names. */
function goneProperties({ slot, node, trail }: Reached, owner: Subject): Subject[] {
  const { sides } = slot.graph;
  const [space, conjunction] =
    slot.sender === "client" ? [sides.producer, node.producer] : [sides.consumer, node.consumer];
  const shape = space.form(conjunction);
  return node.facts.flatMap((fact): Subject[] => {
    const gone = slot.sender === "client" ? fact.producer === true : fact.consumer === true;
    if (fact.keyword !== "properties" || fact.name === undefined || !gone || fact.provedBy === undefined) return [];
    const inner = noted(space, shape.properties.get(fact.name) ?? ANYTHING_GOES);
    return [
      {
        ...owner,
        on: "schema",
        ...placed(slot, [...trail, { kind: "property", name: fact.name }]),
        base: inner.value ?? {},
        revision: undefined,
        basePointer: propertyPlace(space, conjunction, fact.name) ?? owner.basePointer,
      },
    ];
  });
}

/** Where a conjunction names a property: the place of the name, not the target of a reference next to it. */
function propertyPlace(space: NormalForms, conjunction: Conjunction, name: string): string | undefined {
  const holder = space.definitions(conjunction).find(({ definition }) => {
    const properties = definition["properties"];
    return isObject(properties) && Object.hasOwn(properties, name);
  });
  return holder === undefined ? undefined : appendPointer(holder.pointer, "properties", name);
}

/** Where a value is, typed and in words. */
function placed(slot: Slot, trail: readonly Step[]): Pick<Subject, "label" | "where"> {
  const where = messagePlace(slot.label, trail);
  return { label: showPlace(where), where };
}

/** The annotations of the schemas of a conjunction, as one object. */
function noted(space: NormalForms, conjunction: Conjunction): { value: JsonObject; pointer?: string } {
  const value: Record<string, JsonValue> = {};
  const definitions = space.definitions(conjunction);
  for (const { definition } of definitions) {
    for (const [key, item] of Object.entries(definition)) {
      // `nullable` adds null to the keywords next to it, but not to the schemas that this one extends.
      const isApart = key === "nullable" && definition["enum"] === undefined;
      if (!Object.hasOwn(value, key) && !isApart) value[key] = item;
    }
  }
  const [first] = definitions;
  return { value, ...(first === undefined ? {} : { pointer: first.pointer }) };
}
