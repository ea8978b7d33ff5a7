// Two normal forms that hold together, as one. This is what makes `allOf` disappear.
import { type BoundKeyword, LOWER, type NumberValue, UPPER } from "../keywords.ts";
import { mayMeet } from "../pattern/inclusion.ts";
import { ANYTHING_GOES, type Conjunction, join } from "./conjunction.ts";
import { type Group, type NormalForm, type Opaque } from "./normal-form.ts";
import { matches } from "../pattern/engine.ts";
import { Work } from "../work.ts";
import { isAmong } from "../../json/value-set.ts";
import { type JsonValue } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";

/** What a part of a form costs to merge, in units of work. */
const PART = 5;

function sizeOf({ properties, patternProperties, required, prefix, groups, opaque, values }: NormalForm): number {
  // Of these the conjunctions are written down, to tell equal ones.
  const inner = [...groups.flatMap((group) => group.branches), ...opaque.flatMap((one) => one.schemas)];
  const branches = inner.reduce((sum, { members }) => sum + 1 + members.length, opaque.length);
  return branches + properties.size + patternProperties.size + required.size + prefix.length + (values?.length ?? 0);
}

/** The form of the values that both forms allow. @throws WorkExceeded where a budget rules that does not suffice */
export function mergeForms(a: NormalForm, b: NormalForm): NormalForm {
  Work.charge(PART * (1 + sizeOf(a) + sizeOf(b)));
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
    freeNames: a.freeNames && b.freeNames,
    required: new Set([...a.required, ...b.required]),
    groups: uniqueBy([...a.groups, ...b.groups], groupKey),
    opaque: uniqueBy([...a.opaque, ...b.opaque, ...crossings(a, b), ...crossings(b, a)], opaqueKey),
  };
}

/** Equal for groups that say the same. */
export function groupKey({ kind, branches }: Group): string {
  return JSON.stringify([kind, branches]);
}

function opaqueKey({ keyword, schemas, value, scope = "" }: Opaque): string {
  return `${keyword} ${JSON.stringify(schemas)} ${writeJson(value)} ${scope}`;
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
  return a.filter((value) => isAmong(b, value));
}

function meetBounds(a: NormalForm, b: NormalForm): NormalForm["bounds"] {
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

function meetPrefix(a: NormalForm, b: NormalForm): Conjunction[] {
  const length = Math.max(a.prefix.length, b.prefix.length);
  return Array.from({ length }, (_, index) => join(a.prefix[index] ?? a.items, b.prefix[index] ?? b.items));
}

/** The patterns by which a form describes further properties. */
export const namePatterns = (form: NormalForm): readonly string[] => [...form.patternProperties.keys()];

/** What a form asks of a property, named or not. */
export function propertyConstraint(form: NormalForm, name: string): Conjunction {
  const named = form.properties.get(name);
  if (named !== undefined) return named;
  Work.charge(1 + PART * form.patternProperties.size);
  const patterns = [...form.patternProperties].filter(([pattern]) => matches(pattern, name));
  if (patterns.length === 0) return form.additional;
  return patterns.reduce((all, [, conjunction]) => join(all, conjunction), ANYTHING_GOES);
}

function meetProperties(a: NormalForm, b: NormalForm): Map<string, Conjunction> {
  const names = new Set([...a.properties.keys(), ...b.properties.keys()]);
  return new Map([...names].map((name) => [name, join(propertyConstraint(a, name), propertyConstraint(b, name))]));
}

/**
 * A name that only one side has a pattern for is an additional one for the other side, unless it may match another
 * pattern there.
 */
function meetPatterns(a: NormalForm, b: NormalForm): Map<string, Conjunction> {
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

/** What `meetPatterns` could not say: of names that match a pattern of one side, some are additional on the other. */
function crossings(own: NormalForm, other: NormalForm): Opaque[] {
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
