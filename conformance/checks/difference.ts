// How two showings of one item differ, in words.
import { type JsonObject, equalJson, writeJson } from "../../src/contract/json.ts";
import type { Resource } from "../../src/resource/model.ts";

/** The properties that answers show. */
export function shownNames({ properties }: Resource): string[] {
  return properties.filter(({ hidden }) => !hidden).map(({ name }) => name);
}

/** The first declared property in which two showings of an item differ, and how the second shows it. */
export function difference(
  resource: Resource,
  one: JsonObject,
  other: JsonObject,
): readonly [string, string] | undefined {
  for (const name of shownNames(resource)) {
    const both = Object.hasOwn(one, name) === Object.hasOwn(other, name);
    if (both && equalJson(one[name] ?? null, other[name] ?? null)) continue;
    const before = one[name];
    const shown = other[name];
    return [
      `${name} ${before === undefined ? "absent" : short(writeJson(before))}`,
      shown === undefined ? `no ${name}` : `${name} ${short(writeJson(shown))}`,
    ];
  }
  return undefined;
}

export function short(text: string): string {
  return text.length > 90 ? `${text.slice(0, 90)}… (${text.length} characters)` : text;
}
