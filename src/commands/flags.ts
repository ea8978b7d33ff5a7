// The flags of a command as one table, a row each: how it is spelled, what help says about it, and how it is read.
import type { Command } from "commander";
import { isDay } from "../contract/lifecycle.ts";
import { type Defined, defined } from "../json/defined.ts";
import { type Environment, type Given, UsageError, pick, unfit } from "./usage.ts";

/** Flags as they were typed, by their names in camel case. */
export type TypedFlags = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** One flag of a command. */
export interface Flag<T> {
  /** "--port <number>". */
  readonly spelling: string;
  readonly help: string;
  readonly isRepeatable?: boolean;
  /** The value of what was typed, or else of the flag's variable. @throws UsageError for what cannot be used */
  readonly read: (typed: TypedFlags[string], env: Environment) => T;
}

/** Flags by the names of the options that they set. */
type Flags = Readonly<Record<string, Flag<unknown>>>;

type Read<F> = F extends Flag<infer T> ? T : never;

/** What the flags of a table set; an option that has no default may be absent. */
export type Options<T extends Flags> = Defined<{ readonly [Name in keyof T]: Read<T[Name]> }>;

/** Adds the flags to a command, in the order of the table. */
export function addFlags(command: Command, flags: Flags): Command {
  const collect = (value: string, list: readonly string[] = []): readonly string[] => [...list, value];
  for (const { spelling, help, isRepeatable } of Object.values(flags)) {
    if (isRepeatable === true) command.option(spelling, help, collect);
    else command.option(spelling, help);
  }
  return command;
}

/** Reads all flags of a table. @throws UsageError for what cannot be used */
export function readFlags<T extends Flags>(flags: T, typed: TypedFlags, env: Environment): Options<T> {
  const read = Object.entries(flags).map(([option, flag]) => [option, flag.read(typed[keyOf(flag.spelling)], env)]);
  return defined(Object.fromEntries(read)) as Options<T>;
}

/** "no-auth" for "--no-auth". */
function nameOf(spelling: string): string {
  return spelling.slice("--".length).split(" ", 1)[0] ?? "";
}

/** The name under which the parser of the command line hands a flag over: "auth" for "--no-auth". */
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

/** A flag with one value that is taken as it is. */
export function text(spelling: string, help: string): Flag<string | undefined> {
  return value(spelling, help, textOf);
}

export const textOf = (given: Given): string => given.text;

/** A flag that can be given several times; its variable holds one value. */
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

/** A flag that can be given several times, each value taken as it is. */
export function texts(spelling: string, help: string): Flag<readonly string[]> {
  return several(spelling, help, (given) => given.map(textOf));
}

/** A flag that can be given several times; its variable holds several values with commas between them. */
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

/** A flag without a value. One that is spelled "--no-…" switches off what is on without it. */
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

/** A flag that has no variable: it holds for the one run it is typed for. */
export function typed<T>(flag: Flag<T>): Flag<T> {
  return { ...flag, read: (own) => flag.read(own, {}) };
}

/** `--today`. */
export function today(help: string): Flag<string | undefined> {
  return value("--today <date>", help, (given) => {
    if (isDay(given.text)) return given.text;
    throw unfit(given, "a day such as 2030-12-06");
  });
}

/** One of several words. */
export function oneOf<T extends string>(allowed: readonly T[]): (given: Given) => T {
  return (given) => {
    const found = allowed.find((one) => one === given.text);
    if (found === undefined) throw unfit(given, `one of ${allowed.join(", ")}`);
    return found;
  };
}
