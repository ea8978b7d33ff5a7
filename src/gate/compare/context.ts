// The state of a comparison of two documents, and the two things it collects: claims, each with a way to build its
// witness, and schemas of values that are sent, which are searched for differences later.
import type { ExchangeBuilder } from "../exchange/build.ts";
import type { Judge } from "../exchange/judge.ts";
import type { Kind } from "../kinds/kinds.ts";
import type { WireExchange } from "../exchange/model.ts";
import type { Graph, PairNode } from "../../schema/compare/graph.ts";
import type { Sender, SurfaceOperation } from "../surface/model.ts";
import type { JsonValue } from "../../json/value.ts";

/** One document's side of the comparison. */
export interface Side {
  readonly name: "base" | "revision";
  readonly judge: Judge;
  readonly builder: ExchangeBuilder;
}

/** Two matching operations, in the roles of producer and consumer. */
export interface OperationPair {
  readonly producer: SurfaceOperation;
  readonly consumer: SurfaceOperation;
  readonly base: SurfaceOperation;
  readonly revision: SurfaceOperation;
  readonly sender: Sender;
}

/** A change that is breaking if an exchange exists that one side allows and the other refuses. */
export interface Claim {
  readonly kind: Kind;
  readonly sender: Sender;
  readonly direction: "request" | "response";
  /** What the change is about, apart from its places: a name, a status. Part of the change's identity. */
  readonly subject: string;
  readonly basePointer?: string;
  readonly revisionPointer?: string;
  readonly text: string;
  /** If it is not what the table of kinds says. */
  readonly fix?: string;
  /** Where the claimed violation is in the exchange, if the subject does not say so. */
  readonly at?: string;
  /** The operation that the report names, and whose stability decides how much the change counts. */
  readonly operation: SurfaceOperation;
  readonly consumer?: SurfaceOperation;
  readonly producer: SurfaceOperation;
  readonly build: () => WireExchange | undefined;
}

/** A place where values of a schema are sent. */
export interface Slot {
  readonly sender: Sender;
  readonly direction: "request" | "response";
  readonly pair: OperationPair;
  readonly graph: Graph;
  readonly root: PairNode;
  readonly producerPointer: string | undefined;
  readonly consumerPointer: string | undefined;
  /** The slot's place, for changes of a schema that one side lacks. */
  readonly basePlace: string;
  readonly revisionPlace: string;
  /** What carries the values. */
  readonly carrier: "body" | "parameter" | "header";
  /** The place of its violations in an exchange: "/body", "/query/limit". */
  readonly at: string;
  /** The place in words: "body", "query parameter limit". */
  readonly label: string;
  /**
   * True if the two sides write values differently, so that they may misunderstand each other even with equal
   * schemas.
   */
  readonly formChanged: boolean;
  readonly assemble: (value: JsonValue) => WireExchange | undefined;
  /** How the consumer reads the value from an exchange; undefined if it sees none. */
  readonly reread?: (exchange: WireExchange) => readonly JsonValue[] | undefined;
}

export interface Comparison {
  readonly base: Side;
  readonly revision: Side;
  readonly graphs: Readonly<Record<Sender, Graph>>;
  /** The same for values that travel as text: parameters, headers, formats without types. */
  readonly textGraphs: Readonly<Record<Sender, Graph>>;
  /** True for profiles that count undeclared properties and statuses. */
  readonly open: boolean;
  readonly claims: Claim[];
  readonly slots: Slot[];
  /** The slots whose values cannot be judged, with the reason: a search there would end each time as it did the first. */
  readonly unusable: Map<Slot, string>;
}

/** The side that produces what this sender sends: the old client or the new server. */
export function producerSide(comparison: Comparison, sender: Sender): Side {
  return sender === "client" ? comparison.base : comparison.revision;
}

/** The side that must accept what this sender sends. */
export function consumerSide(comparison: Comparison, sender: Sender): Side {
  return sender === "client" ? comparison.revision : comparison.base;
}

/** The judges of both sides, in the roles of producer and consumer. */
export function judgesOf(comparison: Comparison, sender: Sender): readonly [producer: Judge, consumer: Judge] {
  return [producerSide(comparison, sender).judge, consumerSide(comparison, sender).judge];
}

/** Turns the producer and consumer pointers of a claim into base and revision pointers. */
export function places(
  sender: Sender,
  producer: string | undefined,
  consumer: string | undefined,
): { basePointer?: string; revisionPointer?: string } {
  const [base, revision] = sender === "client" ? [producer, consumer] : [consumer, producer];
  return {
    ...(base === undefined ? {} : { basePointer: base }),
    ...(revision === undefined ? {} : { revisionPointer: revision }),
  };
}
