// Reading of files that somebody else wrote. Nothing outside the folder of the document is read, nothing
// is fetched, and size, depth and aliases are bounded before a parser sees the text.
import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, extname, resolve as resolvePath, sep } from "node:path";
import type { LineCounter, Document as YamlDocument } from "yaml";
import { type JsonFault, type JsonValue, isObject, readJson } from "./json.ts";
import { type Locate, lineAndColumn, locateInJson } from "./location.ts";
import type { SourceFile } from "./references.ts";
import { locateInYaml, survey } from "./yaml-location.ts";
import { yaml } from "./yaml.ts";

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_NESTING = 200;
const TOO_DEEP = `nests deeper than ${MAX_NESTING} levels`;
const MAX_ALIASES = 1000;
/** The parser looks through the document for each alias. */
const MAX_LOOKS = 50_000_000;
/** Values in a text; large public documents have half as many. Beyond, time and memory are what it is after. */
const MAX_VALUES = { json: 1_000_000, yaml: 200_000 } as const;
const EXTENSIONS = [".yaml", ".yml", ".json"];

/** A text that was read: its value, and where each part of it stands. */
export interface ParsedText {
  readonly value: JsonValue;
  readonly locate: Locate;
}

export type TextFault = { readonly message: string; readonly line: number; readonly column: number };

/** Parses YAML 1.2 or JSON. Bounded: refuses what nests or repeats beyond what a document needs. */
export function parseText(text: string): ParsedText | { readonly fault: TextFault } {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const isJson = /^\s*[{[]/.test(body);
  const long = tooLong(body, isJson);
  if (long !== undefined) return { fault: long };
  if (!isJson) return parseYaml(body);
  const reading = readJson(body, MAX_NESTING);
  if ("value" in reading) return { value: reading.value, locate: locateInJson(body) };
  const fault = placed(body, reading.fault);
  if (reading.fault.kind !== "syntax") return { fault };
  // Flow style YAML begins like JSON; what is neither is likelier to be meant as JSON.
  const yaml = parseYaml(body);
  return "value" in yaml ? yaml : { fault };
}

/** A JSON fault tells its place in words or by a pointer; findings want numbers. */
function placed(text: string, { message, pointer }: JsonFault): TextFault {
  if (pointer !== undefined) return { message, ...locateInJson(text)(pointer) };
  const [place, line = "1", column = "1"] = / ?at line (\d+), column (\d+)/.exec(message) ?? [];
  return {
    message: place === undefined ? message : message.replace(place, ""),
    line: Number(line),
    column: Number(column),
  };
}

function parseYaml(text: string): ParsedText | { readonly fault: TextFault } {
  const deep = tooDeep(text);
  if (deep !== undefined) return { fault: deep };
  const { LineCounter, parseDocument } = yaml();
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      intAsBigInt: true,
      prettyErrors: false,
      merge: true,
      uniqueKeys: false,
    });
    const fault = yamlFault(document, lines);
    if (fault !== undefined) return { fault };
    const value = toJson(document.toJS({ maxAliasCount: MAX_ALIASES }), { left: MAX_VALUES.json });
    return { value, locate: locateInYaml(document, lines) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { fault: { message: `cannot be read as YAML: ${reason.split("\n")[0]}`, line: 1, column: 1 } };
  }
}

function yamlFault(document: YamlDocument, lines: LineCounter): TextFault | undefined {
  const at = (offset: number): { line: number; column: number } => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const [error] = document.errors;
  if (error !== undefined) {
    const [message = ""] = error.message.split("\n");
    // The parser ran out of stack, and says so in its own way.
    const why = message.includes("call stack") ? TOO_DEEP : `is not YAML: ${message}`;
    return { message: why, ...at(error.pos[0]) };
  }
  const { aliases, nodes, repeated } = survey(document);
  if (aliases * nodes > MAX_LOOKS) return { message: "has too many aliases", line: 1, column: 1 };
  if (repeated === undefined) return undefined;
  return { message: `has the key ${JSON.stringify(repeated.key)} twice in one map`, ...at(repeated.offset) };
}

/** YAML values as JSON values: short integers as numbers, dates and other leftovers as text. */
function toJson(value: unknown, budget: { left: number }, depth = 0): JsonValue {
  if (--budget.left < 0) throw new Error(`its aliases stand for more than ${MAX_VALUES.json} values`);
  if (depth > MAX_NESTING) throw new Error(`it nests deeper than ${MAX_NESTING} levels`);
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error("it has a number that JSON cannot hold");
  if (typeof value === "bigint") {
    const short = Number(value);
    return Number.isSafeInteger(short) ? short : value;
  }
  if (Array.isArray(value)) return value.map((item) => toJson(item, budget, depth + 1));
  if (isObject(value)) {
    const copy: Record<string, JsonValue> = {};
    for (const [key, item] of Object.entries(value)) {
      if (key === "__proto__") throw new Error('it has a key "__proto__"');
      copy[key] = toJson(item, budget, depth + 1);
    }
    return copy;
  }
  return value === undefined ? null : (value as JsonValue);
}

/** Looks for more values than a document needs: each has a comma before it or, in YAML, a line of its own. */
function tooLong(text: string, isJson: boolean): TextFault | undefined {
  const most = isJson ? MAX_VALUES.json : MAX_VALUES.yaml;
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code !== COMMA && (isJson || code !== NEWLINE)) continue;
    if (++count > most)
      return {
        message: `has more than ${most} values${isJson ? "" : "; as JSON it may have more"}`,
        ...lineAndColumn(text, index),
      };
  }
  return undefined;
}

const COMMA = 0x2c;
const NEWLINE = 0x0a;

/** Looks for nesting that a YAML parser would follow with its own stack. */
function tooDeep(text: string): TextFault | undefined {
  let depth = 0;
  let lineStart = true;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    // Brackets in prose may be unbalanced; a flow collection cannot go on at the margin of a block.
    if (lineStart && char !== undefined && /[A-Za-z0-9_"'/]/.test(char)) depth = 0;
    lineStart = char === "\n";
    if (char === "[" || char === "{") depth++;
    else if (char === "]" || char === "}") depth = Math.max(0, depth - 1);
    if (depth > MAX_NESTING) return deepAt(text, index);
  }
  const block = /(?:[-?:] ){100}|^[ ]{2000}/m.exec(text);
  return block === null ? undefined : deepAt(text, block.index);
}

function deepAt(text: string, index: number): TextFault {
  return { message: TOO_DEEP, ...lineAndColumn(text, index) };
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads a file's text, or says in a phrase why it cannot be read ("does not exist"). */
export async function readText(path: string): Promise<string | { readonly refused: string }> {
  try {
    const about = await stat(path);
    if (about.isDirectory()) return { refused: "is a folder, not a file" };
    if (!about.isFile()) return { refused: "is not a regular file" };
    if (about.size > MAX_BYTES) return { refused: `is larger than ${MAX_BYTES / 1024 / 1024} MiB` };
    return decoder.decode(await readFile(path));
  } catch (error) {
    if (error instanceof TypeError) return { refused: "is not valid UTF-8" };
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return { refused: "does not exist" };
    if (code === "EACCES" || code === "EPERM") return { refused: "may not be read by this user" };
    return { refused: `cannot be read (${code ?? "unknown reason"})` };
  }
}

/** How referenced files are read: relative paths below the folder of the document, and nothing else. */
export class ReferencedFiles {
  readonly texts = new Map<string, ParsedText>();
  readonly #folder: string;

  constructor(documentPath: string) {
    this.#folder = dirname(documentPath);
  }

  /** Reads the file a reference names, once. `from` is the absolute path of the file that refers to it. */
  async read(reference: string, from: string): Promise<SourceFile | { readonly refused: string }> {
    const path = await this.#permitted(reference, from);
    if (typeof path !== "string") return path;
    const known = this.texts.get(path);
    if (known !== undefined) return { path, value: known.value };
    const text = await readText(path);
    if (typeof text !== "string") return text;
    const parsed = parseText(text);
    if ("fault" in parsed) return { refused: `${parsed.fault.message} (line ${parsed.fault.line} of it)` };
    this.texts.set(path, parsed);
    return { path, value: parsed.value };
  }

  async #permitted(reference: string, from: string): Promise<string | { readonly refused: string }> {
    if (/^[a-z][a-z0-9+.-]*:|^\/\/|^\\\\/i.test(reference)) {
      return { refused: "is a URL; only files beside the document are read, and nothing is ever fetched" };
    }
    let relative: string;
    try {
      relative = decodeURIComponent(reference);
    } catch {
      return { refused: "is not a readable path" };
    }
    if (relative.includes("\0")) return { refused: "is not a readable path" };
    if (!EXTENSIONS.includes(extname(relative).toLowerCase())) {
      return { refused: `does not name a ${EXTENSIONS.join(", ")} file` };
    }
    const path = resolvePath(dirname(from), relative);
    // The real path is checked too: a link below the folder may point out of it.
    const real = await realpath(path).catch(() => path);
    const folder = await realpath(this.#folder).catch(() => this.#folder);
    if (!isBelow(path, this.#folder) && !isBelow(path, folder)) return { refused: outside };
    return isBelow(real, folder) ? real : { refused: outside };
  }
}

const outside = "leads out of the folder of the document, and nothing is read there";

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
