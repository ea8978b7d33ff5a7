// Judges the values of one slot by both sides. Caches verdicts, because a search keeps asking about equal values.
import { DocumentError } from "../../../document/document.ts";
import { whyOf } from "../../../schema/failure.ts";
import { hasWrittenForm, NotCompiled } from "../../exchange/judge.ts";
import type { Witness } from "../../model.ts";
import { type Comparison, type Slot, consumerSide, producerSide } from "../context.ts";
import { type Trialed, tryExchange } from "../proof.ts";
import type { JsonValue } from "../../../json/value.ts";
import { writeJson } from "../../../json/write.ts";

/** The verdicts on a value that was tried. */
interface Look {
  isAllowed?: boolean;
  trialed?: Trialed;
}

/** Longer values are judged again each time: hundreds of them would take too much memory. */
const LONGEST_KEPT = 20_000;

export class SlotJudge {
  readonly #comparison: Comparison;
  readonly #slot: Slot;
  /** Keyed by the text of the value, because different enclosing values often produce equal values. */
  readonly #looks = new Map<string, Look>();
  /** The last value: a search first asks whether it is sent, then whether it is refused. */
  #last: { readonly value: JsonValue; readonly look: Look } | undefined;
  /** Why the last attempt that failed did so, if that is known. */
  reason: string | undefined;

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
    const look = this.#lookAt(value);
    look.isAllowed ??= this.#noting(() => this.#isSent(value));
    return look.isAllowed;
  }

  /** @returns the exchange with the value, if the producer allows it and the consumer refuses it */
  refusal(value: JsonValue): Witness | undefined {
    const look = this.#lookAt(value);
    look.trialed ??= this.#noting(() => (this.#isTaken(value) ? {} : this.#trial(value)));
    const { reason, witness } = look.trialed;
    this.reason = reason ?? this.reason;
    return witness;
  }

  /** Pays for trying a value. Judging it is paid for separately, where it happens. */
  spend(value: JsonValue): void {
    this.#slot.graph.sides.work.spend(TRIED + PART * partsOf(value));
  }

  #lookAt(value: JsonValue): Look {
    if (this.#last?.value === value) return this.#last.look;
    const key = writeJson(value);
    const look = this.#looks.get(key) ?? {};
    if (key.length <= LONGEST_KEPT) this.#looks.set(key, look);
    this.#last = { value, look };
    return look;
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

  /** True for a body that the consumer accepts: it shows nothing, whatever else in the exchange is refused. */
  #isTaken(value: JsonValue): boolean {
    const { sender, consumerPointer, carrier } = this.#slot;
    if (carrier !== "body" || !hasWrittenForm(value)) return false;
    try {
      return consumerSide(this.#comparison, sender).judge.value(consumerPointer, sender, value).length === 0;
    } catch (error) {
      if (error instanceof NotCompiled) return false;
      throw error;
    }
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

const TRIED = 500;
const PART = 10;
/** The cost on each side of a parameter that is sent along. */
const CARRIED = 20;
const LETTERS = 100;
