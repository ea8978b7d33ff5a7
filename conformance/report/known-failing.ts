// `--known-failing FILE`: failures that are known, each with a reason. Their checks still run, and the report shows
// them separately. An entry that passes now is stale and fails the run, so that the list never outlives what it
// excuses.
import { resolve } from "node:path";
import { isDay } from "../../src/contract/lifecycle.ts";
import { appendPointer } from "../../src/json/pointer.ts";
import { defined } from "../../src/json/defined.ts";
import { quoted } from "../../src/json/quote.ts";
import { parseText, readText } from "../../src/document/read.ts";
import type { AnyCheck } from "../check.ts";
import { isCalled } from "../operations.ts";
import { oneLine } from "../../src/report/text.ts";
import type { Result } from "../run.ts";
import { type JsonValue, isObject } from "../../src/json/value.ts";

/** One line of the list. */
export interface KnownFailure {
  /** The id of the check. */
  readonly check: string;
  /** The operationId, or "GET /items"; absent: every operation that the check applies to. */
  readonly operation?: string;
  /** The property, parameter or value that the check is about, as a report shows it; absent: all of them. */
  readonly case?: string;
  /** The last day on which it is excused, "2027-03-31"; absent: no end. */
  readonly expires?: string;
  readonly reason: string;
  /** The place of the entry: "known-failing.yaml:3". */
  readonly place: string;
}

/** Thrown for a list that cannot be read. Its message is complete: one line for each problem, with its place. */
export class KnownFailingError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.map(oneLine).join("\n"));
    this.name = "KnownFailingError";
    this.problems = problems;
  }
}

/** Reads the list in a file. @throws KnownFailingError with file and line of each problem */
export async function readKnownFailing(file: string, checks: readonly AnyCheck[], cwd = "."): Promise<KnownFailure[]> {
  const text = readText(resolve(cwd, file));
  if (typeof text !== "string") throw new KnownFailingError([`${file}: the list of known failures ${text.refused}`]);
  return parseKnownFailing(text, file, checks);
}

/**
 * Reads the list in a text.
 * @param name the name that messages use for it
 * @throws KnownFailingError like `readKnownFailing`
 */
export function parseKnownFailing(text: string, name: string, checks: readonly AnyCheck[]): KnownFailure[] {
  if (text.trim() === "") return [];
  const parsed = parseText(text);
  if ("fault" in parsed) throw new KnownFailingError([`${name}:${parsed.fault.line}: ${parsed.fault.message}`]);
  const { value } = parsed;
  if (value === null) return [];
  if (!Array.isArray(value)) throw new KnownFailingError([`${name}:1: must be a list of known failures, ${SHAPE}`]);
  const problems: string[] = [];
  const placeOf = (pointer: string): string => `${name}:${parsed.locate(pointer).line}`;
  const entries = (value as readonly JsonValue[]).map((one, index) =>
    knownFailure(one, appendPointer("", index), {
      checks: new Set(checks.map(({ id }) => id)),
      placeOf,
      complain: (pointer, message) => void problems.push(`${placeOf(pointer)}: ${message}`),
    }),
  );
  if (problems.length > 0) throw new KnownFailingError(problems);
  return entries;
}

const FIELDS = new Set(["check", "operation", "case", "reason", "expires"]);
const SHAPE = 'each with "check" and "reason", and with "operation", "case" and "expires" where they are wanted';

/** The file that has an entry. */
export interface ListedIn {
  /** The ids of all checks. */
  readonly checks: ReadonlySet<string>;
  /** "known-failing.yaml:3". */
  placeOf(pointer: string): string;
  complain(pointer: string, message: string): void;
}

/** Reads an entry of a list of known failures. What is wrong with it goes to `complain`. */
export function knownFailure(value: JsonValue | undefined, pointer: string, file: ListedIn): KnownFailure {
  const place = file.placeOf(pointer);
  if (!isObject(value)) {
    file.complain(pointer, `must be an entry ${SHAPE.replace("each with", "with")}`);
    return { check: "", reason: "", place };
  }
  const at = (key: string): string => appendPointer(pointer, key);
  const textOf = (key: string): string => {
    const text = value[key];
    if (typeof text === "string" && text.trim() !== "") return text.trim();
    if (text === undefined) file.complain(pointer, `"${key}" is missing`);
    else file.complain(at(key), `"${key}" must be text`);
    return "";
  };
  const given = (key: string): string | undefined => (value[key] === undefined ? undefined : textOf(key));
  for (const key of Object.keys(value).filter((name) => !FIELDS.has(name)))
    file.complain(at(key), `there is no field ${quoted(key)}; ${SHAPE}`);
  const check = textOf("check");
  if (check !== "" && !file.checks.has(check))
    file.complain(at("check"), `there is no check ${quoted(check)}${nearest(check, file.checks)}`);
  const reason = textOf("reason");
  const others = defined({ operation: given("operation"), case: given("case"), expires: given("expires") });
  if (others.expires !== undefined && others.expires !== "" && !isDay(others.expires))
    file.complain(at("expires"), '"expires" must be a day such as 2027-03-31');
  return { check, reason, place, ...others };
}

function nearest(id: string, checks: ReadonlySet<string>): string {
  const [, last = id] = id.split(".");
  const near = [...checks].find((known) => known.toLowerCase() === id.toLowerCase() || known.endsWith(`.${last}`));
  return near === undefined ? "; `animal-store checks` lists them" : `; did you mean "${near}"?`;
}

/** A result that the list excuses. */
export interface ExcusedResult {
  readonly result: Result;
  readonly known: KnownFailure;
}

export interface KnownFailingOutcome {
  /** The results that decide the run: all that the list does not excuse. */
  readonly results: readonly Result[];
  /** Failures that were expected. They are shown separately and do not fail the run. */
  readonly excused: readonly ExcusedResult[];
  /** Entries whose check now passes everywhere they name: they fail the run. */
  readonly stale: readonly KnownFailure[];
  /** Entries that name an operation to which the check does not apply: they fail the run too. */
  readonly unmatched: readonly KnownFailure[];
  /** Entries past their last day: what they excused fails again. */
  readonly expired: readonly KnownFailure[];
}

/** The rules for applying a list. */
export interface ListRules {
  /** True if the run leaves something out: an entry about that is not a mistake. */
  readonly isPartial?: boolean;
  /** The day that `expires` is compared with. */
  readonly today?: string;
}

/** Applies a list to the results of a run. */
export function applyKnownFailing(
  results: readonly Result[],
  list: readonly KnownFailure[],
  { isPartial = false, today = "" }: ListRules = {},
): KnownFailingOutcome {
  const expired = list.filter(({ expires }) => expires !== undefined && expires < today);
  const excused: ExcusedResult[] = [];
  const kept: Result[] = [];
  for (const result of results) {
    const known =
      result.outcome.verdict === "fail"
        ? list.find((one) => !expired.includes(one) && isAbout(one, result))
        : undefined;
    if (known === undefined) kept.push(result);
    else excused.push({ result, known });
  }
  const asked = (one: KnownFailure): Result[] => results.filter((result) => isAbout(one, result));
  const unmatched = isPartial ? [] : list.filter((one) => asked(one).length === 0);
  // A check that is inconclusive today may fail again tomorrow: only a pass everywhere makes an entry stale.
  const stale = list.filter(
    (one) => asked(one).length > 0 && asked(one).every(({ outcome }) => outcome.verdict === "pass"),
  );
  return { results: kept, excused, stale, unmatched, expired };
}

function isAbout({ check, operation, case: own }: KnownFailure, result: Result): boolean {
  if (check !== result.check.id || (own !== undefined && own !== result.subject.about)) return false;
  return operation === undefined || isCalled(result.subject.operation, operation);
}

function about({ place, check, operation, case: own }: KnownFailure): string {
  const of = operation === undefined ? "" : ` of ${operation}`;
  return `${place}: ${check}${of}${own === undefined ? "" : ` (${own})`}`;
}

/** The entries that fail the run, one line each: "known-failing.yaml:3: lists.created passes now; …". */
export function staleLines({ stale, unmatched }: KnownFailingOutcome): string[] {
  return [
    ...stale.map((one) => `${about(one)} passes now; delete this entry`),
    ...unmatched.map(
      (one) => `${about(one)} is not asked of this document; delete this entry, or correct its operation`,
    ),
  ];
}

/** The entries that excuse nothing any more, one line each. What they excused fails by itself. */
export function expiredLines({ expired }: KnownFailingOutcome): string[] {
  return expired.map((one) => `${about(one)} was excused until ${one.expires}; fix it, or give it a new day`);
}
