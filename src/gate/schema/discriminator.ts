// What a discriminator says: by which property, and which value of it chooses which alternative.
import { type JsonObject, type JsonValue, isObject } from "../../contract/json.ts";

const SCHEMAS = "#/components/schemas/";

export interface Choice {
  readonly property: string;
  /** Each value with the reference of the alternative that it chooses. */
  readonly mapping: ReadonlyMap<string, string>;
}

/** The property that tells alternatives apart: whoever reads them cannot do without it. */
export function discriminatorOf(definition: JsonObject): string | undefined {
  const { discriminator } = definition;
  if (definition["oneOf"] === undefined && definition["anyOf"] === undefined) return undefined;
  return isObject(discriminator) && typeof discriminator["propertyName"] === "string"
    ? discriminator["propertyName"]
    : undefined;
}

/** What the discriminator of a schema chooses; undefined where it has none. */
export function choiceOf(schema: JsonObject): Choice | undefined {
  const { discriminator } = schema;
  if (!isObject(discriminator) || typeof discriminator["propertyName"] !== "string") return undefined;
  const mapping = new Map<string, string>();
  // An alternative that nothing is mapped to is chosen by its own name (OpenAPI 3.1 section 4.8.25).
  for (const target of [schema["oneOf"], schema["anyOf"]].flatMap(referencesOf)) {
    mapping.set(target.split("/").at(-1) ?? "", target);
  }
  const written = isObject(discriminator["mapping"]) ? Object.entries(discriminator["mapping"]) : [];
  const explicit = written.map(([value, target]): [string, string] => [value, targetOf(target)]);
  for (const [, target] of explicit) mapping.delete(target.split("/").at(-1) ?? "");
  for (const [value, target] of explicit) mapping.set(value, target);
  return { property: discriminator["propertyName"], mapping };
}

function referencesOf(alternatives: JsonValue | undefined): string[] {
  if (!Array.isArray(alternatives)) return [];
  return alternatives.flatMap((one) => (isObject(one) && typeof one["$ref"] === "string" ? [one["$ref"]] : []));
}

/** A mapping names a schema by its reference, or by its name among the components. */
function targetOf(value: JsonValue): string {
  if (typeof value !== "string") return "";
  return /^[A-Za-z0-9._-]+$/.test(value) && !/\.(?:json|ya?ml)$/i.test(value) ? `${SCHEMAS}${value}` : value;
}
