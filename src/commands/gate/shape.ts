// Applies the flags to the changes found: selection, severities and exemptions.
import { resolve } from "node:path";
import { readText } from "../../document/read.ts";
import type { GateResult } from "../../gate/model.ts";
import { summarise } from "../../gate/summary.ts";
import type { Severities } from "../../gate/severities.ts";
import { count, oneLine } from "../../report/text.ts";
import { selectsAll } from "../../selection/selection.ts";
import type { CommandIo } from "../io.ts";
import { UsageError } from "../usage.ts";
import type { GateOptions } from "./options.ts";

export interface Shaped {
  readonly result: GateResult;
  /** Sentences that fail the run without being changes. */
  readonly failures: readonly string[];
}

/**
 * The result as requested.
 * @throws UsageError for a file or a name that cannot be used
 */
export async function shape(compared: GateResult, options: GateOptions, io: CommandIo): Promise<Shaped> {
  return exempt(await weigh(await select(compared, options), options, io), options, io);
}

async function select(compared: GateResult, { selection }: GateOptions): Promise<GateResult> {
  if (selectsAll(selection)) return compared;
  const { selectChanges } = await import("../../gate/selected.ts");
  const selected = selectChanges(compared, selection);
  if (!selected.ok) throw new UsageError(selected.message);
  return summarise({ ...compared, changes: selected.changes });
}

async function weigh(compared: GateResult, options: GateOptions, io: CommandIo): Promise<GateResult> {
  const { severities, severityFile } = options;
  if (severities.length === 0 && severityFile === undefined) return compared;
  const { SeverityError, readSeverities, readSeverityFile, withSeverities } = await import("../../gate/severities.ts");
  try {
    const found: Severities =
      severityFile === undefined
        ? new Map()
        : readSeverityFile(await textOf(resolve(io.cwd, severityFile), severityFile), severityFile);
    // Flags override the file, because they are meant for this run alone.
    const all = new Map([...found, ...readSeverities(severities)]);
    return summarise({ ...compared, changes: withSeverities(compared.changes, all) });
  } catch (error) {
    throw error instanceof SeverityError ? new UsageError(error.message) : error;
  }
}

async function textOf(path: string, name: string): Promise<string> {
  const text = readText(path);
  if (typeof text === "string") return text;
  throw new UsageError(`the file of severities ${name} ${text.refused}`);
}

async function exempt(compared: GateResult, options: GateOptions, io: CommandIo): Promise<Shaped> {
  if (options.exemptions === undefined) return { result: compared, failures: [] };
  const { ExemptionsError, applyExemptions, loadExemptions } = await import("../../gate/exemptions.ts");
  try {
    const exemptions = await loadExemptions(resolve(io.cwd, options.exemptions), options.exemptions);
    const { changes, failures, removable } = applyExemptions(compared.changes, exemptions, options.today);
    if (options.strictExemptions) failures.push(...removable);
    else for (const sentence of firstOf(removable)) io.stderr(`animal-store gate: ${oneLine(sentence)}\n`);
    return { result: summarise({ ...compared, changes }), failures };
  } catch (error) {
    throw error instanceof ExemptionsError ? new UsageError(error.message) : error;
  }
}

/** Stale exemptions that are named. */
const MOST_NAMED = 10;

function firstOf(removable: readonly string[]): readonly string[] {
  const more = removable.length - MOST_NAMED;
  const rest = `${count(more, "more exemption")} can be removed; --strict-exemptions lists all`;
  return more > 0 ? [...removable.slice(0, MOST_NAMED), rest] : removable;
}
