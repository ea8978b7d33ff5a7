// Reads all of a world from Redis. A large one takes many replies, and what others do meanwhile is done after them.
import { type Change, type Engine, EngineError, UNTOUCHED } from "../engine.ts";

/** How many items are read at a time. */
const AT_ONCE = "2000";
/** How often a world may change too much while it is read. */
const MOST_ATTEMPTS = 5;

type Part = "head" | "log" | "items" | "order" | "removed" | "state";
type Send = (part: Part, command: string, ...args: string[]) => Promise<unknown>;

/** @throws EngineError */
export async function readWorld(send: Send): ReturnType<Engine["load"]> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const version = await versionOf(send);
    const changes = await readOnce(send);
    const now = await versionOf(send);
    if (now === version) return { version, changes };
    const later = await laterThan(send, version);
    if (later !== undefined) return { version: later.version, changes: [...changes, ...later.changes] };
  }
  throw new EngineError("unreachable", "the world changes faster than it can be read");
}

const versionOf = async (send: Send): Promise<string> => ((await send("head", "GET")) as string | null) ?? UNTOUCHED;

/** The changes since a version; undefined if they are not all known, or replace everything. */
async function laterThan(send: Send, version: string): Promise<Awaited<ReturnType<typeof readWorld>> | undefined> {
  const found = (await send("log", "XRANGE", version, "+")) as [string, string[]][];
  const isFirst = version === UNTOUCHED && found[0]?.[0].startsWith("1-") === true;
  if (!isFirst && found[0]?.[0] !== version) return undefined;
  const missed = isFirst ? found : found.slice(1);
  const changes = missed.flatMap(([, [, text = "[]"]]) => JSON.parse(text) as Change[]);
  if (changes.some(([kind]) => kind === "start" || kind === "base" || kind === "starts")) return undefined;
  return { version: missed.at(-1)?.[0] ?? version, changes };
}

async function readOnce(send: Send): Promise<Change[]> {
  const state = pairs((await send("state", "HGETALL")) as string[]);
  const removed = (await scanned((cursor) => send("removed", "SSCAN", cursor, "COUNT", AT_ONCE))).map(placeOf);
  const items = pairs(await scanned((cursor) => send("items", "HSCAN", cursor, "COUNT", AT_ONCE)));
  const order = await inOrder(send);
  const starts = state.get("starts");
  const base = state.get("base");
  const changes: Change[] = [];
  if (starts !== undefined) changes.push(["starts", starts], ["start"]);
  if (base !== undefined) changes.push(["base", base]);
  for (const [at, key] of removed) changes.push(["del", at, key]);
  const isNew = new Set(order);
  for (const [field, text] of items) if (!isNew.has(field)) changes.push(["put", ...placeOf(field), text, 0]);
  for (const field of isNew) {
    const text = items.get(field);
    if (text !== undefined) changes.push(["put", ...placeOf(field), text, 1]);
  }
  for (const [field, text] of state) {
    const [table = "", ...name] = field.split("\n");
    if (name.length > 0) changes.push(["row", table, name.join("\n"), text]);
  }
  return changes;
}

async function inOrder(send: Send): Promise<string[]> {
  const all: string[] = [];
  for (;;) {
    const some = (await send(
      "order",
      "ZRANGE",
      String(all.length),
      String(all.length + Number(AT_ONCE) - 1),
    )) as string[];
    for (const one of some) all.push(one);
    if (some.length < Number(AT_ONCE)) return all;
  }
}

/** All that SCAN finds: it may find things twice. */
async function scanned(next: (cursor: string) => Promise<unknown>): Promise<string[]> {
  const all: string[] = [];
  let cursor = "0";
  do {
    const [following, some] = (await next(cursor)) as [string, string[]];
    for (const one of some) all.push(one);
    cursor = following;
  } while (cursor !== "0");
  return all;
}

function pairs(flat: readonly string[]): Map<string, string> {
  const map = new Map<string, string>();
  for (let at = 0; at + 1 < flat.length; at += 2) map.set(flat[at] as string, flat[at + 1] as string);
  return map;
}

function placeOf(field: string): [at: number, key: string] {
  const mark = field.indexOf("\n");
  return [Number(field.slice(0, mark)), field.slice(mark + 1)];
}
