// Generates values from schemas with fast-check as the source of choices: it draws numbers, and the generator turns
// them into a value. Smaller numbers mean a simpler value, so a value shrinks by making its choices smaller, one at a
// time.
import type * as FastCheck from "fast-check";
import type { Arbitrary, Random as Draws, Stream, Value } from "fast-check";
import type { Document } from "../../src/document/document.ts";
import type { JsonValue } from "../../src/json/value.ts";
import type { Choices } from "../../src/schema/samples/choices.ts";
import { Drawn } from "../../src/schema/generate/strategies/drawn.ts";
import { ValuePlace } from "../../src/schema/generate/place.ts";
import { generate } from "../../src/schema/generate/traversal.ts";

export type Draw = typeof FastCheck;

/** Values of the schema at a pointer, as a request may carry them; null if no value is found that the schema allows. */
export function schemaValues(fc: Draw, document: Document, pointer: string): Arbitrary<JsonValue> {
  const place = ValuePlace.at(document, pointer, "request");
  const valueFor = (choices: RecordedChoices): Value<JsonValue> =>
    new fc.Value(generate(place, new Drawn(choices))[0] ?? null, choices.made);

  return new (class extends fc.Arbitrary<JsonValue> {
    generate(draws: Draws): Value<JsonValue> {
      return valueFor(new RecordedChoices(new Map(), (count) => draws.nextBigInt(0n, count - 1n)));
    }

    canShrinkWithoutContext(_value: unknown): _value is JsonValue {
      return false;
    }

    shrink(_value: JsonValue, context?: unknown): Stream<Value<JsonValue>> {
      const made = context as ReadonlyMap<string, bigint> | undefined;
      return made === undefined ? fc.Stream.nil() : fc.stream(simpler(made)).map(valueFor);
    }
  })();
}

/** Choices keyed by their place in the value, so that simplifying one part leaves the others unchanged. */
class RecordedChoices implements Choices {
  readonly made: Map<string, bigint>;
  readonly #wanted: ReadonlyMap<string, bigint>;
  readonly #draw: (count: bigint) => bigint;
  readonly #at: string;
  #next = 0;

  /** @param draw chooses where no choice is recorded */
  constructor(
    wanted: ReadonlyMap<string, bigint>,
    draw: (count: bigint) => bigint,
    made = new Map<string, bigint>(),
    at = "",
  ) {
    this.made = made;
    this.#wanted = wanted;
    this.#draw = draw;
    this.#at = at;
  }

  below(count: number | bigint): bigint {
    const key = `${this.#at}#${this.#next++}`;
    const [wanted, last] = [this.#wanted.get(key) ?? this.#draw(BigInt(count)), BigInt(count) - 1n];
    const chosen = wanted > last ? last : wanted;
    this.made.set(key, chosen);
    return chosen;
  }

  inside(part: string): Choices {
    return new RecordedChoices(this.#wanted, this.#draw, this.made, `${this.#at}/${part.replaceAll("/", "//")}`);
  }
}

/** The choices with one of them smaller: first zero, then ever smaller reductions. */
function* simpler(made: ReadonlyMap<string, bigint>): Generator<RecordedChoices> {
  for (const [key, chosen] of made) {
    for (let less = chosen; less > 0n; less /= 2n) {
      yield new RecordedChoices(new Map(made).set(key, chosen - less), () => 0n);
    }
  }
}

/** Any JSON value at all. */
export function anyValue(fc: Draw): Arbitrary<JsonValue> {
  const text = fc.string({ unit: "grapheme", maxLength: 40 });
  const scalar: Arbitrary<JsonValue> = fc.oneof<Arbitrary<JsonValue>[]>(
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    text,
  );
  return fc.oneof(
    scalar,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(scalar, { maxLength: 3 }),
    fc.dictionary(fc.string({ maxLength: 5 }), scalar, { maxKeys: 2 }),
  );
}
