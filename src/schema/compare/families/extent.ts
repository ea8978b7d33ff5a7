// How many properties or items a value of a shape has at most, as far as other keywords than bounds tell.
import type { Sides } from "../graph.ts";
import type { Medium } from "../fact.ts";
import type { NormalForm } from "../../normal/normal-form.ts";

/** The sides as the rules for keywords see them. */
export function mediumOf(sides: Sides): Medium {
  return {
    textual: sides.textual,
    leavesToPolicy: sides.leavesToPolicy,
    mostProperties: (shape) => mostProperties(shape, sides),
    mostItems: (shape) => mostItems(shape, sides),
  };
}

function mostItems(shape: NormalForm, { producer }: Sides): number | undefined {
  const last = [...shape.prefix, shape.items].findIndex((item) => producer.form(item).never);
  return last < 0 ? undefined : last;
}

/** In profiles that look at what is declared, nothing else is sent either. */
function mostProperties(shape: NormalForm, { producer, open }: Sides): number | undefined {
  // Alternatives and conditions may declare more.
  const declared = !open && !shape.freeNames && shape.groups.length === 0 && shape.opaque.length === 0;
  const closed = declared || producer.form(shape.additional).never;
  if (!closed || shape.patternProperties.size > 0) return undefined;
  const sent = [...shape.properties].filter(([, property]) => !producer.form(property).never).map(([name]) => name);
  return new Set([...sent, ...shape.required]).size;
}
