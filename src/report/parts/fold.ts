// Folds one edit that occurs in many places into one entry of a list. For display only: the list of places replaces the
// rest.
import { groupsOf } from "../../memo.ts";
import type { Finding } from "../finding.ts";
import { count } from "../text.ts";
import { placeText } from "./place.ts";

/** How to list the places of an edit. */
export interface FoldOptions {
  /** Places to list; the rest are counted. All if absent. */
  readonly most?: number;
}

/**
 * Folds findings that are the same edit in several places into one, at the position of the first.
 * @returns a finding for each edit, with the evidence of the first place and the ids of the others
 */
export function folded(findings: readonly Finding[], options: FoldOptions = {}): Finding[] {
  const groups = new Map<string, Finding[]>();
  // The first occurrence of each edit, or a finding that is not part of one: a large run has hundreds of thousands of
  // those.
  const order: (Finding | Finding[])[] = [];
  for (const finding of findings) {
    const { edit, rule, verdict, severity } = finding;
    const key = edit === undefined ? undefined : JSON.stringify([rule, edit, verdict, severity]);
    const known = key === undefined ? undefined : groups.get(key);
    if (known !== undefined) known.push(finding);
    else if (key === undefined) order.push(finding);
    else {
      const members = [finding];
      groups.set(key, members);
      order.push(members);
    }
  }
  return order.map((one) => (Array.isArray(one) ? asOne(one, options) : one));
}

function asOne(members: readonly Finding[], { most = Number.POSITIVE_INFINITY }: FoldOptions): Finding {
  const [first] = members as [Finding, ...Finding[]];
  if (members.length === 1) return first;
  const alike = [...groupsOf(members, ({ subject, title }) => `  ${subject}: ${title}`)].slice(0, most);
  const named = alike.map(([said, [one, ...others]]) => {
    return `${said} ${idOf(one as Finding)}${others.length === 0 ? "" : `, and at ${count(others.length, "more place")}`}`;
  });
  const left = members.length - alike.reduce((sum, [, { length }]) => sum + length, 0);
  const more = left > 0 ? [`  and ${count(left, "more place")}, which the JSON report lists`] : [];
  const operations = [...new Set(members.flatMap((one) => one.operations ?? [one.subject]))];
  return {
    ...first,
    // The name of the first place would stand for all of them.
    title: `${first.edit ?? first.title}, at ${count(members.length, "place")}`,
    subject: operations.length === 1 ? first.subject : count(operations.length, "operation"),
    operations,
    details: [...first.details, `The same edit at ${count(members.length, "place")}:`, ...named, ...more],
  };
}

function idOf({ id, place }: Finding): string {
  return `[${id}]${place === undefined ? "" : ` ${placeText(place)}`}`;
}
