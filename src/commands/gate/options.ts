// The options of `gate`, validated before anything is read.
import { PROFILES } from "../../gate/profiles.ts";
import type { NoticeDays } from "../../gate/model.ts";
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
import { type Environment, type Given, UsageError, textThat, unfit, whole } from "../usage.ts";

const FAIL_ON = ["breaking", "unknown", "never"] as const;

export type FailOn = (typeof FAIL_ON)[number];

/** The default number of days required between deprecation and sunset. */
const DEFAULT_NOTICE_DAYS = 90;
const DEFAULT_BUDGET_MS = 4_000;

const pathOf = textThat((text) => text !== "", "the path of a file");

/** All flags of the command. */
export const FLAGS = {
  profile: typed(
    value(
      "--profile <name>",
      "wire: what is declared; strict: also what is not; sdk: also names (default: wire)",
      oneOf(PROFILES),
      "wire",
    ),
  ),
  failOn: typed(
    value("--fail-on <verdict>", "breaking, unknown or never (default: breaking)", oneOf(FAIL_ON), "breaking"),
  ),
  today: today("judge lifecycles as of this day (default: today, UTC)"),
  noticeDays: several(
    "--notice-days <days>",
    `the least days between deprecation and sunset, for all or by stability: stable=180,beta=30 (default: ${DEFAULT_NOTICE_DAYS})`,
    noticeOf,
  ),
  exemptions: typed(
    value("--exemptions <file>", "YAML list of id, pointer, reason, expires; an expired one fails the run", pathOf),
  ),
  strictExemptions: typed(toggle("--strict-exemptions", "an exemption that is no longer needed fails the run too")),
  writeExemptions: typed(
    value(
      "--write-exemptions <file>",
      "write an exemption for every change that fails the run; you fill in the reasons",
      pathOf,
    ),
  ),
  budgetMs: value(
    "--budget-ms <n>",
    `the work to spend on proofs, as milliseconds on an ordinary machine; what remains is unknown (default: ${DEFAULT_BUDGET_MS})`,
    whole(1, 86_400_000),
    DEFAULT_BUDGET_MS,
  ),
  outputs: reports("json, markdown, github, sarif, junit, html, ctrf, allure; several at once"),
  replay: value(
    "--replay <url>",
    "send each request witness to a server of the new document; the key comes from ANIMAL_STORE_KEY",
    baseUrl,
  ),
  severities: typed(texts("--severity <rule=level>", "error, warning or none for a kind of change: see --rules")),
  severityFile: typed(text("--severity-file <file>", "a YAML map of rules to severities")),
  only: typed(texts("--only <kind:glob>", "only operations that match path:, tag: or operation:")),
  except: typed(texts("--except <kind:glob>", "leave out operations that match path:, tag: or operation:")),
  changelog: typed(
    value(
      "--changelog [format]",
      "print release notes, markdown or json, instead of the verdicts",
      oneOf(["markdown", "json"] as const),
    ),
  ),
  rules: typed(toggle("--rules", "list every kind of change and what it means")),
  overlays: OVERLAYS,
  asksSuite: typed(toggle("--no-suite", "does nothing: the old document's suite is no longer run")),
  all: typed(toggle("--all", "print every finding in full, not only what fits on two screens")),
  verbose: typed(toggle("--verbose", "also show what is compatible, and why")),
};

/** How to run the gate. */
export interface GateOptions extends Options<typeof FLAGS> {
  readonly today: string;
  readonly selection: Selection;
}

/**
 * Works out the options.
 * @throws UsageError for a value that cannot be used
 */
export function readGateOptions(flags: TypedFlags, env: Environment): GateOptions {
  // Release notes are in Markdown by default.
  const changelog = flags["changelog"] === true ? { changelog: "markdown" } : {};
  const read = readFlags(FLAGS, { ...flags, ...changelog }, env);
  return {
    ...read,
    today: read.today ?? new Date().toISOString().slice(0, 10),
    selection: selectionOf(read, ["path", "tag", "operation"]),
  };
}

const LEVELS = ["stable", "beta"] as const;
const MOST_DAYS = 36_500;

/** A bare number applies to all levels and "beta=30" to one; the last one typed wins. */
function noticeOf(given: readonly Given[]): NoticeDays {
  let days: NoticeDays = { stable: DEFAULT_NOTICE_DAYS, beta: DEFAULT_NOTICE_DAYS };
  for (const { text: all, source } of given) {
    for (const part of all.split(",")) {
      const [, name, number = ""] = /^(?:([a-z]+)=)?(\d+)$/.exec(part.trim()) ?? [];
      const level = LEVELS.find((one) => one === name);
      if (number === "" || (name !== undefined && level === undefined) || Number(number) > MOST_DAYS) {
        throw unfit(
          { text: part, source },
          `a whole number from 0 to ${MOST_DAYS}, after stable= or beta= for one of them`,
        );
      }
      const each = Number(number);
      days = level === undefined ? { stable: each, beta: each } : { ...days, [level]: each };
    }
  }
  return days;
}

function baseUrl(given: Given): string {
  const wanted = "a URL that starts with http:// or https:// and ends with its path, such as http://127.0.0.1:4010/v1";
  if (!/^https?:\/\/\S+$/i.test(given.text) || !URL.canParse(given.text)) throw unfit(given, wanted);
  const { username, password, search, hash } = new URL(given.text);
  // Do not repeat what was typed: it may be a password.
  if (username !== "" || password !== "") {
    throw new UsageError(`${given.source} must not carry a user or a password: give the key in ANIMAL_STORE_KEY`);
  }
  if (search !== "" || hash !== "") throw unfit(given, wanted);
  return given.text.replace(/\/+$/, "");
}
