// What a report says of one difference between two schemas, apart from the verdict.
import { isAmong } from "../../../json/value-set.ts";
import type { JsonValue } from "../../../json/value.ts";
import type { Fact } from "../../../schema/keywords/fact.ts";
import { namePatterns } from "../../../schema/keywords/properties.ts";
import { schemaKind } from "../../kinds/schema.ts";
import type { Draft, Gone } from "../../model.ts";
import { describeFact } from "./describe.ts";
import type { DifferingPair } from "./differing.ts";
import { factPointer } from "./fact-pointer.ts";
import type { Reach } from "./search.ts";

/** The change for a difference of a pair. */
export function factDraft(pair: DifferingPair, fact: Fact): Omit<Draft, "verdict" | "severity"> {
  const { node, sender, operations, told } = pair;
  const { slot } = pair.reaches[0] as Reach;
  const { sides } = slot.graph;
  const producer = factPointer(sides.producer, node.producer, fact);
  const consumer = factPointer(sides.consumer, node.consumer, fact);
  const [base, revision] = sender === "client" ? [producer, consumer] : [consumer, producer];
  return {
    kind: schemaKind(slot.direction, fact.keyword),
    subject: fact.name ?? "",
    ...(fact.name === undefined ? { values: differingValues(fact) } : {}),
    operations,
    direction: slot.direction,
    basePointer: base ?? slot.basePlace,
    revisionPointer: revision ?? slot.revisionPlace,
    ...describeFact(fact, { sender, label: told.slot.label, trail: told.trail, gone: goneFrom(pair, fact) }),
  };
}

/** Where a property is gone from that was always sent: it need not be sent, and nothing describes it any more. */
function goneFrom({ node, reaches }: DifferingPair, { name, keyword }: Fact): Gone | undefined {
  const { slot } = reaches[0] as Reach;
  if (slot.sender === "client" || keyword !== "required" || name === undefined) return undefined;
  const { producer, consumer } = slot.graph.sides;
  const [sent, read] = [producer.form(node.producer), consumer.form(node.consumer)];
  // Alternatives and patterns may still describe it.
  if (sent.groups.length > 0 || namePatterns(sent).length > 0) return undefined;
  if (sent.properties.has(name) || !read.properties.has(name)) return undefined;
  return `gone from the ${slot.direction === "request" ? "request" : "response"}`;
}

/** The values that the producer may send and the consumer does not accept; for limits, both limits. */
function differingValues({ producer = null, consumer = null }: Fact): JsonValue {
  if (!Array.isArray(consumer)) return [producer, consumer];
  const sent: readonly JsonValue[] = Array.isArray(producer) ? producer : [];
  const known: readonly JsonValue[] = consumer;
  const gone = sent.length === 0 ? known : sent.filter((value) => !isAmong(known, value));
  return [...gone];
}
