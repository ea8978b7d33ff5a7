// The words of names, and tables that are indexed by them.

export type Row<T> = readonly [names: string, value: T];

/** Indexes a table by each of the names that share a row. */
export function byName<T>(rows: readonly Row<T>[]): ReadonlyMap<string, T> {
  return new Map(rows.flatMap(([names, value]) => names.split(" ").map((name) => [name, value] as const)));
}

/** The words of a property's name: "createdAt" and "created_at" have the same two. */
export function wordsIn(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((part) => part !== "");
}

export function byWord<T>(name: string, table: ReadonlyMap<string, T>): T | undefined {
  const parts = wordsIn(name);
  const joined = parts.join("");
  const own = (part: string): T | undefined =>
    table.get(part) ??
    table.get(part.replace(/s$/, "")) ??
    table.get(part.replace(/ies$/, "y")) ??
    table.get(part.replace(/es$/, ""));
  return table.get(joined) ?? parts.map(own).findLast((one) => one !== undefined);
}
