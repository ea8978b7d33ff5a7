// In which properties two shapes differ: those that are required, named, or allowed without a name.
import type { Sides } from "./pairs.ts";
import type { Fact } from "./rules.ts";
import type { Shape } from "./shape.ts";

/** The facts about properties; whether a value of one is still accepted is the matter of the pair of its schemas. */
export function objectFacts(given: Shape, wanted: Shape, sides: Sides): Fact[] {
  const facts: Fact[] = [];
  const add = (keyword: string, name: string, change: Partial<Fact>): void => {
    facts.push({ keyword, name, producer: undefined, consumer: undefined, ...change });
  };
  for (const name of wanted.required) if (!given.required.has(name)) add("required", name, { consumer: true });
  for (const name of given.required) {
    if (!wanted.required.has(name)) add("required", name, { producer: true, wider: "required-dropped" });
  }
  // Whether values of such a property are still accepted is the matter of the pair of its schemas.
  for (const name of given.properties.keys()) {
    if (!wanted.properties.has(name)) add("properties", name, { producer: true, wider: "property-undeclared" });
  }
  for (const name of wanted.properties.keys()) {
    if (!given.properties.has(name)) add("properties", name, { consumer: true, wider: "property-declared" });
  }
  const closed = (shape: Shape): boolean => shape.additional.length > 0 && isClosed(shape, sides);
  if (!given.mapped && !wanted.mapped && !sides.open && closed(given) !== closed(wanted)) {
    const wider = "only-declared-properties-are-sent";
    facts.push({ keyword: "additionalProperties", producer: !closed(given), consumer: !closed(wanted), wider });
  }
  return facts;
}

function isClosed(shape: Shape, sides: Sides): boolean {
  return sides.producer.shape(shape.additional).never || sides.consumer.shape(shape.additional).never;
}
