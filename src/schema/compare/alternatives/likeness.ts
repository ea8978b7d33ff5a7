// Estimates whether two schemas are versions of one.
import type { Sides } from "../graph.ts";
import type { Conjunction } from "../../normal/conjunction.ts";
import type { NormalForm } from "../../normal/normal-form.ts";

type Spaces = Pick<Sides, "producer" | "consumer">;

/** How much two schemas look like versions of one: the share of the names, types and values that both have. */
export function likeness({ producer, consumer }: Spaces, one: Conjunction, twin: Conjunction): number {
  const [own, other] = [told(producer.form(one)), told(consumer.form(twin))];
  const shared = [...own].filter((name) => other.has(name)).length;
  return shared / Math.max(1, own.size + other.size - shared);
}

function told({ types, values = [], properties, required }: NormalForm): ReadonlySet<string> {
  return new Set([
    ...(types ?? []),
    ...values.map(String),
    ...[...properties.keys(), ...required].map((name) => `/${name}`),
  ]);
}
