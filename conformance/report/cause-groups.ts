// Groups a run's failures by cause for the renderers: worst first, each with the finding that shows it best.
import type { CauseGroup, Finding, Severity } from "../../src/report/finding.ts";
import { type Cause, CAUSE_WORDS, causeId } from "../causes/cause.ts";
import { byCause } from "../causes/group.ts";
import type { Result } from "../run.ts";
import { proseOf } from "../checks/prose/index.ts";

/** Worst first. */
export const RANKS: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2, none: 3 };

/** Groups failures by cause. @param findings the finding of each result */
export function causeGroups(
  causes: ReadonlyMap<Result, Cause>,
  findings: ReadonlyMap<Result, Finding>,
): readonly CauseGroup[] {
  const groups = [...byCause(causes).values()].map(({ cause, results }) => {
    const own = results.flatMap((result) => findings.get(result) ?? []).toSorted((a, b) => clarity(a) - clarity(b));
    const [worst] = own.toSorted((a, b) => RANKS[a.severity] - RANKS[b.severity]);
    return {
      id: causeId(cause),
      title: titleOf(cause, own),
      verdict: worst?.verdict ?? "",
      severity: worst?.severity ?? "none",
      findings: own,
      ...fixOf(cause, own),
    } satisfies CauseGroup;
  });
  return groups.toSorted((a, b) => RANKS[a.severity] - RANKS[b.severity] || b.findings.length - a.findings.length);
}

/** The less there is to read, the clearer the finding; a `must` comes before a `should`. */
function clarity({ severity, evidence, details }: Finding): number {
  const read = (evidence.at(-1)?.curl?.length ?? 5_000) + details.join("").length;
  return RANKS[severity] * 1e9 + evidence.length * 1e4 + read;
}

function titleOf({ kind, name = "", more = 0 }: Cause, findings: readonly Finding[]): string {
  return kind === "check" ? (findings[0]?.title ?? name) : CAUSE_WORDS[kind].title(name, more);
}

function fixOf({ kind }: Cause, [first]: readonly Finding[]): Pick<CauseGroup, "fix"> {
  const fix = kind === "check" ? proseOf(first?.id ?? "")?.fix.replaceAll("`", "") : CAUSE_WORDS[kind].fix;
  return fix === undefined ? {} : { fix };
}
