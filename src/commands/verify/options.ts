// What `verify` was told, judged before anything is sent.
import { isDay } from "../../contract/lifecycle.ts";
import { DEFAULTS } from "../../../conformance/verify.ts";
import { type Output, parseOutputs } from "../../report/outputs.ts";
import { PROFILES, type Profile } from "../../../conformance/scope.ts";
import { type Shard, parseShard } from "../../../conformance/shard.ts";
import { type Selection, parseSelection } from "../../selection/selection.ts";
import { type OverlayFlags, overlayFiles } from "../overlays.ts";
import { type Environment, type Given, UsageError, bytes, milliseconds, pick, unfit, whole } from "../usage.ts";

/** The flags as they were typed. */
export interface VerifyFlags extends OverlayFlags {
  readonly spec?: string;
  readonly key?: string;
  readonly keyEnv?: string;
  readonly readOnly?: boolean;
  readonly maxWrites?: string;
  readonly report?: readonly string[];
  readonly timeout?: string;
  readonly maxTime?: string;
  readonly maxMs?: string;
  readonly maxBody?: string;
  readonly rateLimit?: string;
  readonly concurrency?: string;
  readonly header?: readonly string[];
  readonly strict?: boolean;
  readonly allowUndecided?: boolean;
  readonly today?: string;
  readonly knownFailing?: string;
  readonly writeKnownFailing?: string;
  readonly profile?: string;
  readonly shard?: string;
  readonly only?: readonly string[];
  readonly except?: readonly string[];
  readonly explore?: string;
  readonly seed?: string;
  readonly secondJudge?: boolean;
  readonly explain?: string;
  readonly verbose?: boolean;
}

/** How to verify. */
export interface VerifyCommandOptions {
  readonly spec?: string;
  /** Files of overlays. */
  readonly overlays: readonly string[];
  readonly baseUrl: string;
  readonly key?: string;
  readonly readOnly: boolean;
  readonly maxWrites?: number;
  readonly outputs: readonly Output[];
  readonly timeoutMs: number;
  readonly maxTimeMs?: number;
  readonly maxMs?: number;
  readonly maxBody?: number;
  readonly rateLimit?: number;
  readonly concurrency: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly strict: boolean;
  readonly allowUndecided: boolean;
  readonly today?: string;
  readonly knownFailing?: string;
  /** Where to write the failures of the run as a list of known ones. */
  readonly writeKnownFailing?: string;
  readonly profile: Profile;
  readonly selection: Selection;
  readonly shard?: Shard;
  readonly explore?: { readonly count: number; readonly seed: number };
  readonly secondJudge: boolean;
  readonly verbose: boolean;
}

/**
 * Works out the options.
 * @throws UsageError for what cannot be used
 */
export function readVerifyOptions(
  base: string | undefined,
  flags: VerifyFlags,
  env: Environment,
): VerifyCommandOptions {
  const today = pick("today", flags.today, env);
  if (today !== undefined && !isDay(today.text)) throw unfit(today, "a day such as 2030-12-06");
  const spec = pick("spec", flags.spec, env)?.text;
  const key = keyOf(flags, env);
  const maxWrites = whole(pick("max-writes", flags.maxWrites, env), 0, 1_000_000);
  const maxTimeMs = milliseconds(pick("max-time", flags.maxTime, env), "s");
  const maxMs = milliseconds(pick("max-ms", flags.maxMs, env), "ms");
  const maxBody = bytes(pick("max-body", flags.maxBody, env), 1024 ** 3);
  const rateLimit = whole(pick("rate-limit", flags.rateLimit?.replace(/\/s$/, ""), env), 1, 100_000);
  return {
    overlays: overlayFiles(flags, env),
    baseUrl: baseUrlOf(base ?? env["ANIMAL_STORE_BASE_URL"]),
    readOnly: flags.readOnly ?? false,
    outputs: outputsOf(flags.report ?? [], env),
    timeoutMs: milliseconds(pick("timeout", flags.timeout, env), "ms") ?? DEFAULTS.timeoutMs,
    concurrency: whole(pick("concurrency", flags.concurrency, env), 1, 64) ?? DEFAULTS.concurrency,
    headers: (flags.header ?? []).map(headerOf),
    strict: flags.strict ?? false,
    // A part of the checks need not decide something in each family.
    allowUndecided: flags.allowUndecided ?? (flags.profile === "smoke" || flags.shard !== undefined),
    secondJudge: flags.secondJudge ?? true,
    verbose: flags.verbose ?? false,
    ...(spec === undefined ? {} : { spec }),
    ...(key === undefined ? {} : { key }),
    ...(maxWrites === undefined ? {} : { maxWrites }),
    ...(maxTimeMs === undefined ? {} : { maxTimeMs }),
    ...(maxMs === undefined ? {} : { maxMs }),
    ...(maxBody === undefined ? {} : { maxBody }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
    ...(today === undefined ? {} : { today: today.text }),
    profile: profileOf(pick("profile", flags.profile, env)),
    selection: selectionOf(flags),
    ...shardOf(pick("shard", flags.shard, env)),
    ...(flags.knownFailing === undefined ? {} : { knownFailing: flags.knownFailing }),
    ...(flags.writeKnownFailing === undefined ? {} : { writeKnownFailing: flags.writeKnownFailing }),
    ...exploreOf(flags, env),
  };
}

function exploreOf(flags: VerifyFlags, env: Environment): Pick<VerifyCommandOptions, "explore"> {
  const count = whole(pick("explore", flags.explore, env), 1, 100_000);
  const seed = whole(pick("seed", flags.seed, {}), 0, 2 ** 31 - 1);
  if (count === undefined) {
    if (seed !== undefined) throw new UsageError("--seed goes with --explore N: without it nothing is drawn");
    return {};
  }
  return { explore: { count, seed: seed ?? Date.now() % 2 ** 31 } };
}

function profileOf(given: Given | undefined): Profile {
  const profile = PROFILES.find((name) => name === (given?.text ?? "standard"));
  if (given !== undefined && profile === undefined) throw unfit(given, `one of ${PROFILES.join(", ")}`);
  return profile ?? "standard";
}

function shardOf(given: Given | undefined): Pick<VerifyCommandOptions, "shard"> {
  if (given === undefined) return {};
  const shard = parseShard(given.text);
  if (shard === undefined) throw unfit(given, "a part and how many there are, such as 2/4");
  return { shard };
}

function selectionOf({ only, except }: VerifyFlags): Selection {
  const parsed = parseSelection({ only, except });
  if (!parsed.ok) throw new UsageError(parsed.message);
  return parsed.selection;
}

/** @throws UsageError for a base URL that cannot be one, with what is wrong with it */
function baseUrlOf(typed: string | undefined): string {
  const example = "such as http://127.0.0.1:4010/v1";
  const text = typed?.trim();
  if (text === undefined || text === "") throw new UsageError(`the base URL to verify is missing: give one ${example}`);
  if (!/^https?:\/\//i.test(text))
    throw new UsageError(`the base URL must start with http:// or https://, ${example}, not ${JSON.stringify(text)}`);
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new UsageError(`${JSON.stringify(text)} is no URL: give one ${example}`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new UsageError("the base URL must not carry a user or a password: use --key or --header for credentials");
  }
  if (url.search !== "" || url.hash !== "") throw new UsageError("the base URL must end with its path: no ? and no #");
  // What is sent is what was typed, and neither of these can be: Node would refuse it, or send another path.
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes("\\"))
    throw new UsageError(`the base URL has characters that a request cannot carry as they are: give ${url.href}`);
  return text.replace(/\/+$/, "");
}

function keyOf(flags: VerifyFlags, env: Environment): string | undefined {
  if (flags.keyEnv !== undefined) {
    if (flags.key !== undefined) throw new UsageError("give --key or --key-env, not both");
    const value = env[flags.keyEnv];
    if (value === undefined || value === "")
      throw new UsageError(`--key-env ${flags.keyEnv}: that variable is not set`);
    return checkedKey(value);
  }
  const given = pick("key", flags.key, env);
  if (given !== undefined && given.text === "") throw new UsageError(`${given.source} must not be empty`);
  return given === undefined ? undefined : checkedKey(given.text);
}

function checkedKey(key: string): string {
  // A key that no header can carry would make every request fail without a word about why.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError("the key has characters that a header cannot carry (spaces, control or non-ASCII)");
  return key;
}

/** With these, what is sent would not be read as it was meant. */
const FRAMING = new Set(["content-length", "transfer-encoding"]);

function headerOf(text: string): readonly [string, string] {
  const match = /^([!#$%&'*+.^_`|~\w-]+):\s*([^\r\n]*)$/.exec(text);
  if (match === null) throw new UsageError(`--header must be "Name: value", not ${JSON.stringify(text.slice(0, 20))}`);
  const [, name = "", value = ""] = match;
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    throw new UsageError(`--header ${name} has characters that a header cannot carry (control, or beyond Latin-1)`);
  if (FRAMING.has(name.toLowerCase())) throw new UsageError(`--header must not be ${name}: each request has its own`);
  return [name, value];
}

function outputsOf(values: readonly string[], env: Environment): readonly Output[] {
  const parsed = parseOutputs(values, env);
  if (!parsed.ok) throw new UsageError(parsed.message);
  return parsed.outputs;
}
