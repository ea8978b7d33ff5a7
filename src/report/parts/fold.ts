// One edit that shows at many places, as one entry of a list. Display alone: a list of places stands in for the rest.
import type { Finding } from "../finding.ts";
import { count } from "../text.ts";
import { placeText } from "./place.ts";

/** How the places of an edit are listed. */
export interface FoldOptions {
  /** So many places are named; the rest are counted. Absent: all of them. */
  readonly most?: number;
}

/**
 * The findings with those that are one edit at several places as one each, where the first of them stands.
 * @returns a finding for each edit: it has the evidence of the first place, and names the others with their ids
 */
export function folded(findings: readonly Finding[], options: FoldOptions = {}): Finding[] {
  const groups = new Map<string, Finding[]>();
  // Where each edit shows first, or what is no edit of several: a large run has hundreds of thousands of those.
  const order: (Finding | Finding[])[] = [];
  for (const finding of findings) {
    const { edit, verdict, severity } = finding;
    const key = edit === undefined ? undefined : JSON.stringify([edit, verdict, severity]);
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
  const named = members.slice(0, most).map(placeOf);
  const left = members.length - named.length;
  const more = left > 0 ? [`  and ${count(left, "more place")}, which the JSON report lists`] : [];
  return {
    ...first,
    title: `${first.title} (and the same at ${count(members.length - 1, "other place")})`,
    details: [...first.details, `The same edit at ${count(members.length, "place")}:`, ...named, ...more],
  };
}

function placeOf({ id, subject, title, place }: Finding): string {
  return `  ${subject}: ${title} [${id}]${place === undefined ? "" : ` ${placeText(place)}`}`;
}
