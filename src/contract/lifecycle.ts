// Where an operation stands in its life: deprecated or not, until when, how stable.
import { type Document, refuseDocument } from "./document.ts";
import type { JsonObject } from "./json.ts";
import type { Lifecycle } from "./model.ts";
import { appendPointer } from "./pointer.ts";

/** Reads `deprecated`, `x-sunset` ("2030-12-05") and `x-stability-level` of an operation. */
export function readLifecycle(document: Document, operation: JsonObject, pointer: string): Lifecycle {
  const sunset = operation["x-sunset"];
  if (sunset !== undefined && !isDay(sunset)) {
    refuseDocument(
      document,
      appendPointer(pointer, "x-sunset"),
      'x-sunset must be a day such as "2030-12-05", in quotes',
    );
  }
  const stability = operation["x-stability-level"];
  return Object.freeze({
    deprecated: operation["deprecated"] === true,
    ...(isDay(sunset) ? { sunset } : {}),
    ...(typeof stability === "string" ? { stability } : {}),
  });
}

/** True for a calendar day that exists, "2030-12-05". */
export function isDay(value: unknown): value is string {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** Milliseconds of an IMF-fixdate (RFC 9110, section 5.6.7), its weekday included. */
export function httpDate(text: string): number | undefined {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toUTCString() === text ? time : undefined;
}

/** True when the operation is gone on that day: its sunset day, the last one on which it answers, is over. */
export function isGone(lifecycle: Lifecycle, today: string): boolean {
  return lifecycle.sunset !== undefined && today > lifecycle.sunset;
}
