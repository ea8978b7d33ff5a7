// The days of an operation's life, as the document and HTTP write them.
import type { Lifecycle } from "./model.ts";

/** True for a calendar day that exists, "2030-12-05". */
export function isDay(value: unknown): value is string {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** True when the operation is gone on that day: its sunset day, the last one on which it answers, is over. */
export function isGone(lifecycle: Lifecycle, today: string): boolean {
  return lifecycle.sunset !== undefined && today > lifecycle.sunset;
}
