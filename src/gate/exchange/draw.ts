// Connects the generator of proposed values with the producer's validators.
import { memberPointer } from "../../schema/normal/conjunction.ts";
import type { NormalForms } from "../../schema/normal/normal-forms.ts";
import type { Sender } from "../surface/model.ts";
import type { DrawContext } from "../../schema/compare/proposals/context.ts";
import { proposals, sample } from "../../schema/compare/proposals/values.ts";
import { type Judge, NotCompiled } from "./judge.ts";

/**
 * The context for generating values: the producer's schemas and validators, with the consumer's schemas as hints.
 * @param open whether undeclared properties may be sent
 */
export function drawContext(judge: Judge, sender: Sender, consumer: NormalForms, open: boolean): DrawContext {
  const producer = judge.space(sender);
  return {
    producer,
    consumer,
    open,
    nesting: { levels: 0 },
    draw: { proposals, sample },
    check: (conjunction, value) => {
      try {
        return conjunction.members.every((member) => {
          const pointer = memberPointer(member);
          return judge.allows(pointer, sender, value);
        });
      } catch (error) {
        if (error instanceof NotCompiled) return true;
        throw error;
      }
    },
  };
}
