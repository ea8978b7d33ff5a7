// Reports faults: the parts they affect have no verdict. A fault that the revision introduces fails the run, because it
// could hide any breaking change; an older one does not, so that it can be fixed.
import type { Document } from "../../document/document.ts";
import { valueAt } from "../../json/pointer.ts";
import { equalJson } from "../../json/value.ts";
import type { Draft } from "../model.ts";
import { compatible, unknown } from "../outcomes.ts";
import { type Fault, isContradiction } from "./fault.ts";
import { type FaultPlaces, operationsAt } from "./places.ts";

interface Faulty {
  readonly document: Document;
  readonly places: FaultPlaces;
}

/** A change for each fault of either document. */
export function faultDrafts(base: Faulty, revision: Faulty): Draft[] {
  const after = new Map(revision.places.faults.map((fault) => [fault.pointer, fault]));
  const before = new Set(base.places.faults.map(({ pointer }) => pointer));
  const draft = (fault: Fault, { places }: Faulty, said: string): Omit<Draft, "verdict"> => ({
    kind: "document-fault",
    subject: fault.message,
    operations: new Set([base, revision].flatMap(({ document }) => operationsAt(places.of(fault), document.root))),
    direction: null,
    text: said,
    edit: said,
    severity: "none",
    reason: isContradiction(fault)
      ? "the rest of the object is judged"
      : "what cannot be understood may allow anything",
    fix: FIXES[fault.leaves] ?? "fix the document at this place",
  });
  const old = base.places.faults.map((fault): Draft => {
    const { pointer, message } = fault;
    if (!after.has(pointer)) {
      const told = draft(fault, base, `in the base, ${message}`);
      return { ...told, basePointer: pointer, verdict: "unknown", fix: MENDED };
    }
    const told = draft(fault, base, `in both documents, ${message}`);
    const places = { basePointer: pointer, revisionPointer: pointer };
    const isAlike = isContradiction(fault) ? after.get(pointer)?.message === message : undefined;
    if (!(isAlike ?? isSame(fault, base.document, revision.document)))
      return { ...told, ...places, verdict: "unknown" };
    return { ...told, ...places, ...compatible("it is written alike in both documents") };
  });
  const brought = revision.places.faults.filter(({ pointer }) => !before.has(pointer));
  return [
    ...old,
    ...brought.map((fault): Draft => {
      const told = draft(fault, revision, `in the revision, ${fault.message}`);
      return { ...told, revisionPointer: fault.pointer, verdict: "unknown", severity: "error" };
    }),
  ];
}

/**
 * The drafts, with the verdict removed if they depend on a part that is unknown in the revision. Those about a part that
 * only the base left unclear are gone: the fault that was mended is told, and nothing more is known of what was promised.
 */
export function doubted(drafts: readonly Draft[], base: FaultPlaces, revision: FaultPlaces): readonly Draft[] {
  return drafts.flatMap((draft): Draft[] => {
    const { basePointer, revisionPointer } = draft;
    const isUnclear = revision.concern(revisionPointer);
    if (!isUnclear) return base.concern(basePointer) ? [] : [draft];
    const { witness: _, ...rest } = draft;
    return [{ ...rest, ...unknown(UNCLEAR) }];
  });
}

const FIXES: Partial<Readonly<Record<Fault["leaves"], string>>> = {
  names: "describe the property, or require it no longer",
  closing: "leave additionalProperties out of the part, or in OpenAPI 3.1 close the whole with unevaluatedProperties",
};

/** What to do about a fault that only the base has. */
export const MENDED = "merge this change, which fixes it, and compare with the result from then on";

const UNCLEAR = "the revision cannot be understood here";

function isSame({ pointer, isRepeated }: Fault, base: Document, revision: Document): boolean {
  if (isRepeated === true) return false;
  const [before, after] = [valueAt(base.root, pointer), valueAt(revision.root, pointer)];
  return before === undefined || after === undefined ? before === after : equalJson(before, after);
}
