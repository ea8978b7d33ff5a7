// When something happens to the things that exist already: each was created some time before the day on which the mock starts,
// and what lies ahead lies ahead of that day.
import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { Happening } from "./happenings.ts";
import { DATE_TIME } from "./moments.ts";

/** When a thing was created and last changed, in milliseconds since 1970. */
export interface Times {
  readonly created: number;
  readonly updated: number;
  /** The day on which all this is; undefined for a new thing. */
  readonly today?: number;
}

const DAY = 86_400_000;
const HOUR = 3_600_000;
const QUARTER = 900_000;
/** Nothing happens at midnight. */
const LATE = 9 * HOUR + 14 * 60_000 + 27_000;

/** The day of things that are made for no clock. */
const SOME_DAY = Date.parse("2026-01-05T00:00:00Z");
/** So long ago is the first of many things. */
const SPAN = 84 * DAY;
/** After this many things, half of the span is used up. */
const HALF = 9;

/** The times of one of many things: each is newer than the one before, and none is from the future. */
export function timesOf(turn: number, today = SOME_DAY): Times {
  const age = SPAN * (HALF / (turn + HALF)) - (((turn * 7_919) % 540) * 60_000 * HALF) / (turn + HALF);
  const created = Math.floor((today - age) / 1000) * 1000 - LATE;
  const since = Math.min((1 + ((turn * 5) % 9)) * 0.8 * DAY, age * 0.6);
  return { created, updated: Math.floor((created + since) / 1000) * 1000, today };
}

/** The times of a thing that is shown, by the moments that it has; undefined if it has none. */
export function timesIn(thing: JsonObject): Times | undefined {
  const moments = Object.values<JsonValue>(thing).flatMap((value) =>
    typeof value === "string" && DATE_TIME.test(value) ? [Date.parse(value)] : [],
  );
  const known = moments.filter((moment) => !Number.isNaN(moment));
  return known.length === 0 ? undefined : { created: Math.min(...known), updated: Math.max(...known) };
}

/**
 * When something happens to a thing with these times.
 * @param who which of many things it is
 * @param isOver whether what was ahead of it is behind it now
 */
export function timeOf(happening: Happening, times: Times, who: number, isOver: boolean): number {
  const { created, updated, today } = times;
  switch (happening) {
    case "created":
      return created;
    case "updated":
    case "pending":
      return updated;
    case "later":
    case "planned":
      return today === undefined
        ? soon(happening, updated)
        : isOver
          ? past(created, today)
          : ahead(happening, today, who);
    case "birth":
      return Date.parse("1984-03-12T00:00:00Z") + ((who * 977) % 6_000) * DAY;
  }
}

const soon = (happening: Happening, updated: number): number => updated + (happening === "later" ? 30 * DAY : 0);

const past = (created: number, today: number): number =>
  Math.floor((created + (today - created) * 0.7) / QUARTER) * QUARTER;

function ahead(happening: Happening, today: number, who: number): number {
  const day = today - (today % DAY);
  if (happening === "later") return day + (3 + ((who * 5) % 26)) * DAY + 12 * HOUR;
  return day + (1 + (who % 6)) * DAY + (8 + ((who * 5) % 9)) * HOUR + ((who * 7) % 4) * QUARTER;
}
