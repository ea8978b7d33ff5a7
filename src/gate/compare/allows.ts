// Single values before the validators of both sides, for proofs that go through all values there are.
import type { JsonValue } from "../../contract/json.ts";
import type { Judge } from "../exchange/judge.ts";
import { NotCompiled } from "../exchange/judge.ts";
import { asTexts, readTexts } from "../exchange/wire.ts";
import type { Sides } from "../schema/pairs.ts";
import { allowsType } from "../schema/shape.ts";
import { isRest, memberPointer } from "../schema/space.ts";
import type { Sender } from "../surface/model.ts";

export interface Judges {
  readonly producer: Judge;
  readonly consumer: Judge;
  readonly sender: Sender;
  /** True where values travel as text, and may be read as any type that the text stands for. */
  readonly textual: boolean;
}

/** Whether a side's schemas allow a value. What cannot be judged is allowed by the producer, not by the consumer. */
export function allowsBy(judges: Judges): Sides["allows"] {
  return (side, conjunction, value) => {
    const judge = judges[side];
    const space = judge.space(judges.sender);
    const fits = (one: JsonValue): boolean =>
      conjunction.every((member) => {
        const pointer = memberPointer(member);
        if (pointer === undefined) return allowsType(space.shape([member]), typeOf(one));
        // The half of a nullable schema that is not null.
        if (isRest(member) && one === null) return false;
        return judge.value(pointer, judges.sender, one).length === 0;
      });
    try {
      if (fits(value)) return true;
      if (!judges.textual || side === "producer") return false;
      return readTexts(asTexts(value), space, space.shape(conjunction)).some(fits);
    } catch (error) {
      if (error instanceof NotCompiled) return side === "producer";
      throw error;
    }
  };
}

function typeOf(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "bigint" ? "number" : typeof value;
}
