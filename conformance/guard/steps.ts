// The path parameters of a request as they were sent.
import { placeOf, stepsOf } from "../../src/resource/paths.ts";
import type { IsIdentity } from "../items/bodies/identities.ts";

/** A path parameter: where it is, and its text. */
export interface Step {
  /** The path up to it, without the names of its parameters: "/users/{}". */
  readonly place: string;
  readonly text: string;
}

/** The path parameters of a request; undefined if its path is not one of the template. */
export function pathSteps(template: string, sent: string): readonly Step[] | undefined {
  const wanted = template.split("/");
  const given = (sent.split("?", 1)[0] ?? "").split("/");
  if (wanted.length !== given.length) return undefined;
  const found: Step[] = [];
  for (const [index, step] of wanted.entries()) {
    if (!step.includes("{")) continue;
    const pattern = step.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{[^}]*\}/g, "(.*)");
    const match = new RegExp(`^${pattern}$`).exec(given[index] ?? "");
    if (match === null) return undefined;
    const above = stepsOf(wanted.slice(0, index).join("/"));
    const [own = ""] = stepsOf(step);
    for (const text of match.slice(1)) found.push({ place: placeOf([...above, own]), text: decoded(text) });
  }
  return found;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The values of fields that identify an item; a list may be written as one text. */
export function valuesIn(fields: URLSearchParams, isIdentity: IsIdentity): string[] {
  return [...fields].flatMap(([name, text]) => (isIdentity(name.replace(/\[.*$/, "")) ? text.split(",") : []));
}
