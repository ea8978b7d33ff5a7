// Reads the situations to start with, from the command line or a YAML file.
import type { Operation } from "../../../contract/model.ts";
import { parseText } from "../../../document/read.ts";
import { loadControlContract } from "../../../http/control/contract.ts";
import { type JsonValue, isObject } from "../../../json/value.ts";
import type { Situation } from "../../../mock/situations/situation.ts";
import { SituationError, Situations } from "../../../mock/situations/situations.ts";
import { showViolations } from "../../../schema/violation.ts";
import { utf8Of } from "../../../json/bytes.ts";
import { readGiven } from "../../given-file.ts";
import { UsageError } from "../../usage.ts";
import { quoted } from "../../../json/quote.ts";

/** The situations as given. */
export interface GivenSituations {
  /** The text of each `--situation`. */
  readonly words: readonly string[];
  /** The file of `--situations`. */
  readonly file: string | undefined;
}

/**
 * The situations that a mock starts with.
 * @throws UsageError for one that cannot be switched on
 */
export async function readSituations(
  { words, file }: GivenSituations,
  operations: readonly Operation[],
  cwd: string,
): Promise<readonly Situation[]> {
  if (words.length === 0 && file === undefined) return [];
  const typed = words.map((text) => ({ source: `--situation ${quoted(text)}`, value: fromWords(text) }));
  const all = [...typed, ...(file === undefined ? [] : await fromFile(file, cwd))];
  const schema = (await loadControlContract()).operations.find(({ id }) => id === "addSituation")?.body?.content[0]
    ?.schema;
  const trial = new Situations(operations);
  return all.map(({ source, value }) => {
    const violations = schema?.validate(value) ?? [];
    if (violations.length > 0) throw new UsageError(`${source} cannot be used: ${showViolations(violations)}`);
    try {
      return trial.add(value as unknown as Situation).situation;
    } catch (error) {
      if (!(error instanceof SituationError)) throw error;
      throw new UsageError(`${source} cannot be used: ${error.message}`);
    }
  });
}

async function fromFile(file: string, cwd: string): Promise<{ source: string; value: JsonValue }[]> {
  const text = utf8Of(await readGiven("--situations", file, cwd, "; it must be a YAML or JSON file"));
  const reading = text === undefined ? undefined : parseText(text);
  if (reading === undefined) throw new UsageError(`--situations cannot read ${file}: it is not text`);
  if ("fault" in reading) {
    const { line, column, message } = reading.fault;
    throw new UsageError(`--situations cannot use ${file}:${line}:${column}: ${message}`);
  }
  const { value } = reading;
  const list = isObject(value) ? value["situations"] : value;
  if (!Array.isArray(list)) {
    throw new UsageError(
      `--situations cannot use ${file}: it must be a list of situations, or have one in "situations"`,
    );
  }
  return (list as readonly JsonValue[]).map((one, index) => ({
    source: `${file}: situation ${index + 1}`,
    value: one,
  }));
}

/** The effects by name, and how to read their values. */
const EFFECTS: ReadonlyMap<string, (text: string) => JsonValue> = new Map<string, (text: string) => JsonValue>([
  ["latency", latency],
  ["status", numberOrText],
  ["example", (text) => text],
  ["dynamic", (text) => text !== "false"],
  ["connection", (text) => text],
  ["body", (text) => text],
  ["list", (text) => text],
  ["slowBody", numberOrText],
  ["rateLimit", rateLimit],
  ["key", (text) => text],
  ["share", numberOrText],
  ["seed", numberOrText],
  ["times", numberOrText],
]);

/** Reads "GET /items status=503 share=0.2": everything before the first effect selects the operations. */
function fromWords(text: string): JsonValue {
  const words = text.trim().split(/\s+/);
  const first = words.findIndex((word) => word.includes("=") && EFFECTS.has(word.slice(0, word.indexOf("="))));
  const effects = (first === -1 ? [] : words.slice(first)).map((word) => {
    const equals = word.indexOf("=");
    const name = equals === -1 ? word : word.slice(0, equals);
    const read = EFFECTS.get(name);
    if (read === undefined || equals === -1) throw unknownEffect(text, name);
    return [name, read(word.slice(equals + 1))] as const;
  });
  if (effects.length === 0) throw unknownEffect(text, words.at(-1) ?? "");
  const on = words.slice(0, first).join(" ");
  return { ...(on === "" ? {} : { on }), ...Object.fromEntries(effects) };
}

function unknownEffect(text: string, name: string): UsageError {
  return new UsageError(
    `--situation ${quoted(text)} cannot be used: ${quoted(name)} is not an effect with a value; ` +
      `there are ${[...EFFECTS.keys()].map((effect) => `${effect}=`).join(", ")}`,
  );
}

function numberOrText(text: string): JsonValue {
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

/** "200", "200..800", or "0.1/byte". */
function latency(text: string): JsonValue {
  const range = /^(\d+(?:\.\d+)?)\.\.(\d+(?:\.\d+)?)$/.exec(text);
  if (range !== null) return { from: Number(range[1]), to: Number(range[2]) };
  const perByte = /^(\d+(?:\.\d+)?)\/byte$/.exec(text);
  return perByte === null ? numberOrText(text) : { perByte: Number(perByte[1]) };
}

/** "5/10": the number of requests allowed, and the window in seconds. */
function rateLimit(text: string): JsonValue {
  const match = /^(\d+)\/(\d+(?:\.\d+)?)$/.exec(text);
  return match === null ? text : { requests: Number(match[1]), seconds: Number(match[2]) };
}
