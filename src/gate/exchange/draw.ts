// Ties the drawing of proposals to the validators of the producer.
import type { SchemaSpace } from "../schema/space.ts";
import { memberPointer } from "../schema/space.ts";
import type { Sender } from "../surface/model.ts";
import type { DrawContext } from "../witness/context.ts";
import { proposals, sample } from "../witness/values.ts";
import { type Judge, NotCompiled } from "./judge.ts";

/** What values are drawn with: the producer's schemas and validators, and the consumer's schemas as hints. */
export function drawContext(judge: Judge, sender: Sender, consumer: SchemaSpace, open: boolean): DrawContext {
  const producer = judge.space(sender);
  return {
    producer,
    consumer,
    open,
    draw: { proposals, sample },
    check: (conjunction, value) => {
      try {
        return conjunction.every((member) => {
          const pointer = memberPointer(member);
          return pointer === undefined || judge.value(pointer, sender, value).length === 0;
        });
      } catch (error) {
        if (error instanceof NotCompiled) return true;
        throw error;
      }
    },
  };
}
