// No secret in any artefact: the key, what was made of the key, and everything the user passed in confidence.
import { count } from "../../../src/report/text.ts";
import { type Exchange, type HeaderPairs, decodedBody } from "../exchange.ts";
import { plain } from "../../../src/redaction/escapes.ts";
import { SHORT, type Secret, SecretSearch } from "../../../src/redaction/secrets.ts";

const PLACEHOLDER = "$API_KEY";
const ALTERED = "<altered $API_KEY>";
const CREDENTIAL_HEADERS = new Set(["authorization", "cookie", "proxy-authorization"]);
/** Of what users pass in confidence, shorter words say nothing. */
const SHORTEST = 4;

/** Bytes of answers that are searched for what may be an ordinary word. */
const MOST_SEARCHED = 1024 * 1024;

/** Headers that say how to answer: their words are everybody's. */
const USUAL_HEADERS = new Set(["host", "accept", "user-agent", "connection", "content-type", "content-length"]);
const ORDINARY = /^(?:accept|accept-.*|content-.*|user-agent|host|connection|cache-control|origin|referer|prefer)$/i;

/** What is said of a key that cannot be hidden wherever it stands; undefined for one that is long enough. */
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
  readonly #confidential: ReadonlySet<string>;
  readonly #record: readonly Exchange[];
  /** What is hidden wherever it stands, and what could also be an ordinary word. */
  readonly #certain: readonly Secret[];
  readonly #doubtful: readonly Secret[];
  readonly #all: SecretSearch;
  #quoted: SecretSearch | undefined;

  /**
   * @param key the API key; "" where there is none
   * @param headers what the user gave with --header: their values are shown as "<name>"
   * @param record what was sent and received: near misses of the key, and what the answers repeat
   */
  constructor(key: string, headers: HeaderPairs, record: readonly Exchange[] = []) {
    this.#key = key;
    this.#record = record;
    this.#confidential = new Set(headers.map(([name]) => name.toLowerCase()));
    const keys = secretsOf(key);
    this.#certain = keys.filter(({ value }) => value.length >= SHORT);
    this.#doubtful = [
      ...keys.filter(({ value }) => value.length < SHORT),
      ...headers.flatMap(secretsOfHeader),
      ...[...this.#nearMisses()].map((value) => ({ value, label: ALTERED, altered: ALTERED, thorough: false })),
    ];
    this.#all = new SecretSearch([...this.#certain, ...this.#doubtful]);
  }

  #nearMisses(): Set<string> {
    const found = new Set<string>();
    for (const { intent, request } of this.#record) {
      if (intent !== "unauthenticated" || this.#key === "") continue;
      const values = request.headers
        .filter(([name]) => !USUAL_HEADERS.has(name.toLowerCase()))
        .map(([, value]) => value);
      const query = request.url.split("?")[1] ?? "";
      for (const word of [...values, plain(query)].flatMap((value) => value.split(/[\s=&,;:"]+/))) {
        if (word.length >= SHORTEST && word !== this.#key && resembles(word, this.#key)) found.add(word);
      }
    }
    return found;
  }

  /** A text that was sent or received, without secrets. */
  text(text: string): string {
    return this.#all.hide(text);
  }

  /**
   * A sentence of ours without secrets. It quotes what was received, so what no answer repeated cannot be in it: where it
   * seems to be, it is an ordinary word.
   */
  sentence(text: string): string {
    this.#quoted ??= new SecretSearch([...this.#certain, ...this.#repeated()]);
    return this.#quoted.hide(text);
  }

  /** The doubtful secrets that stand in some answer; all of them where there is too much to look at. */
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

  /** A body without secrets; of one that is not text, its size. @param length of the whole, where this is the beginning */
  body(bytes: Uint8Array, length = bytes.length): string {
    const text = textIn(bytes);
    return text === undefined ? `(${count(length, "byte")}, not text)` : this.text(text);
  }

  /** A body for a command that sends it again: what is not text as it is, where it holds no secret. */
  toSend(bytes: Uint8Array): string | Uint8Array {
    const text = textIn(bytes);
    const raw = Buffer.from(bytes).toString("latin1");
    return text?.includes("\uFFFD") === false || this.text(raw) !== raw ? this.text(text ?? raw) : bytes;
  }

  /** Header pairs without secrets. Credentials are recognised by the name of their header too. */
  headers(headers: HeaderPairs): HeaderPairs {
    return headers.map(([name, value]) => [this.text(name), this.#value(name, value)] as const);
  }

  #value(name: string, value: string): string {
    if (this.#confidential.has(name.toLowerCase())) return `<the value of ${name}>`;
    const shown = this.text(value);
    if (!CREDENTIAL_HEADERS.has(name.toLowerCase()) || shown.includes(PLACEHOLDER)) return shown;
    return shown.replaceAll(/[^\s=:"]{1,}/g, (word) =>
      this.#key !== "" && resembles(word, this.#key) ? ALTERED : word,
    );
  }
}

/** The key, and the password of a key that is user and password. */
function secretsOf(key: string): Secret[] {
  const password = key.slice(key.indexOf(":") + 1);
  const values = [key, ...(password !== key && password.length >= SHORT ? [password] : [])];
  return values
    .filter((value) => value !== "")
    .map((value) => ({ value, label: value === key ? PLACEHOLDER : ALTERED, altered: ALTERED, thorough: true }));
}

/** The value of a header that the user gave, and the words of it that could be a key. */
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

/** The bytes as text; of another charset than UTF-8 what can be read of it, undefined where it is none. */
function textIn(bytes: Uint8Array): string | undefined {
  try {
    const text = decoder.decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    const isText = bytes.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b);
    return isText ? new TextDecoder().decode(bytes) : undefined;
  }
}

/** True for words made of the key: part of it, in other case, backwards, with something added. */
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
