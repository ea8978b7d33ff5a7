// Two shapes that hold together, as one. This is what makes `allOf` disappear.
import { type JsonValue, equalJson, writeJson } from "../../contract/json.ts";
import { mayMeet } from "./pattern-fit.ts";
import {
  type BoundKeyword,
  type Conjunction,
  LOWER,
  type NumberValue,
  type Opaque,
  type Shape,
  UPPER,
  matches,
} from "./shape.ts";

/** Both conjunctions at once: sorted, each schema once. */
export function join(a: Conjunction, b: Conjunction): Conjunction {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  return [...new Set([...a, ...b])].sort();
}

/** The shape of the values that both shapes allow. */
export function mergeShapes(a: Shape, b: Shape): Shape {
  const types = meetTypes(a.types, b.types);
  const values = meetValues(a.values, b.values);
  return {
    never: a.never || b.never || types?.size === 0 || values?.length === 0,
    ...(types === undefined ? {} : { types }),
    ...(values === undefined ? {} : { values }),
    bounds: meetBounds(a, b),
    multiples: unique([...a.multiples, ...b.multiples]),
    patterns: unique([...a.patterns, ...b.patterns]),
    formats: unique([...a.formats, ...b.formats]),
    uniqueItems: a.uniqueItems || b.uniqueItems,
    prefix: meetPrefix(a, b),
    items: join(a.items, b.items),
    properties: meetProperties(a, b),
    patternProperties: meetPatterns(a, b),
    additional: join(a.additional, b.additional),
    mapped: a.mapped && b.mapped,
    required: new Set([...a.required, ...b.required]),
    groups: uniqueBy([...a.groups, ...b.groups], (group) => JSON.stringify(group)),
    opaque: uniqueBy([...a.opaque, ...b.opaque, ...crossings(a, b), ...crossings(b, a)], opaqueKey),
  };
}

function opaqueKey(opaque: Opaque): string {
  return `${opaque.keyword} ${writeJson(opaque.schemas)} ${writeJson(opaque.value)} ${opaque.scope ?? ""}`;
}

function unique<T>(list: readonly T[]): T[] {
  return [...new Set(list)].sort((a, b) => (a < b ? -1 : 1));
}

function uniqueBy<T>(list: readonly T[], key: (item: T) => string): T[] {
  return [...new Map(list.map((item) => [key(item), item])).values()];
}

function meetTypes(
  a: ReadonlySet<string> | undefined,
  b: ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const both = [...a].filter((type) => b.has(type) || (type === "integer" && b.has("number")));
  if (a.has("number") && b.has("integer")) both.push("integer");
  return new Set(both);
}

function meetValues(
  a: readonly JsonValue[] | undefined,
  b: readonly JsonValue[] | undefined,
): readonly JsonValue[] | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.filter((value) => b.some((other) => equalJson(value, other)));
}

function meetBounds(a: Shape, b: Shape): Shape["bounds"] {
  const bounds: Partial<Record<BoundKeyword, NumberValue>> = { ...a.bounds };
  for (const keyword of LOWER) {
    const other = b.bounds[keyword];
    if (other !== undefined && !(bounds[keyword] !== undefined && bounds[keyword] >= other)) bounds[keyword] = other;
  }
  for (const keyword of UPPER) {
    const other = b.bounds[keyword];
    if (other !== undefined && !(bounds[keyword] !== undefined && bounds[keyword] <= other)) bounds[keyword] = other;
  }
  return bounds;
}

function meetPrefix(a: Shape, b: Shape): Conjunction[] {
  const length = Math.max(a.prefix.length, b.prefix.length);
  return Array.from({ length }, (_, index) => join(a.prefix[index] ?? a.items, b.prefix[index] ?? b.items));
}

/** What a shape asks of a property, named or not. */
export function propertyConstraint(shape: Shape, name: string): Conjunction {
  const named = shape.properties.get(name);
  if (named !== undefined) return named;
  const patterns = [...shape.patternProperties].filter(([pattern]) => matches(pattern, name));
  if (patterns.length === 0) return shape.additional;
  return patterns.reduce<Conjunction>((all, [, conjunction]) => join(all, conjunction), []);
}

function meetProperties(a: Shape, b: Shape): Map<string, Conjunction> {
  const names = new Set([...a.properties.keys(), ...b.properties.keys()]);
  return new Map([...names].map((name) => [name, join(propertyConstraint(a, name), propertyConstraint(b, name))]));
}

/**
 * A name that only one side has a pattern for is an additional one for the other side, unless it may match another
 * pattern there.
 */
function meetPatterns(a: Shape, b: Shape): Map<string, Conjunction> {
  const met = new Map<string, Conjunction>();
  for (const [own, other] of [
    [a, b],
    [b, a],
  ] as const) {
    for (const [pattern, conjunction] of own.patternProperties) {
      const twin = other.patternProperties.get(pattern) ?? (crosses(pattern, other) ? [] : other.additional);
      met.set(pattern, join(conjunction, twin));
    }
  }
  return met;
}

/** What `meetPatterns` could not say: of names that match a pattern of one side, some are additional on the other. */
function crossings(own: Shape, other: Shape): Opaque[] {
  const crossing = [...own.patternProperties.keys()].filter((pattern) => crosses(pattern, other));
  if (crossing.length === 0) return [];
  const around = [...other.patternProperties.keys()];
  const schemas = [other.additional, ...around.map((pattern) => other.patternProperties.get(pattern) ?? [])];
  return [{ keyword: "additionalProperties", schemas, value: [crossing.sort(), around] }];
}

function crosses(pattern: string, other: Shape): boolean {
  const { additional, patternProperties } = other;
  if (additional.length === 0 || patternProperties.has(pattern)) return false;
  return [...patternProperties.keys()].some((one) => mayMeet(one, pattern));
}
