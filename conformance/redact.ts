// No secret in any artefact: the key, what was made of the key, and everything the user passed in confidence.
import { writeJson } from "../src/contract/json.ts";
import { type Exchange, type HeaderPairs, textOf, valueOf } from "./exchange.ts";

const PLACEHOLDER = "$API_KEY";
const ALTERED = "<altered $API_KEY>";
const CREDENTIAL_HEADERS = new Set(["authorization", "cookie", "proxy-authorization"]);
/** Shorter words would be found everywhere by chance. */
const SHORTEST = 4;

type Replacement = readonly [secret: string, label: string];

/** Replaces secrets in text that is about to be shown. */
export class Redactor {
  readonly #replacements: Replacement[] = [];
  /** Those that an answer repeated, so that a sentence of ours may quote them. */
  readonly #repeated: readonly Replacement[];
  readonly #key: string;
  readonly #confidential: ReadonlySet<string>;

  /**
   * @param key the API key; "" where there is none
   * @param headers what the user gave with --header: their values are shown as "<name>"
   * @param record what was sent and received: near misses of the key, and what the answers repeat
   */
  constructor(key: string, headers: HeaderPairs, record: readonly Exchange[]) {
    this.#key = key;
    this.#confidential = new Set(headers.map(([name]) => name.toLowerCase()));
    if (key !== "") {
      this.#add(key, PLACEHOLDER);
      this.#add(encodeURIComponent(key), PLACEHOLDER);
      for (const pair of [`${key}:`, `:${key}`, key]) this.#add(Buffer.from(pair).toString("base64"), PLACEHOLDER);
    }
    for (const [name, value] of headers) {
      for (const one of [value, value.toLowerCase()]) this.#add(one, `<the value of ${name}>`);
    }
    // What is compared regardless of case, such as a media type, is shown in lower case.
    this.#add(key.toLowerCase(), ALTERED);
    for (const token of this.#nearMisses(record)) this.#add(token, ALTERED);
    // Longer ones first: a secret may be part of another.
    this.#replacements.sort(([a], [b]) => b.length - a.length);
    this.#repeated = repeatedIn(record, this.#replacements);
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

  /** A text that was sent or received, without secrets. */
  text(text: string): string {
    return replaced(text, this.#replacements);
  }

  /**
   * A sentence of ours without secrets. It quotes what was received, so a key that no answer repeated cannot be in it:
   * where it seems to be, it is an ordinary word.
   */
  sentence(text: string): string {
    return replaced(text, this.#repeated);
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

function replaced(text: string, replacements: readonly Replacement[]): string {
  let shown = text;
  for (const [secret, label] of replacements) if (shown.includes(secret)) shown = shown.replaceAll(secret, label);
  return shown;
}

/** The secrets that stand in some answer, in whatever case, also where escapes hide them. */
function repeatedIn(record: readonly Exchange[], replacements: readonly Replacement[]): readonly Replacement[] {
  const found = new Set<Replacement>();
  for (const exchange of replacements.length === 0 ? [] : record) {
    const body = textOf(exchange);
    const value = body.includes("\\") ? valueOf(exchange) : undefined;
    const lines = (exchange.response?.headers ?? []).flatMap(([name, text]) => [name, text, decode(text)]);
    const all = [exchange.failure ?? "", ...lines, body, value === undefined ? "" : writeJson(value)];
    const received = all.join("\n").toLowerCase();
    for (const one of replacements) if (received.includes(one[0].toLowerCase())) found.add(one);
  }
  return replacements.filter((one) => found.has(one));
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
