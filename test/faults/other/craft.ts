// Short ways to define a fault of the second store.
import { split } from "../fault.ts";
import {
  type Ask,
  type Quirks,
  type Reply,
  type Shop,
  type Thing,
  admits,
  deliver,
  faultOf,
  trouble,
} from "./store.ts";

export type Where = (ask: Ask, made: Reply, shop: Shop) => boolean;
export type Change = (made: Reply, ask: Ask) => Reply;
type Members = Record<string, unknown>;

export interface OtherFault {
  readonly id: string;
  readonly what: string;
  /** Prefixes of check ids: one of these checks must find it. */
  readonly by: string;
  readonly quirks: Quirks;
  /** The day of the run, if it is not today. */
  readonly today?: string;
}

/** Faults that the same checks find: "id: what is wrong" beside what the store does. */
export const found = (by: string, table: Readonly<Record<`${string}: ${string}`, Quirks>>): OtherFault[] =>
  Object.entries(table).map(([name, quirks]) => ({ ...split(name), by, quirks }));

export const on =
  (...ops: Ask["op"][]): Where =>
  (ask) =>
    ops.includes(ask.op);
export const gives =
  (...codes: number[]): Where =>
  (_ask, made) =>
    codes.includes(made.status);
export const by =
  (...methods: string[]): Where =>
  ({ method }) =>
    methods.includes(method);
export const both =
  (...all: Where[]): Where =>
  (ask, made, shop) =>
    all.every((one) => one(ask, made, shop));
export const good: Where = (_ask, made) => made.status < 300;
export const bad: Where = (_ask, made) => made.status >= 400;
export const filtered: Where = ({ query }) => query.has("status");
export const longer =
  (count: number): Where =>
  (_ask, { body }) =>
    Array.isArray(body) && body.length > count;

/** Changes the response if the condition holds. */
export function where(holds: Where, change: Change): Quirks {
  return { last: (made, ask, shop) => (holds(ask, made, shop) ? change(made, ask) : made) };
}

/** Changes properties of the body, or of each item of a list. */
export function members(change: (value: Members) => unknown): Change {
  return (made) => {
    const { body } = made;
    if (Array.isArray(body)) return { ...made, body: body.map((one: object) => change({ ...one })) };
    return typeof body === "object" && body !== null ? { ...made, body: change({ ...body }) } : made;
  };
}

export const put = (more: Members): Change => members((value) => ({ ...value, ...more }));

export const drop = (name: string): Change =>
  members((value) => Object.fromEntries(Object.entries(value).filter(([own]) => own !== name)));

export function header(name: string, value?: string | readonly string[]): Change {
  return (made) => {
    const { [name]: _, ...kept } = made.headers;
    return { ...made, headers: value === undefined ? kept : { ...kept, [name]: value } };
  };
}

export const status =
  (code: number): Change =>
  (made) => ({ ...made, status: code });

export const raw =
  (text: (made: Reply) => string | Buffer): Change =>
  (made) => ({ ...made, text: text(made) });

export const html = (code: number): Reply => ({
  status: code,
  headers: { "content-type": "text/html" },
  text: `<html><body><h1>${code}</h1></body></html>`,
});

export const failure = (): Reply => trouble(500, "it broke");

export const keyOf = (presented: string): string => presented.split(" ")[1] ?? "";

/** Accepts requests that meet the condition, in addition to the valid key. */
export function admitting(whom: (presented: string, ask: Ask) => boolean): Quirks {
  return { admits: (presented, ask) => admits(presented) || whom(presented, ask) };
}

/** Responds early if the condition holds, with or without a valid key. */
export function early(when: (ask: Ask, shop: Shop) => boolean, answer: (ask: Ask, shop: Shop) => Reply): Quirks {
  return { first: (ask, shop) => (when(ask, shop) ? answer(ask, shop) : undefined) };
}

/** Like `early`, for requests with a valid key. */
export function answering(when: (ask: Ask, shop: Shop) => boolean, answer: (ask: Ask, shop: Shop) => Reply): Quirks {
  return early((ask, shop) => admits(ask.headers.authorization ?? "") && when(ask, shop), answer);
}

/** Responses to requests without a valid key. */
export function toStrangers(when: (ask: Ask) => boolean, answer: (ask: Ask, shop: Shop) => Reply): Quirks {
  return early((ask) => !admits(ask.headers.authorization ?? "") && when(ask), answer);
}

/** Alters a new item before it is stored. */
export const keeping = (change: (thing: Thing) => Thing): Quirks => ({ take: (thing) => change(thing) });

/** Shows items differently in successes that meet the condition. */
export const showing = (shown: Where, change: (value: Members) => unknown): Quirks =>
  where(both(good, shown), members(change));

/** Refuses valid items. */
export function refusing(whom: (item: Thing) => boolean): Quirks {
  return {
    fault: (body) => {
      const wrong = faultOf(body);
      return wrong === "" && whom(body as unknown as Thing) ? "not this one" : wrong;
    },
  };
}

/** Closes the connection instead of responding. */
export function closing(holds: Where): Quirks {
  return {
    send: (made, ask, response, shop) => {
      if (holds(ask, made, shop)) response.destroy();
      else deliver(made, ask, response);
    },
  };
}

/** The identifier in the path, as sent. */
export const idOf = ({ path }: Ask): string => path.split("/").at(-1) ?? "";

/** The object in a request body; undefined if there is none. */
export function bodyOf({ text }: Ask): Members | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : undefined;
  } catch {
    return undefined;
  }
}

export const isMalformed = (ask: Ask): boolean => ask.op === "create" && ask.text !== "" && !isJson(ask.text);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
