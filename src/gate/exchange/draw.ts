// Connects the generator of proposed values with the validators of both sides.
import { memberPointer } from "../../schema/form/conjunction.ts";
import type { Sender } from "../surface/model.ts";
import type { DrawContext } from "../../schema/compare/proposals/context.ts";
import { proposals, sample } from "../../schema/compare/proposals/values.ts";
import { type Judge, NotCompiled } from "./judge.ts";

/**
 * The context for generating values: the producer's schemas and validators, with the consumer's schemas as hints.
 * @param open whether undeclared properties may be sent
 */
export function drawContext(
  [producer, consumer]: readonly [producer: Judge, consumer: Judge],
  sender: Sender,
  open: boolean,
): DrawContext {
  const own = producer.space(sender);
  return {
    producer: own,
    consumer: consumer.space(sender),
    work: own.work,
    open,
    nesting: { levels: 0 },
    samples: producer.samples,
    draw: { proposals, sample },
    check: (space, conjunction, value) => {
      const judge = space === own ? producer : consumer;
      try {
        return conjunction.members.every((member) => judge.allows(memberPointer(member), sender, value));
      } catch (error) {
        if (error instanceof NotCompiled) return true;
        throw error;
      }
    },
  };
}
