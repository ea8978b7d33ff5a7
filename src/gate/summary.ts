// Summarises changes: sorts and counts them, and says which version semver asks for.
import type { Document } from "../document/document.ts";
import type { Profile } from "./profiles.ts";
import { isAddition } from "./kinds/wire.ts";
import type { Change, GateResult, Verdict } from "./model.ts";
import { countsOf } from "../memo.ts";
import { compareText } from "../report/text.ts";

/** The result for two documents with the same text: nothing has to be compared, or even loaded. */
export function unchanged(base: Document, revision: Document, profile: Profile): GateResult {
  return summarise({ base, revision, profile, changes: [] });
}

/** Sorts and counts. */
export function summarise(result: Omit<GateResult, "summary" | "advice">): GateResult {
  const changes = sorted(result.changes);
  const counts = countsOf(changes.map(wordOf));
  const summary = VERDICTS.reduce(
    (all, verdict) => {
      const accepted = counts.get(exempt(verdict)) ?? 0;
      return {
        ...all,
        [verdict]: counts.get(verdict) ?? 0,
        ...(accepted === 0 ? {} : { [exempt(verdict)]: accepted }),
      };
    },
    {} as GateResult["summary"],
  );
  return { ...result, changes, summary, advice: adviceOf(changes) };
}

const VERDICTS = ["breaking", "policy", "unknown", "compatible"] as const satisfies readonly Verdict[];

/** The word for a change in every report. Exempted changes have their own, so that the numbers agree with the exit code. */
export function wordOf({ verdict, exempted }: Change): string {
  return exempted === undefined ? verdict : exempt(verdict);
}

function exempt(verdict: Verdict): string {
  return `${verdict} (exempted)`;
}

/**
 * The worst first. It is unknown which operations clients use, so a change that affects more of them ranks as worse.
 * Operations of one path stand together.
 */
function sorted(changes: readonly Change[]): Change[] {
  const keyed = changes.map((change) => ({ change, rank: rank(change), path: pathOf(change) }));
  keyed.sort(
    (one, other) =>
      one.rank - other.rank ||
      other.change.operations.length - one.change.operations.length ||
      compareText(one.path, other.path) ||
      compareText(one.change.id, other.change.id),
  );
  return keyed.map(({ change }) => change);
}

/** "/items GET", so that the operations of one path sort together. */
export function pathOf({ operations: [first = ""] }: Pick<Change, "operations">): string {
  return first.split(" ").reverse().join(" ");
}

/** The version semver asks for: major for a break, minor for an addition, patch for any other difference. */
function adviceOf(changes: readonly Change[]): GateResult["advice"] {
  if (changes.some(({ severity }) => severity === "error")) return "major";
  if (changes.some(({ kind, verdict }) => isAddition(kind) || verdict === "compatible")) return "minor";
  return changes.length > 0 ? "patch" : "none";
}

const RANKS: Readonly<Record<Verdict, number>> = { breaking: 2, unknown: 3, policy: 4, compatible: 5 };

/** Ranks changes; a lower number is worse. */
export function rank({ verdict, severity }: Pick<Change, "verdict" | "severity">): number {
  if (severity === "error") return verdict === "breaking" ? 0 : 1;
  return RANKS[verdict];
}
