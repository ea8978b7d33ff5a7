// Proves a claim: builds an exchange, has both sides judge it, and keeps it if it is a witness.
import { showViolations } from "../../schema/violation.ts";
import { type Judge, NotCompiled, refusal } from "../exchange/judge.ts";
import { referenceOf } from "../../document/document.ts";
import { valueAt } from "../../json/pointer.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { WireExchange } from "../exchange/model.ts";
import type { Witness } from "../model.ts";
import type { Sender, SurfaceOperation } from "../surface/model.ts";
import { type Comparison, consumerSide, producerSide } from "./context.ts";
import type { Violation } from "../../schema/model.ts";

/** The judges of an exchange: the operation that allows it and the one that may refuse it. */
export interface Trial {
  readonly sender: Sender;
  readonly producer: SurfaceOperation;
  /** Absent if the operation was removed. */
  readonly consumer: SurfaceOperation | undefined;
}

export interface Trialed {
  readonly witness?: Witness;
  /** Why there is no witness, if that is known. */
  readonly reason?: string;
}

/** Has both sides judge an exchange. */
export function tryExchange(comparison: Comparison, trial: Trial, exchange: WireExchange | undefined): Trialed {
  if (exchange === undefined) return { reason: "no exchange could be written" };
  const producer = producerSide(comparison, trial.sender);
  const consumer = consumerSide(comparison, trial.sender);
  try {
    const own = judgeWhole(producer.judge, trial.producer, exchange);
    if (own.length > 0) {
      return { reason: `no complete exchange was found that its own side allows: ${showViolations(own)}` };
    }
    const refusal = { exchange, refusedBy: consumer.name };
    const violations = counting(comparison, judgeWhole(consumer.judge, trial.consumer, exchange), refusal);
    if (violations.length === 0) return {};
    const operation = trial.producer.key;
    return { witness: { exchange, operation, acceptedBy: producer.name, refusedBy: consumer.name, violations } };
  } catch (error) {
    if (error instanceof NotCompiled) return { reason: error.message };
    throw error;
  }
}

function judgeWhole(judge: Judge, operation: SurfaceOperation | undefined, exchange: WireExchange): Violation[] {
  if (operation === undefined) return [refusal("paths", "", "there is no such operation", "/paths")];
  return exchange.kind === "request"
    ? judge.wholeRequest(operation, exchange)
    : judge.wholeResponse(operation, exchange);
}

/** The violations that count in the profile: see `isLoose`. */
export function counting(
  comparison: Comparison,
  violations: readonly Violation[],
  { exchange, refusedBy }: Pick<Witness, "exchange" | "refusedBy">,
): readonly Violation[] {
  if (comparison.open) return violations;
  if (exchange.kind === "response" && violations.some(({ keyword }) => keyword === "status")) return [];
  const loose = violations.filter(isLoose);
  if (loose.length === 0) return violations;
  const { root } = comparison[refusedBy].judge.document;
  const inside = loose.flatMap(({ at, pointer }) => placesOf(root, pointer).map((place) => ({ at, place })));
  const counted = violations.filter(
    (one) => !isLoose(one) && !inside.some(({ at, place }) => isWithin(one.at, at) && isWithin(one.pointer, place)),
  );
  return counted.length === 0 ? [] : violations;
}

/**
 * Outside `strict`, a value that matches several alternatives of a `oneOf` is not a violation: hardly any
 * implementation refuses such a value, and nearly every document has overlapping alternatives.
 */
function isLoose({ keyword, params }: Violation): boolean {
  return keyword === "oneOf" && params.matching?.length === 2;
}

/**
 * The places of the alternatives of a `oneOf`: the reasons why they do not match count no more than the `oneOf` itself.
 */
function placesOf(root: JsonObject, pointer: string): string[] {
  const branches = valueAt(root, pointer);
  const references = Array.isArray(branches) ? branches.map((branch: JsonValue) => referenceOf(branch)) : [];
  return [pointer, ...references.filter((reference) => reference !== undefined)];
}

function isWithin(pointer: string, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}
