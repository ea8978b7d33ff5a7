// The few forms that most faults have: change an answer, change an item, refuse, let in.
import type { ServerResponse } from "node:http";
import {
  type Answer,
  type Call,
  type Item,
  type NewItem,
  type Overrides,
  type Refusal,
  isRefusal,
} from "./behaviour.ts";
import { carryOut, isKnownPath, json, REFERENCE, refusal } from "./reference.ts";
import type { When } from "./when.ts";
import { isObject } from "../../src/json/value.ts";

export type Change = (answer: Answer, call: Call) => Answer;

export const noContent: Answer = { status: 204, headers: {} };

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

/** Shows a created item otherwise than it is stored. */
export function answeredAs(change: (item: Item) => unknown): Overrides {
  return { created: (item) => json(201, change(item)) };
}

/** Crashes on bodies for which the condition holds. */
export function crashing(when: (body: Record<string, unknown>) => boolean): Overrides {
  return checkAfter((body) => (when(body) ? crash() : body));
}

/** Finds items that are not there under the identifier asked for. */
export function finding(find: (id: bigint, call: Call) => Item | undefined): Overrides {
  return { find: (id, call) => REFERENCE.find(id, call) ?? find(id, call) };
}

/** Reads the page size of some texts in another way; `undefined` leaves the text to the reference. */
export function readingLimit(read: (text: string) => number | Refusal | undefined): Overrides {
  return {
    limit: (values, call) => {
      const [text] = values;
      return (text === undefined || values.length > 1 ? undefined : read(text)) ?? REFERENCE.limit(values, call);
    },
  };
}

/** Lets a request in where the condition holds, whatever its key. */
export function open(when: (call: Call) => boolean): Overrides {
  return { answer: (call) => (isKnownPath(call.path) && when(call) ? carryOut(call) : REFERENCE.answer(call)) };
}

/** Refuses the valid key where the condition holds. */
export function refusingKey(when: (call: Call) => boolean): Overrides {
  return { accepts: (key, call) => key === call.state.key && !when(call) };
}

/** Sends some answers in a way of its own. */
export function sending(when: When, write: (answer: Answer, call: Call, response: ServerResponse) => void): Overrides {
  return {
    send: (answer, call, response) =>
      when(call, answer) ? write(answer, call, response) : REFERENCE.send(answer, call, response),
  };
}
