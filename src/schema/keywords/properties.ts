// Properties: named ones, those with names that match a pattern, all others, and which are required.
import { mayMeet } from "../pattern/inclusion.ts";
import { matches } from "../pattern/engine.ts";
import { ANYTHING_GOES, type Conjunction, join } from "../form/conjunction.ts";
import { tagOf } from "../form/tags.ts";
import { ANYTHING, type NormalForm, type Opaque } from "../form/normal-form.ts";
import { Work } from "../work.ts";
import { type Keeps, atMost } from "./bounds.ts";
import type { Refusals } from "./fact.ts";
import { type At, type Surroundings, isSchema } from "./reading.ts";
import { appendPointer } from "../../json/pointer.ts";
import { type JsonObject, isObject } from "../../json/value.ts";

/** What a schema object says about properties. */
export function readProperties(
  definition: JsonObject,
  at: At,
): Pick<NormalForm, "properties" | "patternProperties" | "additional" | "freeNames"> {
  const patterns = readMap(definition, "patternProperties", (pattern) => at("patternProperties", pattern));
  const properties = readMap(definition, "properties", (name) => {
    const own = at("properties", name);
    if (patterns.size === 0) return own;
    const matching = [...patterns].filter(([pattern]) => matches(pattern, name)).map(([, constraint]) => constraint);
    return matching.reduce(join, own);
  });
  const additional = definition["additionalProperties"];
  return {
    properties,
    patternProperties: patterns,
    additional: isSchema(additional) ? at("additionalProperties") : ANYTHING_GOES,
    freeNames:
      additional === true ||
      isObject(additional) ||
      (additional === undefined && properties.size + patterns.size === 0),
  };
}

function readMap(
  definition: JsonObject,
  keyword: "properties" | "patternProperties",
  read: (name: string) => Conjunction,
): ReadonlyMap<string, Conjunction> {
  const described = definition[keyword];
  if (!isObject(described)) return ANYTHING[keyword];
  return new Map(Object.keys(described).map((name) => [name, read(name)]));
}

/** As in the compiler, a property that is not sent in this direction is not required. */
export function readRequired(around: Surroundings, pointer: string, definition: JsonObject): ReadonlySet<string> {
  const required = definition["required"];
  // An empty name is a template that was not filled in.
  const names = (Array.isArray(required) ? required : []).filter(
    (name): name is string => typeof name === "string" && name !== "",
  );
  const tag = tagOf(definition);
  if (tag !== undefined && !names.includes(tag)) names.push(tag);
  if (names.length === 0) return ANYTHING.required;
  const properties = definition["properties"];
  if (!isObject(properties)) return new Set(names);
  return new Set(names.filter((name) => !around.isSilentAt(appendPointer(pointer, "properties", name))));
}

/** The patterns by which a form describes further properties. */
export const namePatterns = (form: NormalForm): readonly string[] => [...form.patternProperties.keys()];

/** What a form requires of properties whose names match a pattern, its own or another. */
export function patternConstraint({ patternProperties, additional }: NormalForm, pattern: string): Conjunction {
  return patternProperties.get(pattern) ?? additional;
}

/** How many properties a form describes; a pattern counts as one. */
export const propertyCount = ({ properties, patternProperties }: NormalForm): number =>
  properties.size + patternProperties.size;

/** The cost of matching a pattern, in units of work. */
const PART = 5;

/** What a form requires of a property, whether named or not. */
export function propertyConstraint(form: NormalForm, name: string): Conjunction {
  const named = form.properties.get(name);
  if (named !== undefined) return named;
  Work.charge(1 + PART * form.patternProperties.size);
  const patterns = [...form.patternProperties].filter(([pattern]) => matches(pattern, name));
  if (patterns.length === 0) return form.additional;
  return patterns.reduce((all, [, conjunction]) => join(all, conjunction), ANYTHING_GOES);
}

/** The properties if both schemas apply. */
export function mergeProperties(
  a: NormalForm,
  b: NormalForm,
): Pick<NormalForm, "properties" | "patternProperties" | "additional" | "freeNames" | "required"> {
  const names = new Set([...a.properties.keys(), ...b.properties.keys()]);
  return {
    properties: new Map(
      [...names].map((name) => [name, join(propertyConstraint(a, name), propertyConstraint(b, name))]),
    ),
    patternProperties: mergePatterns(a, b),
    additional: join(a.additional, b.additional),
    freeNames: a.freeNames && b.freeNames,
    required: new Set([...a.required, ...b.required]),
  };
}

/**
 * A name that matches a pattern on one side is an additional property on the other, unless it may match another pattern
 * there.
 */
function mergePatterns(a: NormalForm, b: NormalForm): Map<string, Conjunction> {
  const met = new Map<string, Conjunction>();
  for (const [own, other] of [
    [a, b],
    [b, a],
  ] as const) {
    for (const [pattern, conjunction] of own.patternProperties) {
      const twin = other.patternProperties.get(pattern) ?? (crosses(pattern, other) ? ANYTHING_GOES : other.additional);
      met.set(pattern, join(conjunction, twin));
    }
  }
  return met;
}

/**
 * What `mergePatterns` cannot express: some of the names that match a pattern of one side are additional on the other.
 */
export function crossings(own: NormalForm, other: NormalForm): Opaque[] {
  const crossing = [...own.patternProperties.keys()].filter((pattern) => crosses(pattern, other));
  if (crossing.length === 0) return [];
  const around = [...other.patternProperties.keys()];
  const schemas = [other.additional, ...around.map((pattern) => other.patternProperties.get(pattern) ?? ANYTHING_GOES)];
  return [{ keyword: "additionalProperties", schemas, value: [crossing.sort(), around] }];
}

function crosses(pattern: string, other: NormalForm): boolean {
  const { additional, patternProperties } = other;
  if (additional.isEmpty || patternProperties.has(pattern)) return false;
  return [...patternProperties.keys()].some((one) => mayMeet(one, pattern));
}

/** True if a form describes a property by a pattern that its name matches. */
export function describedByPattern(form: NormalForm, name: string): boolean {
  return namePatterns(form).some((pattern) => matches(pattern, name));
}

/** A required property is present, and a closed object has no more than it names. */
export const PROPERTIES_KEPT: readonly (readonly [keyword: string, keeps: Keeps])[] = [
  ["minProperties", (form, limit) => form.required.size >= limit],
  ["maxProperties", (form, limit, medium) => atMost(medium.mostProperties?.(form), limit)],
];

/** What is no longer evaluated is left over for these. */
export const PROPERTIES_REFUSED: Refusals = [
  ["properties", ["properties", "additionalProperties", "unevaluatedProperties"]],
  ["patternProperties", ["unevaluatedProperties"]],
  ["additionalProperties", ["additionalProperties", "unevaluatedProperties"]],
];
