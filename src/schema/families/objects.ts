// Properties: those that are named, those whose names match a pattern, the others, and which must be there.
import { mayMeet } from "../pattern/inclusion.ts";
import { matches } from "../pattern/engine.ts";
import { ANYTHING_GOES, type Conjunction, join } from "../normal/conjunction.ts";
import { tagOf } from "../normal/tags.ts";
import type { NormalForm, Opaque } from "../normal/normal-form.ts";
import { Work } from "../work.ts";
import { type Keeps, atMost } from "./bounds.ts";
import type { Refusals } from "./fact.ts";
import { type At, type Surroundings, isSchema } from "./reading.ts";
import { appendPointer } from "../../json/pointer.ts";
import { type JsonObject, isObject } from "../../json/value.ts";

/** What a schema object says of properties. */
export function readProperties(
  definition: JsonObject,
  at: At,
): Pick<NormalForm, "properties" | "patternProperties" | "additional" | "freeNames"> {
  const patterns = new Map<string, Conjunction>();
  if (isObject(definition["patternProperties"])) {
    for (const pattern of Object.keys(definition["patternProperties"])) {
      patterns.set(pattern, at("patternProperties", pattern));
    }
  }
  const properties = new Map<string, Conjunction>();
  if (isObject(definition["properties"])) {
    for (const name of Object.keys(definition["properties"])) {
      const matching = [...patterns].filter(([pattern]) => matches(pattern, name)).map(([, constraint]) => constraint);
      properties.set(name, matching.reduce(join, at("properties", name)));
    }
  }
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

/** As the compiler does: what does not travel in this direction need not be there. */
export function readRequired(around: Surroundings, pointer: string, definition: JsonObject): ReadonlySet<string> {
  const required = definition["required"];
  // An empty name is a template that was not filled in.
  const names = (Array.isArray(required) ? required : []).filter(
    (name): name is string => typeof name === "string" && name !== "",
  );
  const tag = tagOf(definition);
  if (tag !== undefined && !names.includes(tag)) names.push(tag);
  const properties = definition["properties"];
  if (!isObject(properties)) return new Set(names);
  return new Set(names.filter((name) => !around.isSilentAt(appendPointer(pointer, "properties", name))));
}

/** The patterns by which a form describes further properties. */
export const namePatterns = (form: NormalForm): readonly string[] => [...form.patternProperties.keys()];

/** What a form asks of the properties whose names match a pattern, one of its own or another. */
export function patternConstraint({ patternProperties, additional }: NormalForm, pattern: string): Conjunction {
  return patternProperties.get(pattern) ?? additional;
}

/** How many properties a form describes, those of a pattern as one. */
export const propertyCount = ({ properties, patternProperties }: NormalForm): number =>
  properties.size + patternProperties.size;

/** What a pattern costs to match, in units of work. */
const PART = 5;

/** What a form asks of a property, named or not. */
export function propertyConstraint(form: NormalForm, name: string): Conjunction {
  const named = form.properties.get(name);
  if (named !== undefined) return named;
  Work.charge(1 + PART * form.patternProperties.size);
  const patterns = [...form.patternProperties].filter(([pattern]) => matches(pattern, name));
  if (patterns.length === 0) return form.additional;
  return patterns.reduce((all, [, conjunction]) => join(all, conjunction), ANYTHING_GOES);
}

/** What holds of properties where both hold. */
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
 * A name that only one side has a pattern for is an additional one for the other side, unless it may match another
 * pattern there.
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

/** What `mergePatterns` could not say: of names that match a pattern of one side, some are additional on the other. */
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

/** True where a form describes properties by a pattern that the name matches. */
export function describedByPattern(form: NormalForm, name: string): boolean {
  return namePatterns(form).some((pattern) => matches(pattern, name));
}

/** What is required is there, and what is closed has no more than it names. */
export const PROPERTIES_KEPT: readonly (readonly [keyword: string, keeps: Keeps])[] = [
  ["minProperties", (form, limit) => form.required.size >= limit],
  ["maxProperties", (form, limit, medium) => atMost(medium.mostProperties?.(form), limit)],
];

/** What is no longer looked at is left over for these. */
export const PROPERTIES_REFUSED: Refusals = [
  ["properties", ["properties", "additionalProperties", "unevaluatedProperties"]],
  ["patternProperties", ["unevaluatedProperties"]],
  ["additionalProperties", ["additionalProperties", "unevaluatedProperties"]],
];
