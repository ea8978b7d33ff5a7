// What the text of an operation says about a change: whether PUT keeps what the body leaves out, and which state an
// action leads to.
import type { Operation } from "../contract/model.ts";
import type { Document } from "../document/document.ts";
import { valueAt } from "../json/pointer.ts";
import { isObject } from "../json/value.ts";
import { isType, propertiesIn, schemaAt } from "../schema/normal/schema-node.ts";
import { sentNode } from "./items/bodies.ts";
import type { Resource } from "./model.ts";
import { parameterIn, plainName, stepsOf, wordsOf } from "./paths.ts";

const KEEPS = [
  /\bonly (?:the |those )?(?:\w+ )?(?:fields|properties|attributes|parameters|values|keys)\b[^.]{0,40}\b(?:provided|given|sent|specified|included|present|supplied|passed|updated|changed)/i,
  /\b(?:unspecified|omitted|missing|left[- ]out|absent|not (?:be )?(?:provided|specified|included|sent|given|present|supplied))\b[^.]{0,60}\b(?:remains?|unchanged|ke(?:ep|pt)|stay|retain|not (?:be )?(?:changed|modified|updated|affected|touched)|untouched)/i,
  /\b(?:remains?|left|leaves?|kept|stays?) (?:unchanged|untouched|as (?:it|they) (?:is|are|was|were))\b/i,
  /\bpartial(?:ly)? updat|\bupdates? [^.]{0,40}\bpartially\b/i,
];
const DENIES =
  /\b(?:not|no|never|without) (?:a |an |be |support(?:ed|s)? )?partial|\bentire(?:ly)? replac|\breplaces? the (?:entire|whole|complete)/i;

const DROPS =
  /\b(?:unspecified|omitted|missing|left[- ]out|absent|not (?:be )?(?:provided|specified|included|sent|given|present|supplied))\b[^.]{0,60}\b(?:removed|deleted|cleared|reset|unset|erased|nulled|null|(?:its|their|the) defaults?)\b/i;

/** True if a replacement keeps what its body leaves out, because the document says so. A name alone does not. */
export function keepsTheRest(document: Document, operation: Operation): boolean {
  const said = saidOf(document, operation);
  return !DENIES.test(said) && KEEPS.some((one) => one.test(said));
}

/**
 * True if the bodies of a replacement may be parts of things: they need not have what a creation must have, or are described
 * apart from those of a creation and need have nothing. That is how schemas of updates are written.
 */
export function takesParts(document: Document, operation: Operation, { operations, shapes }: Resource): boolean {
  const creation = operations.create;
  const own = sentNode(document, operation, shapes.get(operation));
  const whole = creation && sentNode(document, creation, shapes.get(creation));
  if (own === undefined || whole === undefined || own.home === whole.home) return false;
  const said = saidOf(document, operation);
  if (DENIES.test(said) || DROPS.test(said) || /\breplac/i.test(said)) return false;
  const { required } = own.form;
  const isLess = [...whole.form.required].some((name) => !required.has(name) && propertiesIn(own).has(name));
  return isLess || (required.size === 0 && propertiesIn(own).size > 0);
}

/** True if a replacement removes or resets what its body leaves out, because the document says so. */
export function dropsTheRest(document: Document, operation: Operation): boolean {
  return DROPS.test(saidOf(document, operation)) && !keepsTheRest(document, operation);
}

function saidOf({ root }: Document, { pointer, summary }: Operation): string {
  const value = valueAt(root, pointer);
  const text = isObject(value) && typeof value["description"] === "string" ? value["description"] : "";
  return `${summary}. ${text}`;
}

/** States that an action leads to and that are not made of its name. */
const STATES: ReadonlyMap<string, readonly string[]> = new Map(
  `pay paid|send sent|start started active running inprogress|resume active running open|reopen open reopened|open open
  complete complete done finished|finish finished done completed|activate active|reactivate active|enable enabled active
  deactivate inactive|disable disabled inactive|restore active open|unarchive active open|unsuspend active
  unpublish unpublished draft|submit submitted pending inreview|reject rejected declined denied|decline declined rejected
  void void|withdraw withdrawn|hold held onhold|freeze frozen|run running|accept accepted|deny denied
  finalize finalized issued open|issue issued open|checkout onloan borrowed checkedout active|schedule scheduled`
    .split(/[|\n]/)
    .map((line) => line.trim().split(" "))
    .map(([verb = "", ...states]) => [verb, states] as const),
);

/** Names of properties with the state of an item, the likeliest first. */
const STATE = /^(?:status|state|phase|stage|lifecycle)$/;

/** What an action does to its item, as its name says. */
export interface Effect {
  /** The names of the state after it, in lower case, the likeliest first. */
  readonly states: readonly string[];
  /** The property whose listed values have that state. */
  readonly state?: { readonly property: string; readonly value: string };
  /** Properties that are true in that state. */
  readonly flags: readonly string[];
  /** DELETE of a `star` makes a thing not starred. */
  readonly isUndone: boolean;
}

/** The effect of an action on the properties of its item. */
export function effectOf(document: Document, { method, path }: Operation, { properties }: Resource): Effect {
  const step = stepsOf(path).findLast((one) => parameterIn(one) === undefined && !one.includes("{")) ?? "";
  const states = method === "GET" ? [] : statesAfter(wordsOf(step));
  const isUndone = method === "DELETE";
  const named = properties.map(({ name, schema }) => ({
    ...{ name, plain: plainName(name).replace(/^is(?=.)/, "") },
    node: schemaAt(document, schema.pointer, "response"),
  }));
  const [state] = named
    .toSorted((a, b) => Number(STATE.test(b.plain)) - Number(STATE.test(a.plain)))
    .flatMap(({ name, node }) => {
      const texts = (node.form.values ?? []).filter((value) => typeof value === "string");
      const value = states.flatMap((one) => texts.filter((text) => plainName(text) === one))[0];
      return value === undefined || isUndone ? [] : [{ property: name, value }];
    });
  const flags = named.filter(({ plain, node }) => states.includes(plain) && isType(node, "boolean"));
  return { states, ...(state === undefined ? {} : { state }), flags: flags.map(({ name }) => name), isUndone };
}

/** "cancel" gives "cancelled", "canceled"; "check-in" gives "checkedin", and "mark-paid" gives "paid". */
function statesAfter([verb = "", ...rest]: readonly string[]): string[] {
  const own = plainName(verb);
  const regular = [
    `${own}ed`,
    `${own.replace(/e$/, "")}ed`,
    `${own}${own.at(-1) ?? ""}ed`,
    `${own.replace(/y$/, "i")}ed`,
  ];
  const tail = rest.join("");
  const whole = tail === "" ? [] : [...regular, own].map((one) => one + tail);
  return [...whole, ...(STATES.get(own + tail) ?? STATES.get(own) ?? []), ...regular, own, ...rest.slice(-1)];
}
