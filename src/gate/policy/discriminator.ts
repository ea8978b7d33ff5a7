// What a discriminator says: by which property, and which value of it chooses which alternative.
import { type JsonObject, type JsonValue, isObject } from "../../contract/json.ts";
import type { Sender } from "../surface/model.ts";
import { show } from "./parts.ts";

const SCHEMAS = "#/components/schemas/";

interface Choice {
  readonly property: string;
  /** Each value with the alternative that it chooses. */
  readonly mapping: ReadonlyMap<string, string>;
}

/** How a discriminator changed, in words; undefined where the same values choose the same alternatives. */
export function discriminatorChange(base: JsonObject, revision: JsonObject, sender?: Sender): string | undefined {
  const [before, after] = [choiceOf(base), choiceOf(revision)];
  const [own, other] = [base["discriminator"], revision["discriminator"]];
  if (before === undefined || after === undefined || before.property !== after.property) {
    return show(own) === show(other) ? undefined : `the discriminator changed from ${show(own)} to ${show(other)}`;
  }
  const known = sender === "server" ? before.mapping : after.mapping;
  const sent = sender === "server" ? after.mapping : before.mapping;
  const unknown = [...sent].filter(([value, target]) => known.get(value) !== target).map(([value]) => value);
  if (unknown.length === 0) return undefined;
  const values = unknown.map((value) => show(value)).join(", ");
  return sender === "server"
    ? `clients do not know which alternative ${values} in ${show(before.property)} chooses`
    : `${values} in ${show(before.property)} no longer ${unknown.length === 1 ? "chooses its alternative" : "choose their alternatives"}`;
}

function choiceOf(schema: JsonObject): Choice | undefined {
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
