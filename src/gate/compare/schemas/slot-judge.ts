// Judges the values of one slot by both sides.
import { DocumentError } from "../../../document/document.ts";
import { whyOf } from "../../../schema/failure.ts";
import { showViolations } from "../../../schema/violation.ts";
import { NotCompiled } from "../../exchange/judge.ts";
import type { Witness } from "../../model.ts";
import { type Comparison, type Slot, producerSide } from "../context.ts";
import { type Trialed, tryExchange } from "../proof.ts";
import type { JsonValue } from "../../../json/value.ts";

const NOTHING_SENT = "no value was found that its own side allows";

export class SlotJudge {
  readonly #comparison: Comparison;
  readonly #slot: Slot;
  #reason: string | undefined;
  /** The first value that the producer does not send itself; null once it sends any. */
  #unsent: { readonly value: JsonValue } | null | undefined;

  constructor(comparison: Comparison, slot: Slot) {
    this.#comparison = comparison;
    this.#slot = slot;
  }

  /**
   * A quick check before a whole exchange is built: most proposals end here.
   * @returns false if the producer does not send such a value in a body
   * @throws NotCompiled if the schema cannot be used
   */
  allows(value: JsonValue): boolean {
    const isSent = this.#noting(() => this.#isSent(value));
    if (isSent) this.#unsent = null;
    else if (this.#unsent === undefined) this.#unsent = { value };
    return isSent;
  }

  /** Why the attempts showed nothing, if that is known: of the last that failed, or that the producer sends no value at all. */
  get reason(): string | undefined {
    const { sender, producerPointer, at } = this.#slot;
    if (this.#reason !== undefined || this.#unsent === null) return this.#reason;
    if (this.#unsent === undefined) return NOTHING_SENT;
    const own = producerSide(this.#comparison, sender).judge.value(producerPointer, sender, this.#unsent.value);
    const placed = own.map((violation) => ({ ...violation, at: `${at}${violation.at}` }));
    return `${NOTHING_SENT}: ${showViolations(placed)}`;
  }

  /** @returns the exchange with the value, if the producer allows it and the consumer refuses it */
  refusal(value: JsonValue): Witness | undefined {
    const { reason, witness } = this.#noting(() => this.#trial(value));
    this.#reason = reason ?? this.#reason;
    return witness;
  }

  /**
   * Pays for trying a value; without one, for putting the same value into other exchanges, which copies nothing. Judging is
   * paid for separately, where it happens.
   */
  spend(value?: JsonValue): void {
    this.#slot.graph.sides.work.spend(TRIED + (value === undefined ? 0 : priceOf(partsOf(value))));
  }

  /** Keeps in mind that the slot's values cannot be judged. */
  #noting<Result>(judge: () => Result): Result {
    try {
      return judge();
    } catch (error) {
      const why = whyUnusable(error);
      if (why !== undefined) this.#comparison.unusable.set(this.#slot, why);
      throw error;
    }
  }

  #isSent(value: JsonValue): boolean {
    const { sender, producerPointer, carrier } = this.#slot;
    if (carrier !== "body") return true;
    return producerSide(this.#comparison, sender).judge.allows(producerPointer, sender, value);
  }

  #trial(value: JsonValue): Trialed {
    const { pair } = this.#slot;
    const carried = pair.producer.parameters.length + (pair.consumer?.parameters.length ?? 0);
    this.#slot.graph.sides.work.spend(CARRIED * carried);
    return tryExchange(this.#comparison, pair, this.#slot.assemble(value));
  }
}

/** Why no value can be judged; undefined if another value may be. */
function whyUnusable(error: unknown): string | undefined {
  if (error instanceof NotCompiled) return error.isFinal ? error.message : undefined;
  return error instanceof DocumentError ? whyOf(error) : undefined;
}

/** How many values a value consists of; a long string counts as several. */
function partsOf(value: JsonValue): number {
  if (typeof value === "string") return 1 + Math.trunc(value.length / LETTERS);
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + partsOf(inner), 1);
}

/** What a value of so many parts costs: most of it lies in what surrounds the parts, which grows less than they do. */
const priceOf = (parts: number): number => PART * Math.min(parts, FEW) + FURTHER * Math.max(0, parts - FEW);

const TRIED = 500;
const PART = 10;
const FURTHER = 2;
const FEW = 5_000;
/** The cost on each side of a parameter that is sent along. */
const CARRIED = 20;
const LETTERS = 100;
