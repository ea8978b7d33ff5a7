// `--known-failing FILE`: failures that are known, each with a reason. Their checks still run, and the report shows
// them separately. An entry that passes now is stale and fails the run, so that the list never outlives what it
// excuses.
import { resolve } from "node:path";
import { isDay } from "../../src/contract/lifecycle.ts";
import { appendPointer } from "../../src/json/pointer.ts";
import { quoted } from "../../src/json/quote.ts";
import { type ParsedText, parseText, readText } from "../../src/document/read.ts";
import type { AnyCheck } from "../check.ts";
import { showOperation } from "../operations.ts";
import { oneLine } from "../../src/report/text.ts";
import type { Result } from "../run.ts";
import { type JsonObject, isObject } from "../../src/json/value.ts";

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
  const reader = new Reader(parsed, name, checks);
  const entries = value.map((_, index) => reader.entry(index));
  if (reader.problems.length > 0) throw new KnownFailingError(reader.problems);
  return entries;
}

const FIELDS = new Set(["check", "operation", "case", "reason", "expires"]);
const SHAPE = 'each with "check" and "reason", and with "operation", "case" and "expires" where they are wanted';

class Reader {
  readonly problems: string[] = [];
  readonly #text: ParsedText;
  readonly #name: string;
  readonly #ids: readonly string[];

  constructor(text: ParsedText, name: string, checks: readonly AnyCheck[]) {
    this.#text = text;
    this.#name = name;
    this.#ids = checks.map(({ id }) => id);
  }

  entry(index: number): KnownFailure {
    const pointer = appendPointer("", index);
    const value = (this.#text.value as readonly unknown[])[index];
    const place = this.#place(pointer);
    if (!isObject(value)) {
      this.problems.push(`${place}: must be an entry ${SHAPE.replace("each with", "with")}`);
      return { check: "", reason: "", place };
    }
    for (const key of Object.keys(value).filter((name) => !FIELDS.has(name))) {
      this.problems.push(`${this.#place(appendPointer(pointer, key))}: there is no field ${quoted(key)}; ${SHAPE}`);
    }
    const check = this.#textOf(value, "check", pointer);
    if (check !== "" && !this.#ids.includes(check)) {
      this.problems.push(
        `${this.#place(appendPointer(pointer, "check"))}: there is no check ${quoted(check)}${this.#nearest(check)}`,
      );
    }
    const reason = this.#textOf(value, "reason", pointer);
    const operation = value["operation"] === undefined ? undefined : this.#textOf(value, "operation", pointer);
    const own = value["case"] === undefined ? undefined : this.#textOf(value, "case", pointer);
    const expires = value["expires"] === undefined ? undefined : this.#textOf(value, "expires", pointer);
    if (expires !== undefined && expires !== "" && !isDay(expires))
      this.problems.push(
        `${this.#place(appendPointer(pointer, "expires"))}: "expires" must be a day such as 2027-03-31`,
      );
    return {
      ...{ check, reason, place },
      ...(operation === undefined ? {} : { operation }),
      ...(own === undefined ? {} : { case: own }),
      ...(expires === undefined ? {} : { expires }),
    };
  }

  #textOf(entry: JsonObject, key: string, pointer: string): string {
    const value = entry[key];
    if (typeof value === "string" && value.trim() !== "") return value.trim();
    const said = value === undefined ? "is missing" : "must be text";
    this.problems.push(`${this.#place(value === undefined ? pointer : appendPointer(pointer, key))}: "${key}" ${said}`);
    return "";
  }

  #place(pointer: string): string {
    return `${this.#name}:${this.#text.locate(pointer).line}`;
  }

  #nearest(id: string): string {
    const [, last = id] = id.split(".");
    const near = this.#ids.find((known) => known.toLowerCase() === id.toLowerCase() || known.endsWith(`.${last}`));
    return near === undefined ? "; `animal-store checks` lists them" : `; did you mean "${near}"?`;
  }
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
  return operation === undefined || isOf(operation, result);
}

function isOf(operation: string, result: Result): boolean {
  const own = result.subject.operation;
  return operation === own.id || operation === showOperation(own);
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
