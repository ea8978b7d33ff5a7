// The common forms of faults: change a response, change an item, refuse, accept.
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

/** Changes the finished response if the condition holds. */
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

/** Replaces properties of the body; `undefined` removes them. */
export function members(changes: Record<string, unknown>): Change {
  return rewrite((value) => without({ ...value, ...changes }));
}

export function without(value: Record<string, unknown>, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name, one]) => one !== undefined && !names.includes(name)));
}

/** Sets headers; `undefined` removes them. */
export function headers(changes: Record<string, string | string[] | undefined>): Change {
  return (answer) => {
    const lower = new Set(Object.keys(changes).map((name) => name.toLowerCase()));
    const kept = Object.entries(answer.headers).filter(([name]) => !lower.has(name.toLowerCase()));
    const set = Object.entries(changes).filter((entry): entry is [string, string | string[]] => entry[1] !== undefined);
    return { ...answer, headers: Object.fromEntries([...kept, ...set]) };
  };
}

/** Replaces the body with bytes of a different media type. */
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

/** Runs before the reference's own check, and may change or refuse the body. */
export function checkAfter(change: (body: Record<string, unknown>, call: Call) => unknown): Overrides {
  return {
    check: (body, call) => {
      if (!isObject(body)) return REFERENCE.check(body, call);
      const changed = change({ ...body }, call);
      return isRefusal(changed) ? changed : REFERENCE.check(changed as typeof body, call);
    },
  };
}

/** Refuses valid items that meet the condition. */
export function refuseItems(when: (item: NewItem, call: Call) => boolean, made: Refusal): Overrides {
  return {
    check: (body, call) => {
      const item = REFERENCE.check(body, call);
      return !isRefusal(item) && when(item, call) ? made : item;
    },
  };
}

/** Changes an item in the store and in the response. */
export function alter(change: (item: Item, call: Call) => unknown): Overrides {
  return {
    keep: (item, call) => REFERENCE.keep(change(item, call) as Item, call),
    created: (item, call) => REFERENCE.created(change(item, call) as Item, call),
  };
}

/** Changes an item in the store; the response shows it as sent. */
export function alterStored(change: (item: Item) => unknown): Overrides {
  return { keep: (item, call) => REFERENCE.keep(change(item) as Item, call) };
}

/** Shows a created item differently from how it is stored. */
export function answeredAs(change: (item: Item) => unknown): Overrides {
  return { created: (item) => json(201, change(item)) };
}

/** Crashes on bodies that meet the condition. */
export function crashing(when: (body: Record<string, unknown>) => boolean): Overrides {
  return checkAfter((body) => (when(body) ? crash() : body));
}

/** Finds items under identifiers that they do not have. */
export function finding(find: (id: bigint, call: Call) => Item | undefined): Overrides {
  return { find: (id, call) => REFERENCE.find(id, call) ?? find(id, call) };
}

/** Reads some page sizes differently; `undefined` leaves the text to the reference. */
export function readingLimit(read: (text: string) => number | Refusal | undefined): Overrides {
  return {
    limit: (values, call) => {
      const [text] = values;
      return (text === undefined || values.length > 1 ? undefined : read(text)) ?? REFERENCE.limit(values, call);
    },
  };
}

/** Accepts a request that meets the condition, whatever its key. */
export function open(when: (call: Call) => boolean): Overrides {
  return { answer: (call) => (isKnownPath(call.path) && when(call) ? carryOut(call) : REFERENCE.answer(call)) };
}

/** Refuses the valid key if the condition holds. */
export function refusingKey(when: (call: Call) => boolean): Overrides {
  return { accepts: (key, call) => key === call.state.key && !when(call) };
}

/** Sends some responses differently. */
export function sending(when: When, write: (answer: Answer, call: Call, response: ServerResponse) => void): Overrides {
  return {
    send: (answer, call, response) =>
      when(call, answer) ? write(answer, call, response) : REFERENCE.send(answer, call, response),
  };
}
