// Properties: named ones, those with names that match a pattern, all others, and which are required.
import { mayMeet } from "../pattern/inclusion.ts";
import { matches } from "../pattern/engine.ts";
import { ANYTHING_GOES, type Conjunction, join } from "../form/conjunction.ts";
import { tagOf } from "../form/tags.ts";
import { ANYTHING, type NormalForm, type Opaque } from "../form/normal-form.ts";
import type { Work } from "../work.ts";
import { reaches } from "../form/bounds.ts";
import { MAP, NEWER, type Keywords, SCHEMA, counted } from "./keyword.ts";
import { type At, type Surroundings, isSchema } from "./reading.ts";
import type { ViolationParams } from "../model.ts";
import { appendPointer } from "../../json/pointer.ts";
import { quoted } from "../../json/quote.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";

/** The keyword that describes properties whose names match a pattern. */
export const BY_PATTERN = "patternProperties";

/** What a schema object says about properties. */
export function readProperties(
  definition: JsonObject,
  at: At,
  work: Work,
): Pick<NormalForm, "properties" | "byPattern" | "additional" | "freeNames"> {
  const patterns = readMap(definition[BY_PATTERN], (pattern) => at(BY_PATTERN, pattern)) ?? ANYTHING.byPattern;
  const properties =
    readMap(definition["properties"], (name) => {
      const own = at("properties", name);
      if (patterns.size === 0) return own;
      const matching = [...patterns].filter(([pattern]) => matches(pattern, name, work));
      return matching.reduce((all, [, constraint]) => join(all, constraint, work), own);
    }) ?? ANYTHING.properties;
  const additional = definition["additionalProperties"];
  return {
    properties,
    byPattern: patterns,
    additional: isSchema(additional) ? at("additionalProperties") : ANYTHING_GOES,
    freeNames:
      additional === true ||
      isObject(additional) ||
      (additional === undefined && properties.size + patterns.size === 0),
  };
}

function readMap<Read>(described: JsonValue | undefined, read: (name: string) => Read) {
  return isObject(described) ? new Map(Object.keys(described).map((name) => [name, read(name)])) : undefined;
}

/** The patterns for names of properties in a schema object. */
export function namePatternsIn({ [BY_PATTERN]: described }: JsonObject): string[] {
  return isObject(described) ? Object.keys(described) : [];
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
export const namePatterns = (form: NormalForm): readonly string[] => [...form.byPattern.keys()];

/** What a form requires of properties whose names match a pattern, its own or another. */
export function patternConstraint({ byPattern, additional }: NormalForm, pattern: string): Conjunction {
  return byPattern.get(pattern) ?? additional;
}

/** How many properties a form describes; a pattern counts as one. */
export const propertyCount = ({ properties, byPattern }: NormalForm): number => properties.size + byPattern.size;

/** The cost of matching a pattern, in units of work. */
const PART = 5;

/** What a form requires of a property, whether named or not. @throws WorkExceeded */
export function propertyConstraint(form: NormalForm, name: string, work: Work): Conjunction {
  const named = form.properties.get(name);
  if (named !== undefined) return named;
  work.spend(1 + PART * form.byPattern.size);
  const patterns = [...form.byPattern].filter(([pattern]) => matches(pattern, name, work));
  if (patterns.length === 0) return form.additional;
  return patterns.reduce((all, [, conjunction]) => join(all, conjunction, work), ANYTHING_GOES);
}

/** The properties if both schemas apply. */
export function mergeProperties(
  a: NormalForm,
  b: NormalForm,
  work: Work,
): Pick<NormalForm, "properties" | "byPattern" | "additional" | "freeNames" | "required"> {
  const names = new Set([...a.properties.keys(), ...b.properties.keys()]);
  const both = (name: string): Conjunction =>
    join(propertyConstraint(a, name, work), propertyConstraint(b, name, work), work);
  return {
    properties: new Map([...names].map((name) => [name, both(name)])),
    byPattern: mergePatterns(a, b, work),
    additional: join(a.additional, b.additional, work),
    freeNames: a.freeNames && b.freeNames,
    required: new Set([...a.required, ...b.required]),
  };
}

/**
 * A name that matches a pattern on one side is an additional property on the other, unless it may match another pattern
 * there.
 */
function mergePatterns(a: NormalForm, b: NormalForm, work: Work): Map<string, Conjunction> {
  const met = new Map<string, Conjunction>();
  for (const [own, other] of [
    [a, b],
    [b, a],
  ] as const) {
    for (const [pattern, conjunction] of own.byPattern) {
      const twin = other.byPattern.get(pattern) ?? (crosses(pattern, other, work) ? ANYTHING_GOES : other.additional);
      met.set(pattern, join(conjunction, twin, work));
    }
  }
  return met;
}

/**
 * What `mergePatterns` cannot express: some of the names that match a pattern of one side are additional on the other.
 */
export function crossings(own: NormalForm, other: NormalForm, work: Work): Opaque[] {
  const crossing = [...own.byPattern.keys()].filter((pattern) => crosses(pattern, other, work));
  if (crossing.length === 0) return [];
  const around = [...other.byPattern.keys()];
  const schemas = [other.additional, ...around.map((pattern) => other.byPattern.get(pattern) ?? ANYTHING_GOES)];
  return [{ keyword: "additionalProperties", schemas, patterns: [crossing.sort(), around] }];
}

function crosses(pattern: string, other: NormalForm, work: Work): boolean {
  const { additional, byPattern } = other;
  if (additional.isEmpty || byPattern.has(pattern)) return false;
  return [...byPattern.keys()].some((one) => mayMeet(one, pattern, work));
}

/** True if a form describes a property by a pattern that its name matches. */
export function describedByPattern(form: NormalForm, name: string, work: Work): boolean {
  return namePatterns(form).some((pattern) => matches(pattern, name, work));
}

const OBJECT = { type: "object" } as const;
const COUNT = { family: "count", ...OBJECT } as const;
const PROPERTY = { applies: "property", ...OBJECT } as const;
const unwanted = ({ property }: ViolationParams): string => `must not have the property ${quoted(property)}`;

/** What is no longer evaluated is left over for `unevaluatedProperties`. */
export const PROPERTY_KEYWORDS: Keywords = {
  minProperties: {
    ...COUNT,
    keeps: (form, limit) => form.required.size >= limit,
    refusal: ({ limit }) => `must have ${counted(limit, "property", "properties")} or more`,
    noun: "minimum number of properties",
  },
  maxProperties: {
    ...COUNT,
    // A closed object has no more than it names.
    keeps: (form, limit, medium) => reaches("upper", medium.mostProperties?.(form), limit),
    refusal: ({ limit }) => `must have ${counted(limit, "property", "properties")} or fewer`,
    noun: "maximum number of properties",
  },
  required: {
    family: "presence",
    ...OBJECT,
    refusal: ({ property }) => `must have the property ${quoted(property)}`,
    change: ["has a property that is now required, or no longer", "keep the required properties as they were"],
  },
  properties: {
    ...MAP,
    ...PROPERTY,
    states: "nothing",
    refusedBy: ["properties", "additionalProperties", "unevaluatedProperties"],
    kind: "property",
    change: ["has an added or removed property", "keep describing the property"],
  },
  [BY_PATTERN]: {
    ...MAP,
    ...PROPERTY,
    ...NEWER,
    refusedBy: ["unevaluatedProperties"],
    noun: "the rule for properties with certain names",
    change: ["has properties with a different name pattern", "keep the pattern"],
  },
  additionalProperties: {
    ...SCHEMA,
    ...PROPERTY,
    refusedBy: ["additionalProperties", "unevaluatedProperties"],
    refusal: unwanted,
    noun: "the rule for other properties",
    change: ["has different undeclared properties", "keep allowing what was allowed"],
  },
  unevaluatedProperties: {
    ...SCHEMA,
    ...PROPERTY,
    ...NEWER,
    refusal: unwanted,
    noun: "the rule for properties that nothing else describes",
    change: ["has different unevaluated properties", "keep allowing what was allowed"],
  },
  propertyNames: {
    ...SCHEMA,
    applies: "name",
    ...OBJECT,
    ...NEWER,
    refusal: ({ property }) => `must not name a property ${quoted(property)}`,
    noun: "a rule for the names of properties",
    change: ["has different allowed property names", "keep the names that were allowed"],
  },
};
