// Validates the arguments of library functions, because JavaScript users have no types to warn them.
import { nearestName } from "../document/nearest-name.ts";
import { quoted } from "../json/quote.ts";

/** @throws TypeError for an unknown option, suggesting the one that was probably meant */
export function checkOptions(called: string, options: unknown, known: readonly string[]): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`${called} takes an object of options, or nothing; it got ${shown(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const meant = nearestName(name, known);
    const advice = meant === undefined ? `there are ${known.join(", ")}` : `did you mean ${meant}?`;
    throw new TypeError(`${called} has no option ${quoted(name)}; ${advice}`);
  }
}

/** A value for use in a message. */
export function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  return value === null || value === undefined || typeof value === "number"
    ? String(value)
    : `a value of type ${typeof value}`;
}
