// The flags of a command as a table with one row per flag: its spelling, its help text and how it is read.
import type { Command } from "commander";
import { isDay } from "../contract/lifecycle.ts";
import { type Defined, defined } from "../json/defined.ts";
import { type Environment, type Given, UsageError, fitting, pick, textThat, unfit } from "./usage.ts";

/** Flags as typed, by camel-case name. */
export type TypedFlags = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** One flag of a command. */
export interface Flag<T> {
  /** For example "--port <number>". */
  readonly spelling: string;
  readonly help: string;
  readonly isRepeatable?: boolean;
  /**
   * Reads the typed value, or else the flag's environment variable. @throws UsageError for a value that cannot be used
   */
  readonly read: (typed: TypedFlags[string], env: Environment) => T;
}

/** Flags by the option they set. */
export type Flags = Readonly<Record<string, Flag<unknown>>>;

type Read<F> = F extends Flag<infer T> ? T : never;

/** The options that a table of flags sets. An option without a default may be absent. */
export type Options<T extends Flags> = Defined<{ readonly [Name in keyof T]: Read<T[Name]> }>;

/**
 * Adds the flags to a command in table order.
 * @param headings those of the help, each by the first option below it
 */
export function addFlags(command: Command, flags: Flags, headings: Readonly<Record<string, string>> = {}): Command {
  const collect = (value: string, list: readonly string[] = []): readonly string[] => [...list, value];
  for (const [option, { spelling, help, isRepeatable }] of Object.entries(flags)) {
    const heading = headings[option];
    if (heading !== undefined) command.optionsGroup(heading);
    if (isRepeatable === true) command.option(spelling, help, collect);
    else command.option(spelling, help);
  }
  return command;
}

/** Reads all flags of a table. @throws UsageError for a value that cannot be used */
export function readFlags<T extends Flags>(flags: T, typed: TypedFlags, env: Environment): Options<T> {
  const read = Object.entries(flags).map(([option, flag]) => [option, flag.read(typed[keyOf(flag.spelling)], env)]);
  return defined(Object.fromEntries(read)) as Options<T>;
}

/** "no-auth" for "--no-auth". */
function nameOf(spelling: string): string {
  return spelling.slice("--".length).split(" ", 1)[0] ?? "";
}

/** The name that the command-line parser uses for a flag: "auth" for "--no-auth". */
function keyOf(spelling: string): string {
  return nameOf(spelling)
    .replace(/^no-/, "")
    .replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A flag with one value. */
export function value<T, Default extends T | undefined = undefined>(
  spelling: string,
  help: string,
  read: (given: Given) => T,
  unless?: Default,
): Flag<T | Default> {
  return {
    spelling,
    help,
    read(typed, env) {
      const given = pick(nameOf(spelling), typeof typed === "string" ? typed : undefined, env);
      return given === undefined ? (unless as Default) : read(given);
    },
  };
}

/** A flag with one value, used as typed. */
export function text(spelling: string, help: string): Flag<string | undefined> {
  return value(spelling, help, textOf);
}

export const textOf = (given: Given): string => given.text;

/** A flag that can be repeated; its variable holds one value. */
export function several<T>(spelling: string, help: string, read: (given: readonly Given[]) => T): Flag<T> {
  const name = nameOf(spelling);
  return {
    spelling,
    help,
    isRepeatable: true,
    read(typed, env) {
      if (Array.isArray(typed)) return read(typed.map((one) => ({ text: one, source: `--${name}` })));
      return read([pick(name, undefined, env) ?? []].flat());
    },
  };
}

/** A flag that can be repeated, with values used as typed. */
export function texts(spelling: string, help: string): Flag<readonly string[]> {
  return several(spelling, help, (given) => given.map(textOf));
}

/** A flag that can be repeated; its variable holds comma-separated values. */
export function list<T>(spelling: string, help: string, read: (given: Given) => T): Flag<readonly T[]> {
  const flag = `--${nameOf(spelling)}`;
  return several(spelling, help, (given) => {
    const all = given.flatMap(({ text: one, source }) =>
      (source === flag ? [one] : one.split(",")).map((part) => ({ text: part.trim(), source })),
    );
    const named = all.filter((one) => one.text !== "");
    if (named.length === 0 && given[0]?.source === flag) throw new UsageError(`${flag} must not be empty`);
    return named.map(read);
  });
}

/** A flag without a value. "--no-…" switches off something that is on by default. */
export function toggle(spelling: string, help: string): Flag<boolean> {
  const name = nameOf(spelling);
  return spelling.startsWith("--no-")
    ? { spelling, help, read: (typed, env) => typed !== false && !isOn(name, env) }
    : { spelling, help, read: (typed, env) => typed === true || isOn(name, env) };
}

function isOn(name: string, env: Environment): boolean {
  const given = pick(name, undefined, env);
  if (given === undefined || /^(0|false|no|off)$/i.test(given.text)) return false;
  if (/^(1|true|yes|on)$/i.test(given.text)) return true;
  throw unfit(given, "true or false");
}

/** A flag without a variable: it applies only to the run it is typed for. */
export function typed<T>(flag: Flag<T>): Flag<T> {
  return { ...flag, read: (own) => flag.read(own, {}) };
}

/** `--today`. */
export function today(help: string): Flag<string | undefined> {
  return value("--today <date>", help, textThat(isDay, "a day such as 2030-12-06"));
}

/** One of a few words. */
export function oneOf<T extends string>(allowed: readonly T[]): (given: Given) => T {
  return fitting((text) => allowed.find((one) => one === text), `one of ${allowed.join(", ")}`);
}
