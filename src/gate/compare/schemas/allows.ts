// Has the validators of both sides judge single values, for proofs that go through all possible values.
import { typeOf } from "../../../schema/types.ts";
import { type Judge, NotCompiled } from "../../exchange/judge.ts";
import { expectedOf } from "../../../contract/serialization/expected.ts";
import { asTexts, readTexts } from "../../../contract/serialization/untyped.ts";
import type { Sides } from "../../../schema/compare/graph.ts";
import { Conjunction, memberPointer } from "../../../schema/form/conjunction.ts";
import { allowsType } from "../../../schema/form/normal-form.ts";
import type { Sender } from "../../surface/model.ts";
import type { JsonValue } from "../../../json/value.ts";

export interface Judges {
  readonly producer: Judge;
  readonly consumer: Judge;
  readonly sender: Sender;
  /** True if values are sent as text, which may be read as any type that the text can represent. */
  readonly textual: boolean;
}

/**
 * Whether a side's schemas allow a value. If that cannot be judged, the producer allows the value and the consumer
 * does not.
 */
export function allowsBy(judges: Judges): Sides["allows"] {
  return (side, conjunction, value) => {
    const judge = judges[side];
    const space = judge.space(judges.sender);
    const fits = (one: JsonValue): boolean =>
      conjunction.members.every((member) => {
        const pointer = memberPointer(member);
        if (pointer === undefined) return allowsType(space.form(Conjunction.ordered([member])), typeOf(one));
        // The non-null half of a nullable schema.
        if (member.kind === "without null" && one === null) return false;
        return judge.allows(pointer, judges.sender, one);
      });
    try {
      if (fits(value)) return true;
      if (!judges.textual || side === "producer") return false;
      return readTexts(asTexts(value), expectedOf(space, conjunction)).some(fits);
    } catch (error) {
      if (error instanceof NotCompiled) return side === "producer";
      throw error;
    }
  };
}
