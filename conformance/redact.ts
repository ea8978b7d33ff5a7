// No secret in any artefact: the key, what was made of the key, and everything the user passed in confidence.
import type { Exchange, HeaderPairs } from "./exchange.ts";

const PLACEHOLDER = "$API_KEY";
const ALTERED = "<altered $API_KEY>";
const CREDENTIAL_HEADERS = new Set(["authorization", "cookie", "proxy-authorization"]);
/** Shorter words would be found everywhere by chance. */
const SHORTEST = 4;

/** Replaces secrets in text that is about to be shown. */
export class Redactor {
  readonly #replacements: (readonly [secret: string, label: string])[] = [];
  readonly #key: string;
  readonly #confidential: ReadonlySet<string>;

  /**
   * @param key the API key; "" where there is none
   * @param headers what the user gave with --header: their values are shown as "<name>"
   * @param record near misses of the key that were sent, which answers may repeat
   */
  constructor(key: string, headers: HeaderPairs, record: readonly Exchange[]) {
    this.#key = key;
    this.#confidential = new Set(headers.map(([name]) => name.toLowerCase()));
    if (key !== "") {
      this.#add(key, PLACEHOLDER);
      this.#add(encodeURIComponent(key), PLACEHOLDER);
      for (const pair of [`${key}:`, `:${key}`, key]) this.#add(Buffer.from(pair).toString("base64"), PLACEHOLDER);
    }
    for (const [name, value] of headers) this.#add(value, `<the value of ${name}>`);
    for (const token of this.#nearMisses(record)) this.#add(token, ALTERED);
    // Longer ones first: a secret may be part of another.
    this.#replacements.sort(([a], [b]) => b.length - a.length);
  }

  #add(secret: string, label: string): void {
    if (secret.length >= SHORTEST && !this.#replacements.some(([known]) => known === secret))
      this.#replacements.push([secret, label]);
  }

  #nearMisses(record: readonly Exchange[]): Set<string> {
    const found = new Set<string>();
    for (const { intent, request } of record) {
      if (intent !== "unauthenticated" || this.#key === "") continue;
      const values = request.headers
        .filter(([name]) => !USUAL_HEADERS.has(name.toLowerCase()))
        .map(([, value]) => value);
      const query = request.url.split("?")[1] ?? "";
      for (const word of [...values, decode(query)].flatMap((value) => value.split(/[\s=&,;:"]+/))) {
        if (word !== this.#key && resembles(word, this.#key)) found.add(word);
      }
    }
    return found;
  }

  /** The text without secrets. */
  text(text: string): string {
    let shown = text;
    for (const [secret, label] of this.#replacements)
      if (shown.includes(secret)) shown = shown.replaceAll(secret, label);
    return shown;
  }

  /** Header pairs without secrets. Credentials are recognised by the name of their header too. */
  headers(headers: HeaderPairs): HeaderPairs {
    return headers.map(([name, value]) => [name, this.#value(name, value)] as const);
  }

  #value(name: string, value: string): string {
    if (this.#confidential.has(name.toLowerCase())) return `<the value of ${name}>`;
    const shown = this.text(value);
    if (!CREDENTIAL_HEADERS.has(name.toLowerCase()) || shown.includes("$API_KEY")) return shown;
    return shown.replaceAll(/[^\s=:"]{1,}/g, (word) =>
      this.#key !== "" && resembles(word, this.#key) ? ALTERED : word,
    );
  }
}

const USUAL_HEADERS = new Set(["host", "accept", "user-agent", "connection", "content-type", "content-length"]);

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

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
