// Where items say which items they are below: the project of a task, in `project: { id }`, `projects: [{ id }]` or
// `project_ids`. Lists below a thing show the items that say so, wherever they were created.
import { showScalar } from "../../contract/serialization/text.ts";
import type { Document } from "../../document/document.ts";
import type { JsonObject } from "../../json/value.ts";
import { valuesAt } from "../../resource/lists/comparing.ts";
import { calledAbove } from "../../resource/inference/homes.ts";
import type { Resource } from "../../resource/model.ts";
import { plainName, singular, stepsOf, thingOf, lastName } from "../../resource/paths.ts";
import type { Certain } from "../../realistic/evidence.ts";
import { type SchemaNode, isType, presentAt, propertiesIn } from "../../schema/normal/schema-node.ts";

/** A property that names a thing above an item. */
export interface ParentPlace {
  /** The index of the path parameter that names the same thing. */
  readonly at: number;
  /** The way to the identifier of the thing, through lists too. */
  readonly steps: readonly string[];
  readonly isList: boolean;
  /** The schema of the identifier. */
  readonly node: SchemaNode;
}

/** The properties by which items name what their path names, one for each parameter at most. */
export function parentPlaces(document: Document, resource: Resource): ParentPlace[] {
  const found: ParentPlace[] = [];
  for (let link = resource.parent; link !== undefined; link = link.resource.parent) {
    const at = link.parameters - 1;
    if (resource.scope[at]?.property !== undefined) continue;
    const place = placeIn(document, resource, link.resource);
    if (place !== undefined) found.push({ at, ...place });
  }
  return found;
}

/** The formats of identifiers, in which a text is no address, time or other value. */
const IDENTIFYING = new Set(["uuid", "int32", "int64"]);

function placeIn(document: Document, resource: Resource, parent: Resource): Omit<ParentPlace, "at"> | undefined {
  const last = lastName(stepsOf(parent.collection)) ?? "";
  const thing = thingOf(last);
  const isOfOwn = (parent.sharedWith ?? parent) === (resource.sharedWith ?? resource);
  const called = isOfOwn ? calledAbove(thing, lastName(stepsOf(resource.collection)) ?? "") : [thing];
  const names = [...called, ...called.map((one) => `${one}id`), ...(isOfOwn ? [] : [`${thing}ids`])];
  for (const { name, schema, hidden } of resource.properties) {
    if (hidden || name === resource.identifier.steps[0] || !names.includes(nameOf(name, names))) continue;
    const node = presentAt(document, schema.pointer, "response");
    const isList = isType(node, "array");
    const inside = isList ? node.items : node;
    if (inside === undefined) continue;
    const [step = ""] = parent.identifier.steps;
    const own = propertiesIn(inside).get(step);
    if (own !== undefined) return { steps: [name, step], isList, node: own };
    const isScalar = (isType(inside, "string") || isType(inside, "integer")) && inside.form.values === undefined;
    if (isScalar && inside.form.formats.every((format) => IDENTIFYING.has(format)))
      return { steps: [name], isList, node: inside };
  }
  return undefined;
}

/** The way to the identifiers of things of a collection that an item above them lists: `tags` of a task, `group_ids`. */
export function heldPlace(document: Document, above: Resource, resource: Resource): readonly string[] | undefined {
  const last = lastName(stepsOf(resource.collection)) ?? "";
  return heldIn(document, above, thingOf(last), (resource.sharedWith ?? resource).identifier.steps[0] ?? "");
}

/** @param step the property that identifies a thing */
export function heldIn(
  document: Document,
  above: Resource,
  thing: string,
  step: string,
): readonly string[] | undefined {
  for (const { name, schema, hidden } of above.properties) {
    const plain = plainName(name);
    if (hidden || (singular(plain) !== thing && plain !== `${thing}ids`)) continue;
    const { items, types } = presentAt(document, schema.pointer, "response");
    if (items === undefined || types?.includes("array") !== true) continue;
    if (propertiesIn(items).has(step)) return [name, step];
    if (isType(items, "string") || isType(items, "integer")) return [name];
  }
  return undefined;
}

/** `projects` names what `project` does. */
function nameOf(name: string, names: readonly string[]): string {
  const plain = plainName(name);
  return names.includes(plain) ? plain : singular(plain);
}

/** True for an item that names the things of a path itself. */
export function namesParents(places: readonly ParentPlace[], texts: readonly string[], item: JsonObject): boolean {
  return places.every(({ at, steps }) => valuesAt(item, steps).some((one) => showScalar(one) === texts[at]));
}

/** What a new item says about the things of its path, unless the client says otherwise. */
export function parentsSaid(places: readonly ParentPlace[], texts: readonly string[], body: JsonObject): Certain[] {
  return places.flatMap(({ at, steps, isList, node }): Certain[] => {
    const [name = "", step] = steps;
    const text = texts[at];
    if (text === undefined || Object.hasOwn(body, name)) return [];
    const id = isType(node, "integer") ? Number(text) : text;
    if (typeof id === "number" && !Number.isSafeInteger(id)) return [];
    if (!isList) return [[steps, id]];
    return [[[name], [step === undefined ? id : { [step]: id }]]];
  });
}
