// Whether one schema takes every plain value of another one: every value that holds nothing but what the other names.
import { DocumentError } from "../../document/document.ts";
import { equalJson } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { WorkExceeded } from "../work.ts";
import type { NormalForm } from "./normal-form.ts";
import type { SchemaNode } from "./schema-node.ts";

/** Pairs of schemas that are looked at, one within the other. */
const MOST_PAIRS = 500;

/**
 * True where nothing that a schema describes tells its values from those of a wider one. What cannot be told is false:
 * only names, types, listed values and equal bounds are looked at.
 */
export function isWithin(narrow: SchemaNode, wide: SchemaNode): boolean {
  try {
    return fits(narrow, wide, new Set());
  } catch (error) {
    if (error instanceof DocumentError || error instanceof WorkExceeded) return false;
    throw error;
  }
}

function fits(narrow: SchemaNode, wide: SchemaNode, seen: Set<string>): boolean {
  const pair = [narrow, wide].map(({ parts }) => parts.map(({ pointer }) => pointer).join(" ")).join("\n");
  // A pair within itself holds where the rest does.
  if (narrow.isSameAs(wide) || seen.has(pair)) return true;
  if (seen.size >= MOST_PAIRS) return false;
  seen.add(pair);
  return (
    typesFit(narrow, wide) &&
    valuesFit(narrow.form, wide.form) &&
    LIMITS.every((limit) => isNothing(wide.form[limit]) || equalWritten(narrow.form[limit], wide.form[limit])) &&
    ruleKey(wide.form) === (hasRules(wide.form) ? ruleKey(narrow.form) : "") &&
    objectsFit(narrow, wide, seen) &&
    (wide.items === undefined || (narrow.items !== undefined && fits(narrow.items, wide.items, seen)))
  );
}

function typesFit(narrow: SchemaNode, wide: SchemaNode): boolean {
  const own = narrow.types ?? (narrow.properties.size > 0 ? (["object"] as const) : undefined);
  const allowed = wide.types;
  if (allowed === undefined) return true;
  return own?.every((type) => allowed.includes(type) || (type === "integer" && allowed.includes("number"))) === true;
}

function valuesFit({ values }: NormalForm, wide: NormalForm): boolean {
  const allowed = wide.values;
  if (allowed === undefined) return true;
  return values?.every((value) => allowed.some((other) => equalJson(other, value))) === true;
}

/** What limits a value by itself. */
const LIMITS = ["bounds", "multiples", "patterns", "formats", "uniqueItems"] as const;

function isNothing(limit: NormalForm[(typeof LIMITS)[number]]): boolean {
  return limit === false || (limit !== true && Object.keys(limit).length === 0);
}

function equalWritten(one: NormalForm[(typeof LIMITS)[number]], other: typeof one): boolean {
  return writeJson(one) === writeJson(other);
}

/** True for a form with schemas that nothing here looks into. */
function hasRules({ groups, opaque, prefix, patternProperties }: NormalForm): boolean {
  return groups.length + opaque.length + prefix.length + patternProperties.size > 0;
}

/** Those schemas by their places: equal for equal rules. */
function ruleKey(form: NormalForm): string {
  if (!hasRules(form)) return "";
  const { groups, opaque, prefix, patternProperties } = form;
  return [
    ...groups.map(({ kind, branches }) => [kind, ...branches.map(({ id }) => id)].join(" ")),
    ...opaque.map(({ keyword, schemas, value }) =>
      [keyword, ...schemas.map(({ id }) => id), writeJson(value)].join(" "),
    ),
    ...prefix.map(({ id }) => id),
    ...[...patternProperties].map(([pattern, { id }]) => `${pattern} ${id}`),
  ].join("\n");
}

function objectsFit(narrow: SchemaNode, wide: SchemaNode, seen: Set<string>): boolean {
  const { required, additional } = wide.form;
  if (![...required].every((name) => narrow.form.required.has(name))) return false;
  // What is said of other names is said of those that only the narrow one has.
  const isOpen = additional.members.length === 0;
  return [...narrow.properties].every(([name, property]) => {
    const other = wide.properties.get(name);
    return other === undefined ? isOpen : fits(property, other, seen);
  });
}
