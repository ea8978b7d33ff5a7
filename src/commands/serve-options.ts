// What `serve` was told: flags before variables before defaults, each judged.
import { isDay } from "../contract/lifecycle.ts";
import { DEFAULT_KEY } from "../http/server.ts";

/** How to serve. */
export interface ServeOptions {
  /** The document's file; absent for the embedded one. */
  readonly spec?: string;
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly keys: readonly string[];
  /** True where nobody chose a key. */
  readonly isDefaultKey: boolean;
  /** A number of items, or a file of them. */
  readonly seed?: number | string;
  /** The day to live in. */
  readonly today?: string;
  readonly quiet: boolean;
  readonly jsonLog: boolean;
  readonly allowedHosts: readonly string[];
  readonly capacity: number;
}

/** The flags as they were typed. */
export interface ServeFlags {
  readonly spec?: string;
  readonly host?: string;
  readonly port?: string;
  readonly key?: readonly string[];
  readonly seed?: string;
  readonly today?: string;
  readonly quiet?: boolean;
  readonly jsonLog?: boolean;
  readonly allowedHost?: readonly string[];
  readonly capacity?: string;
}

/** Thrown for a flag or a variable that cannot be used; its message says what would do. */
export class ServeUsageError extends Error {}

export const DEFAULT_HOST = "127.0.0.1";
export const DEFAULT_PORT = 4010;
/** As many slots as a store can number. */
const LARGEST_CAPACITY = 100_000_000;
const DEFAULT_CAPACITY = 1_000_000;

/**
 * Works out the options from the flags and the environment.
 * @throws ServeUsageError for what cannot be used
 */
export function readServeOptions(flags: ServeFlags, env: Readonly<Record<string, string | undefined>>): ServeOptions {
  const spec = pick("spec", flags.spec, env);
  const seed = pick("seed", flags.seed, env);
  const keys = pickList("key", flags.key, env);
  const today = pick("today", flags.today, env);
  if (today !== undefined && !isDay(today.text)) throw unfit(today, "a day such as 2030-12-06");
  return {
    ...(spec === undefined ? {} : { spec: spec.text }),
    host: pick("host", flags.host, env)?.text ?? DEFAULT_HOST,
    port: whole(pick("port", flags.port, env), 65_535) ?? DEFAULT_PORT,
    keys: keys ?? [DEFAULT_KEY],
    isDefaultKey: keys === undefined,
    ...(seed === undefined ? {} : { seed: seedOf(seed) }),
    ...(today === undefined ? {} : { today: today.text }),
    quiet: flags.quiet ?? isOn("quiet", env),
    jsonLog: flags.jsonLog ?? isOn("json-log", env),
    allowedHosts: pickList("allowed-host", flags.allowedHost, env) ?? [],
    capacity: whole(pick("capacity", flags.capacity, env), LARGEST_CAPACITY) ?? DEFAULT_CAPACITY,
  };
}

/** A text, and what it was given as. */
interface Given {
  readonly text: string;
  readonly source: string;
}

function variable(name: string): string {
  return `ANIMAL_STORE_${name.toUpperCase().replaceAll("-", "_")}`;
}

function pick(
  name: string,
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Given | undefined {
  if (flag !== undefined) return { text: flag, source: `--${name}` };
  const text = env[variable(name)];
  // An empty variable is how many tools say that there is none.
  return text === undefined || text === "" ? undefined : { text, source: variable(name) };
}

function pickList(
  name: string,
  flags: readonly string[] | undefined,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] | undefined {
  const given = flags ?? env[variable(name)]?.split(",");
  const list = given?.map((text) => text.trim()).filter((text) => text !== "") ?? [];
  if (list.length > 0) return list;
  if (flags !== undefined) throw new ServeUsageError(`--${name} must not be empty`);
  return undefined;
}

function whole(given: Given | undefined, largest: number): number | undefined {
  if (given === undefined) return undefined;
  const value = Number(given.text);
  if (!/^\d+$/.test(given.text) || value > largest) throw unfit(given, `a whole number from 0 to ${largest}`);
  return value;
}

function seedOf(given: Given): number | string {
  return /^-?\d+$/.test(given.text) ? (whole(given, LARGEST_CAPACITY) ?? 0) : given.text;
}

function isOn(name: string, env: Readonly<Record<string, string | undefined>>): boolean {
  const given = pick(name, undefined, env);
  if (given === undefined || /^(0|false|no|off)$/i.test(given.text)) return false;
  if (/^(1|true|yes|on)$/i.test(given.text)) return true;
  throw unfit(given, "true or false");
}

function unfit({ text, source }: Given, wanted: string): ServeUsageError {
  return new ServeUsageError(`${source} is ${JSON.stringify(text)}; it must be ${wanted}`);
}
