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
  switch (became) {
    case "required":
      return `${said} became required`;
    case "always sent":
      return `${said} ${isOne ? "is" : "are"} always there now`;
    case "optional":
      return `${said} ${isOne ? "is" : "are"} no longer required`;
    case "gone from the request":
    case "gone from the response":
      return `${said} ${isOne ? "is" : "are"} ${became}`;
    case "added":
    case "removed":
      return isOne ? `the property ${said} was ${became}` : `the properties ${said} were ${became}`;
  }
}
