// What a reviewer reads first: one line an edit, each edit once, under the first heading that fits.
import { countsOf, groupsOf } from "../../memo.ts";
import type { Finding, OutlineEdit, OutlineSection, Severity } from "../../report/finding.ts";
import { grouped } from "../../report/text.ts";
import { type Kind, KINDS } from "../kinds/kinds.ts";
import { isAddition } from "../kinds/wire.ts";
import type { Change, GateResult } from "../model.ts";
import { isDeprecated } from "../surface/lifecycle.ts";
import type { ListedOperation } from "../surface/model.ts";
import { listedOperations } from "../surface/read.ts";
import { operationLines } from "./operations.ts";
import { operationsOf, sentenceOf } from "./sentence.ts";

const HEADINGS = [
  "Removed",
  "Breaking",
  "Policy",
  "Undecided",
  "Deprecated",
  "Added",
  "Changed",
  "Not compared",
  "Accepted",
] as const;
type Heading = (typeof HEADINGS)[number];

const REMOVED: ReadonlySet<Kind> = new Set<Kind>([
  "operation-removed",
  "deprecated-operation-removed",
  "webhook-removed",
  "callback-removed",
]);

/** Under a heading with more edits than this, those of one kind that differ only in the thing or its values share a line. */
const MOST_SINGLE = 12;
const FEWEST_FOLDED = 3;

/**
 * @param findings the finding of each change, in the order of the changes
 */
export function outlineOf({ base, revision, changes }: GateResult, findings: readonly Finding[]): OutlineSection[] {
  const findingOf = new Map(changes.map((change, index) => [change, findings[index] as Finding]));
  const told = (members: readonly Change[]) => members.map((change) => findingOf.get(change) as Finding);
  const [before, after] = [listedOperations(base), listedOperations(revision)];
  const groups = groupsOf(withoutEchoes(changes), headingOf);
  const edits: Record<Heading, OutlineEdit[]> = {
    Removed: linesOf(before, groups.get("Removed") ?? [], told),
    Breaking: editsOf(groups.get("Breaking") ?? [], told),
    Policy: editsOf(groups.get("Policy") ?? [], told),
    Undecided: editsOf(groups.get("Undecided") ?? [], told),
    Deprecated: deprecations(before, after, changes),
    Added: [
      ...linesOf(after, (groups.get("Added") ?? []).filter(isOperation), told),
      ...editsOf(
        (groups.get("Added") ?? []).filter((change) => !isOperation(change)),
        told,
      ),
    ],
    Changed: editsOf(groups.get("Changed") ?? [], told),
    "Not compared": editsOf(groups.get("Not compared") ?? [], told),
    Accepted: editsOf(groups.get("Accepted") ?? [], told),
  };
  return HEADINGS.filter((heading) => edits[heading].length > 0).map((heading) => {
    return { heading, total: totalOf(heading, edits[heading]), edits: edits[heading] };
  });
}

/** The verdict that a heading says by itself. */
const SAID: Readonly<Partial<Record<Heading, string>>> = {
  Breaking: "breaking",
  Policy: "policy",
  Undecided: "unknown",
  Added: "compatible",
  Changed: "compatible",
  "Not compared": "compatible",
};

/** The findings under a heading, counted as in the summary: a line may stand for many. */
function totalOf(heading: Heading, edits: readonly OutlineEdit[]): string {
  const counts = countsOf(edits.flatMap(({ findings }) => findings.map(({ verdict }) => verdict)));
  const told = [...counts].map(([verdict, number]) => {
    return verdict === SAID[heading] ? grouped(number) : `${grouped(number)} ${verdict}`;
  });
  return told.length === 0 ? grouped(edits.length) : told.join(", ");
}

/** Without the proofs that a policy finding about the same edit breaks nothing: the edit is one line. */
function withoutEchoes(changes: readonly Change[]): Change[] {
  const owners = changes.filter(({ kind, verdict }) => verdict === "policy" && KINDS.get(kind)?.isAlsoProved === true);
  const owned = new Set(owners.map(placesOf));
  return changes.filter((change) => change.verdict !== "compatible" || !owned.has(placesOf(change)));
}

function placesOf({ direction, base, revision }: Change): string {
  return [direction, base?.pointer, revision?.pointer].join(" ").replaceAll("/enum", "");
}

const isOperation = ({ kind }: Change): boolean => kind === "operation-added";

function headingOf({ kind, verdict, exempted, property }: Change): Heading {
  if (exempted !== undefined) return "Accepted";
  if (REMOVED.has(kind)) return "Removed";
  if (verdict === "breaking") return "Breaking";
  if (verdict === "unknown") return "Undecided";
  if (verdict !== "compatible") return "Policy";
  if (kind === "document-fault") return "Not compared";
  return isAddition(kind) || property?.became === "added" ? "Added" : "Changed";
}

type Told = (members: readonly Change[]) => readonly Finding[];

/** Operations that came or went. */
function linesOf(surface: readonly ListedOperation[], changes: readonly Change[], told: Told): OutlineEdit[] {
  const lines = operationLines(surface, new Set(changes.flatMap(({ operations }) => operations)));
  return lines.map(({ text, operations }) => {
    const members = changes.filter((change) => change.operations.some((name) => operations.includes(name)));
    return { text, where: "", ...worst(told(members)) };
  });
}

/** The same edit at several places is one line; so are several edits of one kind, where there are many. */
function editsOf(changes: readonly Change[], told: Told): OutlineEdit[] {
  const families = groupsOf(changes, ({ kind, verdict, severity, property }) =>
    JSON.stringify([kind, verdict, severity, property?.became]),
  );
  const byKind = [...families.values()].map((family) => ({ family, edits: [...groupsOf(family, keyOf).values()] }));
  const isMany = byKind.reduce((sum, { edits }) => sum + edits.length, 0) > MOST_SINGLE;
  return byKind.flatMap(({ family, edits }) => {
    const lines = isMany && edits.length >= FEWEST_FOLDED ? [family] : joined(edits);
    return lines.map((members) => ({
      text: sentenceOf(members),
      where: operationsOf(members),
      ...worst(told(members)),
    }));
  });
}

/** Properties that break the same operations share a line; others have one by name. */
function keyOf({ edit, text, property, verdict, operations }: Change): string {
  if (property === undefined) return edit ?? text;
  return verdict === "breaking" ? operations.join() : property.name;
}

/** Edits of properties of the same operations as one. */
function joined(edits: readonly Change[][]): Change[][] {
  const groups = groupsOf(edits, (some): unknown =>
    some[0]?.property === undefined ? some : [...new Set(some.flatMap(({ operations }) => operations))].sort().join(),
  );
  return [...groups.values()].map((group) => group.flat());
}

const SEVERITIES: readonly Severity[] = ["error", "warning", "note", "none"];

function worst(findings: readonly Finding[]): Pick<OutlineEdit, "severity" | "verdict" | "findings"> {
  const [first] = findings.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  return { severity: first?.severity ?? "none", verdict: first?.verdict ?? "compatible", findings };
}

/** Operations that are deprecated now, where no finding says so already. */
function deprecations(
  before: readonly ListedOperation[],
  after: readonly ListedOperation[],
  changes: readonly Change[],
): OutlineEdit[] {
  const known = new Set(before.filter(({ value }) => isDeprecated(value)).map(({ key }) => key));
  const said = new Set(changes.filter(({ kind }) => LIFECYCLE.has(kind)).flatMap(({ operations }) => operations));
  const named = after.filter(({ key, name, value }) => isDeprecated(value) && !known.has(key) && !said.has(name));
  return operationLines(after, new Set(named.map(({ name }) => name))).map(({ text }) => {
    return { text, where: "", severity: "none", verdict: "deprecated", findings: [] };
  });
}

const LIFECYCLE: ReadonlySet<Kind> = new Set<Kind>(["deprecated-without-sunset", "notice-too-short"]);
