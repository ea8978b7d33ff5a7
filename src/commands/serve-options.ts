// What `serve` was told: flags before variables before defaults, each judged.
import { isIPv6 } from "node:net";
import { isDay } from "../contract/lifecycle.ts";
import { DEFAULT_KEY } from "../http/server.ts";
import { DEFAULT_CAPACITY } from "../store/memory.ts";
import { type Environment, type Given, UsageError, pick, unfit, whole } from "./usage.ts";

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

export const DEFAULT_HOST = "127.0.0.1";
export const DEFAULT_PORT = 4010;
/** More items than any machine this runs on can hold; a typing error rather than a wish. */
const LARGEST_CAPACITY = 100_000_000;

/**
 * Works out the options from the flags and the environment.
 * @throws UsageError for what cannot be used
 */
export function readServeOptions(flags: ServeFlags, env: Environment): ServeOptions {
  const spec = pick("spec", flags.spec, env);
  const seed = pick("seed", flags.seed, env);
  const keys = pickList("key", flags.key, env)?.map(({ text }) => text);
  const today = pick("today", flags.today, env);
  if (today !== undefined && !isDay(today.text)) throw unfit(today, "a day such as 2030-12-06");
  return {
    ...(spec === undefined ? {} : { spec: spec.text }),
    host: addressOf(pick("host", flags.host, env)),
    port: whole(pick("port", flags.port, env), 0, 65_535) ?? DEFAULT_PORT,
    keys: keys ?? [DEFAULT_KEY],
    isDefaultKey: keys === undefined,
    ...(seed === undefined ? {} : { seed: seedOf(seed) }),
    ...(today === undefined ? {} : { today: today.text }),
    quiet: flags.quiet ?? isOn("quiet", env),
    jsonLog: flags.jsonLog ?? isOn("json-log", env),
    allowedHosts: (pickList("allowed-host", flags.allowedHost, env) ?? []).map(hostOf),
    capacity: whole(pick("capacity", flags.capacity, env), 0, LARGEST_CAPACITY) ?? DEFAULT_CAPACITY,
  };
}

/** Where to listen. Node takes an empty address for all there are, which nobody asked for who typed nothing. */
function addressOf(given: Given | undefined): string {
  if (given === undefined) return DEFAULT_HOST;
  if (given.text.trim() === "") throw unfit(given, "an address or a name of this machine");
  return given.text;
}

/** A flag that can be given several times; its variable holds several with commas between them. */
function pickList(name: string, flags: readonly string[] | undefined, env: Environment): readonly Given[] | undefined {
  const variable = flags === undefined ? pick(name, undefined, env) : undefined;
  const source = variable?.source ?? `--${name}`;
  const texts = (flags ?? variable?.text.split(",") ?? []).map((text) => text.trim()).filter((text) => text !== "");
  if (texts.length > 0) return texts.map((text) => ({ text, source }));
  if (flags !== undefined) throw new UsageError(`--${name} must not be empty`);
  return undefined;
}

const HOST_NAME = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i;

/** A name that a Host header can have. IP addresses are answered anyway, and may be named all the same. */
function hostOf(given: Given): string {
  const { text } = given;
  if (HOST_NAME.test(text) || isIPv6(text.replace(/^\[(.*)\]$/, "$1"))) return text;
  throw unfit(given, "a host name such as dev.example.com, without a scheme, a port or a path");
}

function seedOf(given: Given): number | string {
  return /^-?\d+$/.test(given.text) ? (whole(given, 0, LARGEST_CAPACITY) ?? 0) : given.text;
}

function isOn(name: string, env: Environment): boolean {
  const given = pick(name, undefined, env);
  if (given === undefined || /^(0|false|no|off)$/i.test(given.text)) return false;
  if (/^(1|true|yes|on)$/i.test(given.text)) return true;
  throw unfit(given, "true or false");
}
