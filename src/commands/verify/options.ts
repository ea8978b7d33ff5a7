// The options of `verify`, validated before anything is sent.
import { DEFAULTS } from "../../../conformance/verify.ts";
import { FULL_EXPLORE, PROFILES } from "../../../conformance/scope.ts";
import { parseShard } from "../../../conformance/shard.ts";
import type { Selection } from "../../selection/selection.ts";
import {
  type Options,
  type TypedFlags,
  oneOf,
  readFlags,
  several,
  text,
  texts,
  today,
  toggle,
  typed,
  value,
} from "../flags.ts";
import { reports, selectionOf } from "../judging-flags.ts";
import { OVERLAYS } from "../overlays.ts";
import { type Environment, type Given, UsageError, bytes, fitting, milliseconds, textThat, whole } from "../usage.ts";
import { quoted } from "../../json/quote.ts";
import { baseUrlOf } from "../base-url.ts";
import { exportOf } from "./export/kinds.ts";
import { type GivenKey, givenKeys } from "./access/keys.ts";

/** Requests per second: "10/s", or just the number. @throws UsageError */
const rateOf = fitting((text) => {
  const rate = Number(/^(\d+)(?:\/s)?$/.exec(text)?.[1]);
  return rate >= 1 && rate <= 100_000 ? rate : undefined;
}, "a number of requests a second, such as 10/s");

const percentOf = fitting((text) => {
  const percent = Number(/^(\d{1,3}(?:\.\d+)?)%?$/.exec(text)?.[1]);
  return percent >= 0 && percent <= 100 ? percent : undefined;
}, "a percentage such as 80%");

const callbackUrlOf = textThat((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (
    url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.search === "" && url.hash === ""
  );
}, "an address of this machine such as http://host.docker.internal:9000");

const given = (all: readonly Given[]): readonly Given[] => all;

/** All flags of the command. */
export const FLAGS = {
  spec: text("--spec <file>", "the OpenAPI document (default: the embedded animal store)"),
  overlays: OVERLAYS,
  team: typed(
    text("--team <file>", "what your team knows of the service: examples, headers, what to leave out (docs/verify.md)"),
  ),
  examples: typed(texts("--example <operation=file>", "a body that works for an operation (YAML or JSON), repeatable")),
  profile: value(
    "--profile <name>",
    "smoke: under 40 requests that change nothing; full: generated requests too (default: standard)",
    oneOf(PROFILES),
    "standard",
  ),
  only: typed(texts("--only <kind:glob>", "family:, check:, operation:, path: or tag: with a glob, repeatable")),
  except: typed(texts("--except <kind:glob>", "leave out what matches, repeatable")),
  shard: value(
    "--shard <part/parts>",
    "run only one part, such as 2/4; all parts together make up the whole run",
    fitting(parseShard, "a part and how many there are, such as 2/4"),
  ),
  explore: value("--explore <n>", "also send n generated requests to each operation", whole(1, 100_000)),
  seed: typed(
    value("--seed <n>", "with --explore or --profile full: generate the same requests again", whole(0, 2 ** 31 - 1)),
  ),
  today: today("judge as if it were this day, for example after a sunset date"),
  key: several("--key <key>", "the API key (or ANIMAL_STORE_KEY); SCHEME=KEY for one scheme, repeatable", given),
  keyEnv: typed(several("--key-env <name>", "the environment variable that holds it, or SCHEME=NAME", given)),
  otherKey: typed(several("--other-key <key>", "a second identity, which must not see what the first made", given)),
  otherKeyEnv: typed(several("--other-key-env <name>", "the environment variable that holds its key", given)),
  schemes: typed(texts("--scheme <name>", "the security scheme to use where the document offers several, repeatable")),
  login: typed(
    text(
      "--login <file|command>",
      "a login request of the document (docs/verify.md), or a program that prints the key",
    ),
  ),
  clientId: typed(text("--client-id <id>", "get the key by OAuth 2 from the document's token URL")),
  clientSecretEnv: typed(text("--client-secret-env <name>", "the environment variable that holds the client secret")),
  username: typed(text("--username <name>", "with --client-id: use the password flow")),
  passwordEnv: typed(text("--password-env <name>", "the environment variable that holds the password")),
  tokenUrl: typed(
    text("--token-url <url>", "where to send the secret if the document names another host than the API's"),
  ),
  cert: typed(text("--cert <file>", "a client certificate (PEM)")),
  certKey: typed(text("--cert-key <file>", "its key, if that is a file of its own")),
  ca: typed(text("--ca <file>", "trust this authority too (PEM)")),
  headers: typed(
    several("--header <name: value>", "send a header with each request, repeatable", (given) => given.map(headerOf)),
  ),
  callbackUrl: typed(
    value(
      "--callback-url <url>",
      "where the service reaches this machine, to receive its callbacks (default: on this machine only)",
      callbackUrlOf,
    ),
  ),
  callbackSecretEnv: typed(
    text(
      "--callback-secret-env <name>",
      "the environment variable that holds the secret with which callbacks are signed",
    ),
  ),
  readOnly: typed(toggle("--read-only", "send only GET, HEAD and OPTIONS")),
  maxWrites: value(
    "--max-writes <n>",
    "create at most this many items (default: 25; on loopback 200, or 20 of each kind)",
    whole(0, 1_000_000),
  ),
  changeExisting: typed(
    toggle(
      "--change-existing",
      "also change what existed before: single things such as settings, which are put back, and collections as a whole",
    ),
  ),
  rateLimit: value("--rate-limit <n/s>", "send at most this many requests a second, such as 10/s", rateOf),
  concurrency: value(
    "--concurrency <n>",
    "how many requests to send at a time (default: 12)",
    whole(1, 64),
    DEFAULTS.concurrency,
  ),
  timeoutMs: value(
    "--timeout <duration>",
    "the time limit for one exchange (default: 10s)",
    milliseconds("ms"),
    DEFAULTS.timeoutMs,
  ),
  maxTimeMs: value("--max-time <duration>", "the time limit for the whole run", milliseconds("s")),
  maxBody: value("--max-body <size>", "read at most this much of a response, decoded or not (default: 4MiB)", bytes),
  strict: typed(
    toggle("--strict", "fail the run on a failed 'should' too, and refuse a document that is not fully understood"),
  ),
  allowUndecided: typed(
    toggle("--allow-undecided", "do not exit with 4 if nothing could be decided in a family of checks"),
  ),
  minTested: typed(
    value("--min-tested <percent>", "fail if the run decides less of the document than this, such as 80%", percentOf),
  ),
  maxMs: value("--max-ms <duration>", "fail responses that take longer than this", milliseconds("ms")),
  knownFailing: typed(
    text("--known-failing <file>", "a file of known failures, with reasons; an entry that passes now fails the run"),
  ),
  writeKnownFailing: typed(
    text("--write-known-failing <file>", "write what fails now to such a file; you fill in the reasons"),
  ),
  outputs: reports("write a report: json, junit, html, sarif, ctrf, allure, github, markdown; several at once"),
  exports: typed(
    several(
      "--export <kind=file>",
      "write the valid requests of the run: k6, http or postman; several at once",
      (all) => all.map(exportOf),
    ),
  ),
  compare: typed(
    text(
      "--compare <report>",
      "compare two JSON reports, --compare before.json after.json: what broke, what was fixed",
    ),
  ),
  verbose: typed(toggle("--verbose", "show every finding, and what passed")),
  explain: typed(text("--explain <id>", "explain a check: what it claims, why, and how to fix what it finds")),
  secondJudge: typed(toggle("--no-second-judge", "does nothing: the second judge is gone")),
};

/** The headings of the help, each before the first flag below it. */
export const HEADINGS: Readonly<Partial<Record<keyof typeof FLAGS, string>>> = {
  spec: "What to verify:",
  key: "How to be let in and reached:",
  readOnly: "What a run may do:",
  strict: "What fails a run:",
  outputs: "What to show:",
};

type Read = Options<typeof FLAGS>;

/** How to verify. */
export interface VerifyCommandOptions extends Omit<Read, "explore" | "key" | "keyEnv" | "otherKey" | "otherKeyEnv"> {
  readonly baseUrl: string;
  readonly keys: readonly GivenKey[];
  readonly otherKeys: readonly GivenKey[];
  readonly selection: Selection;
  readonly explore?: { readonly count: number; readonly seed: number };
}

export type VerifyFlags = TypedFlags;

/**
 * Works out the options.
 * @throws UsageError for a value that cannot be used
 */
export function readVerifyOptions(
  base: string | undefined,
  flags: VerifyFlags,
  env: Environment,
): VerifyCommandOptions {
  const { explore, key, keyEnv, otherKey, otherKeyEnv, ...read } = readFlags(FLAGS, flags, env);
  // A key that the user names on the command line replaces the one of the environment.
  const typedKeys = keyEnv.length > 0 ? key.filter(({ source }) => source === "--key") : key;
  return {
    ...read,
    keys: givenKeys(typedKeys, keyEnv, env),
    otherKeys: givenKeys(otherKey, otherKeyEnv, env),
    baseUrl: baseUrlOf(base ?? env["ANIMAL_STORE_BASE_URL"]),
    // A subset of the checks need not decide something in every family.
    allowUndecided: read.allowUndecided || read.profile === "smoke" || read.shard !== undefined,
    selection: selectionOf(read),
    ...exploreOf(explore, read),
  };
}

function exploreOf(
  count: number | undefined,
  { seed, profile }: Pick<Read, "seed" | "profile">,
): Pick<VerifyCommandOptions, "explore"> {
  if (count !== undefined) return { explore: { count, seed: seed ?? Date.now() % 2 ** 31 } };
  if (seed === undefined) return {};
  if (profile === "full") return { explore: { count: FULL_EXPLORE, seed } };
  throw new UsageError("--seed needs --explore N or --profile full: without them nothing is generated");
}

/** These would change how the request is parsed. */
const FRAMING = new Set(["content-length", "transfer-encoding"]);

export function headerOf({ text: header }: Given): readonly [string, string] {
  const match = /^([!#$%&'*+.^_`|~\w-]+):\s*([^\r\n]*)$/.exec(header);
  if (match === null) throw new UsageError(`--header must be "Name: value", not ${quoted(header.slice(0, 20))}`);
  const [, name = "", value = ""] = match;
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    throw new UsageError(`--header ${name} has characters that a header cannot carry (control, or beyond Latin-1)`);
  if (FRAMING.has(name.toLowerCase())) throw new UsageError(`--header must not be ${name}: each request has its own`);
  return [name, value];
}
