// What `gate` was told, judged before anything is read.
import type { Document } from "../../document/document.ts";
import { isDay } from "../../contract/lifecycle.ts";

import { type NoticeDays, PROFILES, type Profile } from "../../gate/model.ts";
import { type Selection, parseSelection } from "../../selection/selection.ts";
import { type Output, parseOutputs } from "../../report/outputs.ts";
import { type OverlayFlags, overlayFiles } from "../overlays.ts";
import { type Environment, type Given, UsageError, pick, unfit, whole } from "../usage.ts";

/** The flags as they were typed. */
export interface GateFlags extends OverlayFlags {
  readonly profile?: string;
  readonly failOn?: string;
  readonly today?: string;
  readonly noticeDays?: readonly string[];
  readonly exemptions?: string;
  readonly strictExemptions?: boolean;
  readonly writeExemptions?: string;
  readonly budgetMs?: string;
  readonly report?: readonly string[];
  readonly replay?: string;
  readonly suite?: boolean;
  readonly verbose?: boolean;
  readonly all?: boolean;
  readonly severity?: readonly string[];
  readonly severityFile?: string;
  readonly only?: readonly string[];
  readonly except?: readonly string[];
  readonly changelog?: string | true;
  readonly rules?: boolean;
}

/** A place where the old suite saw the new document break. */
export interface SuiteBreach {
  readonly check: string;
  readonly operation: string;
  readonly message: string;
}

/**
 * Runs the base's suite against a mock of the revision.
 * @param touched the operations that are written differently
 * @param told those of them that the comparison shows a break of: of these nothing more need be known
 * @param spent units of work that the comparison took: what takes long to compare gets a shorter second look
 */
export type OldSuite = (
  documents: { readonly base: Document; readonly revision: Document },
  touched: ReadonlySet<string>,
  told: ReadonlySet<string>,
  spent?: number,
) => Promise<{
  readonly breaches: readonly SuiteBreach[];
  /** What it was asked of, in words; absent where there was nothing to ask. */
  readonly scope?: string;
}>;

export type FailOn = "breaking" | "unknown" | "never";

/** How to run the gate. */
export interface GateOptions {
  /** Files of overlays, which change both documents. */
  readonly overlays: readonly string[];
  readonly profile: Profile;
  readonly failOn: FailOn;
  readonly today: string;
  readonly noticeDays: NoticeDays;
  readonly budgetMs: number;
  readonly exemptions?: string;
  /** True where an exemption that nothing needs any more fails the run. */
  readonly strictExemptions: boolean;
  /** Where to write an exemption for every change that fails the run. */
  readonly writeExemptions?: string;
  readonly outputs: readonly Output[];
  readonly replay?: string;
  readonly suite?: OldSuite;
  readonly verbose: boolean;
  /** True where every finding is printed. */
  readonly all: boolean;
  /** Each "rule=level", as they were typed. */
  readonly severities: readonly string[];
  readonly severityFile?: string;
  readonly selection: Selection;
  /** Set where release notes are printed in place of the verdicts. */
  readonly changelog?: "markdown" | "json";
}

const FAIL_ON: readonly FailOn[] = ["breaking", "unknown", "never"];

/** Days between deprecation and sunset that are asked for where nothing is said. */
export const DEFAULT_NOTICE_DAYS = 90;
export const DEFAULT_BUDGET_MS = 4_000;

/**
 * Works out the options.
 * @throws UsageError for what cannot be used
 */
export function readGateOptions(flags: GateFlags, env: Environment, suite?: OldSuite): GateOptions {
  const today = pick("today", flags.today, env);
  if (today !== undefined && !isDay(today.text)) throw unfit(today, "a day such as 2030-12-06");
  if (flags.exemptions === "") throw unfit({ text: "", source: "--exemptions" }, "the path of a file");
  if (flags.writeExemptions === "") throw unfit({ text: "", source: "--write-exemptions" }, "the path of a file");
  const replay = baseUrl(pick("replay", flags.replay, env));
  const parsed = parseOutputs(flags.report ?? [], env);
  if (!parsed.ok) throw new UsageError(parsed.message);
  return {
    overlays: overlayFiles(flags, env),
    profile: oneOf("profile", flags.profile ?? "wire", PROFILES),
    failOn: oneOf("fail-on", flags.failOn ?? "breaking", FAIL_ON),
    today: today?.text ?? new Date().toISOString().slice(0, 10),
    noticeDays: noticeOf(flags.noticeDays, env),
    budgetMs: whole(pick("budget-ms", flags.budgetMs, env), 1, 86_400_000) ?? DEFAULT_BUDGET_MS,
    outputs: parsed.outputs,
    verbose: flags.verbose ?? false,
    all: flags.all ?? false,
    severities: flags.severity ?? [],
    selection: selectionOf(flags),
    ...(flags.severityFile === undefined ? {} : { severityFile: flags.severityFile }),
    ...(flags.changelog === undefined
      ? {}
      : { changelog: oneOf("changelog", flags.changelog === true ? "markdown" : flags.changelog, CHANGELOGS) }),
    strictExemptions: flags.strictExemptions ?? false,
    ...(flags.writeExemptions === undefined ? {} : { writeExemptions: flags.writeExemptions }),
    ...(flags.exemptions === undefined ? {} : { exemptions: flags.exemptions }),
    ...(replay === undefined ? {} : { replay }),
    ...(suite === undefined || flags.suite === false ? {} : { suite }),
  };
}

const LEVELS = ["stable", "beta"] as const;
const MOST_DAYS = 36_500;

/** A number is for all levels; "beta=30" is for one, and what is typed last holds. */
function noticeOf(typed: readonly string[] | undefined, env: Environment): NoticeDays {
  let days: NoticeDays = { stable: DEFAULT_NOTICE_DAYS, beta: DEFAULT_NOTICE_DAYS };
  const fromEnv = pick("notice-days", undefined, env);
  const given = typed?.map((text): Given => ({ text, source: "--notice-days" })) ?? [];
  for (const { text, source } of given.length === 0 && fromEnv !== undefined ? [fromEnv] : given) {
    for (const part of text.split(",")) {
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

const CHANGELOGS = ["markdown", "json"] as const;

function selectionOf({ only, except }: GateFlags): Selection {
  const parsed = parseSelection({ only, except }, ["path", "tag", "operation"]);
  if (!parsed.ok) throw new UsageError(parsed.message);
  return parsed.selection;
}

function baseUrl(given: Given | undefined): string | undefined {
  if (given === undefined) return undefined;
  const wanted = "a URL that starts with http:// or https:// and ends with its path, such as http://127.0.0.1:4010/v1";
  if (!/^https?:\/\/\S+$/i.test(given.text) || !URL.canParse(given.text)) throw unfit(given, wanted);
  const { username, password, search, hash } = new URL(given.text);
  // What was typed may be a password: it is not repeated.
  if (username !== "" || password !== "") {
    throw new UsageError(`${given.source} must not carry a user or a password: give the key in ANIMAL_STORE_KEY`);
  }
  if (search !== "" || hash !== "") throw unfit(given, wanted);
  return given.text.replace(/\/+$/, "");
}

function oneOf<T extends string>(name: string, text: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === text);
  if (found === undefined) throw unfit({ text, source: `--${name}` }, `one of ${allowed.join(", ")}`);
  return found;
}
