// Keeps secrets out of every artifact: the key, what is derived from it, and everything that the user passed in
// confidence.
import { count } from "../../../src/report/text.ts";
import { type Exchange, type HeaderPairs, decodedBody } from "../exchange.ts";
import { plain } from "../../../src/redaction/escapes.ts";
import { type TargetOptions, keyringOf } from "./options.ts";
import { SHORT, type Secret, SecretSearch } from "../../../src/redaction/secrets.ts";
import { CREDENTIAL_HEADERS } from "../../../src/redaction/names.ts";

const PLACEHOLDER = "$API_KEY";
const ALTERED = "<altered $API_KEY>";
/** Stands for a secret that the service sent. */
const HIDDEN = "<hidden>";
/** Stands for each key but the first. */
const OTHER = "<another key>";
const CREDENTIALS = new Set([...CREDENTIAL_HEADERS, "cookie"]);
/** Shorter words among the confidential values are not secrets. */
const SHORTEST = 4;

/** Bytes of answers to search for secrets that may be ordinary words. */
const MOST_SEARCHED = 1024 * 1024;

/** Headers that only describe the exchange: their words are not secrets. */
const USUAL_HEADERS = new Set(["host", "accept", "user-agent", "connection", "content-type", "content-length"]);
const ORDINARY = /^(?:accept|accept-.*|content-.*|user-agent|host|connection|cache-control|origin|referer|prefer)$/i;

/** The warning for a key that is too short to be hidden everywhere; undefined for one that is long enough. */
export function shortKeyWarning(key: string | undefined): string | undefined {
  if (key === undefined || key.length >= SHORT) return undefined;
  return (
    `The key has fewer than ${SHORT} characters: it is hidden in reports where credentials stand, and elsewhere only ` +
    "as a whole word, so that other words stay readable. Use a longer key."
  );
}

/** Replaces secrets in text that is about to be shown. */
export class Redactor {
  readonly #key: string;
  /** What is secret in each key. */
  readonly #secrets: readonly string[];
  readonly #confidential: ReadonlySet<string>;
  readonly #record: readonly Exchange[];
  /** Secrets that are hidden wherever they appear, and those that could also be ordinary words. */
  readonly #certain: readonly Secret[];
  readonly #doubtful: readonly Secret[];
  readonly #all: SecretSearch;
  #quoted: SecretSearch | undefined;

  /**
   * @param keys the API key, "" if there is none, and further keys and passwords of the user
   * @param headers the headers that the user gave with --header: their values are shown as "<name>"
   * @param record the exchanges to search for near misses of the key, and for secrets that answers repeat
   * @param received secrets that the service sent
   */
  constructor(
    keys: string | readonly string[],
    headers: HeaderPairs,
    record: readonly Exchange[] = [],
    received: readonly string[] = [],
  ) {
    const [key = "", ...others] = typeof keys === "string" ? [keys] : keys;
    this.#key = key;
    this.#secrets = [key, ...others].filter((one) => one !== "").map(secretPart);
    this.#record = record;
    this.#confidential = new Set(headers.map(([name]) => name.toLowerCase()));
    const own = [...secretsOf(key), ...others.flatMap((one) => secretsOf(one, OTHER))];
    this.#certain = [
      ...own.filter(({ value }) => value.length >= SHORT),
      ...received.map((value) => ({ value, label: HIDDEN, altered: HIDDEN, thorough: false })),
    ];
    this.#doubtful = [
      ...own.filter(({ value }) => value.length < SHORT),
      ...headers.flatMap(secretsOfHeader),
      ...[...this.#nearMisses()].map((value) => ({
        value,
        label: ALTERED,
        altered: ALTERED,
        thorough: false,
        isKey: true as const,
      })),
    ];
    this.#all = new SecretSearch([...this.#certain, ...this.#doubtful]);
  }

  #nearMisses(): Set<string> {
    const found = new Set<string>();
    for (const { intent, request } of this.#record) {
      if (intent !== "unauthenticated" || this.#secrets.length === 0) continue;
      const values = request.headers
        .filter(([name]) => !USUAL_HEADERS.has(name.toLowerCase()))
        .map(([, value]) => value);
      const query = request.url.split("?")[1] ?? "";
      for (const word of [...values, plain(query)].flatMap((value) => value.split(/[\s=&,;:"]+/))) {
        if (word.length >= SHORTEST && !this.#secrets.includes(word) && this.#isAltered(word)) found.add(word);
      }
    }
    return found;
  }

  #isAltered(word: string): boolean {
    return this.#secrets.some((secret) => resembles(word, secret));
  }

  /** A text that was sent or received, without secrets. */
  text(text: string): string {
    return this.#all.hide(text);
  }

  /**
   * A sentence of the suite without secrets. It quotes what was received, so a secret that no answer repeated cannot be
   * in it; what looks like one is an ordinary word.
   */
  sentence(text: string): string {
    this.#quoted ??= new SecretSearch([...this.#certain, ...this.#repeated()]);
    return this.#quoted.hide(text);
  }

  /** The doubtful secrets that occur in some answer; all of them if there is too much to search. */
  #repeated(): Iterable<Secret> {
    const found = new Set<Secret>();
    if (this.#doubtful.length === 0) return found;
    const search = new SecretSearch(this.#doubtful);
    const look = (text: string): void => search.among(text).forEach((secret) => void found.add(secret));
    let bytes = 0;
    for (const exchange of this.#record) {
      look([exchange.failure ?? "", ...(exchange.response?.headers ?? []).flat()].join("\n"));
      const body = decodedBody(exchange) ?? exchange.response?.body;
      bytes += body?.length ?? 0;
      if (bytes > MOST_SEARCHED) return this.#doubtful;
      look(new TextDecoder("latin1").decode(body));
    }
    return found;
  }

  /**
   * A body without secrets, or its size if it is not text.
   * @param length of the whole body, if `bytes` is its beginning
   */
  body(bytes: Uint8Array, length = bytes.length): string {
    const text = textIn(bytes);
    return text === undefined ? `(${count(length, "byte")}, not text)` : this.text(text);
  }

  /** A body for a command that sends it again; binary data is unchanged if it contains no secret. */
  toSend(bytes: Uint8Array): string | Uint8Array {
    const text = textIn(bytes);
    const raw = Buffer.from(bytes).toString("latin1");
    return text?.includes("\uFFFD") === false || this.text(raw) !== raw ? this.text(text ?? raw) : bytes;
  }

  /** Header pairs without secrets. Credentials are also recognized by the name of their header. */
  headers(headers: HeaderPairs): HeaderPairs {
    return headers.map(([name, value]) => [this.text(name), this.#value(name, value)] as const);
  }

  #value(name: string, value: string): string {
    if (this.#confidential.has(name.toLowerCase())) return `<the value of ${name}>`;
    if (value === this.#key && value !== "" && !USUAL_HEADERS.has(name.toLowerCase())) return PLACEHOLDER;
    const shown = this.text(value);
    if (!CREDENTIALS.has(name.toLowerCase()) || shown.includes(PLACEHOLDER)) return shown;
    return shown.replaceAll(/[^\s=:";]+/g, (word, at: number) => {
      if (at === 0 && /^\s/.test(shown.slice(word.length))) return word;
      if (word === this.#key) return PLACEHOLDER;
      return this.#isAltered(word) ? ALTERED : word;
    });
  }
}

/** What is secret in a key that the user may have written with the name of its scheme: "Token 123". */
function secretPart(key: string): string {
  return /^[a-z][\w.-]* +(\S+)$/i.exec(key)?.[1] ?? key;
}

/** The key, what is secret in it, and its password if it consists of user and password. */
function secretsOf(key: string, label = PLACEHOLDER): Secret[] {
  const password = key.slice(key.indexOf(":") + 1);
  const parts = [secretPart(key), ...(password.length >= SHORT ? [password] : [])];
  return [...new Set([key, ...parts])]
    .filter((value) => value !== "")
    .map((value) => ({
      value,
      label: value === key ? label : ALTERED,
      altered: ALTERED,
      thorough: true,
      isKey: true,
    }));
}

/** The redactor for what a run shows. */
export function redactorFor(
  options: Pick<TargetOptions, "key" | "keyring" | "other" | "secrets" | "headers">,
  record: readonly Exchange[] = [],
  received: readonly string[] = [],
): Redactor {
  const [key = "", ...more] = keyringOf(options).secrets;
  const others = [...more, ...(options.other?.secrets ?? []), ...(options.secrets ?? [])];
  return new Redactor([key, ...others], options.headers, record, received);
}

/** The value of a header that the user gave, and the words in it that could be a key. */
function secretsOfHeader([name, value]: readonly [string, string]): Secret[] {
  const label = `<the value of ${name}>`;
  const thorough = !ORDINARY.test(name);
  const words = thorough ? value.split(/[\s,;="]+/).filter((word) => word.length >= SHORT) : [];
  const [, basic] = /^Basic\s+([\w+/=-]+)$/i.exec(value) ?? [];
  const password =
    basic === undefined
      ? ""
      : Buffer.from(basic, "base64")
          .toString("latin1")
          .replace(/^[^:]*:/, "");
  return [...new Set([value, ...words, password])]
    .filter((one) => one.length >= SHORTEST)
    .map((one) => ({ value: one, label, altered: label, thorough }));
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The bytes as text. In a charset other than UTF-8, whatever can be read; undefined if they are not text. */
function textIn(bytes: Uint8Array): string | undefined {
  try {
    const text = decoder.decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    const isText = bytes.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b);
    return isText ? new TextDecoder().decode(bytes) : undefined;
  }
}

/** True for words derived from the key: a part of it, in another case, reversed, or with something added. */
function resembles(word: string, key: string): boolean {
  if (word.length < SHORTEST) return word.length > 0 && key.startsWith(word) && !/^[a-z]+$/i.test(word);
  const small = word.toLowerCase();
  const whole = key.toLowerCase();
  const back = Array.from(whole).reverse().join("");
  const size = Math.min(SHORTEST + 1, whole.length);
  for (let start = 0; start + size <= small.length; start++) {
    const part = small.slice(start, start + size);
    if (whole.includes(part) || back.includes(part)) return true;
  }
  return whole.includes(small);
}
