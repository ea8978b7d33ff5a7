// Reads lifecycle days, stability levels and versions, and compares them.
import { isDay } from "../../contract/lifecycle.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";

/** The sunset day of a part; undefined if it has none, null if the value is not a day. */
export function sunsetOf(part: JsonObject | undefined): string | null | undefined {
  const sunset = part?.["x-sunset"];
  if (sunset === undefined) return undefined;
  return readDay(sunset) ?? null;
}

/** The day of a day or timestamp, as "2030-12-05". */
function readDay(value: JsonValue): string | undefined {
  if (typeof value !== "string") return undefined;
  const day = /^\d{4}-\d\d-\d\d(?=T\d\d:\d\d|$)/.exec(value)?.[0];
  return isDay(day) ? day : undefined;
}

/** True for `deprecated: true` of an operation, parameter, header or schema. */
export function isDeprecated(part: JsonObject | undefined): boolean {
  return part?.["deprecated"] === true;
}

/** The number of days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** The numbers of a version, "1.2.0" as [1, 2, 0]; undefined if it does not begin with one. */
export function versionNumbers(version: JsonValue | undefined): number[] | undefined {
  const found = /^v?(\d+(?:\.\d+)*)(?![\d-])/.exec(
    typeof version === "string" ? version : typeof version === "number" ? `${version}` : "",
  );
  return found?.[1]?.split(".").map(Number);
}

/** Negative, zero or positive, as the first version is lower, equal or higher. */
export function compareVersions(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export type Stability = "experimental" | "beta" | "stable";

const BETA = 2;
const STABLE = 4;

/** How stable a level is. The finer levels of other tools keep their order. */
const RANKS: ReadonlyMap<JsonValue, number> = new Map(
  Object.entries({ draft: 0, experimental: 1, alpha: 1, beta: BETA, stable: STABLE }),
);

/** Ranks a level by how stable it is; undefined if it is no level. */
export function stabilityRank(marker: JsonValue | undefined): number | undefined {
  return marker === undefined ? STABLE : RANKS.get(marker);
}

/** The level of an operation or schema: stable without a marker, undefined if the marker is not a level. */
export function stabilityOf(value: JsonObject): Stability | undefined {
  const rank = stabilityRank(value["x-stability-level"]);
  if (rank === undefined) return undefined;
  return rank === STABLE ? "stable" : rank === BETA ? "beta" : "experimental";
}
