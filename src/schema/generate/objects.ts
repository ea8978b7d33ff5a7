// Objects for a place: required properties, those that a strategy adds, and those that depend on others.
import type { JsonObject, JsonValue } from "../../json/value.ts";
import { ANYTHING_GOES } from "../form/conjunction.ts";
import { boundaryTexts } from "../pattern/text.ts";
import type { ValuePlace } from "./place.ts";
import type { Strategy, Visit } from "./strategy.ts";
import { TextNeeds } from "./text-needs.ts";

/** Properties may require others, which may require more. */
const MOST_ROUNDS = 8;

/** @throws WorkExceeded */
export function objectsOf(place: ValuePlace, strategy: Strategy, visit: Visit): JsonObject[] {
  const most = Number(place.form.bounds.maxProperties ?? Number.POSITIVE_INFINITY);
  const { required } = place.form;
  const optional = place.names.filter((name) => !required.has(name));
  return strategy.optional(optional, place).flatMap((chosen) => {
    const kept = chosen.slice(0, Math.max(0, most - required.size));
    const [whole, names] = withDependents(place, kept);
    const object = filled(whole, names, strategy, visit);
    return object === undefined ? [] : [object];
  });
}

/** The place and the properties of an object with the required properties and some others. */
function withDependents(start: ValuePlace, chosen: readonly string[]): [place: ValuePlace, names: readonly string[]] {
  let place = start;
  const wanted = new Set([...chosen, ...place.form.required]);
  // The order of the document, and then what it does not name.
  const names = new Set([...place.names.filter((name) => wanted.has(name)), ...wanted]);
  const applied = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = names.size;
    for (const part of place.form.opaque) {
      if (part.keyword === "dependentRequired") {
        for (const [name, needed] of Object.entries(part.needs))
          if (names.has(name)) for (const other of needed) names.add(other);
      }
      if (part.keyword !== "dependentSchemas") continue;
      for (const [index, name] of part.names.entries()) {
        if (!names.has(name) || applied.has(name)) continue;
        applied.add(name);
        place = place.and(place.forms.form(part.schemas[index] ?? ANYTHING_GOES));
      }
    }
    for (const name of place.form.required) names.add(name);
    if (names.size === before) break;
  }
  return [place, [...names].filter((name) => !isSilent(place, name))];
}

function isSilent({ form, forms }: ValuePlace, name: string): boolean {
  return forms.isSilent(form.properties.get(name) ?? ANYTHING_GOES);
}

/** Undefined if a required property has no value. */
function filled(place: ValuePlace, names: readonly string[], strategy: Strategy, visit: Visit): JsonObject | undefined {
  const object = new Map<string, JsonValue>();
  const add = (name: string): boolean => {
    const settled = strategy.settled?.(place, name);
    if (settled !== undefined) {
      visit.work.spend();
      object.set(name, settled);
      return true;
    }
    const part = strategy.part(place, { kind: "property", name });
    const [value] = visit.values(place.property(name), part, { ...visit, depth: visit.depth + 1 });
    if (value !== undefined) object.set(name, value);
    return value !== undefined;
  };
  for (const name of names) if (!add(name) && place.form.required.has(name)) return undefined;
  const least = Number(place.form.bounds.minProperties ?? 0);
  if (least > object.size) {
    visit.work.spend(least);
    for (const name of moreNames(place)) {
      if (object.size >= least) break;
      if (!object.has(name)) add(name);
    }
  }
  return Object.fromEntries(object);
}

/** Names for further properties: described ones first, then those that patterns and rules for names allow. */
function* moreNames(place: ValuePlace): Generator<string> {
  yield* place.names;
  const { work } = place.forms;
  const schemas = place.form.opaque.filter(({ keyword }) => keyword === "propertyNames").flatMap((one) => one.schemas);
  const rules = schemas.map((schema) => place.forms.form(schema));
  const isAllowed = (name: string): boolean => rules.every((rule) => new TextNeeds(rule, work).allows(name));
  for (const { values = [] } of rules) yield* values.filter((value) => typeof value === "string");
  for (const pattern of [...place.namePatterns, ...rules.flatMap(({ patterns }) => patterns)]) {
    yield* boundaryTexts(pattern, work).filter(isAllowed);
  }
  if (place.forms.form(place.form.additional).never) return;
  for (let count = 1; count <= MOST_NAMES; count++) if (isAllowed(`key${count}`)) yield `key${count}`;
}

const MOST_NAMES = 100_000;
