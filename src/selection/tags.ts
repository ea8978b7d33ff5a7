// The tags that an operation has, with those that they are below (OpenAPI 3.2 section 4.22).
import { type JsonObject, type JsonValue, isObject } from "../json/value.ts";
import { once } from "../memo.ts";

/** The tags in a list, and the parents of each. */
export function tagsWithParents(root: JsonObject, tags: JsonValue | undefined): readonly string[] {
  const found = new Set<string>();
  for (const tag of Array.isArray(tags) ? tags : [])
    for (let name: JsonValue | undefined = tag; typeof name === "string" && !found.has(name);) {
      found.add(name);
      name = parentsIn(root).get(name);
    }
  return [...found];
}

const parentsIn = once((root: JsonObject): ReadonlyMap<string, JsonValue> => {
  const { tags } = root;
  const described = (Array.isArray(tags) ? tags : []).filter(isObject);
  return new Map(
    described.flatMap(({ name, parent }): [string, JsonValue][] =>
      typeof name === "string" && parent !== undefined ? [[name, parent]] : [],
    ),
  );
});
