// Validates what the user typed: flags override variables, which override defaults. An error is one sentence.
import { oneLine, withoutLongWords } from "../text/foreign.ts";
import { quoted } from "../json/quote.ts";

/** The exit code for an invalid flag or an unreadable document. */
export const UNUSABLE = 2;

/** Thrown for a flag, variable or argument that cannot be used. The message says what is allowed. */
export class UsageError extends Error {
  /** @param details one line each, if one sentence is not enough */
  constructor(sentence: string, details: readonly string[] = []) {
    // Either may quote a file or branch name that somebody else chose.
    super([sentence, ...details].map((line) => oneLine(withoutLongWords(line))).join("\n"));
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** A value and its source: "--port" or "ANIMAL_STORE_PORT". */
export interface Given {
  readonly text: string;
  readonly source: string;
}

/**
 * The value of a flag, or else of its variable. Many tools set a variable to "" to unset it, so "" counts as absent.
 */
export function pick(name: string, flag: string | undefined, env: Environment): Given | undefined {
  if (flag !== undefined) return { text: flag, source: `--${name}` };
  const variable = `ANIMAL_STORE_${name.toUpperCase().replaceAll("-", "_")}`;
  const text = env[variable];
  return text === undefined || text === "" ? undefined : { text, source: variable };
}

/** The value of a variable that a flag names. @throws UsageError if it is not set */
export function variable(flag: string, name: string, env: Environment): string {
  const text = env[name];
  if (text === undefined || text === "") throw new UsageError(`${flag} ${name}: that variable is not set`);
  return text;
}

/**
 * A reader of values that refuses some, with a UsageError that says what is wanted.
 * @param read undefined for a text that is refused
 */
export function fitting<T>(read: (text: string) => T | undefined, wanted: string): (given: Given) => T {
  return (given) => {
    const value = read(given.text);
    if (value === undefined) throw unfit(given, wanted);
    return value;
  };
}

/** A reader of texts that refuses those that fail a test. */
export function textThat(fits: (text: string) => boolean, wanted: string): (given: Given) => string {
  return fitting((text) => (fits(text) ? text : undefined), wanted);
}

/** Reads an integer within bounds. */
export function whole(smallest: number, largest: number): (given: Given) => number {
  return fitting(
    (text) => (/^\d+$/.test(text) && Number(text) >= smallest && Number(text) <= largest ? Number(text) : undefined),
    `a whole number from ${smallest} to ${largest}`,
  );
}

const UNITS: ReadonlyMap<string, number> = new Map(Object.entries({ ms: 1, s: 1000, m: 60_000 }));

/** Reads a duration in milliseconds: "500ms", "10s", "2m"; a bare number uses the given unit. */
export function milliseconds(unit: "ms" | "s"): (given: Given) => number {
  return fitting((text) => {
    const match = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text);
    const value = Number(match?.[1]) * (UNITS.get(match?.[2] ?? unit) ?? Number.NaN);
    return value > 0 && value <= 86_400_000 ? value : undefined;
  }, "a duration such as 500ms, 10s or 2m");
}

const SIZES: ReadonlyMap<string, number> = new Map(
  Object.entries({ "": 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 }),
);

/** Reads a size in bytes, up to 1 GiB: "4MiB", "512KiB"; a bare number is in bytes. @throws UsageError */
export const bytes = fitting((text) => {
  const match = /^(\d+)\s*(KiB|MiB|GiB|)$/.exec(text);
  const value = Number(match?.[1]) * (SIZES.get(match?.[2] ?? "") ?? Number.NaN);
  return value >= 1 && value <= 1024 ** 3 ? value : undefined;
}, "a size such as 512KiB or 4MiB, up to 1GiB");

/** The error for a value that is not allowed. */
export function unfit(given: Given, wanted: string): UsageError {
  return new UsageError(`${given.source} must be ${wanted}, not ${quoted(given.text)}`);
}
