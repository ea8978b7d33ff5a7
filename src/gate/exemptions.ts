// Changes that somebody has decided to make all the same: each with a reason and a day until which that holds.
// One that applies to nothing, or whose day has passed, fails the run: the list stays as short as the truth.
import { type JsonValue, isObject, writeJson } from "../contract/json.ts";
import { isDay } from "../contract/lifecycle.ts";
import { parseText, readText } from "../contract/read.ts";
import type { Change } from "./model.ts";

export interface Exemption {
  readonly id: string;
  readonly pointer: string;
  readonly reason: string;
  /** The last day on which it holds. */
  readonly expires: string;
}

export interface Exempted {
  readonly changes: readonly Change[];
  /** A sentence for each exemption that is stale or expired. */
  readonly failures: readonly string[];
}

/** Thrown for an exemptions file that cannot be understood. */
export class ExemptionsError extends Error {}

/**
 * Reads an exemptions file.
 * @param name what messages call it
 * @throws ExemptionsError where it cannot be read or understood
 */
export async function loadExemptions(path: string, name: string): Promise<Exemption[]> {
  const text = await readText(path);
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
  if (!isObject(entry)) throw new ExemptionsError(`${place} is ${writeJson(entry)}: ${shape}`);
  const text = (key: string): string => {
    const value = entry[key];
    if (value === undefined || value === "") throw new ExemptionsError(`${place} has no ${key}: ${shape}`);
    if (typeof value === "string" && value.trim() !== "") return value;
    throw new ExemptionsError(`${place}: ${key} is ${writeJson(value)}: ${shape}`);
  };
  const exemption = { id: text("id"), pointer: text("pointer"), reason: text("reason"), expires: text("expires") };
  if (isDay(exemption.expires)) return exemption;
  throw new ExemptionsError(
    `${place}: expires is ${writeJson(exemption.expires)}; it must be a day such as 2030-12-05, the last on which it holds`,
  );
}

/** Marks the changes that are exempt on that day. */
export function applyExemptions(changes: readonly Change[], exemptions: readonly Exemption[], today: string): Exempted {
  const failures: string[] = [];
  const reasons = new Map<string, string>();
  for (const exemption of exemptions) {
    const failure = reasons.has(exemption.id)
      ? `exemption ${exemption.id} stands there twice: keep the one that holds`
      : failureOf(exemption, changes, today);
    if (failure === undefined) reasons.set(exemption.id, exemption.reason);
    else failures.push(failure);
  }
  const marked = changes.map((change) => {
    const exempted = reasons.get(change.id);
    return exempted === undefined ? change : { ...change, exempted };
  });
  return { changes: marked, failures };
}

function failureOf(exemption: Exemption, changes: readonly Change[], today: string): string | undefined {
  const change = changes.find(({ id, verdict }) => id === exemption.id && verdict !== "compatible");
  if (change === undefined) return `exemption ${exemption.id} is stale: no change has that id; remove it`;
  if (change.base?.pointer !== exemption.pointer && change.revision?.pointer !== exemption.pointer) {
    const pointers = [change.base?.pointer, change.revision?.pointer].filter((pointer) => pointer !== undefined);
    const places = [...new Set(pointers)].join(" and ");
    return `exemption ${exemption.id} names ${exemption.pointer}, but the change is at ${places}`;
  }
  return today > exemption.expires
    ? `exemption ${exemption.id} expired on ${exemption.expires}: mend the change, or decide anew and give another day`
    : undefined;
}
