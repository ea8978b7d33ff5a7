// What the text of an operation says about a change: whether PUT keeps what the body leaves out, and which state an
// action leads to.
import type { Operation } from "../contract/model.ts";
import type { Document } from "../document/document.ts";
import { valueAt } from "../json/pointer.ts";
import { isObject } from "../json/value.ts";
import { plainName } from "./paths.ts";

const KEEPS = [
  /\bonly (?:the |those )?(?:\w+ )?(?:fields|properties|attributes|parameters|values|keys)\b[^.]{0,40}\b(?:provided|given|sent|specified|included|present|supplied|passed|updated|changed)/i,
  /\b(?:unspecified|omitted|missing|left[- ]out|absent|not (?:be )?(?:provided|specified|included|sent|given|present|supplied))\b[^.]{0,60}\b(?:remains?|unchanged|ke(?:ep|pt)|stay|retain|not (?:be )?(?:changed|modified|updated|affected|touched)|untouched)/i,
  /\b(?:remains?|left|leaves?|kept|stays?) (?:unchanged|untouched|as (?:it|they) (?:is|are|was|were))\b/i,
  /\bpartial(?:ly)? updat|\bupdates? [^.]{0,40}\bpartially\b/i,
];
const DENIES =
  /\b(?:not|no|never|without) (?:a |an |be |support(?:ed|s)? )?partial|\bentire(?:ly)? replac|\breplaces? the (?:entire|whole|complete)/i;

/** True if a replacement keeps what its body leaves out, because the document says so. A name alone does not. */
export function keepsTheRest({ root }: Document, { pointer, summary }: Operation): boolean {
  const value = valueAt(root, pointer);
  const text = isObject(value) && typeof value["description"] === "string" ? value["description"] : "";
  const said = `${summary}. ${text}`;
  return !DENIES.test(said) && KEEPS.some((one) => one.test(said));
}

/** States that an action leads to and that are not made of its name. */
const STATES: ReadonlyMap<string, readonly string[]> = new Map(
  `pay paid|send sent|start started active running inprogress|resume active running open|reopen open reopened|open open
  complete complete done finished|finish finished done completed|activate active|reactivate active|enable enabled active
  deactivate inactive|disable disabled inactive|restore active open|unarchive active open|unsuspend active
  unpublish unpublished draft|submit submitted pending inreview|reject rejected declined denied|decline declined rejected
  void void|withdraw withdrawn|hold held onhold|freeze frozen|run running|accept accepted|deny denied`
    .split(/[|\n]/)
    .map((line) => line.trim().split(" "))
    .map(([verb = "", ...states]) => [verb, states] as const),
);

/** The names of the state after an action, in lower case, the likeliest first: "cancel" gives "cancelled", "canceled". */
export function statesAfter(verb: string): string[] {
  const own = plainName(verb);
  const regular = [
    `${own}ed`,
    `${own.replace(/e$/, "")}ed`,
    `${own}${own.at(-1) ?? ""}ed`,
    `${own.replace(/y$/, "i")}ed`,
  ];
  return [...(STATES.get(own) ?? []), ...regular, own];
}
