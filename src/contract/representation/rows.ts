// Values one after another: rows of CSV, lines of JSON, events.
import { type JsonArray, type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { showScalar } from "../serialization/text.ts";

/** The rows in a value: a list, the list in an envelope, or the value as the only row. */
function rowsIn(value: JsonValue): JsonArray {
  if (Array.isArray(value)) return value as JsonArray;
  const lists = isObject(value) ? Object.values<JsonValue>(value).filter((one) => Array.isArray(one)) : [];
  const [only] = lists;
  const isListOfRows = lists.length === 1 && (only as JsonArray).some((one) => isObject(one));
  return isListOfRows ? (only as JsonArray) : [value];
}

/** Writes rows with a header (RFC 4180). @param separator a comma or a tab */
export function writeCsv(value: JsonValue, separator: string): string {
  const rows = rowsIn(value);
  const names = [...new Set(rows.flatMap((row) => (isObject(row) ? Object.keys(row) : [])))];
  const header = names.length === 0 ? [] : [names];
  const cells = rows.map((row) => {
    if (Array.isArray(row)) return (row as JsonArray).map((one) => cellOf(one));
    return isObject(row) ? names.map((name) => cellOf(ownValue(row, name))) : [cellOf(row)];
  });
  const line = (texts: readonly string[]): string => texts.map((text) => quoted(text, separator)).join(separator);
  return [...header, ...cells].map((texts) => `${line(texts)}\r\n`).join("");
}

function cellOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? writeJson(value) : showScalar(value);
}

function quoted(text: string, separator: string): string {
  const isSpecial = text.includes(separator) || /["\r\n]|^\s|\s$/.test(text);
  return isSpecial ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of JSON. */
export function writeLine(value: JsonValue): string {
  return `${writeJson(value)}\n`;
}

/** The fields of an event (HTML standard, section 9.2.6). */
const FIELDS = new Set(["event", "data", "id", "retry", "comment"]);

/** One event: an object with the fields of events, or anything else as its data. */
export function writeEvent(value: JsonValue): string {
  const isEvent = isObject(value) && Object.hasOwn(value, "data") && Object.keys(value).every((key) => FIELDS.has(key));
  const fields: JsonObject = isEvent ? value : { data: value };
  const lines = Object.entries<JsonValue>(fields).flatMap(([name, part]) => {
    const text = typeof part === "string" ? part : writeJson(part);
    return text.split(/\r\n|\r|\n/).map((line) => `${name === "comment" ? "" : name}: ${line}\n`);
  });
  return `${lines.join("")}\n`;
}
