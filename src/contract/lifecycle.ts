// The dates in an operation's lifecycle, as the document and HTTP write them.
import type { Lifecycle } from "./model.ts";

/** True for a valid calendar date, such as "2030-12-05". */
export function isDay(value: unknown): value is string {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** True if the operation is gone on a day: its sunset, the last day on which it answers, has passed. */
export function isGone(lifecycle: Lifecycle, today: string): boolean {
  return lifecycle.sunset !== undefined && today > lifecycle.sunset;
}
