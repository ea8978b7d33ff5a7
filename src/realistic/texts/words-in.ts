// The words of names, and tables that are indexed by them.
import { wordsOf } from "../../document/names.ts";

export type Row<T> = readonly [names: string, value: T];

/** Indexes a table by each of the names that share a row. */
export function byName<T>(rows: readonly Row<T>[]): ReadonlyMap<string, T> {
  return new Map(rows.flatMap(([names, value]) => names.split(" ").map((name) => [name, value] as const)));
}

export function byWord<T>(name: string, table: ReadonlyMap<string, T>): T | undefined {
  const parts = wordsOf(name);
  const joined = parts.join("");
  const own = (part: string): T | undefined =>
    table.get(part) ??
    table.get(part.replace(/s$/, "")) ??
    table.get(part.replace(/ies$/, "y")) ??
    table.get(part.replace(/es$/, ""));
  return table.get(joined) ?? parts.map(own).findLast((one) => one !== undefined);
}
