// Reads all of a world from Redis, part by part, while others go on changing it: it is read as it was at one version,
// and what was changed meanwhile is done after that.
import { type Change, EngineError, UNTOUCHED } from "../engine.ts";
import { changesIn, entries, texts } from "./replies.ts";

/** How many items are read at a time. */
const AT_ONCE = "1000";

/** Asks for parts of one world. */
export interface WorldSource {
  send(part: "log" | "removed" | "replaced", command: string, ...args: string[]): Promise<unknown>;
  /** The version, and the fields of everything that is not an item, of the same moment. */
  head(): Promise<unknown>;
  /** Items after one place and up to another, in order: the last place, then fields and texts. */
  items(after: string, last: string, most: string): Promise<unknown>;
}

/**
 * @param take is given what leads to the world, one part after another
 * @returns the version that it then has
 * @throws EngineError
 */
export async function readWorld(
  source: WorldSource,
  take: (changes: readonly Change[]) => Promise<void>,
): Promise<string> {
  const [version, ...flat] = texts(await source.head());
  const meanwhile = new Meanwhile(source, version ?? UNTOUCHED);
  const state = pairs(flat);
  const give = async (changes: readonly Change[]): Promise<void> => {
    await take(changes);
    await meanwhile.follow();
  };
  await give(beginning(state));
  await scan(
    (cursor) => source.send("removed", "SSCAN", cursor, "COUNT", AT_ONCE),
    async (fields) => give(fields.map((field) => ["del", ...placeOf(field)])),
  );
  await scan(
    (cursor) => source.send("replaced", "HSCAN", cursor, "COUNT", AT_ONCE),
    async (found) => give(puts(found, 0)),
  );
  const last = state.get("places") ?? "0";
  // Items that came later are among the changes.
  const items = (after: string): Promise<unknown> => {
    const asked = source.items(after, last, AT_ONCE);
    // Nobody may wait for it any more.
    asked.catch(() => undefined);
    return asked;
  };
  let next = items("0");
  for (;;) {
    const [place, ...found] = texts(await next);
    if (place === undefined) break;
    next = items(place);
    await give(puts(found, 1));
  }
  await give(rows(state));
  return meanwhile.done(take);
}

/** What others change while a world is read. */
class Meanwhile {
  readonly #source: WorldSource;
  #version: string;
  #changes: string[] = [];

  constructor(source: WorldSource, version: string) {
    this.#source = source;
    this.#version = version;
  }

  /** Reads what has come since the last time. @throws EngineError if some of it is not known any more */
  async follow(): Promise<void> {
    const found = entries(await this.#source.send("log", "XRANGE", this.#version, "+"));
    const isUntouched = this.#version === UNTOUCHED;
    const isComplete = isUntouched ? found[0]?.[0].startsWith("1-") !== false : found[0]?.[0] === this.#version;
    if (!isComplete) throw new EngineError("unreachable", "the world changes faster than it can be read");
    for (const [version, text] of isUntouched ? found : found.slice(1)) {
      this.#version = version;
      this.#changes.push(text);
    }
  }

  async done(take: (changes: readonly Change[]) => Promise<void>): Promise<string> {
    await this.follow();
    for (const text of this.#changes) await take(changesIn(text));
    return this.#version;
  }
}

function beginning(state: ReadonlyMap<string, string>): Change[] {
  const [starts, base] = [state.get("starts"), state.get("base")];
  return [
    ...(starts === undefined ? [] : ([["starts", starts], ["start"]] as const)),
    ...(base === undefined ? [] : ([["base", base]] as const)),
  ];
}

function puts(found: readonly string[], isNew: 0 | 1): Change[] {
  return Array.from(pairs(found), ([field, text]) => ["put", ...placeOf(field), text, isNew]);
}

function rows(state: ReadonlyMap<string, string>): Change[] {
  return [...state].flatMap(([field, text]): Change[] => {
    const [table = "", ...name] = field.split("\n");
    return name.length === 0 ? [] : [["row", table, name.join("\n"), text]];
  });
}

/** Gives what SCAN finds, which may be the same thing twice. */
async function scan(
  next: (cursor: string) => Promise<unknown>,
  take: (found: readonly string[]) => Promise<void>,
): Promise<void> {
  let cursor = "0";
  do {
    const [following, found] = (await next(cursor)) as [unknown, unknown];
    await take(texts(found));
    cursor = String(following);
  } while (cursor !== "0");
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
