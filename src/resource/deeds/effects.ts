// What an action does to its item, as its name says: the state that it leads to, flags that become true or false, and what
// is counted.
import type { Operation } from "../../contract/model.ts";
import type { Document } from "../../document/document.ts";
import { type SchemaNode, isType, mayBe, propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import type { Resource } from "../model.ts";
import { isPlural, parameterIn, plainName, singular, stepsOf, wordsOf } from "../paths.ts";
import { isStateName, flagName } from "../../document/names.ts";

/** States that an action leads to and that are not made of its name. */
const STATES: ReadonlyMap<string, readonly string[]> = new Map(
  `pay paid|send sent|start started active running inprogress|resume active running open|reopen open reopened|open open
  complete complete done finished|finish finished done completed|activate active|reactivate active|enable enabled active
  deactivate inactive|disable disabled inactive|restore active open|unarchive active open|unsuspend active
  unpublish unpublished draft|submit submitted pending inreview|reject rejected declined denied|decline declined rejected
  void void|withdraw withdrawn|hold held onhold|freeze frozen|run running|accept accepted|deny denied
  cancel cancelled canceled|revoke revoked|approve approved|archive archived|publish published|close closed|resolve resolved
  ship shipped|deliver delivered|confirm confirmed|expire expired|refund refunded|verify verified|block blocked|ban banned
  suspend suspended|retire retired|terminate terminated|dismiss dismissed|escalate escalated|acknowledge acknowledged
  pause paused|return returned|dispatch dispatched|stop stopped exited|kill exited killed|restart running started|
  finalize finalized issued open|issue issued open|checkout onloan borrowed checkedout active|schedule scheduled`
    .split(/[|\n]/)
    .map((line) => line.trim().split(" "))
    .map(([verb = "", ...states]) => [verb, states] as const),
);

/** True for an action that adds another item, which is a copy: `POST /boards/{id}/duplicate`. */
export const copies = ({ path }: Pick<Operation, "path">): boolean =>
  /^(?:clone|copy|duplicate|replicate)$/i.test(stepsOf(path).at(-1) ?? "");

/** States that mean the same in other words: nobody may demand them of a service. */
const LIKELY: ReadonlyMap<string, readonly string[]> = new Map([
  ["close", ["done", "resolved", "completed"]],
  ["resolve", ["done", "closed", "fixed"]],
  ["publish", ["live", "active", "open", "public"]],
  ["activate", ["active", "online", "running", "enabled"]],
  ["shutdown", ["offline", "off", "stopped"]],
  ["boot", ["running", "active", "online"]],
  ["poweron", ["running", "on", "active", "online"]],
  ["poweroff", ["off", "stopped", "offline"]],
  ["reboot", ["running", "active", "online"]],
]);

/** Flags that an action makes false. */
const ENDS: ReadonlyMap<string, readonly string[]> = new Map(
  `disable enabled active|deactivate active enabled|close open opened|stop running started active|kill running|pause running
  send draft|publish draft|suspend active enabled|archive active|lock open unlocked|hide visible shown|cancel active|block active|end active running`
    .split(/[|\n]/)
    .map((line) => line.trim().split(" "))
    .map(([verb = "", ...flags]) => [verb, flags] as const),
);

/** The words of what an action does. */
export interface Deed {
  /** The names of the state after it, in lower case, the likeliest first. */
  readonly states: readonly string[];
  /** The names of what is no longer so. */
  readonly ended: readonly string[];
}

/** What an action does to the properties of its item. */
export interface Effect extends Deed {
  /** The property whose listed values have that state. */
  readonly state?: { readonly property: string; readonly value: string };
  /** Properties that become true or false. */
  readonly flags: readonly Flag[];
  /** The property that has the state inside: `state: { status, running }`, `attributes: { state }`. */
  readonly inside?: { readonly property: string; readonly effect: Effect };
}

export type Flag = readonly [name: string, value: boolean];

/**
 * The effect of an action on the properties of its item.
 * @param isLikely also what is only likely: for a mock, which has to do something
 */
export function effectOf(
  document: Document,
  operation: Operation,
  { item }: Pick<Resource, "item">,
  isLikely = false,
): Effect {
  const told = deedOf(operation);
  const last = stepsOf(operation.path).at(-1) ?? "";
  const likely = isLikely ? (LIKELY.get(plainName(last)) ?? LIKELY.get(wordsOf(last)[0] ?? "") ?? []) : [];
  const deed = { ...told, states: [...told.states.slice(0, -1), ...likely, ...told.states.slice(-1)] };
  const properties = propertiesIn(schemaAt(document, item.pointer, "response"));
  const own = effectIn(deed, properties);
  const said = isLikely ? saidState(operation, properties) : undefined;
  if (own.state === undefined && said !== undefined) return { ...own, state: said };
  if (own.state !== undefined || own.flags.length > 0) return own;
  for (const [property, node] of properties) {
    const isState = isStateName(property);
    const effect = effectIn(deed, propertiesIn(node));
    // Of what an object says of itself, only its state is that of the item: { type, attributes: { state } }.
    const isFound = isState
      ? effect.state !== undefined || effect.flags.length > 0
      : isStateName(effect.state?.property ?? "");
    if (isFound) return { ...own, inside: { property, effect } };
  }
  return own;
}

/** The state after an action where states are any text. */
function saidState({ method, path }: Operation, properties: ReadonlyMap<string, SchemaNode>): Effect["state"] {
  const [property, node] = [...properties].find(([name]) => isStateName(name)) ?? [];
  const value = STATES.get(plainName(stepsOf(path).at(-1) ?? ""))?.[0];
  if (property === undefined || value === undefined || method === "GET" || method === "DELETE") return undefined;
  return node?.form.values === undefined && node !== undefined && isType(node, "string")
    ? { property, value }
    : undefined;
}

/** Flags of an object that an action makes true or false. */
export function flagsAfter({ states, ended }: Deed, properties: ReadonlyMap<string, SchemaNode>): Flag[] {
  return [...properties].flatMap(([name, node]): Flag[] => {
    const plain = flagName(name);
    if (!isType(node, "boolean")) return [];
    return ended.includes(plain) ? [[name, false]] : states.includes(plain) ? [[name, true]] : [];
  });
}

/** The property that counts how often a flag is set: `favourites_count` of `favourited`. */
export function counterOf(flag: string, properties: ReadonlyMap<string, SchemaNode>): string | undefined {
  const stem = flagName(flag).replace(/(?:e?d|ing)$/, "");
  if (stem.length < 3) return undefined;
  return [...properties].find(([name, node]) => {
    const words = wordsOf(name).filter((word) => !/^(count|num|number|total|of)$/.test(word));
    const [only, another] = words;
    if (only === undefined || another !== undefined || !mayBe(node, "integer")) return false;
    return (isPlural(only) || wordsOf(name).length > 1) && singular(only).replace(/e$/, "") === stem;
  })?.[0];
}

function effectIn(deed: Deed, properties: ReadonlyMap<string, SchemaNode>): Effect {
  const [state] = [...properties]
    .toSorted(([a], [b]) => Number(isStateName(b)) - Number(isStateName(a)))
    .flatMap(([property, node]) => {
      const texts = (node.form.values ?? []).filter((value) => typeof value === "string");
      const value =
        deed.states.flatMap((one) => texts.filter((text) => plainName(text) === one))[0] ??
        // "CANCELLED_BY_CUSTOMER": who asks is the customer.
        deed.states.flatMap((one) => texts.filter((text) => one.length > 5 && plainName(text).startsWith(one)))[0];
      return value === undefined ? [] : [{ property, value }];
    });
  return { ...deed, ...(state === undefined ? {} : { state }), flags: flagsAfter(deed, properties) };
}

/** What the method and the last step of a path say. */
function deedOf({ method, path }: Pick<Operation, "method" | "path">): Deed {
  const step = stepsOf(path).findLast((one) => parameterIn(one) === undefined && !one.includes("{")) ?? "";
  const words = wordsOf(step);
  const [verb = ""] = words;
  if (method === "GET") return { states: [], ended: [] };
  // DELETE of a `star` makes a thing not starred.
  if (method === "DELETE") return { states: [], ended: statesAfter(words) };
  const undone = /^un.{3}/.test(verb) ? statesAfter([verb.slice(2), ...words.slice(1)]) : [];
  return { states: statesAfter(words), ended: [...(ENDS.get(verb) ?? []), ...undone] };
}

/** "cancel" gives "cancelled", "canceled"; "check-in" gives "checkedin", and "mark-paid" gives "paid". */
export function statesAfter([verb = "", ...rest]: readonly string[]): string[] {
  const own = plainName(verb);
  const bare = own.replace(/e$/, "");
  const regular = [
    ...[`${own}ed`, `${bare}ed`, `${own}${own.at(-1) ?? ""}ed`, `${own.replace(/y$/, "i")}ed`],
    ...[`${bare}ing`, `${own}${own.at(-1) ?? ""}ing`],
  ];
  const tail = rest.join("");
  const whole = tail === "" ? [] : [...regular, own].map((one) => one + tail);
  return [...whole, ...(STATES.get(own + tail) ?? STATES.get(own) ?? []), ...regular, own, ...rest.slice(-1)];
}
