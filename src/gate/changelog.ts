// Release notes for consumers: what was added, deprecated and removed, and what changed for each operation, breaking or
// not.
import { type JsonValue, isObject } from "../json/value.ts";
import { writeJson } from "../json/write.ts";
import { groupsOf } from "../memo.ts";
import { block, count, oneLine } from "../report/text.ts";
import { KINDS } from "./kinds/kinds.ts";
import type { Change, GateResult } from "./model.ts";
import { sayProperties } from "./properties.ts";
import { isDeprecated, sunsetOf } from "./surface/lifecycle.ts";
import type { ListedOperation } from "./surface/model.ts";
import { listedOperations } from "./surface/read.ts";

export interface Changelog {
  readonly from: string;
  readonly to: string;
  readonly removed: readonly OperationNote[];
  readonly deprecated: readonly OperationNote[];
  readonly added: readonly OperationNote[];
  /** Grouped by the operations they affect, breaking changes first. */
  readonly changed: readonly ChangedOperations[];
}

interface OperationNote {
  readonly operation: string;
  readonly summary?: string;
  /** The last day on which the operation is available. */
  readonly sunset?: string;
}

interface ChangedOperations {
  /** Empty for the document as a whole. */
  readonly operations: readonly string[];
  readonly changes: readonly ChangeNote[];
}

interface ChangeNote {
  readonly ids: readonly string[];
  readonly breaking: boolean;
  readonly text: string;
}

/** Kinds that other sections report, or that matter only to the owner of the document. */
const ELSEWHERE: ReadonlySet<Change["kind"]> = new Set<Change["kind"]>([
  ...(["operation-removed", "operation-added", "webhook-removed", "callback-removed", "unfinished"] as const),
  ...(["version-not-raised", "version-lowered", "deprecated-without-sunset", "notice-too-short"] as const),
  ...(["nullable-enum-without-null", "document-fault"] as const),
]);

/** The release notes of a comparison. */
export function changelogOf({ base, revision, changes }: GateResult): Changelog {
  const [before, after] = [listedOperations(base), listedOperations(revision)];
  const named = (kind: readonly Change["kind"][]): Set<string> =>
    new Set(changes.filter((change) => kind.includes(change.kind)).flatMap(({ operations }) => operations));
  const [gone, come] = [
    named(["operation-removed", "webhook-removed", "callback-removed"]),
    named(["operation-added"]),
  ];
  const deprecatedBefore = new Set(before.filter(({ value }) => isDeprecated(value)).map(({ name }) => name));
  return {
    from: versionOf(base.root["info"]),
    to: versionOf(revision.root["info"]),
    removed: before.filter(({ name }) => gone.has(name)).map(noteOf),
    deprecated: after.filter(({ name, value }) => isDeprecated(value) && !deprecatedBefore.has(name)).map(noteOf),
    added: after.filter(({ name }) => come.has(name)).map(noteOf),
    changed: byOperations(changes.filter(({ kind }) => !ELSEWHERE.has(kind) && KINDS.get(kind)?.isAlsoProved !== true)),
  };
}

function versionOf(info: JsonValue | undefined): string {
  const version = isObject(info) ? info["version"] : undefined;
  return typeof version === "string" || typeof version === "number" ? String(version) : "";
}

function noteOf({ name, value }: ListedOperation): OperationNote {
  const { summary } = value;
  const sunset = sunsetOf(value);
  return {
    operation: name,
    ...(typeof summary === "string" && summary !== "" ? { summary } : {}),
    ...(typeof sunset === "string" ? { sunset } : {}),
  };
}

function byOperations(changes: readonly Change[]): ChangedOperations[] {
  return grouped(changes, ({ operations }) => JSON.stringify(operations)).map((members) => ({
    operations: members[0].operations,
    changes: notesOf(members),
  }));
}

/**
 * One note for an edit that appears at several places of the same operations, and one for properties that share their
 * places.
 */
function notesOf(changes: readonly Change[]): ChangeNote[] {
  const edits = grouped(changes, ({ kind, edit, text }) => JSON.stringify([kind, edit ?? text]));
  const notes = grouped(edits, (members) => {
    const [{ kind, property, text }] = members;
    const places = members.map((one) => one.property?.place ?? "").sort((one, other) => (one < other ? -1 : 1));
    return JSON.stringify(property === undefined ? [kind, text] : [kind, property.became, places]);
  });
  return notes.map((members) => {
    const [places] = members;
    const { text, property } = places.reduce((one, other) => (other.text.length < one.text.length ? other : one));
    const names = members.flatMap(([member]) => member.property?.name ?? []);
    const said = property === undefined ? text : `${property.place}: ${sayProperties(names, property.became)}`;
    const others = places.length - 1;
    return {
      ids: members.flat().map(({ id }) => id),
      breaking: members.flat().some(({ verdict }) => verdict === "breaking"),
      text: others === 0 ? said : `${said} (and at ${count(others, "other place")})`,
    };
  });
}

type Some<One> = readonly [One, ...One[]];

/** Groups entries with the same key and keeps their order. */
function grouped<One>(all: readonly One[], keyOf: (one: One) => string): Some<One>[] {
  return [...groupsOf(all, keyOf).values()] as [One, ...One[]][];
}

/** The release notes as JSON. */
export function changelogJson(changelog: Changelog): string {
  return `${writeJson(changelog, 2)}\n`;
}

/** The most operations to name for a change that affects many. */
const MOST_NAMED = 5;

/** The release notes in Markdown. */
export function changelogMarkdown({ from, to, removed, deprecated, added, changed }: Changelog): string {
  const title = from === to ? to : `${from} → ${to}`;
  const parts = [
    `# Changes${title === "" ? "" : `: ${oneLine(title)}`}\n`,
    ...section("Removed", removed),
    ...section("Deprecated", deprecated),
    ...section("Added", added),
    ...(changed.length === 0 ? [] : ["## Changed\n", ...changed.map(changedText)]),
  ];
  return (parts.length === 1 ? [...parts, "Nothing changed for consumers.\n"] : parts).join("\n");
}

function section(title: string, notes: readonly OperationNote[]): string[] {
  if (notes.length === 0) return [];
  const lines = notes.map(({ operation, summary, sunset }) => {
    const more = summary === undefined ? "" : `: ${plain(summary)}`;
    return `- ${code(operation)}${more}${sunset === undefined ? "" : ` (served until ${sunset})`}`;
  });
  return [`## ${title}\n`, `${lines.join("\n")}\n`];
}

function changedText({ operations, changes }: ChangedOperations): string {
  const named = operations.slice(0, MOST_NAMED).map(code).join(", ");
  const left = operations.length - MOST_NAMED;
  const heading = operations.length === 0 ? "The API as a whole" : `${named}${left > 0 ? ` and ${left} more` : ""}`;
  const ordered = [...changes.filter(({ breaking }) => breaking), ...changes.filter(({ breaking }) => !breaking)];
  return `### ${heading}\n\n${ordered.map(({ breaking, text }) => `- ${breaking ? "**Breaking:** " : ""}${plain(text)}`).join("\n")}\n`;
}

/** A code span that its content cannot close. */
function code(text: string): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const ticks = "`".repeat(longest + 1);
  return longest === 0 ? `${ticks}${oneLine(text)}${ticks}` : `${ticks} ${oneLine(text)} ${ticks}`;
}

/** Text from a document, escaped so that nothing in it is markup. */
function plain(text: string): string {
  return oneLine(block(text).trim()).replaceAll(/[\\`*_[\]<>#|~@]/g, (letter) => `\\${letter}`);
}
