// Writes the value of a parameter or header in its style.
import { type JsonArray, type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { isJson } from "../media.ts";
import {
  type Pair,
  type Pairs,
  type Serialization,
  delimiterOf,
  encodeFor,
  isRepeated,
  pairName,
  wireOf,
} from "./styles.ts";
import { showScalar } from "./text.ts";

/**
 * The pairs for a value.
 * @returns undefined if the style cannot write the value so that it can be read back: an empty array or object, which
 * leaves no trace (RFC 6570 section 2.3), an array or a name with a bracket in style `deepObject`, an item that contains the separator, a text
 * that no header can contain
 */
export function writeParameter(form: Serialization, value: JsonValue): Pairs | undefined {
  const { mediaType } = form;
  const name = pairName(form);
  const place = wireOf(form);
  if (mediaType !== undefined)
    return pair(name, encodeFor(place, isJson(mediaType) ? writeJson(value) : showScalar(value)));
  if (Array.isArray(value)) return writeArray(form, value);
  if (isObject(value)) return writeObject(form, value);
  return form.style === "deepObject" ? undefined : whole(form, encodeFor(place, showScalar(value)));
}

function writeArray(form: Serialization, value: JsonArray): Pairs | undefined {
  if (value.length === 0 || form.style === "deepObject") return undefined;
  const texts = written(value.map((item) => partText(form, item)));
  if (texts === undefined) return undefined;
  if (!isRepeated(form)) return whole(form, texts.join(delimiterOf(form).written));
  const pairs = texts.map((text): Pair => [form.name, text]);
  return form.style === "matrix" ? [[form.name, matrixText(pairs)]] : pairs;
}

function writeObject(form: Serialization, value: JsonObject): Pairs | undefined {
  const { name, style, explode } = form;
  const names = Object.keys(value);
  const texts = written(names.map((key) => partText(form, value[key] as JsonValue)));
  if (names.length === 0 || texts === undefined || !names.every((key) => key.isWellFormed())) return undefined;
  const members = texts.map((text, index): Pair => [names[index] as string, text]);
  // A bracket in a name would look like another level.
  if (style === "deepObject")
    return names.some((key) => /[[\]]/.test(key)) ? undefined : members.map(([key, text]) => [`${name}[${key}]`, text]);
  if (isRepeated(form) && style !== "matrix") return members;
  const keys = written(names.map((key) => partText(form, key)));
  if (keys === undefined) return undefined;
  const named = texts.map((text, index): Pair => [keys[index] as string, text]);
  if (isRepeated(form)) return [[name, matrixText(named)]];
  const parts = explode ? named.map(([key, text]) => `${key}=${text}`) : named.flat();
  // A second "=" in a part would be ambiguous.
  if (explode && keys.some((key) => key.includes("="))) return undefined;
  return whole(form, parts.join(delimiterOf(form).written));
}

/** An item, name or value among others; undefined if it would look like two. */
function partText(form: Serialization, value: JsonValue): string | undefined {
  const text = encodeFor(wireOf(form), showScalar(value));
  if (text === undefined || isRepeated(form) || form.style === "deepObject") return text;
  return delimiterOf(form).plain.test(text) ? undefined : text;
}

/** All of the texts, or undefined if one is missing. */
function written(texts: readonly (string | undefined)[]): readonly string[] | undefined {
  const found = texts.filter((text) => text !== undefined);
  return found.length === texts.length ? found : undefined;
}

/** The single pair of a text, with the prefix of its style (RFC 6570 sections 3.2.5 and 3.2.7). */
function whole({ name, style }: Serialization, text: string | undefined): Pairs | undefined {
  if (text === undefined) return undefined;
  if (style === "matrix") return [[name, matrixText([[name, text]])]];
  return [[name, style === "label" ? `.${text}` : text]];
}

function matrixText(pairs: Pairs): string {
  return pairs.map(([name, text]) => (text === "" ? `;${name}` : `;${name}=${text}`)).join("");
}

function pair(name: string, text: string | undefined): Pairs | undefined {
  return text === undefined ? undefined : [[name, text]];
}
