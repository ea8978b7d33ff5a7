// Writes a document as YAML for people: block style, with quotes only where needed. Comments and anchors are lost,
// because the tree does not contain them.
import { type JsonValue, isObject } from "../../json/value.ts";

/** Words that some version of YAML reads as something other than a string. */
const SPECIAL = /^(?:null|true|false|yes|no|on|off|y|n|~|[-+]?\.(?:inf|nan)|<<|=)$/i;
/** A string that needs no quotes: it begins with a letter and contains nothing with a meaning in YAML. */
const PLAIN = /^[A-Za-z_/][\w ./()<>+%,;$@^-]*(?<! )$/;
/** Several lines that fit in a block scalar: the first is not indented, and none contains invisible characters. */
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const BLOCK = /^[^\s\u0000-\u001f][^\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ud800-\udfff]*$/;

/** Writes a value as YAML text that reads back as the same value. */
export function writeYaml(value: JsonValue): string {
  return `${block(value, 0).replace(/^\n/, "")}\n`;
}

/** What follows a key or a dash: a scalar after a space, or indented lines. */
function block(value: JsonValue, depth: number): string {
  const indent = "  ".repeat(depth);
  if (Array.isArray(value)) {
    if (value.length === 0) return " []";
    return (value as readonly JsonValue[]).map((item) => `\n${indent}-${inList(item, depth + 1)}`).join("");
  }
  if (isObject(value)) {
    const entries = Object.entries(value);
    if (entries.length === 0) return " {}";
    return entries.map(([name, part]) => `\n${indent}${key(name)}:${block(part, depth + 1)}`).join("");
  }
  return ` ${typeof value === "string" ? text(value, indent) : scalar(value)}`;
}

/** An object in a list begins on the line of its dash. */
function inList(item: JsonValue, depth: number): string {
  const written = block(item, depth);
  return isObject(item) && written.startsWith("\n") ? ` ${written.slice(1 + 2 * depth)}` : written;
}

function scalar(value: JsonValue): string {
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}

function key(name: string): string {
  return isPlain(name) ? name : JSON.stringify(name);
}

function text(value: string, indent: string): string {
  if (isPlain(value)) return value;
  if (!value.includes("\n") || !BLOCK.test(value) || value.endsWith("\n\n")) return JSON.stringify(value);
  const lines = value.replace(/\n$/, "").split("\n");
  const mark = value.endsWith("\n") ? "|" : "|-";
  const inner = indent === "" ? "  " : indent;
  return `${mark}\n${lines.map((line) => (line === "" ? "" : inner + line)).join("\n")}`;
}

function isPlain(value: string): boolean {
  return PLAIN.test(value) && !SPECIAL.test(value);
}
