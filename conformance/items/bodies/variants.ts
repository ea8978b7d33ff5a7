// Items worth creating: all special values that the document allows, for every property. Each item carries several of
// them, so that a few items test a lot.
import type { Operation } from "../../../src/contract/model.ts";
import { type SchemaNode, mayBe, schemaAt } from "../../../src/schema/normal/schema-node.ts";
import { keptFor, once } from "../../../src/memo.ts";
import { type Plan, type ResourceOperation, resourceOf } from "../../plan.ts";
import { bodySchema } from "../../operations.ts";
import { recipeOf, sampleBody } from "./body.ts";
import { chosenIdentifier } from "./identifier.ts";
import type { Marks } from "../../../src/schema/generate/strategies/plain.ts";
import { type IsIdentity, identityNames } from "./identities.ts";
import { referred } from "./references.ts";
import { inOrder } from "./order.ts";
import { marksFor, tracesIn } from "./marks.ts";
import { contentOf, isKind, withParts } from "./parts.ts";
import { referencePlaces, withNames } from "./reference-places.ts";
import { type SpecialValue, placeOf } from "./special-values.ts";
import { ValuePlace } from "../../../src/schema/generate/place.ts";
import { Full } from "../../../src/schema/generate/strategies/full.ts";
import { generate } from "../../../src/schema/generate/traversal.ts";
import { type JsonObject, type JsonValue, isObject } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import { withValue } from "../../../src/json/parts.ts";

/** An item to create: what it carries, and its body. */
export interface Variant {
  readonly name: string;
  readonly carries: readonly SpecialValue[];
  /** It is for several checks, so it need not leave writes to others. */
  readonly isShared?: boolean;
  /** The body, with a text that distinguishes the item from others. */
  readonly body: (text: string) => JsonObject;
}

/** As long as the texts that a run puts in its items. */
export const USUAL_TEXT = "conformance-00000000-0001";

/** The plain item, with only what is required; undefined if no valid body can be generated. */
export function plainVariant(plan: Plan, { operation, resource }: ResourceOperation): Variant | undefined {
  const schema = bodySchema(operation);
  if (schema === undefined) return undefined;
  const { document } = plan.contract;
  if (chosenIdentifier(document, resource, USUAL_TEXT) === undefined) return undefined;
  const body = (text: string): JsonObject => ({
    ...asObject(sampleBody(plan, operation, { text })),
    ...chosenIdentifier(document, resource, text),
  });
  if (schema.validate(body(USUAL_TEXT)).length > 0) return undefined;
  const plain: Variant = { name: "only what is required", carries: [], body };
  // Without a mark, it cannot be changed or removed, but it still shows how creation works.
  return { ...plain, body: carrying(plan, operation, plain, plain).body };
}

/** True for a body with a value that no other item has. */
export const isMarked = (body: JsonValue, text: string): boolean => tracesIn(writeJson(body), runOf(text)).size > 0;

/** True if what is created as the variant says can be told from other items. */
export const isMarkable = ({ body }: Variant): boolean => isMarked(body(USUAL_TEXT), USUAL_TEXT);

const runOf = (text: string): string => /^[^-]*-[^-]*/.exec(text)?.[0] ?? text;

/** The plain item with one special value. */
export function singleVariant(plan: Plan, operation: Operation, plain: Variant, special: SpecialValue): Variant {
  return carrying(plan, operation, plain, { name: `${placeOf(special)}: ${special.name}`, carries: [special] });
}

const usualBody = once((plain: Variant) => plain.body(USUAL_TEXT));
const markable = new WeakMap<Operation, readonly Path[]>();

/** Properties in which a mark is tried: with more of them, one has long been found. */
const MOST_TRIED = 12;

type Path = readonly string[];

/** A place for either a text or a number, which is mostly for numbers that may be written as texts, has no room. */
const isOpenTo = (node: SchemaNode): boolean => mayBe(node, "string") !== mayBe(node, "integer");

/** The places that may have any text or number: properties, and those inside the objects with the content. */
function markableIn(whole: SchemaNode, isIdentity: IsIdentity): Path[] {
  const isOpen = (node: SchemaNode): boolean =>
    !node.annotations.readOnly && node.form.values === undefined && isOpenTo(node);
  const content = contentOf(whole, isIdentity);
  const paths = [...whole.properties].flatMap(([name, node]): Path[] => {
    if (content.has(name)) return markableIn(node, isIdentity).map((path) => [name, ...path]);
    return isOpen(node) ? [[name]] : [];
  });
  // A client that names an item asks for more than one that leaves that to the service, which also says of what kind it is.
  const rank = ([...path]: Path): number => {
    const name = path.at(-1) ?? "";
    return isIdentity(name) ? 2 : Number(isKind(name));
  };
  return paths.toSorted((one, other) => rank(one) - rank(other)).slice(0, MOST_TRIED);
}

/**
 * The plain item with special values, and with a mark: if they leave none, another property gets one, if need be
 * instead of its special value.
 */
export function carrying(
  plan: Plan,
  operation: Operation,
  plain: Variant,
  { name, carries }: Pick<Variant, "name" | "carries">,
): Variant {
  const schema = bodySchema(operation);
  const body = (text: string): JsonObject => {
    const made = withNames(plan, operation, withValues(plain.body(text), carries, text));
    const ordered = inOrder(made);
    return ordered === made || schema?.validate(ordered).length !== 0 ? made : ordered;
  };
  // Generated once for each plain item: a large body takes long, and has thousands of special values.
  const usual = withValues(usualBody(plain), carries, USUAL_TEXT);
  if (schema === undefined || isMarked(usual, USUAL_TEXT)) return { name, carries, body };
  const [last] = carries.length > 1 ? carries.filter((one) => typeof ownValueOf(one) !== "string") : [];
  const own = last === undefined ? [] : [[last.property, ...(last.within ?? [])]];
  const found = roomForMark(plan, operation, usual, { taken: new Set(carries.map(placeOf)), own });
  if (found === undefined) return { name, carries, body };
  const marked = (text: string): JsonObject => found.mark(body(text), marksFor(text));
  return { name, carries: carries.filter((one) => placeOf(one) !== found.place), body: marked };
}

interface Room {
  readonly place: string;
  /** A body with one of the marks in that place. */
  readonly mark: (body: JsonObject, marks: Marks) => JsonObject;
}

/**
 * Where a valid body without a mark may have one.
 * @param taken the places of its special values
 * @param own the one among them that may be given up
 */
function roomForMark(
  plan: Plan,
  operation: Operation,
  usual: JsonObject,
  { taken, own = [] }: { readonly taken: ReadonlySet<string>; readonly own?: readonly Path[] },
): Room | undefined {
  const schema = bodySchema(operation);
  if (schema === undefined) return undefined;
  const free = keptFor(markable, operation, () =>
    markableIn(schemaAt(plan.contract.document, schema.pointer, "request"), identityNames(resourceOf(plan, operation))),
  ).filter(([property = ""]) => recipeOf(plan, operation)?.values[property] === undefined);
  const named = namesIn(plan, operation);
  for (const path of [...free.filter((one) => !taken.has(one.join("."))), ...own]) {
    const place = path.join(".");
    for (const kind of ["text", "integer"] as const) {
      // A number in a reference would have to be an item's.
      if (kind === "integer" && (/id$/i.test(place) || named.has(place)) && !taken.has(place)) continue;
      const mark: Room["mark"] = (body, marks) =>
        withParts(body, withValue({}, path, marks[kind] ?? null) as JsonObject);
      if (schema.validate(mark(usual, marksFor(USUAL_TEXT))).length === 0) return { place, mark };
    }
  }
  return undefined;
}

/** The places of a body that name items of other resources. */
export function namesIn(plan: Plan, operation: Operation): ReadonlySet<string> {
  const resource = resourceOf(plan, operation);
  if (resource === undefined) return new Set();
  const nested = referencePlaces(plan, { operation, resource }).map(({ path }) => path.join("."));
  return new Set([...referred(plan, { operation, resource }).map(([name]) => name), ...nested]);
}

/** A special value itself, without the objects around it. */
export const ownValueOf = ({ within = [], value }: SpecialValue): JsonValue =>
  within.reduce<JsonValue>((one, step) => (isObject(one) ? (one[step] ?? null) : one), value(""));

/** A body with special values; what stands in an object is put beside what else it has. */
export function withValues(body: JsonObject, carried: readonly SpecialValue[], text: string): JsonObject {
  const made: Record<string, JsonValue> = { ...body };
  for (const { property, within, value } of carried) {
    const [own, part] = [made[property], value(text)];
    made[property] = within !== undefined && isObject(own) && isObject(part) ? withParts(own, part) : part;
  }
  return made;
}

/**
 * The plain item with a value for each property, no two of them alike; undefined if that is not valid.
 * @param turn another number gives other values, and shorter lists
 */
export function fullVariant(plan: Plan, creator: ResourceOperation, turn = 0): Variant | undefined {
  const schema = bodySchema(creator.operation);
  const plain = plainVariant(plan, creator);
  if (schema === undefined || plain === undefined) return undefined;
  const { document } = plan.contract;
  const isIdentity = identityNames(creator.resource);
  const { properties } = schemaAt(document, schema.pointer, "request");
  const body = (text: string): JsonObject => {
    const whole = asObject(generate(ValuePlace.at(document, schema.pointer, "request"), new Full(text, turn))[0] ?? {});
    const own = Object.entries<JsonValue>(whole).filter(
      ([name]) => !isIdentity(name) && properties.get(name)?.annotations.readOnly !== true,
    );
    const values = own.map(([name, value]) => [name, turn === 0 ? value : shorter(value)] as const);
    const [parts, needed] = [Object.fromEntries<JsonValue>(values), plain.body(text)];
    const made = withNames(plan, creator.operation, inOrder(withParts(parts, needed)));
    // Where an object has several forms, what it needs and what else it may have need not be of one.
    return schema.validate(made).length === 0 ? made : inOrder({ ...parts, ...needed });
  };
  const usual = body(USUAL_TEXT);
  if (schema.validate(usual).length > 0) return undefined;
  const carries = Object.keys(usual).map((property): SpecialValue => ({
    property,
    name: "given",
    value: () => usual[property] ?? null,
  }));
  return { name: "everything", carries, body };
}

/** A list without its last item, if it has several. */
const shorter = (value: JsonValue): JsonValue =>
  Array.isArray(value) && value.length > 1 ? (value as readonly JsonValue[]).slice(0, -1) : value;

/** A valid body by which the run recognizes an item that should not have been created. */
export function markedBody(plan: Plan, creator: ResourceOperation, marks: Marks): JsonObject | undefined {
  const schema = bodySchema(creator.operation);
  if (schema === undefined) return undefined;
  const { document } = plan.contract;
  const made = asObject(sampleBody(plan, creator.operation, marks));
  const isNew = creator.resource.operations.create === creator.operation;
  const body = isNew ? { ...made, ...chosenIdentifier(document, creator.resource, marks.text) } : made;
  if (schema.validate(body).length > 0) return undefined;
  // What is accepted against expectation can be removed like all else that the run has created.
  const isOpen = isNew && marks.integer !== undefined && !isMarked(body, marks.text);
  const room = isOpen ? roomForMark(plan, creator.operation, body, { taken: new Set() }) : undefined;
  return room?.mark(body, marks) ?? body;
}

function asObject(value: JsonValue): JsonObject {
  return isObject(value) ? value : {};
}
