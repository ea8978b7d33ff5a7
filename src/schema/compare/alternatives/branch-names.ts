// Names alternatives: by their component, their title, or else by what they allow. Never by position, which changes
// when another alternative is edited.
import { createHash } from "node:crypto";
import { lastStep } from "../../../json/pointer.ts";
import { type JsonArray, type JsonObject, type JsonValue, isObject } from "../../../json/value.ts";
import { writeJson } from "../../../json/write.ts";
import { canonical } from "../../../json/value-set.ts";
import { countsOf, keptFor, once } from "../../../memo.ts";
import { type Conjunction, type Member, memberPointer } from "../../form/conjunction.ts";
import type { NormalForms } from "../../normal/normal-forms.ts";

/** Values or properties that make up a name. */
const MOST_NAMED = 3;

/** Alternatives, and their document. */
export interface Named {
  readonly space: NormalForms;
  readonly branches: readonly Conjunction[];
}

/** Readable names for the alternatives of both sides. No two that allow different values have the same name. */
export function namesOfBoth(...sides: readonly [Named, Named]): readonly [JsonValue, JsonValue] {
  const named = sides.map(({ space, branches }) =>
    branches.map((branch) => ({ space, branch, name: nameOfAll(space, branch) })),
  );
  const alike = new Map<string, Set<string>>();
  const all = named.flat();
  const counts = countsOf(all.map(({ name }) => name));
  for (const { space, branch, name } of all) {
    if (counts.get(name) === 1) continue;
    // A component is identified by its name, whatever it contains.
    const told = branch.members.every(isNamed) ? "" : digestOf(space, branch);
    keptFor(alike, name, () => new Set()).add(told);
  }
  const [own = [], other = []] = named.map((list) =>
    list.map(({ space, branch, name }) =>
      (alike.get(name)?.size ?? 0) > 1 && !branch.members.every(isNamed)
        ? `${name} (${digestOf(space, branch)})`
        : name,
    ),
  );
  return [own, other];
}

function nameOfAll(space: NormalForms, { members }: Conjunction): string {
  // Keywords next to a component are mostly notes about it.
  const named = members.filter(isNamed);
  return (named.length > 0 ? named : members).map((member) => nameOf(space, member)).join(" and ") || "any";
}

function digestOf(space: NormalForms, { members }: Conjunction): string {
  const written = canonical(members.map((member) => constraintsOf(space, member)));
  return createHash("sha256").update(written).digest("hex").slice(0, 6);
}

const namesBy = once((space: NormalForms) =>
  once((branches: readonly Conjunction[]) => namesOfBoth({ space, branches }, { space, branches: [] })[0]),
);

/**
 * Names for alternatives that only one side has. Cached, because they are needed for each schema compared with these.
 */
export function branchNames(space: NormalForms, branches: readonly Conjunction[]): JsonValue {
  return namesBy(space)(branches);
}

/** True for an alternative named after its component, whatever that contains. */
export function isComponent(branch: Conjunction): boolean {
  return branch.members.some(isNamed);
}

/** A component, but nothing inside it. A pattern, because this is asked for each of many alternatives. */
const COMPONENT = /^\/components\/[^/]*\/[^/]*$/;

export function isNamed(member: Member): boolean {
  return COMPONENT.test(memberPointer(member) ?? "");
}

function nameOf(space: NormalForms, member: Member): string {
  if (member.kind === "type") return member.type;
  const pointer = memberPointer(member);
  if (pointer === undefined) return "";
  return isNamed(member) ? lastStep(pointer) : nameOfSchema(space, pointer);
}

function nameOfSchema(space: NormalForms, pointer: string): string {
  const definition = space.value(pointer);
  if (!isObject(definition)) return definition === false ? "nothing" : "any";
  const { title, const: only, enum: values, type, required, properties, items, format } = definition;
  if (typeof title === "string") return title;
  if (only !== undefined) return nameOfValue(only);
  if (Array.isArray(values) && values.length <= MOST_NAMED) return values.map(nameOfValue).join("|");
  const own = typeof type === "string" ? type : Array.isArray(type) ? type.join("|") : "";
  if (isObject(properties)) {
    const names = Array.isArray(required) && required.length > 0 ? required.map(String) : Object.keys(properties);
    const told = names.slice(0, MOST_NAMED).map((name) => nameOfProperty(name, properties[name]));
    return `${own || "object"} with ${told.join(", ")}`;
  }
  if (isObject(items)) return `array of ${arrayItems(space, pointer, items)}`;
  return [own, typeof format === "string" ? format : ""].filter(Boolean).join(" ") || "schema";
}

/** A property, with the value that it always has: clients tell objects apart by it. */
function nameOfProperty(name: string, schema: JsonValue | undefined): string {
  const { const: constant, enum: values } = isObject(schema) ? schema : {};
  const [only = constant, ...more] = Array.isArray(values) ? (values as JsonArray) : [];
  return only === undefined || more.length > 0 ? name : `${name} ${nameOfValue(only)}`;
}

function nameOfValue(value: JsonValue): string {
  return typeof value === "string" && value !== "null" ? value : writeJson(value);
}

function arrayItems(space: NormalForms, pointer: string, items: JsonObject): string {
  const [first] = space.conjunction(`${pointer}/items`).members;
  return first !== undefined && memberPointer(first) !== `${pointer}/items`
    ? nameOf(space, first)
    : typeof items["type"] === "string"
      ? items["type"]
      : "any";
}

/** Keywords that do not affect what is allowed. */
const NOTES = new Set(["title", "description", "example", "examples", "externalDocs", "deprecated", "default"]);

function constraintsOf(space: NormalForms, member: Member): JsonValue {
  const definition = space.value(memberPointer(member) ?? "");
  if (!isObject(definition)) return member.id;
  return Object.fromEntries(Object.entries(definition).filter(([key]) => !NOTES.has(key) && !key.startsWith("x-")));
}
