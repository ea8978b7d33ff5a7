// Explains checks: what each claims, why, and how to fix what it finds. `--explain` prints a section, and conformance/README.md
// has all of them.
import type { AnyCheck } from "../check.ts";
import { CHECKS } from "../checks/index.ts";
import { CHAPTERS, proseOf } from "../checks/prose/index.ts";
import { EXPLORE_CHECKS } from "../explore/explore.ts";
import { TRAFFIC_CHECKS } from "../traffic.ts";

const ALL: readonly AnyCheck[] = [...CHECKS, ...Object.values(EXPLORE_CHECKS), ...Object.values(TRAFFIC_CHECKS)];

/** The section about a check, in Markdown; undefined if there is no such check. */
export function explainCheck(id: string): string | undefined {
  const [check, prose] = [ALL.find((one) => one.id === id), proseOf(id)];
  if (check === undefined || prose === undefined) return undefined;
  const { level, claim, basis, fault } = check;
  return [
    `### ${id}`,
    `**Claim** (${level}): ${claim}.`,
    `**The document says.** ${prose.says}`,
    `**Also right.** ${prose.alsoRight}`,
    `**Why.** ${prose.why} Basis: ${basis}.${fault === undefined ? "" : ` Fault code ${fault}.`}`,
    `**To fix.** ${prose.fix}`,
  ].join("\n\n");
}

/** The sections about all checks, with the heading of each chapter. */
export function explainChecks(): string {
  return CHAPTERS.flatMap(({ title, intro, checks }) => [
    `## ${title}`,
    ...(intro === undefined ? [] : [intro]),
    ...Object.keys(checks).flatMap((id) => explainCheck(id) ?? []),
  ]).join("\n\n");
}
