// Chooses identifiers, if the client has to: each item needs one that no other has.
import { isListed, withId } from "../../../src/resource/items/identify.ts";
import type { Document } from "../../../src/document/document.ts";
import type { Resource } from "../../../src/resource/model.ts";
import { boundedIntegers } from "../../../src/schema/keywords/numbers.ts";
import { propertiesIn, schemaAt } from "../../../src/schema/normal/schema-node.ts";
import type { Operation } from "../../../src/contract/model.ts";
import { bodySchema } from "../../operations.ts";
import type { JsonObject } from "../../../src/json/value.ts";

/** With less room, two items or two runs would soon get the same identifier. */
const LEAST_NUMBERS = 10_000_000;
const LEAST_LETTERS = 8;
/** How many numbers a run reserves for itself. */
const BLOCK = 10_000;

/**
 * The identifier for an item with a unique text, as a part of its body: empty if the service assigns it, undefined if
 * the schema allows none that is certainly free. If the schema lists all identifiers, each of them may be taken.
 */
export function chosenIdentifier(document: Document, { identifier }: Resource, text: string): JsonObject | undefined {
  if (identifier.chosen !== true) return isListed(document, identifier) ? undefined : {};
  const value = freeIdentifier(document, identifier, text);
  return value === undefined ? undefined : withId(identifier, {}, value);
}

/** True for a creation whose body may contain the key: not beside the part of a form that has the item. */
export function takesKey(document: Document, { identifier }: Resource, operation: Operation): boolean {
  const schema = bodySchema(operation);
  const described = schema && propertiesIn(schemaAt(document, schema.pointer, "request"));
  return described === undefined || described.size === 0 || described.has(identifier.steps[0] ?? "");
}

/** An identifier that no item has, derived from a unique text; undefined if none is certainly free. */
export function freeIdentifier(
  document: Document,
  identifier: Resource["identifier"],
  text: string,
): string | number | undefined {
  const value = freeValue(document, identifier, text);
  return value === undefined || identifier.schema.validate(value).length > 0 ? undefined : value;
}

function freeValue(
  document: Document,
  { kind, maximum, schema }: Resource["identifier"],
  text: string,
): string | number | undefined {
  if (kind === "uuid") return uuidOf(text);
  const { form } = schemaAt(document, schema.pointer, "request");
  const { minLength = 0, maxLength = text.length } = form.bounds;
  // Texts differ at their end. One that is cut begins with a letter, so that no server reads it as a number.
  if (kind === "text") {
    if (maxLength < LEAST_LETTERS) return undefined;
    const cut = text.length > maxLength ? `c${text.slice(1 - Number(maxLength))}` : text;
    return cut.padEnd(Number(minLength), "x");
  }
  // If the document allows it, choose positive 32-bit integers, which every store can hold exactly.
  const least = Math.max(1, Number(boundedIntegers(form).least ?? 1));
  const room = Math.min(Number(maximum ?? Infinity), least + 2 ** 31 - 2) - least;
  if (room < LEAST_NUMBERS) return undefined;
  // Each run has a block of numbers in the upper half, where others rarely choose theirs. Its texts end in a count.
  const half = Math.floor(room / 2);
  const [, run = "", turn = ""] = /^(.*?)(\d*)$/.exec(text) ?? [];
  return least + half + (hash(run) % Math.floor(half / BLOCK)) * BLOCK + (Number(turn) % BLOCK);
}

function uuidOf(text: string): string {
  const hex = [1, 2, 3, 4].map((turn) => hash(`${turn}${text}`).toString(16).padStart(8, "0")).join("");
  return `${uuidStart(text)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The same for all texts of a run. It begins with a letter, so that no server reads it as a number. */
function uuidStart(text: string): string {
  const run = /^[^-]*-[^-]*/.exec(text)?.[0] ?? text;
  return `f${hash(run).toString(16).padStart(8, "0").slice(-7)}`;
}

/** True for an identifier that only this run can have chosen. Numbers may be taken, so they must be looked up. */
export function isInvented({ kind }: Pick<Resource["identifier"], "kind">, text: string, marker: string): boolean {
  return text.includes(marker) || (kind === "uuid" && text.startsWith(uuidStart(marker)));
}

function hash(text: string): number {
  let sum = 5381;
  for (const letter of text) sum = (sum * 33 + (letter.codePointAt(0) ?? 0)) % 4_294_967_291;
  return sum;
}
