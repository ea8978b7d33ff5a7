// The few forms that most faults have: change an answer where something holds, refuse where something holds.
import { isObject } from "../../src/contract/json.ts";
import type { Answer, Call, Item, NewItem, OperationName, Overrides, Refusal } from "./behaviour.ts";
import { isRefusal } from "./behaviour.ts";
import { REFERENCE, json, refusal } from "./reference.ts";

export const FAULT_CLASSES = [
  "auth",
  "parameters",
  "filters",
  "lists",
  "create",
  "fetch",
  "errors",
  "lifecycle",
  "protocol",
] as const;
export type FaultClass = (typeof FAULT_CLASSES)[number];

export interface FaultNotes {
  /** The RFC or decision that the breach rests on, where the document itself does not state it: then a `should`. */
  readonly basis?: string;
  /** Why somebody could call this conforming. */
  readonly debatable?: string;
  /** The option of the suite without which the fault cannot be noticed. */
  readonly needs?: { readonly maxMs: number };
}

export interface Fault extends FaultNotes {
  readonly id: string;
  readonly class: FaultClass;
  /** One sentence: what is wrong with the store. */
  readonly what: string;
  readonly overrides: Overrides;
}

export function fault(
  id: `${FaultClass}.${string}`,
  what: string,
  overrides: Overrides,
  notes: FaultNotes = {},
): Fault {
  return { id, class: id.slice(0, id.indexOf(".")) as FaultClass, what, overrides, ...notes };
}

export type When = (call: Call, answer: Answer) => boolean;
export type Change = (answer: Answer, call: Call) => Answer;

export const anywhere: When = () => true;
export const onItem: When = (call) => call.onItem;
export const failed: When = (_call, answer) => answer.status >= 400;
export const ok: When = (_call, answer) => answer.status < 300;
export const keyIsGood: When = (call) => REFERENCE.credential(call) === call.state.key;
/** Each ninth request, counted over the life of the server. */
export const ninth: When = (call) => call.serial % 9 === 0;
export const of =
  (operation: OperationName): When =>
  (call) =>
    call.operation === operation;
export const status =
  (...codes: number[]): When =>
  (_call, answer) =>
    codes.includes(answer.status);
export const method =
  (...names: string[]): When =>
  (call) =>
    names.includes(call.method);
export const all =
  (...conditions: When[]): When =>
  (call, answer) =>
    conditions.every((holds) => holds(call, answer));
export const not =
  (condition: When): When =>
  (call, answer) =>
    !condition(call, answer);

/** Changes the finished answer where the condition holds. */
export function amend(when: When, change: Change): Overrides {
  return {
    finish: (answer, call) => {
      const finished = REFERENCE.finish(answer, call);
      return when(call, finished) ? change(finished, call) : finished;
    },
  };
}

/** Changes a JSON object in the body; arrays are changed item by item. */
export function rewrite(change: (value: Record<string, unknown>, call: Call) => unknown): Change {
  return (answer, call) => {
    const value = answer.json;
    if (Array.isArray(value)) return { ...answer, json: value.map((one) => change({ ...(one as object) }, call)) };
    return isObject(value) ? { ...answer, json: change({ ...value }, call) } : answer;
  };
}

/** Leaves out or replaces members of the body; `undefined` leaves out. */
export function members(changes: Record<string, unknown>): Change {
  return rewrite((value) => without({ ...value, ...changes }));
}

export function without(value: Record<string, unknown>, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name, one]) => one !== undefined && !names.includes(name)));
}

/** Sets headers; `undefined` takes one away. */
export function headers(changes: Record<string, string | string[] | undefined>): Change {
  return (answer) => {
    const lower = new Set(Object.keys(changes).map((name) => name.toLowerCase()));
    const kept = Object.entries(answer.headers).filter(([name]) => !lower.has(name.toLowerCase()));
    const set = Object.entries(changes).filter((entry): entry is [string, string | string[]] => entry[1] !== undefined);
    return { ...answer, headers: Object.fromEntries([...kept, ...set]) };
  };
}

/** Replaces the body by bytes of another media type. */
export function raw(body: string | Buffer, mediaType?: string): Change {
  return (answer, call) => ({ ...headers({ "Content-Type": mediaType })(answer, call), raw: body });
}

export function withStatus(code: number): Change {
  return (answer) => ({ ...answer, status: code });
}

export function error(code: number, message = "the service could not answer"): Answer {
  return json(code, { code: "internal_error", message, status: code });
}

export const crash = (): Refusal => refusal(500, "internal_error", "the service could not answer");

/** What is checked before the reference's own check; it may change the body or refuse it. */
export function checkAfter(change: (body: Record<string, unknown>, call: Call) => unknown): Overrides {
  return {
    check: (body, call) => {
      if (!isObject(body)) return REFERENCE.check(body, call);
      const changed = change({ ...body }, call);
      return isRefusal(changed) ? changed : REFERENCE.check(changed as typeof body, call);
    },
  };
}

/** Refuses valid items for which the condition holds. */
export function refuseItems(when: (item: NewItem, call: Call) => boolean, made: Refusal): Overrides {
  return {
    check: (body, call) => {
      const item = REFERENCE.check(body, call);
      return !isRefusal(item) && when(item, call) ? made : item;
    },
  };
}

/** Changes an item on its way into the store and in the answer. */
export function alter(change: (item: Item, call: Call) => unknown): Overrides {
  return {
    keep: (item, call) => REFERENCE.keep(change(item, call) as Item, call),
    created: (item, call) => REFERENCE.created(change(item, call) as Item, call),
  };
}

/** Changes an item on its way into the store; the answer shows it as it was sent. */
export function alterStored(change: (item: Item) => unknown): Overrides {
  return { keep: (item, call) => REFERENCE.keep(change(item) as Item, call) };
}
