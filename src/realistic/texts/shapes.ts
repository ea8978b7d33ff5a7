// More texts in the shape of an example: other digits where it has digits, other characters of the same class where it
// is a key. A text that says the same thing everywhere, such as "customer", stays.
import { type Choices, between, pick } from "../../schema/samples/choices.ts";
import { randomHex } from "../../schema/samples/formats.ts";
import { WORDS } from "../../schema/samples/words.ts";

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
const ADDRESS = /^([a-z][a-z\d+.-]*:\/\/[^/?#]*)(\/[^?#]*)?([?#].*)?$/i;
/** A prefix such as "usr_" before a key. */
const PREFIXED = /^([A-Za-z]+[_-])(?=.*\d|.*[a-z][A-Z]|.*[A-Z][a-z])([A-Za-z\d]{4,})$/;

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGITS = "0123456789";

/** Another text like an example; undefined for one that can only stay as it is. */
export function likeExample(example: string, choices: Choices): string | undefined {
  const clock = CLOCK.exec(example);
  if (clock !== null)
    return `${String(between(choices, 8, 20)).padStart(2, "0")}:${pick(choices, ["00", "15", "30", "45"])}${clock[1] === undefined ? "" : ":00"}`;
  if (UUID.test(example)) {
    const text = `${randomHex(choices, 8)}-${randomHex(choices, 4)}-4${randomHex(choices, 3)}-a${randomHex(choices, 3)}-${randomHex(choices, 12)}`;
    return example === example.toUpperCase() ? text.toUpperCase() : text;
  }
  const address = ADDRESS.exec(example);
  if (address !== null) return otherAddress(address, choices);
  if (isKey(example)) return otherKey(example, choices);
  const prefixed = PREFIXED.exec(example);
  if (prefixed !== null) return `${prefixed[1] ?? ""}${otherKey(prefixed[2] ?? "", choices)}`;
  if (!/\d/.test(example) || isNumberedPhrase(example)) return undefined;
  return example.replaceAll(/\d+/g, (digits) => otherDigits(digits, choices));
}

/** True for several words, whose numbers mean something: "Ubuntu 20.04 Standard 64 bit". */
export function isNumberedPhrase(text: string): boolean {
  return /\d/.test(text) && text.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length > 2;
}

/** True for a text that looks like a key: hexadecimal, or letters and digits mixed, which is no number after letters. */
function isKey(text: string): boolean {
  if (/^[a-z]{1,4}\d{6,}$/i.test(text)) return false;
  if (/^[\da-f]{8,}$/i.test(text)) return /\d/.test(text);
  return /^[A-Za-z\d]{10,}$/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text);
}

/** A key of the same form: each letter and each digit is another one of its kind. */
export function otherKey(text: string, choices: Choices): string {
  if (/^\d+$/.test(text)) return otherDigits(text, choices);
  if (/^[\da-f]+$/.test(text)) return randomHex(choices, text.length);
  if (/^[\dA-F]+$/.test(text)) return randomHex(choices, text.length).toUpperCase();
  return Array.from(text, (one) => {
    const characters = [LOWER, UPPER, DIGITS].find((list) => list.includes(one));
    return characters === undefined ? one : pick(choices, Array.from(characters));
  }).join("");
}

function otherDigits(digits: string, choices: Choices): string {
  // A year stays: "INV-2024-0042".
  if (/^(19|20)\d\d$/.test(digits)) return digits;
  return Array.from(digits, (one, at) =>
    one === "0" && at === 0 ? "0" : String(between(choices, at === 0 ? 1 : 0, 9)),
  ).join("");
}

/** The same host, and another last step of the path. */
function otherAddress([, origin = "", path = "", rest = ""]: RegExpExecArray, choices: Choices): string | undefined {
  const steps = path.split("/");
  const at = steps.findLastIndex((step) => /\d/.test(step));
  const place = at === -1 ? steps.findLastIndex((step) => step !== "") : at;
  const step = steps[place];
  if (step === undefined || place < 1) return `${origin}/${pick(choices, WORDS)}`;
  const [, name = "", ending = ""] = /^(.*?)(\.[A-Za-z\d]{1,5})?$/.exec(step) ?? [];
  steps[place] = `${likeExample(name, choices) ?? pick(choices, WORDS)}${ending}`;
  return origin + steps.join("/") + rest;
}

/** True for a word that a property repeats in each value: its type, a format, a unit. */
export function isConstantWord(text: string): boolean {
  return /^[A-Za-z][A-Za-z_.:/-]*$/.test(text) && !text.includes("://") && text.length < 40;
}
