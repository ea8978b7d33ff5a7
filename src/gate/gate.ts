// The gate: takes two documents and returns changes with verdicts. It uses no clock and no files, and prints nothing.
import type { Document } from "../document/document.ts";
import { compareDocuments } from "./compare/documents.ts";
import { notCompared, unfinished } from "./compare/schemas/not-compared.ts";
import { doubted, faultDrafts } from "./faults/drafts.ts";
import { withoutFaults } from "./faults/leave-out.ts";
import { FaultPlaces } from "./faults/places.ts";
import { withoutFollowers } from "./followers.ts";
import { applyPolicy } from "./policy/apply.ts";
import { tried } from "../schema/failure.ts";
import { Work } from "../schema/work.ts";
import { changeId } from "./identity.ts";
import type { Change, ChangePlace, Draft, GateResult, GateSettings } from "./model.ts";
import { rank, summarise } from "./summary.ts";

/**
 * Compares two documents.
 * Reports parts of a document that cannot be understood at their places, and compares the rest.
 * @param base the contract that clients and servers keep today
 * @param revision the contract that is proposed
 * @param work the budget of the whole comparison
 */
export function runComparison(
  base: Document,
  revision: Document,
  settings: GateSettings,
  work = new Work(settings.budgetMs * WORK_PER_MS),
): GateResult {
  const drafts = judge(base, revision, { settings, work });
  const named = drafts.map((draft): Named => ({ id: changeId(draft, base, revision), draft }));
  const changes = Array.from(unique(named), (one) => toChange(one, base, revision));
  return summarise({ base, revision, profile: settings.profile, changes });
}

/**
 * Work is counted in steps, so that every machine reaches the same verdicts. This many steps take a millisecond or
 * more.
 */
const WORK_PER_MS = 4000;

interface Means {
  readonly settings: GateSettings;
  readonly work: Work;
}

/** Finds the differences, the breaking ones among them, and the findings of the policy. */
function judge(base: Document, revision: Document, { settings, work }: Means): Draft[] {
  const [own, other] = [base, revision].map((one) => new FaultPlaces(one)) as [FaultPlaces, FaultPlaces];
  const documents = [withoutFaults(base, own, other), withoutFaults(revision, other, own)] as const;
  const compared = compareDocuments({ documents, faults: [own, other] }, settings, work);
  const { subjects, stabilities, surfaces } = compared;
  const breaks = compared.drafts.some(({ verdict, severity }) => verdict === "breaking" && severity === "error");
  const policy =
    subjects === undefined
      ? undefined
      : tried(
          () => applyPolicy(subjects, settings, { breaks, stabilities }),
          (why) => [notCompared([], why)],
        );
  const found = [...compared.drafts, ...(policy ?? unfinished(surfaces.base.map(({ name }) => name)))];
  return [
    ...doubted(withoutFollowers(found), own, other),
    ...faultDrafts({ document: base, places: own }, { document: revision, places: other }),
  ];
}

/** A draft with the id of its change. */
interface Named {
  readonly id: string;
  readonly draft: Draft;
}

function toChange({ id, draft }: Named, base: Document, revision: Document): Change {
  const { subject: _, values: _values, operations, basePointer, revisionPointer, ...rest } = draft;
  return {
    id,
    ...rest,
    operations: [...operations].sort(),
    base: placeOf(base, basePointer),
    revision: placeOf(revision, revisionPointer),
  };
}

function placeOf(document: Document, pointer: string | undefined): ChangePlace | null {
  return pointer === undefined ? null : { pointer, location: document.locate(pointer) };
}

/** One draft per id. Of two with the same id, keeps the worse one, with the operations of both. */
function unique(all: readonly Named[]): Iterable<Named> {
  const found = new Map<string, Named>();
  for (const one of all) {
    const known = found.get(one.id);
    if (known === undefined) {
      found.set(one.id, one);
      continue;
    }
    const { draft } = rank(one.draft) < rank(known.draft) ? one : known;
    const operations = new Set([...known.draft.operations, ...one.draft.operations]);
    found.set(one.id, { id: one.id, draft: { ...draft, operations } });
  }
  return found.values();
}
