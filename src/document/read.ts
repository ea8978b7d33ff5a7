// Reads untrusted files. Nothing outside the folder of the document is read and nothing is fetched. Size, depth and
// aliases are limited before a parser sees the text.
import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve as resolvePath, sep } from "node:path";
import { LineStarts, type Locate, lineAndColumn, locateInJson } from "./location.ts";
import { LEADS_OUT, type Refused, referencedPath } from "./references/path.ts";
import type { SourceFile } from "./references/model.ts";
import { readYaml } from "./yaml/read.ts";
import { MAX_BYTES } from "./size.ts";
import { decodeUtf8 } from "../json/bytes.ts";
import type { JsonFault } from "../json/fault.ts";
import type { JsonValue } from "../json/value.ts";
import type { RepeatedJsonKey } from "../json/inspect.ts";
import { readJson } from "../json/read.ts";
import { quoted } from "../json/quote.ts";

const MAX_NESTING = 200;
const MAX_ALIASES = 1000;
/** Values in a text, to limit time and memory. Large public documents have half as many. */
const MAX_VALUES = 1_000_000;

/** A parsed text: its value and the location of each part. */
export interface ParsedText {
  readonly value: JsonValue;
  readonly locate: Locate;
  /** Keys that occur twice in a map; the last one counts. Only after a lenient read. */
  readonly repeated?: readonly RepeatedKey[];
}

export type TextFault = { readonly message: string; readonly line: number; readonly column: number };

/** A repeated key: the pointer of its entry, and where it is repeated. */
export type RepeatedKey = TextFault & { readonly pointer: string };

/**
 * Parses YAML 1.2 or JSON. Refuses text that nests or repeats more than any document needs.
 * @param lenient accepts a key that occurs twice in a map
 */
export function parseText(text: string, lenient = false): ParsedText | { readonly fault: TextFault } {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const isJson = /^\s*[{[]/.test(body);
  const long = tooLong(body, isJson);
  if (long !== undefined) return { fault: long };
  if (!isJson) return parseYaml(body, lenient);
  const repeated: RepeatedJsonKey[] | undefined = lenient ? [] : undefined;
  const reading = readJson(body, MAX_NESTING, repeated);
  if ("value" in reading) {
    const parsed = { value: reading.value, locate: locateInJson(body) };
    const lines = new LineStarts(body);
    return repeated?.length ? { ...parsed, repeated: repeated.map((key) => placedKey(lines, key)) } : parsed;
  }
  const fault = placed(body, reading.fault);
  if (reading.fault.kind !== "syntax") return { fault };
  // YAML in flow style begins like JSON. Text that is neither was more likely meant as JSON.
  const yaml = parseYaml(body, lenient);
  return "value" in yaml ? yaml : { fault };
}

/** A JSON fault gives its place in words or as a pointer; findings need numbers. */
function placed(text: string, { message, pointer }: JsonFault): TextFault {
  if (pointer !== undefined) return { message, ...locateInJson(text)(pointer) };
  const [place, line = "1", column = "1"] = / ?at line (\d+), column (\d+)/.exec(message) ?? [];
  return {
    message: place === undefined ? message : message.replace(place, ""),
    line: Number(line),
    column: Number(column),
  };
}

function placedKey(lines: LineStarts, { key, pointer, position }: RepeatedJsonKey): RepeatedKey {
  return {
    message: `the key ${quoted(key)} is written twice in one object`,
    pointer,
    ...lines.placeOf(position),
  };
}

function parseYaml(text: string, lenient: boolean): ParsedText | { readonly fault: TextFault } {
  return readYaml(text, { nesting: MAX_NESTING, aliases: MAX_ALIASES, values: MAX_VALUES, lenient });
}

/** Counts values roughly: each has a comma before it or, in YAML, a line to itself. */
function tooLong(text: string, isJson: boolean): TextFault | undefined {
  let left = MAX_VALUES;
  for (const sign of isJson ? [","] : [",", "\n"]) {
    for (let index = text.indexOf(sign); index !== -1; index = text.indexOf(sign, index + 1)) {
      if (--left < 0) return { message: `has more than ${MAX_VALUES} values`, ...lineAndColumn(text, index) };
    }
  }
  return undefined;
}

/**
 * Reads the text of a file, or returns a phrase that says why it cannot be read ("does not exist"). Synchronous,
 * because a document may consist of thousands of small files, and awaiting each takes five times as long as reading it.
 */
export function readText(path: string): string | Refused {
  try {
    const about = statSync(path);
    if (about.isDirectory()) return { refused: "is a folder, not a file" };
    if (!about.isFile()) return { refused: "is not a regular file" };
    if (about.size > MAX_BYTES) return { refused: `is larger than ${MAX_BYTES / 1024 / 1024} MiB` };
    return decodeUtf8(readFileSync(path));
  } catch (error) {
    if (error instanceof TypeError) return { refused: "is not valid UTF-8" };
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return { refused: "does not exist" };
    if (code === "EACCES" || code === "EPERM") return { refused: "may not be read by this user" };
    return { refused: `cannot be read (${code ?? "unknown reason"})` };
  }
}

/** Reads referenced files: only relative paths below the folder of the document. */
export class ReferencedFiles {
  readonly texts = new Map<string, ParsedText>();
  readonly #folder: string;
  readonly #realFolder: string;
  /** The real path of each path, with links followed. */
  readonly #real = new Map<string, string>();

  constructor(documentPath: string) {
    this.#folder = dirname(documentPath);
    this.#realFolder = realPath(this.#folder);
  }

  /** Reads the file that a reference names, once. `from` is the absolute path of the referring file. */
  read(reference: string, from: string): SourceFile | Refused {
    const path = this.#permitted(reference, from);
    if (typeof path !== "string") return path;
    const known = this.texts.get(path);
    if (known !== undefined) return { path, value: known.value };
    const text = readText(path);
    if (typeof text !== "string") return text;
    const parsed = parseText(text);
    if ("fault" in parsed) return { refused: `${parsed.fault.message} (line ${parsed.fault.line} of it)` };
    this.texts.set(path, parsed);
    return { path, value: parsed.value };
  }

  #permitted(reference: string, from: string): string | Refused {
    const relative = referencedPath(reference);
    if (typeof relative !== "string") return relative;
    const path = resolvePath(dirname(from), relative);
    // Check the real path too: a link below the folder may point outside it.
    let real = this.#real.get(path);
    if (real === undefined) this.#real.set(path, (real = realPath(path)));
    if (!isBelow(path, this.#folder) && !isBelow(path, this.#realFolder)) return LEADS_OUT;
    return isBelow(real, this.#realFolder) ? real : LEADS_OUT;
  }
}

/** The path itself if nothing exists there. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
