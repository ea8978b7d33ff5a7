// Keys and items as they are written for other processes.
import { exactInteger } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { readJson } from "../../json/read.ts";
import { type JsonValue, isObject } from "../../json/value.ts";
import type { Key } from "../../store/store.ts";
import type { Collection } from "../items/collection.ts";
import type { Start } from "../resource-plan.ts";

/** A key as a text: digits for an integer, and a quotation mark before anything else. */
export function writeKey(key: Key): string {
  return typeof key === "string" ? `'${key}` : String(key);
}

export function readKey(text: string): Key {
  return text.startsWith("'") ? text.slice(1) : integer(text);
}

export function integer(digits: string): number | bigint {
  return exactInteger(digits) ?? BigInt(digits);
}

/** The items of collections, and the progress of their identifiers, as one text. */
export function writeStarts(starts: Iterable<readonly [at: number, start: Written]>): string {
  const parts = Array.from(starts, ([at, { store, identifiers }]) => {
    const items = store.list({ conditions: [], limit: Infinity });
    return `"${at}":{"next":${writeJson(String(identifiers.progress))},"items":${items}}`;
  });
  return `{${parts.join(",")}}`;
}

interface Written {
  readonly store: Pick<Collection["store"], "list">;
  readonly identifiers: Pick<Collection["identifiers"], "progress">;
}

/** @param startOf makes the start of a collection */
export function readStarts(
  text: string,
  startOf: (at: number) => { startOf(items: readonly never[], next: number | bigint): Start },
): Map<number, Start> {
  const all = valueOf(text);
  const starts = new Map<number, Start>();
  for (const [at, held] of Object.entries<JsonValue>(isObject(all) ? all : {})) {
    const { next, items } = held as unknown as { readonly next: string; readonly items: readonly never[] };
    starts.set(Number(at), startOf(Number(at)).startOf(items, integer(next)));
  }
  return starts;
}

/** The text that a JSON text is. @throws Error for one that this version did not write */
export function textOf(json: string): string {
  const value = valueOf(json);
  if (typeof value !== "string") throw new Error("what is kept of a shared world cannot be read");
  return value;
}

/** @throws Error for a text that this version did not write */
export function valueOf(text: string): JsonValue {
  const reading = readJson(text, Infinity);
  if ("fault" in reading) throw new Error("what is kept of a shared world cannot be read");
  return reading.value;
}
