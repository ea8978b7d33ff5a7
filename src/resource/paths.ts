// Analyzes a path: which steps are parameters, what a thing would be called, and whether a step is an action rather
// than a thing. Never looks at schemas.
import { plainName, wordsOf } from "../document/names.ts";

export { plainName, wordsOf } from "../document/names.ts";

/** The steps of a path template: "/users/{id}:block" has users, {id} and block. */
export function stepsOf(path: string): string[] {
  return path
    .replaceAll(/(?<=[\w}]):(?=[A-Za-z])/g, "/")
    .split("/")
    .filter((step) => step !== "");
}

/** A step that is one parameter, possibly with a format suffix: "{id}", "{id}.json". */
const PARAMETER = /^\{([^{}]+)\}(?:\.[a-z]+)?$/;

/** The parameter name of a step; undefined for literal text. */
export function parameterIn(step: string | undefined): string | undefined {
  return step === undefined ? undefined : PARAMETER.exec(step)?.[1];
}

/** True for a step that is neither literal text nor one parameter: "{from}-{to}". */
export function isMixed(step: string): boolean {
  return step.includes("{") && !PARAMETER.test(step);
}

/** The parameter names of a path, in order. */
export function parametersIn(steps: readonly string[]): string[] {
  return steps.flatMap((step) => parameterIn(step) ?? []);
}

/** The last step that is no parameter: what the path leads to. */
export function lastName(steps: readonly string[]): string | undefined {
  return steps.findLast((step) => parameterIn(step) === undefined);
}

/** A key shared by paths that differ only in their parameter names. */
export function placeOf(steps: readonly string[]): string {
  return `/${steps.map((step) => (parameterIn(step) === undefined ? step : "{}")).join("/")}`;
}

/** The path for some steps. */
export function pathOf(steps: readonly string[]): string {
  return `/${steps.join("/")}`;
}

/** A path with a text in place of each of its parameters. */
export function filledPath(path: string, text: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, () => text);
}

/** A path without its parameter names: a request cannot distinguish two equal ones. */
export function templateOf(path: string): string {
  return filledPath(path, "{}");
}

/** Endings of plurals, and those of their singulars; the first that fits counts. */
const SINGULARS: readonly (readonly [plural: RegExp, singular: string])[] = [
  [/people$/i, "person"],
  [/children$/i, "child"],
  [/(mov|cook|calor|self|hood|smooth|^t|^p)ies$/i, "$1ie"],
  [/ies$/i, "y"],
  [/([^ao])uses$/i, "$1us"],
  [/(ss|x|zz|ch|sh)es$/i, "$1"],
  [/s$/i, ""],
];

/** The singular: "categories" gives "category", "courses" gives "course", and "statuses" gives "status". */
export function singular(name: string): string {
  const ending = /(?:ss|us|is)$/i.test(name) ? undefined : SINGULARS.find(([plural]) => plural.test(name));
  return ending === undefined ? name : name.replace(ending[0], ending[1]);
}

/** The name of one thing, without differences in spelling: "line" for "Lines". */
export function thingOf(name: string): string {
  return singular(plainName(name));
}

/** True for a name of several words, or the same, with which another one ends: `category_id` of `interest_category_id`. */
export function isEndOf(name: string, whole: string): boolean {
  const [words, own] = [wordsOf(whole), wordsOf(name)];
  return own.length > 1 && own.length <= words.length && own.join() === words.slice(-own.length).join();
}

/** True for a plural. */
export function isPlural(name: string): boolean {
  return singular(name) !== name;
}

/** What a step may do to the collection before it, if it is not a thing itself. */
export type StepMeaning = "create" | "list" | "fetch" | "update" | "remove";

const MEANINGS: ReadonlyMap<string, StepMeaning> = new Map([
  ...["create", "add", "new", "insert", "register"].map((word) => [word, "create"] as const),
  ...["list", "search", "find", "query", "filter", "all", "scroll"].map((word) => [word, "list"] as const),
  ...["get", "fetch", "retrieve", "show"].map((word) => [word, "fetch"] as const),
  ...["update", "edit", "modify", "patch"].map((word) => [word, "update"] as const),
  ...["delete", "remove", "destroy"].map((word) => [word, "remove"] as const),
]);

/** More words for actions. Singular only: "orders" are things, and so are "transfers". */
const VERBS = new Set(
  `abort accept ack acknowledge activate analyze apply approve archive assign attach authenticate authorize ban batch
  block bulk calculate cancel capture change check claim clear clone close commit complete compute confirm connect convert
  copy count deactivate decline decrypt demote deploy detach disable disconnect dismiss download duplicate enable encrypt
  end estimate evaluate exchange exec execute expire export extend favourite favorite finalize finish follow force fork
  generate import increment init initiate invalidate invite invoke join kill leave like link load lock login logout
  lookup mark match merge migrate move mute open parse pause pay pin ping play preview previous process promote
  prune publish pull purge push put quote rank read reactivate rebuild recalculate recover redeem refresh reinvite reject
  release reload remind rename render renew reopen reorder replace replay reply reprocess request resend reserve reset
  resize resolve restart restore resume retry revert review revoke rollback rotate run save scan send set share sign
  signin signout signup simulate skip snooze split start stop submit subscribe suspend swap switch sync terminate test
  toggle touch track transform translate trigger unarchive unassign unattach unban unblock undelete undo unfavourite
  unfavorite unfollow unlike unlink unlock unmute unpause unpin unpublish unstar unsubscribe unsuspend untag unwatch
  upload upsert use validate verify void vote wait watch withdraw`.split(/\s+/),
);

/** What a step does to the collection or item before it, judging by its first word. */
export function meaningOf(step: string | undefined): StepMeaning | undefined {
  const [first, second = ""] = step === undefined ? [] : wordsOf(step);
  // "batch-get" gets several.
  if (first === "batch" || first === "bulk") return MEANINGS.get(second) === "fetch" ? "list" : undefined;
  return first === undefined ? undefined : MEANINGS.get(first);
}

/** True for a step that is an action: "cancel", "createWithList". */
export function isVerb(step: string): boolean {
  const [first = "", ...others] = wordsOf(step);
  if (MEANINGS.has(first)) return first !== "all";
  // "check-runs" and "sign-ups" are things.
  return VERBS.has(first) && (others.length === 0 || !isPlural(others.at(-1) ?? ""));
}
