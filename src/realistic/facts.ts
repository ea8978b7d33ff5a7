// What a place of a value says about values that may be there, for the layered strategy.
import { pointerSteps } from "../json/pointer.ts";
import { type JsonValue, isLeaf, isNumeric, isObject } from "../json/value.ts";
import { once } from "../memo.ts";
import { typeOf } from "../schema/types.ts";
import type { Known } from "./evidence.ts";
import type { SchemaNode } from "../schema/normal/schema-node.ts";
import { type ValuePlace, goneBy, isOfForm } from "../schema/generate/place.ts";
import { isAverage, isFalseAtFirst, isUnknownAtFirst, isVersion, isZeroAtFirst, zeroLike } from "./texts/states.ts";
import { type Moment, momentOf } from "./texts/moments.ts";
import { TextNeeds } from "../schema/generate/text-needs.ts";
import { wordsOf, plainName } from "../document/names.ts";

/** True for the time of a deletion that is 0 as long as there was none. */
export const isZeroAlive = (name: string, { form: { types } }: ValuePlace): boolean =>
  /^deleted?_?at$/i.test(name) && types?.has("integer") === true;

/** The default of the request, or else of the response. */
export function standardOf(place: ValuePlace, { taken }: Known): JsonValue | undefined {
  const sent = typeof taken === "string" ? undefined : taken.annotations.default;
  if (sent !== undefined && sent !== null) return sent;
  for (const { annotations } of place.nodes) if (annotations.default !== undefined) return annotations.default;
  return toldIn(typeof taken === "string" ? place.nodes : [taken, ...place.nodes], place);
}

const DEFAULT = /\bdefaults?(?: value)?\s*(?:to|is|:|=)\s*[`"'*]*(true|false|\d+|\w+)\b/i;

/** The default that a description tells: a flag, a number, or one of the listed values. */
function toldIn(nodes: readonly SchemaNode[], { form: { types, values } }: ValuePlace): JsonValue | undefined {
  for (const { annotations } of nodes) {
    const [, told] = DEFAULT.exec(annotations.description ?? "") ?? [];
    if (told === undefined) continue;
    if (values !== undefined) return values.find((one) => one === told);
    if (types?.has("boolean") === true) return /^(?:true|false)$/i.test(told) ? /^true$/i.test(told) : undefined;
    return types?.has("integer") === true && /^\d{1,9}$/.test(told) ? Number(told) : undefined;
  }
  return undefined;
}

/** What was given, as the place can have it; undefined if it cannot, or if its parts are to be made. */
export function asGiven(given: JsonValue, place: ValuePlace): JsonValue | undefined {
  if (isNothing(given)) return emptied(given, place);
  if (isLeaf(given)) return asTyped(given, place);
  const isWrapped = Array.isArray(given) && place.form.types?.has("array") === false;
  return isDescribed(given, place) || isWrapped ? undefined : given;
}

/** A property that is certain, or a single value that was sent for a new thing: most of what is made is only that. */
export function settledAs(known: Known, place: ValuePlace, name: string): JsonValue | undefined {
  if (known.certain !== undefined) return known.certain;
  const { given } = known;
  if (given === undefined || isNothing(given) || !isLeaf(given)) return undefined;
  // What is only shown, what a change leaves as it was, and a version may be another value than was sent.
  const isOpen = known.taken === "nothing" || known.kept !== undefined || isVersion(name);
  return isOpen ? undefined : asGiven(given, place.property(name));
}

/** A single value in the type of the place; undefined if it cannot be there. */
function asTyped(value: JsonValue, place: ValuePlace): JsonValue | undefined {
  const { form } = place;
  if (form.types === undefined) return value;
  const type = typeOf(value);
  if (form.types.has(type) || (type === "integer" && form.types.has("number"))) return value;
  if (form.types.has("string") && isNumeric(value)) return String(value);
  const isDigits = typeof value === "string" && /^-?\d{1,15}(\.\d{1,6})?$/.test(value);
  return isDigits && (form.types.has("number") || form.types.has("integer")) ? Number(value) : undefined;
}

export const isNothing = (value: JsonValue | undefined): value is null | "" => value === null || value === "";

/** What is left where null or an empty text was sent: that, or else what says the same; undefined if nothing may be. */
export function emptied(value: null | "", { cases }: ValuePlace): JsonValue | undefined {
  const all: readonly JsonValue[] = value === null ? [null] : ["", null, [], {}];
  return all.find((one) => cases.some((place) => isOfForm(place.form, one) && (one === null || mayBeEmpty(place))));
}

/** True if texts, lists and objects of a form need have nothing in them. */
function mayBeEmpty({ form, forms }: ValuePlace): boolean {
  const { minItems = 0, minProperties = 0 } = form.bounds;
  return (
    new TextNeeds(form, forms.work).allows("") && form.required.size + Number(minItems) + Number(minProperties) === 0
  );
}

export function allowsNull({ form, cases }: ValuePlace): boolean {
  if (form.values !== undefined) return form.values.includes(null);
  if (form.groups.length > 0) return cases.some((one) => one.form.types?.has("null") === true);
  return form.types?.has("null") === true;
}

/** The properties that tell things of one kind apart. */
const IDENTIFIERS = ["id", "uuid", "gid", "sid"];

/**
 * Where either a thing or only its identifier may be, the place with its identifier: services show the whole thing only
 * to those who ask for it.
 */
export const identifiedAt = once((place: ValuePlace): ValuePlace | null => {
  if (place.form.groups.length === 0) return null;
  const named = place.cases.find(
    ({ form: { types, values } }) =>
      values === undefined &&
      types !== undefined &&
      [...types].every((type) => type === "string" || type === "integer"),
  );
  const isThing = ({ form }: ValuePlace): boolean =>
    form.types?.has("object") === true && IDENTIFIERS.some((name) => form.properties.has(name));
  return named !== undefined && place.cases.some(isThing) ? named : null;
});

/** The alternatives that are not only for things that were deleted; none if they all are for both. */
export const livingAt = once((place: ValuePlace): readonly ValuePlace[] => {
  if (place.form.groups.length === 0) return [];
  const living = place.cases.filter((one) => goneBy(one) === null);
  return living.length === place.cases.length ? [] : living;
});

/** True if the document says what is inside a value, so that its parts can be merged. */
function isDescribed(value: JsonValue, { nodes, form }: ValuePlace): boolean {
  if (Array.isArray(value))
    return (
      form.prefix.length > 0 || nodes.some(({ items, alternatives }) => items !== undefined || alternatives.length > 0)
    );
  return (
    nodes.some(({ properties, alternatives }) => properties.size + alternatives.length > 0) || form.properties.size > 0
  );
}

const isLeafPlace = once(({ nodes }: ValuePlace): boolean =>
  nodes.every(({ properties, items }) => properties.size === 0 && items === undefined),
);

/** The words of what an object is. @param name the property around it; empty for the thing itself */
export const ownerAt = (place: ValuePlace, name: string): readonly string[] | null =>
  ownerOf(place) ?? (name === "" ? placedAt(place) : wordsOf(name));

/** The first property of each component among the parts of a thing. */
const firstParts = once((place: ValuePlace): ReadonlyMap<string, string> => {
  const parts = place.names.flatMap((name): [string, string][] => {
    const home = place.property(name).nodes[0]?.home;
    return home === undefined ? [] : [[home, name]];
  });
  return new Map(parts.toReversed());
});

/** True for a part that another one of the same kind comes before: the recipient of what has a sender is another one. */
function isAnother(name: string, place: ValuePlace, part: ValuePlace): boolean {
  const home = part.nodes[0]?.home;
  return home !== undefined && !/billing|invoice/i.test(name) && (firstParts(place).get(home) ?? name) !== name;
}

/** False for other people than the one who has them: `emergencyContacts` of a patient, the `manager` of a member. */
export function isOfSame(name: string, place: ValuePlace, isTop: boolean): boolean {
  const part = place.property(name);
  if (isLeafPlace(part)) return true;
  if (isAnother(name, place, part)) return false;
  if (!isTop) return false;
  const isOthers = part.form.types?.has("array") === true || OTHERS.test(name);
  return !isOthers || ![...place.form.properties.keys()].some((one) => PERSONAL.test(plainName(one)));
}

const OTHERS = /contact|guardian|spouse|partner|parent|kin$|manager|supervisor|referr|emergency|beneficiar|sibling/i;
const PERSONAL = /^(firstname|lastname|fullname|email|emailaddress|dateofbirth|birthdate|birthday)$/;

/** The words of the component that describes an object; null without one. */
const ownerOf = once(({ nodes }: ValuePlace): readonly string[] | null => {
  const home = nodes.map((node) => node.home).find((one) => one.startsWith("/components/schemas/"));
  return home === undefined || home.split("/").length > 4 ? null : wordsOf(home.slice(home.lastIndexOf("/") + 1));
});

/** Names that say nothing of what they have. */
const ENVELOPES =
  /^_?(data|items?|values?|results?|records?|rows|list|entries|nodes?|content|elements|hits|embedded|payload|response|body)$/i;

/** The words of what an object is that the document describes where it is sent: by the property around it, or its path. */
const placedAt = once(({ nodes }: ValuePlace): readonly string[] | null => {
  const home = nodes.map((node) => node.home).find((one) => one.startsWith("/paths/"));
  if (home === undefined) return null;
  const steps = pointerSteps(home);
  const named = steps.filter((step, at) => steps[at - 1] === "properties" && !ENVELOPES.test(step)).at(-1);
  const path = (steps[1] ?? "").split("/").filter((step) => step !== "" && !step.includes("{"));
  const called = named ?? path.at(-1);
  return called === undefined ? null : wordsOf(called);
});

export const homesOf = once(({ nodes }: ValuePlace): readonly string[] =>
  nodes.filter(({ properties }) => properties.size > 0).map(({ home }) => home),
);

/** True for an example that can be varied: nothing says which parts of a free object could. */
export function isVaried(value: JsonValue, place: ValuePlace): boolean {
  if (typeof value === "string" || isNumeric(value)) return true;
  if (typeof value === "boolean") return true;
  return value !== null && isDescribed(value, place);
}

/**
 * False for an example whose type the place does not allow, since tools write `example: null` if they know none, and
 * for an object without its required properties: the example of a part of an `allOf` is not one of the whole.
 */
export function mayStand(value: JsonValue, { form: { types, required }, nodes }: ValuePlace): boolean {
  if (isObject(value) && [...required].some((name) => !Object.hasOwn(value, name))) return false;
  if (types === undefined) return value !== null || nodes.every(({ alternatives }) => alternatives.length === 0);
  const type = typeOf(value);
  return types.has(type) || (type === "integer" && types.has("number"));
}

/** When something happened, in an object that says no more than that: `{ approved_at, approved_by }`. */
export const happenedAt = once((place: ValuePlace): { readonly name: string; readonly moment: Moment } | null => {
  const whole = place.cases.find(({ form }) => form.types?.has("object") === true) ?? place;
  if (IDENTIFIERS.some((name) => whole.form.properties.has(name))) return null;
  const moments = [...whole.form.properties.keys()].flatMap((name) => {
    const moment = /(?:_at|At|_on|On)$/.test(name) ? momentOf(name, whole.property(name)) : undefined;
    return moment === undefined || moment.happening === "later" ? [] : [{ name, moment }];
  });
  return moments[0] ?? null;
});

/** True for a number or a thing that is found out or decided about a new thing later. */
export function isOpenAtFirst(
  place: ValuePlace,
  { name, isOwn }: { readonly name: string; readonly isOwn?: boolean },
): boolean {
  if (
    isAverage(name) ||
    /^(assignee|assigned_?to)(_?id)?$|^edited[_A-Z]|^last(_[a-z]+)*_id$|^last([A-Z][a-z]+)*Id$/i.test(name)
  )
    return true;
  const forms = place.form.groups.length === 0 ? [place.form] : place.cases.map(({ form }) => form);
  const types = [...new Set(forms.flatMap((form) => [...(form.types ?? [])]))].filter((type) => type !== "null");
  const isNumber = types.length > 0 && types.every((type) => type === "integer" || type === "number");
  const isThing = types.length === 1 && types[0] === "object";
  if (isThing && isOwn === true && happenedAt(place) !== null) return true;
  return isOwn === true && place.examples.length === 0 && (isNumber || isThing) && isUnknownAtFirst(name, isNumber);
}

/** True if a new thing has another value than the example of one that has lived: `comments: 14`, `merged: true`. */
export function isOfBeginning(
  example: JsonValue | undefined,
  {
    name,
    known,
    index,
    isNone,
  }: { readonly name: string; readonly known: Known; readonly index?: number; readonly isNone?: boolean },
): boolean {
  if ((name === "index" && index !== undefined) || (isNone === true && zeroLike(example) !== undefined)) return true;
  if (typeof example === "boolean") return isFalseAtFirst(name);
  if (known.taken !== "nothing") return false;
  return (typeof example === "number" || Array.isArray(example)) && isZeroAtFirst(name);
}
