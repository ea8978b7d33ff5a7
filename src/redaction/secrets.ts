// Finds secrets in text, however a server may have written them: as is, escaped, in another case, in hex, in base64
// alone or within longer data, whole or in part.
import { base32, base64, hex, partsOf } from "./encodings.ts";
import { type Reading, plain, readingsOf } from "./escapes.ts";
import { Wholes, occurrences } from "./wholes.ts";

/** Something that must not be shown. */
export interface Secret {
  readonly value: string;
  /** Replaces the secret. */
  readonly label: string;
  /** Replaces a part of the secret, or the secret in another case. */
  readonly altered: string;
  /** Whether to look for its encodings and parts as well. */
  readonly thorough: boolean;
  /** True for keys, and parts of them, that should not make words and names unreadable that look like them. */
  readonly isKey?: true;
}

/** Shorter secrets occur everywhere by chance, so they only count as a whole word. */
export const SHORT = 8;
/** A longer text of letters alone is hardly a word. */
const LONGEST_WORD = 16;

/** True for secrets that count only where they stand alone. */
function mayBeWord({ value, thorough, isKey }: Secret): boolean {
  return value.length < SHORT || (isKey === true && (!thorough || isOrdinary(value)));
}

/** True for what could be a word of any text: "user", "Application". */
function isOrdinary(value: string): boolean {
  return value.length < LONGEST_WORD && /^[A-Z]?[a-z]+$/.test(value);
}

/** What stands before a credential: "Bearer ", "?api_key=", `"token": "`. */
const BEFORE_CREDENTIAL =
  /(?:[?&][^=&\s]*=|(?:bearer|basic|key|token|password|passwd|secret|credentials?|auth|authorization|cookie|session|sid)(?:["'`]?\s*[:=]\s*|\s+(?:is\s+)?)["'`\u201c(\\]*)$/;
/** What stands before and after a value as a whole: `"user"`, but not "user story". */
const BEFORE_VALUE = /(?:^|["'`\u201c\n]|[:=]\s*)$/;
const AFTER_VALUE = /^(?:["'`\u201d\\,;&)}\]]|\s*(?:[\r\n]|$))/;
/** Characters before a secret that are looked at. */
const AROUND = 80;
/** This many consecutive characters give away too much of a secret. */
const PART = 12;

/** One way to write a secret. */
interface Form {
  readonly secret: Secret;
  /** Lower case. */
  readonly text: string;
  /** The secret itself, if case matters; undefined for an encoding of it. */
  readonly exact?: string | undefined;
  /** Searched in runs of base64 characters, and hidden with the whole run. */
  readonly isBase64: boolean;
  /** The number of characters that count as a match. */
  readonly least: number;
}

/** A place in a text, and its replacement. */
interface SecretPlace {
  readonly start: number;
  readonly end: number;
  readonly label: string;
  readonly isWhole: boolean;
  readonly secret: Secret;
}

const SHORT_TEXT = 200;
const MOST_KEPT = 5_000;

/** Finds some secrets in texts. */
export class SecretSearch {
  readonly #words: readonly Form[];
  readonly #wholes: readonly Wholes<Form>[];
  readonly #parts: readonly Parts[];
  /** Results for short texts, because the same header names and values come up again and again. */
  readonly #hidden = new Map<string, string>();

  constructor(secrets: readonly Secret[]) {
    this.#words = secrets.filter(mayBeWord).flatMap((secret) => wordsOf(secret));
    const forms = secrets
      .filter(({ value }) => value.length >= SHORT)
      .flatMap((secret) => formsOf(secret).filter(({ exact }) => exact === undefined || !mayBeWord(secret)));
    const wholes = forms.filter(({ least, text }) => least === text.length);
    this.#wholes = [false, true].map((isBase64) => new Wholes(wholes.filter((form) => form.isBase64 === isBase64)));
    const parted = forms.filter(({ least, text }) => least < text.length);
    const kinds = new Set(parted.map(({ least, isBase64 }) => `${least} ${isBase64}`));
    this.#parts = [...kinds].map(
      (kind) => new Parts(parted.filter(({ least, isBase64 }) => `${least} ${isBase64}` === kind)),
    );
  }

  /** The text with each secret replaced. */
  hide(text: string): string {
    if (text.length > SHORT_TEXT) return this.#hide(text);
    const known = this.#hidden.get(text) ?? this.#hide(text);
    if (this.#hidden.size < MOST_KEPT) this.#hidden.set(text, known);
    return known;
  }

  #hide(text: string): string {
    const shown: string[] = [];
    let done = 0;
    for (const { start, end, label } of merged(this.#find(text))) {
      shown.push(text.slice(done, start), label);
      done = end;
    }
    return done === 0 ? text : shown.join("") + text.slice(done);
  }

  /** The secrets in a text. */
  among(text: string): readonly Secret[] {
    return this.#find(text).map(({ secret }) => secret);
  }

  #find(text: string): SecretPlace[] {
    const found: SecretPlace[] = [];
    for (const reading of readingsOf(text)) {
      const base64 = reading.lower.replaceAll("-", "+").replaceAll("_", "/");
      for (const form of this.#words) {
        for (const at of occurrences(reading.lower, form.text)) {
          if (isWord(reading.lower, at, form)) found.push(placeOf(form, reading, at, form.text.length));
        }
      }
      for (const [index, wholes] of this.#wholes.entries())
        for (const [form, at] of wholes.find(index === 1 ? base64 : reading.lower))
          found.push(placeOf(form, reading, at, form.text.length));
      for (const parts of this.#parts) found.push(...parts.find(reading, parts.isBase64 ? base64 : reading.lower));
    }
    return found;
  }
}

/** Likely encodings of a short secret. Each only counts as a whole word. */
function wordsOf(secret: Secret): Form[] {
  const { value } = secret;
  const form = (text: string, exact?: string): Form => {
    const lower = text.toLowerCase();
    return { secret, text: lower, exact, isBase64: false, least: lower.length };
  };
  if (value === "") return [];
  const plainForms = [...new Set([value, plain(value)])].map((text) => form(text, value));
  if (!secret.thorough) return plainForms;
  const encoded = [value, `${value}:`, `:${value}`, `Bearer ${value}`].map(base64);
  const forUrls = encoded.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  return [...plainForms, form(hex(value)), ...new Set([...encoded, ...forUrls])].map((one) =>
    typeof one === "string" ? form(one) : one,
  );
}

function formsOf(secret: Secret): Form[] {
  const { value, thorough } = secret;
  const isParted = thorough && value.length >= PART;
  const form = (text: string, least: number, more: Partial<Form> = {}): Form => {
    const lower = text.toLowerCase();
    return {
      secret,
      text: lower,
      least: isParted ? Math.min(least, lower.length) : lower.length,
      isBase64: false,
      ...more,
    };
  };
  const forms = [...new Set([value, plain(value)])].map((text) => form(text, PART, { exact: value }));
  if (!thorough) return forms;
  // UTF-16 puts a NUL between the letters of a key.
  const wide = { text: value.split("").join("\0"), least: 2 * PART - 1 };
  for (const { text, least } of [{ text: value, least: PART }, wide]) {
    forms.push(form(hex(text), 2 * least));
    for (const once of partsOf(text, base64, 6)) {
      const kept = Math.floor(((least - 1) * 8) / 6);
      forms.push(form(once, kept, { isBase64: true }));
      // A server that decodes a credential and encodes it again for its log writes base64 twice.
      for (const alphabet of new Set([once, once.replaceAll("+", "-").replaceAll("/", "_")]))
        for (const twice of partsOf(alphabet, base64, 6))
          forms.push(form(twice, Math.floor(((kept - 1) * 8) / 6), { isBase64: true }));
    }
    for (const once of partsOf(text, base32, 5)) forms.push(form(once, Math.floor(((least - 1) * 8) / 5)));
  }
  return forms;
}

/**
 * Forms that also count in part. Any part of `least` characters contains `size` characters of the form at a position in
 * the text that is a multiple of `stride`, so few positions need a look, however long the secret is.
 */
class Parts {
  readonly isBase64: boolean;
  readonly #size: number;
  readonly #stride: number;
  readonly #least: number;
  readonly #places = new Map<string, (readonly [Form, number])[]>();

  /** @param forms of the same alphabet, and with the same number of characters that count */
  constructor(forms: readonly Form[]) {
    this.#least = forms[0]?.least ?? 1;
    this.isBase64 = forms[0]?.isBase64 ?? false;
    this.#size = Math.ceil(this.#least / 2);
    this.#stride = this.#least - this.#size + 1;
    for (const form of forms) {
      for (let at = 0; at + this.#size <= form.text.length; at++) {
        const gram = form.text.slice(at, at + this.#size);
        const known = this.#places.get(gram);
        if (known === undefined) this.#places.set(gram, [[form, at]]);
        else if (known.length < MOST_PLACES) known.push([form, at]);
      }
    }
  }

  /** @param text the part of the reading that is in the alphabet of the forms */
  find(reading: Reading, text: string): SecretPlace[] {
    const found: SecretPlace[] = [];
    for (let at = 0; at + this.#size <= text.length; at += this.#stride) {
      for (const [form, offset] of this.#places.get(text.slice(at, at + this.#size)) ?? []) {
        const [start, end] = grown(text, at, form.text, offset);
        if (end - start >= this.#least) found.push(placeOf(form, reading, start, end - start));
      }
    }
    return found;
  }
}

/**
 * Limits the work for a repetitive secret, which would otherwise be tried many times at each position of a repetitive
 * text.
 */
const MOST_PLACES = 16;

/** How far a form matches a text around a known match. */
function grown(text: string, at: number, form: string, offset: number): readonly [number, number] {
  let [start, from] = [at, offset];
  while (start > 0 && from > 0 && text[start - 1] === form[from - 1]) [start, from] = [start - 1, from - 1];
  let [end, to] = [at, offset];
  while (end < text.length && to < form.length && text[end] === form[to]) [end, to] = [end + 1, to + 1];
  return [start, end];
}

/** Whether a form stands alone, and if it could be an ordinary word, as a credential or as a whole value. */
function isWord(text: string, start: number, { text: form, exact, secret }: Form): boolean {
  const end = start + form.length;
  const [before, after] = [text.charAt(start - 1), text.charAt(end)];
  if (/\w/.test(before) || /\w/.test(after)) return false;
  if (exact === undefined || secret.isKey !== true) return true;
  const ahead = text.slice(Math.max(0, start - AROUND), start);
  if (BEFORE_CREDENTIAL.test(ahead)) return true;
  // A part of a path, of a media type or of a header's name is not the secret.
  if (/[/-]/.test(before) || /[/-]/.test(after)) return false;
  // What a run makes of such a key is a word as well, whatever its case.
  const isOwnCase = secret.thorough ? secret.value : secret.value.toLowerCase();
  return !isOrdinary(isOwnCase) || (BEFORE_VALUE.test(ahead) && AFTER_VALUE.test(text.slice(end, end + AROUND)));
}

function placeOf({ secret, text, exact, isBase64 }: Form, reading: Reading, at: number, length: number): SecretPlace {
  let [start, end] = [at, at + length];
  const isWhole = length === text.length && (exact === undefined || reading.text.slice(start, end) === exact);
  if (isBase64) {
    while (start > 0 && /[\w+/=-]/.test(reading.text.charAt(start - 1))) start--;
    while (end < reading.text.length && /[\w+/=-]/.test(reading.text.charAt(end))) end++;
  }
  const label = isWhole ? secret.label : secret.altered;
  return { start: reading.startOf(start), end: reading.endOf(end - 1), label, isWhole, secret };
}

/** Merges places that touch. The result shows a label that covers all of it, or else the altered label. */
function merged(places: SecretPlace[]): SecretPlace[] {
  places.sort((a, b) => a.start - b.start || b.end - a.end || Number(b.isWhole) - Number(a.isWhole));
  const result: SecretPlace[] = [];
  for (const place of places) {
    const last = result.at(-1);
    if (last === undefined || place.start >= last.end) result.push(place);
    else if (place.end > last.end) result[result.length - 1] = { ...last, end: place.end, label: last.secret.altered };
  }
  return result;
}
