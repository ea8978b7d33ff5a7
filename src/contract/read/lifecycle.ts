// Reads the lifecycle of an operation: whether it is deprecated, until when, and how stable it is.
import { appendPointer } from "../../json/pointer.ts";
import { isDay } from "../lifecycle.ts";
import type { Lifecycle } from "../model.ts";
import type { ObjectAt, Reading } from "./reading.ts";

/** Reads `deprecated`, `x-sunset` ("2030-12-05") and `x-stability-level` of an operation. */
export function readLifecycle(reading: Reading, { value, pointer }: ObjectAt): Lifecycle {
  const sunset = value["x-sunset"];
  if (sunset !== undefined && !isDay(sunset)) {
    reading.report(appendPointer(pointer, "x-sunset"), 'x-sunset must be a day such as "2030-12-05", in quotes');
  }
  const stability = value["x-stability-level"];
  return Object.freeze({
    deprecated: value["deprecated"] === true,
    ...(isDay(sunset) ? { sunset } : {}),
    ...(typeof stability === "string" ? { stability } : {}),
  });
}
