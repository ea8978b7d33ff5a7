// Exemptions: breaking changes that a team decided to make anyway, each with a reason and an expiry day. An expired
// exemption fails the run. The run also reports exemptions that no longer apply, so that they can be removed.
import { isDay } from "../contract/lifecycle.ts";
import { parseText, readText } from "../document/read.ts";
import type { Change } from "./model.ts";
import { type JsonValue, isObject } from "../json/value.ts";
import { quoted } from "../json/quote.ts";

export interface Exemption {
  readonly id: string;
  readonly pointer: string;
  readonly reason: string;
  /** The last day on which the exemption is valid. */
  readonly expires: string;
}

export interface Exempted {
  readonly changes: readonly Change[];
  /** A sentence for each invalid exemption. */
  readonly failures: string[];
  /** A sentence for each exemption that is no longer needed: its change was merged or reverted. */
  readonly removable: readonly string[];
}

/** Thrown for an exemptions file that cannot be understood. */
export class ExemptionsError extends Error {}

/**
 * Reads an exemptions file.
 * @param name what messages call it
 * @throws ExemptionsError if it cannot be read or understood
 */
export async function loadExemptions(path: string, name: string): Promise<Exemption[]> {
  const text = readText(path);
  if (typeof text !== "string") throw new ExemptionsError(`the exemptions file ${name} ${text.refused}`);
  return readExemptions(text, name);
}

/**
 * Reads the text of an exemptions file: a YAML list of `id`, `pointer`, `reason` and `expires`.
 * @throws ExemptionsError naming the entry that is wrong
 */
function readExemptions(text: string, name: string): Exemption[] {
  const parsed = parseText(text);
  if ("fault" in parsed) {
    throw new ExemptionsError(`${name}:${parsed.fault.line}: the exemptions file ${parsed.fault.message}`);
  }
  const list = isObject(parsed.value) ? parsed.value["exemptions"] : parsed.value;
  if (list === null) return [];
  if (!Array.isArray(list))
    throw new ExemptionsError(`${name}: it must hold a list of exemptions, each with id, pointer, reason and expires`);
  return list.map((entry: JsonValue, index) => readExemption(entry, `${name}: exemption ${index + 1}`));
}

function readExemption(entry: JsonValue, place: string): Exemption {
  const shape = "each has id, pointer, reason and expires, all of them texts";
  if (!isObject(entry)) throw new ExemptionsError(`${place} is ${quoted(entry)}: ${shape}`);
  const text = (key: string): string => {
    const value = entry[key];
    if (value === undefined || value === "") throw new ExemptionsError(`${place} has no ${key}: ${shape}`);
    if (typeof value === "string" && value.trim() !== "") return value;
    throw new ExemptionsError(`${place}: ${key} is ${quoted(value)}: ${shape}`);
  };
  const exemption = { id: text("id"), pointer: text("pointer"), reason: text("reason"), expires: text("expires") };
  if (isDay(exemption.expires)) return exemption;
  throw new ExemptionsError(
    `${place}: expires is ${quoted(exemption.expires)}; it must be a day such as 2030-12-05, the last on which it holds`,
  );
}

/** Marks the changes that are exempt on the given day. */
export function applyExemptions(changes: readonly Change[], exemptions: readonly Exemption[], today: string): Exempted {
  const failures: string[] = [];
  const removable: string[] = [];
  const reasons = new Map<string, string>();
  for (const exemption of exemptions) {
    if (!changes.some((change) => change.id === exemption.id && change.verdict !== "compatible")) {
      removable.push(`exemption ${exemption.id} is no longer needed: no change has that id; remove it`);
      continue;
    }
    const failure = reasons.has(exemption.id)
      ? `exemption ${exemption.id} is listed twice: keep the one that holds`
      : failureOf(exemption, changes, today);
    if (failure === undefined) reasons.set(exemption.id, exemption.reason);
    else failures.push(failure);
  }
  const marked = changes.map((change) => {
    const exempted = reasons.get(change.id);
    return exempted === undefined ? change : { ...change, exempted };
  });
  return { changes: marked, failures, removable };
}

function failureOf(exemption: Exemption, changes: readonly Change[], today: string): string | undefined {
  const change = changes.find(({ id, verdict }) => id === exemption.id && verdict !== "compatible");
  if (change?.base?.pointer !== exemption.pointer && change?.revision?.pointer !== exemption.pointer) {
    const pointers = [change?.base?.pointer, change?.revision?.pointer].filter((pointer) => pointer !== undefined);
    const places = [...new Set(pointers)].join(" and ");
    return `exemption ${exemption.id} names ${exemption.pointer}, but the change is at ${places}`;
  }
  return today > exemption.expires
    ? `exemption ${exemption.id} expired on ${exemption.expires}: fix the change, or give the exemption another day`
    : undefined;
}

/** How many days an exemption written from a run is valid. */
const DAYS = 90;

/**
 * The text of an exemptions file for every change that fails a run, with the reasons left to fill in.
 * @param today the day of the run, "2030-12-05"
 */
export function exemptionsFile(changes: readonly Change[], today: string): string {
  const expires = new Date(Date.parse(today) + DAYS * 86_400_000).toISOString().slice(0, 10);
  const entries = changes.map(({ id, text, base, revision }) => {
    const fields = { id, pointer: (base ?? revision)?.pointer ?? "", reason: "", expires };
    const lines = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
    return `# ${text.replaceAll(/\s+/g, " ")}\n- ${lines.join("\n  ")}\n`;
  });
  const head = "# Breaking changes that are accepted. Give each a reason; after its last day it fails the run again.\n";
  return `${head}${entries.length === 0 ? "[]\n" : entries.join("")}`;
}
