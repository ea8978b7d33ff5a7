// Severities by kind: a team can tolerate or forbid a change, whatever severity the gate gives it.
import { nearestName } from "../document/nearest-name.ts";
import { parseText } from "../document/read.ts";
import { isObject } from "../json/value.ts";
import { writeJson } from "../json/write.ts";
import { KINDS } from "./kinds/kinds.ts";
import type { ChangeSeverity } from "./profiles.ts";
import type { Change } from "./model.ts";
import { quoted } from "../json/quote.ts";

export type Severities = ReadonlyMap<string, ChangeSeverity>;

const EXAMPLE = "request-maxLength=warning";
const LEVELS: readonly ChangeSeverity[] = ["error", "warning", "none"];

/** One sentence about a rule or level that does not exist. */
export class SeverityError extends Error {}

/**
 * Reads the values of `--severity`, each "rule=level".
 * @throws SeverityError for a rule or level that does not exist
 */
export function readSeverities(values: readonly string[]): Severities {
  return new Map(
    values.map((value) => {
      const at = value.lastIndexOf("=");
      if (at < 0) throw new SeverityError(`--severity must be a rule and a level, such as ${EXAMPLE}, not "${value}"`);
      return readSeverity(value.slice(0, at), value.slice(at + 1), `--severity ${value}`);
    }),
  );
}

/**
 * Reads the text of a file of severities: a YAML map from rules to levels.
 * @param name what messages call it
 * @throws SeverityError naming the entry that is wrong
 */
export function readSeverityFile(text: string, name: string): Severities {
  const parsed = parseText(text);
  if ("fault" in parsed) throw new SeverityError(`${name}:${parsed.fault.line}: the file ${parsed.fault.message}`);
  const { value } = parsed;
  if (value === null) return new Map();
  if (!isObject(value)) throw new SeverityError(`${name} must map rules to error, warning or none`);
  return new Map(
    Object.entries(value).map(([rule, level]) =>
      readSeverity(rule, typeof level === "string" ? level : writeJson(level), `${name}: ${rule}`),
    ),
  );
}

function readSeverity(rule: string, text: string, source: string): readonly [string, ChangeSeverity] {
  if (!KINDS.has(rule)) {
    const meant = nearestName(rule, KINDS.keys());
    const hint = meant === undefined ? "animal-store gate --rules lists them" : `did you mean ${meant}?`;
    throw new SeverityError(`${source}: there is no rule ${quoted(rule)}; ${hint}`);
  }
  const level = LEVELS.find((known) => known === text);
  if (level !== undefined) return [rule, level];
  throw new SeverityError(`${source}: the severity must be error, warning or none, not ${quoted(text)}`);
}

/** The changes with the severities requested for their kinds. Changes proved compatible stay compatible. */
export function withSeverities(changes: readonly Change[], severities: Severities): readonly Change[] {
  if (severities.size === 0) return changes;
  return changes.map((change) => {
    const severity = severities.get(change.kind);
    return severity === undefined || change.verdict === "compatible" ? change : { ...change, severity };
  });
}
