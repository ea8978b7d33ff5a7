// The changes that stand for what was not compared: a part that failed, and operations that the work was not enough for.
import { NOT_COMPARED } from "../../../schema/failure.ts";
import { OUT_OF_BUDGET } from "../../../schema/work.ts";
import { WIRE_KINDS } from "../../kinds/wire.ts";
import type { Draft } from "../../model.ts";
import { unknown } from "../../outcomes.ts";
import type { Slot } from "../context.ts";

/** The change for a part of some operations that could not be compared. @param slot where, if it is a part of them */
export function notCompared(operations: readonly string[], why: string, slot?: Slot): Draft {
  return {
    kind: NOT_COMPARED,
    subject: slot?.label ?? operations.join(" "),
    operations: new Set(operations),
    direction: slot?.direction ?? null,
    ...(slot === undefined ? {} : { basePointer: slot.basePlace, revisionPointer: slot.revisionPlace }),
    text: slot === undefined ? why : `${slot.label}: ${why}`,
    ...unknown("what failed is told above"),
    fix: WIRE_KINDS[NOT_COMPARED].help,
  };
}

/** One change for all operations that the work budget did not cover. */
export function unfinished(operations: readonly string[]): Draft[] {
  if (operations.length === 0) return [];
  return [
    {
      kind: "unfinished",
      subject: "",
      operations: new Set(operations),
      direction: null,
      text: "these operations were not compared to the end",
      ...unknown(OUT_OF_BUDGET),
      fix: WIRE_KINDS.unfinished.help,
    },
  ];
}
