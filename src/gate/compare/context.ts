// What the comparison of two documents carries along, and the two kinds of things it finds: claims, each with
// a way to build its witness, and schemas that travel, which are searched for differences afterwards.
import type { ExchangeBuilder } from "../exchange/build.ts";
import type { Judge } from "../exchange/judge.ts";
import type { Kind } from "../kinds/kinds.ts";
import type { WireExchange } from "../exchange/model.ts";
import type { Witness } from "../model.ts";
import type { Graph, PairNode } from "../../schema/compare/graph.ts";
import type { Sender, SurfaceOperation } from "../surface/model.ts";
import type { JsonValue } from "../../json/value.ts";

/** One document's side of the comparison. */
export interface Side {
  readonly name: "base" | "revision";
  readonly judge: Judge;
  readonly builder: ExchangeBuilder;
}

/** Two operations, seen as who produces and who consumes. */
export interface OperationPair {
  readonly producer: SurfaceOperation;
  readonly consumer: SurfaceOperation;
  readonly base: SurfaceOperation;
  readonly revision: SurfaceOperation;
  readonly sender: Sender;
}

/** Something that breaks if an exchange can be built that one side allows and the other refuses. */
export interface Claim {
  readonly kind: Kind;
  readonly sender: Sender;
  readonly direction: "request" | "response";
  /** What the kind is about, apart from its places: a name, a status. Part of the change's identity. */
  readonly subject: string;
  readonly basePointer?: string;
  readonly revisionPointer?: string;
  readonly text: string;
  readonly fix: string;
  /** The operation that decides about exemption by stability, and is named. */
  readonly operation: SurfaceOperation;
  readonly consumer?: SurfaceOperation;
  readonly producer: SurfaceOperation;
  readonly build: () => WireExchange | undefined;
}

/** A place where values of a schema travel. */
export interface Slot {
  readonly sender: Sender;
  readonly direction: "request" | "response";
  readonly pair: OperationPair;
  readonly graph: Graph;
  readonly root: PairNode;
  readonly producerPointer: string | undefined;
  readonly consumerPointer: string | undefined;
  /** Where the slot stands, for changes of a schema that is not there on one side. */
  readonly basePlace: string;
  readonly revisionPlace: string;
  /** What carries the values. */
  readonly carrier: "body" | "parameter" | "header";
  /** Where violations of it stand in an exchange: "/body", "/query/limit". */
  readonly at: string;
  /** Tells where, for a reader: "body", "query parameter limit". */
  readonly label: string;
  /** True where the way values are written differs, so that equal schemas may still not understand each other. */
  readonly formChanged: boolean;
  readonly assemble: (value: JsonValue) => WireExchange | undefined;
  /** What the consumer takes the value of an exchange for; undefined where it does not see one. */
  readonly reread?: (exchange: WireExchange) => readonly JsonValue[] | undefined;
}

/** A value of a slot that its producer allows, and what the consumer has against it. */
export interface Refusal {
  readonly value: JsonValue;
  readonly found: Witness;
}

export interface Comparison {
  readonly base: Side;
  readonly revision: Side;
  readonly graphs: Readonly<Record<Sender, Graph>>;
  /** The same for values that travel as text: parameters, headers, formats without types. */
  readonly textGraphs: Readonly<Record<Sender, Graph>>;
  /** True for profiles in which undeclared properties and statuses count. */
  readonly open: boolean;
  /** Whether both documents say the same at a pointer, references included. */
  readonly isSame: (pointer: string) => boolean;
  readonly claims: Claim[];
  readonly slots: Slot[];
  /** What is refused of whole slots, by how it was looked for. */
  readonly refusals: Map<Slot, Map<string, readonly Refusal[]>>;
}

/** The side that produces what a sender sends: the old client, the new server. */
export function producerSide(comparison: Comparison, sender: Sender): Side {
  return sender === "client" ? comparison.base : comparison.revision;
}

/** The side that must accept it. */
export function consumerSide(comparison: Comparison, sender: Sender): Side {
  return sender === "client" ? comparison.revision : comparison.base;
}

/** Base and revision pointers of a claim from those of producer and consumer. */
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
