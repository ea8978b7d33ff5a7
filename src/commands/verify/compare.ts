// `verify --compare BEFORE AFTER`: what broke between two JSON reports, and what was fixed.
import { readJsonBytes } from "../../json/read.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { groupsOf } from "../../memo.ts";
import { count, oneLine } from "../../report/text.ts";
import { readGiven } from "../given-file.ts";
import type { CommandIo } from "../io.ts";
import { UsageError } from "../usage.ts";

/** Lines of one kind. */
const MOST = 20;

/** Compares two reports. @returns 1 if something broke, otherwise 0 @throws UsageError for what is no report */
export async function compareReports(before: string, after: string | undefined, io: CommandIo): Promise<number> {
  if (after === undefined) throw new UsageError("--compare needs two reports: --compare before.json after.json");
  const [old, now] = [await resultsIn(before, io.cwd), await resultsIn(after, io.cwd)];
  const changed = (isWanted: (was: string | undefined, is: string) => boolean): Row[] =>
    [...now].filter(([name, one]) => isWanted(old.get(name)?.verdict, one.verdict)).map(([, one]) => one);
  const isFailure = (word: string | undefined): boolean => word === "fail" || word === "error";
  const broke = changed((was, is) => isFailure(is) && !isFailure(was));
  const fixed = changed((was, is) => isFailure(was) && (is === "pass" || is === "warning"));
  const undecided = changed((was, is) => is === "inconclusive" && was !== undefined && was !== "inconclusive");
  const still = changed((was, is) => isFailure(was) && isFailure(is));
  const gone = [...old].filter(([name, one]) => !now.has(name) && isFailure(one.verdict)).map(([, one]) => one);
  io.stdout(
    [
      ...section("✗ broke", broke),
      ...section("✓ fixed", fixed),
      ...section("? no longer decided", undecided),
      ...section("– no longer checked, and failed before", gone),
      `${broke.length} broke, ${fixed.length} fixed, ${undecided.length} no longer decided, ${count(still.length, "failure")} as before`,
    ]
      .map((line) => `${line}\n`)
      .join(""),
  );
  return broke.length > 0 ? 1 : 0;
}

/** What is compared of a result. */
interface Row {
  readonly id: string;
  readonly operation: string;
  readonly about: string;
  readonly claim: string;
  readonly detail: string;
  readonly verdict: string;
  readonly cause: string;
}

function rowOf(result: JsonObject): Row {
  const text = (name: string): string => {
    const value = result[name];
    return typeof value === "string" ? value : "";
  };
  const [id, operation] = [text("id"), text("operation")];
  const cause = text("cause") === "" ? `${id} ${operation}` : text("cause");
  return {
    id,
    operation,
    cause,
    about: text("about"),
    claim: text("claim"),
    detail: text("detail"),
    verdict: text("verdict"),
  };
}

/** The results of a kind, one line for each cause. */
function section(title: string, all: readonly Row[]): string[] {
  const causes = [...groupsOf(all, ({ cause }) => cause).values()];
  const lines = causes.slice(0, MOST).flatMap((own) => {
    const more = own.length > 1 ? ` (${count(own.length, "result")})` : "";
    return own
      .slice(0, 1)
      .map(({ operation, claim, id, detail }) =>
        oneLine(`${title}  ${operation}: ${claim}${more} · ${id}${detail === "" ? "" : `: ${detail}`}`),
      );
  });
  return causes.length > MOST ? [...lines, `${title}  and ${causes.length - MOST} more`] : lines;
}

/** The results of a report, by check, operation and case. */
async function resultsIn(file: string, cwd: string): Promise<ReadonlyMap<string, Row>> {
  const hint = "; it must be a report that verify wrote with --report json=FILE";
  const reading = readJsonBytes(await readGiven("--compare", file, cwd, hint), 512);
  const value: JsonValue = "value" in reading ? reading.value : null;
  const results = isObject(value) ? value["results"] : undefined;
  if (!Array.isArray(results)) throw new UsageError(`--compare cannot use ${file}: it is no JSON report of verify`);
  return new Map(
    (results as readonly JsonValue[]).filter(isObject).map((one): [string, Row] => {
      const row = rowOf(one);
      return [JSON.stringify([row.id, row.operation, row.about]), row];
    }),
  );
}
