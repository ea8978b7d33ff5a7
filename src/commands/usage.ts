// What a user typed, judged: flags before variables before defaults, and one sentence for what cannot be used.

/** Thrown for a flag, a variable or an argument that cannot be used; its message says what would do. */
export class UsageError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>;

/** A text, and what it was given as: "--port" or "ANIMAL_STORE_PORT". */
export interface Given {
  readonly text: string;
  readonly source: string;
}

/** A flag's value, else that of its variable. An empty variable is how many tools say that there is none. */
export function pick(name: string, flag: string | undefined, env: Environment): Given | undefined {
  if (flag !== undefined) return { text: flag, source: `--${name}` };
  const variable = `ANIMAL_STORE_${name.toUpperCase().replaceAll("-", "_")}`;
  const text = env[variable];
  return text === undefined || text === "" ? undefined : { text, source: variable };
}

/** A whole number within bounds. @throws UsageError */
export function whole(given: Given | undefined, smallest: number, largest: number): number | undefined {
  if (given === undefined) return undefined;
  const value = Number(given.text);
  if (!/^\d+$/.test(given.text) || value < smallest || value > largest) {
    throw unfit(given, `a whole number from ${smallest} to ${largest}`);
  }
  return value;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** A duration in milliseconds: "500ms", "10s", "2m"; a bare number is in the unit given. @throws UsageError */
export function milliseconds(given: Given | undefined, unit: "ms" | "s"): number | undefined {
  if (given === undefined) return undefined;
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(given.text);
  const value = Number(match?.[1]) * (UNITS[match?.[2] ?? unit] ?? Number.NaN);
  if (!(value > 0) || value > 86_400_000) throw unfit(given, `a duration such as 500ms, 10s or 2m`);
  return value;
}

/** The error for a value that does not fit. */
export function unfit(given: Given, wanted: string): UsageError {
  return new UsageError(`${given.source} must be ${wanted}, not ${JSON.stringify(given.text)}`);
}
