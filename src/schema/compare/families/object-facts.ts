// In which properties two shapes differ: those that are required, named, or allowed without a name.
import type { Sides } from "../graph.ts";
import type { Fact } from "../fact.ts";
import type { NormalForm } from "../../normal/normal-form.ts";

/** The facts about properties; whether a value of one is still accepted is the matter of the pair of its schemas. */
export function objectFacts(given: NormalForm, wanted: NormalForm, sides: Sides): Fact[] {
  const facts: Fact[] = [];
  const add = (keyword: string, name: string, change: Partial<Fact>): void => {
    facts.push({ keyword, name, producer: undefined, consumer: undefined, ...change });
  };
  for (const name of wanted.required) if (!given.required.has(name)) add("required", name, { consumer: true });
  for (const name of given.required) {
    if (!wanted.required.has(name)) add("required", name, { producer: true, provedBy: "required-dropped" });
  }
  // Whether values of such a property are still accepted is the matter of the pair of its schemas.
  for (const name of given.properties.keys()) {
    if (!wanted.properties.has(name)) add("properties", name, { producer: true, provedBy: "property-undeclared" });
  }
  for (const name of wanted.properties.keys()) {
    if (!given.properties.has(name)) add("properties", name, { consumer: true, provedBy: "property-declared" });
  }
  const closed = (shape: NormalForm): boolean => !shape.additional.isEmpty && isClosed(shape, sides);
  if (!given.freeNames && !wanted.freeNames && !sides.open && closed(given) !== closed(wanted)) {
    const provedBy = "only-declared-properties-are-sent";
    facts.push({ keyword: "additionalProperties", producer: !closed(given), consumer: !closed(wanted), provedBy });
  }
  return facts;
}

function isClosed(shape: NormalForm, sides: Sides): boolean {
  return sides.producer.form(shape.additional).never || sides.consumer.form(shape.additional).never;
}
