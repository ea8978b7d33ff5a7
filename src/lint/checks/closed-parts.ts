// Parts of an `allOf` that refuse each other's properties: a closed part only sees the properties beside it, so it refuses
// what the others describe.
import { appendPointer } from "../../json/pointer.ts";
import type { SchemaNode } from "../../schema/normal/schema-node.ts";
import type { LintContext } from "../context.ts";
import type { Complaint } from "../model.ts";

/** The most names to list. */
const MOST_NAMED = 3;

/** Schemas with properties that one part of their `allOf` describes and another refuses. */
export function refusedByParts(context: LintContext): Complaint[] {
  return context.of("schema").flatMap(({ pointer, value }) => {
    const whole = Array.isArray(value["allOf"]) ? context.schemaAt(pointer, "response") : undefined;
    if (whole?.closed !== true) return [];
    const refused = [...whole.properties].filter(([, property]) => isRefused(context, property));
    const names = refused.map(([name]) => name);
    return names.length === 0 ? [] : [{ pointer: appendPointer(pointer, "allOf"), said: say(names) }];
  });
}

/** True for a property that no value can have, although what is written about it allows some. */
function isRefused(context: LintContext, { form, parts }: SchemaNode): boolean {
  if (!form.never) return false;
  const [first, ...others] = parts.map(({ pointer }) => context.schemaAt(pointer, "response"));
  return first !== undefined && !others.reduce((all, part) => all.and(part), first).form.never;
}

function say(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  const named = names.slice(0, MOST_NAMED).map((name) => JSON.stringify(name));
  const all = more > 0 ? [...named, `${more} more`] : named;
  const last = all.length > 1 ? `${all.slice(0, -1).join(", ")} and ${all.at(-1)}` : all.join("");
  return `one part describes ${last}, and another refuses ${names.length > 1 ? "them" : "it"}: its additionalProperties is false`;
}
