// One edit, one finding: what only follows from a break that is told is not told once more.
import { lastStep, parentPointer } from "../json/pointer.ts";
import type { Draft } from "./model.ts";

/** The finding about a property that is required no longer, and the one that says that it is no longer described. */
const REQUIRED = "response-required";
const REMOVED = "response-property-removed";

/**
 * The drafts without those that only follow from another: a required property of a response that is gone is no longer
 * required, and that is the break.
 */
export function withoutFollowers(drafts: readonly Draft[]): Draft[] {
  const broken = new Set(
    drafts
      .filter(({ kind, witness }) => kind === REQUIRED && witness !== undefined)
      .map(({ basePointer, subject }) => {
        return JSON.stringify([parentPointer(basePointer ?? ""), subject]);
      }),
  );
  return drafts.filter(({ kind, basePointer = "" }) => {
    const property = JSON.stringify([parentPointer(parentPointer(basePointer)), lastStep(basePointer)]);
    return kind !== REMOVED || !broken.has(property);
  });
}
