// Says in words what happened to one or several properties of an object.
import type { PropertyEdit } from "./model.ts";

/** The most properties to name. */
const MOST_NAMED = 12;

/** "a" and "b" are no longer required. */
export function sayProperties(names: readonly string[], became: PropertyEdit["became"]): string {
  const isOne = names.length === 1;
  const quoted = names.slice(0, MOST_NAMED).map((name) => JSON.stringify(name));
  const more = names.length - quoted.length;
  const all = more > 0 ? [...quoted, `${more} more`] : quoted;
  const said = isOne ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
  const listed = became === "added" || became === "removed";
  return `${listed ? `the ${isOne ? "property" : "properties"} ` : ""}${said} ${sayBecame(became, isOne)}`;
}

/** What is said of one or several: "are no longer required". */
export function sayBecame(became: PropertyEdit["became"], isOne: boolean): string {
  if (became === "required") return "became required";
  if (became === "added" || became === "removed") return `${isOne ? "was" : "were"} ${became}`;
  const state = became === "always sent" ? "always there now" : became === "optional" ? "no longer required" : became;
  return `${isOne ? "is" : "are"} ${state}`;
}
