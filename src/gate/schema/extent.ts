// How many properties or items a value of a shape has at most, as far as other keywords than bounds tell.
import type { Sides } from "./pairs.ts";
import type { Medium } from "./rules.ts";
import type { Shape } from "./shape.ts";

/** The sides as the rules for keywords see them. */
export function mediumOf(sides: Sides): Medium {
  return {
    textual: sides.textual,
    enumsMayGrow: sides.enumsMayGrow,
    mostProperties: (shape) => mostProperties(shape, sides),
    mostItems: (shape) => mostItems(shape, sides),
  };
}

function mostItems(shape: Shape, { producer }: Sides): number | undefined {
  const last = [...shape.prefix, shape.items].findIndex((item) => producer.shape(item).never);
  return last < 0 ? undefined : last;
}

/** In profiles that look at what is declared, nothing else is sent either. */
function mostProperties(shape: Shape, { producer, open }: Sides): number | undefined {
  // Alternatives and conditions may declare more.
  const declared = !open && !shape.mapped && shape.groups.length === 0 && shape.opaque.length === 0;
  const closed = declared || producer.shape(shape.additional).never;
  if (!closed || shape.patternProperties.size > 0) return undefined;
  const sent = [...shape.properties].filter(([, property]) => !producer.shape(property).never).map(([name]) => name);
  return new Set([...sent, ...shape.required]).size;
}
