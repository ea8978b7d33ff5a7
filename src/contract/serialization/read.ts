// Every value that a written parameter or header may stand for. The schema decides between them, where it can.
import { readJson } from "../../json/read.ts";
import type { JsonValue } from "../../json/value.ts";
import { isJson } from "../media.ts";
import { MOST_COMBINATIONS, combinations } from "./combinations.ts";
import type { Expected, ExpectedCase } from "./expected.ts";
import { type Pair, type Pairs, type Serialization, decodeFor, delimiterOf, isRepeated } from "./styles.ts";
import { describeTypes, textReadings } from "./text.ts";

/** The values that were read, the likeliest first; or nothing was sent, or what was sent cannot be read. */
export type Readings =
  | { readonly kind: "values"; readonly values: readonly JsonValue[] }
  | { readonly kind: "absent" }
  | { readonly kind: "fault"; readonly message: string };

const ABSENT: Readings = { kind: "absent" };
const TWICE = "was given more than once";
const UNREADABLE = "is not percent-encoded UTF-8";
const NO_NAMES: ReadonlySet<string> = new Set();
const COMPOUND: ReadonlySet<string> = new Set(["array", "object"]);

export interface ReadingOptions {
  /** The other parameters of its place, whose names no exploded object takes for its own. */
  readonly others?: Pick<ReadonlySet<string>, "has">;
  /** True where only a schema that says so makes an array of a parameter that was given more than once. */
  readonly strict?: boolean;
}

/** Reads one parameter. What it may hold is worked out once, not at each reading. */
export class ParameterReadings {
  readonly #form: Serialization;
  readonly #others: Pick<ReadonlySet<string>, "has">;
  readonly #isRepeated: boolean;
  readonly #isContent: boolean;
  readonly #arrays: readonly ExpectedCase[];
  readonly #objects: readonly ExpectedCase[];
  readonly #scalars: readonly ExpectedCase[];

  constructor(form: Serialization, { cases }: Expected, { others = NO_NAMES, strict = false }: ReadingOptions = {}) {
    this.#form = form;
    this.#others = others;
    this.#isRepeated = isRepeated(form);
    this.#isContent = form.mediaType !== undefined && isJson(form.mediaType);
    const isDeep = form.style === "deepObject";
    const isCompound = form.mediaType === undefined;
    const isScalar = ({ types }: ExpectedCase): boolean => !isCompound || types === undefined || hasScalar(types);
    this.#arrays = isCompound && !isDeep ? cases.filter(({ types }) => types?.has("array") ?? !strict) : [];
    this.#objects = isCompound ? cases.filter(({ types, names }) => types?.has("object") ?? names.size > 0) : [];
    this.#scalars = isDeep ? [] : cases.filter(isScalar);
  }

  /** True if the value can only be an object whose members are pairs of their own: an empty one is not visible in a request. */
  get hasTracelessObject(): boolean {
    const isInPairs = this.#form.style === "deepObject" || this.#isRepeated;
    return isInPairs && this.#objects.length > 0 && this.#arrays.length + this.#scalars.length === 0;
  }

  /** Every value that the pairs of the parameter's place may stand for. */
  read(pairs: Pairs): Readings {
    const laid = this.#layOut(pairs);
    if (laid === undefined) return fault(`must be written in style ${this.#form.style}`);
    const scalar = this.#scalar(laid);
    if (this.#arrays.length === 0 && this.#objects.length === 0) return scalar;
    return merge([
      ...this.#arrays.map((one) => this.#array(laid, one)),
      ...this.#objects.map((one) => this.#object(laid, one)),
      scalar,
    ]);
  }

  /** The pairs without what the style puts before them; undefined where that is missing. */
  #layOut(pairs: Pairs): Pairs | undefined {
    const { name, style } = this.#form;
    if (style !== "label" && style !== "matrix") return pairs;
    const text = pairs.find(([own]) => own === name)?.[1];
    if (text === undefined) return [];
    if (style === "label") return text.startsWith(".") ? [[name, text.slice(1)]] : undefined;
    return text.startsWith(";") ? text.slice(1).split(";").map(splitOnce) : undefined;
  }

  /** The one text of the parameter; undefined where there is none, and a fault where there are several. */
  #only(pairs: Pairs): string | undefined | Readings {
    let found: string | undefined;
    for (const [name, text] of pairs) {
      if (name !== this.#form.name) continue;
      if (found !== undefined) return fault(TWICE);
      found = text;
    }
    return found;
  }

  #scalar(pairs: Pairs): Readings {
    const text = this.#only(pairs);
    if (text === undefined || this.#scalars.length === 0) return ABSENT;
    if (typeof text !== "string") return text;
    const plain = decodeFor(this.#form.in, text);
    if (plain === undefined) return fault(UNREADABLE);
    if (!this.#isContent) return scalarOf(plain, this.#scalars);
    const reading = readJson(plain);
    return "value" in reading ? { kind: "values", values: [reading.value] } : fault(reading.fault.message);
  }

  #array(pairs: Pairs, one: ExpectedCase): Readings {
    const { name } = this.#form;
    if (this.#isRepeated) {
      const texts = pairs.filter(([own]) => own === name || own === `${name}[]`).map(([, text]) => text);
      // What no schema describes is an array only where it must be one.
      return texts.length === 0 || (one.types === undefined && texts.length === 1) ? ABSENT : this.#items(texts, one);
    }
    const text = one.types === undefined ? undefined : this.#only(pairs);
    if (text === undefined) return ABSENT;
    return typeof text === "string" ? merge(this.#splits(text).map((parts) => this.#items(parts, one))) : text;
  }

  /** The ways to take a text apart. Nothing at all is nothing, before it is one empty text. */
  #splits(text: string): string[][] {
    const { plain, encoded } = delimiterOf(this.#form);
    if (text === "") return [[], [""]];
    if (plain.test(text)) return [text.split(plain)];
    return encoded?.test(text) === true ? [text.split(encoded), [text]] : [[text]];
  }

  #items(texts: readonly string[], one: ExpectedCase): Readings {
    const found: (readonly JsonValue[])[] = [];
    for (const [index, text] of texts.entries()) {
      const readings = this.#part(text, one.item(index));
      if (readings.kind === "fault") return fault(`has an item that ${readings.message}`);
      if (readings.kind === "values") found.push(readings.values);
    }
    return { kind: "values", values: combinations(found) };
  }

  #part(text: string, { cases }: Expected): Readings {
    const plain = decodeFor(this.#form.in, text);
    return plain === undefined ? fault(UNREADABLE) : partOf(plain, cases);
  }

  #object(pairs: Pairs, one: ExpectedCase): Readings {
    const isDeep = this.#form.style === "deepObject";
    if (!isDeep && !this.#isRepeated) return this.#joined(pairs, one);
    const own = isDeep ? this.#deep(pairs) : this.#exploded(pairs, one);
    return own.length === 0 ? ABSENT : this.#properties(own, one);
  }

  /** An object that is written as one text: names and values in turn, or joined by "=". */
  #joined(pairs: Pairs, one: ExpectedCase): Readings {
    const { in: place, explode } = this.#form;
    const text = this.#only(pairs);
    if (text === undefined) return ABSENT;
    if (typeof text !== "string") return text;
    const ways = text === "" ? [[]] : this.#splits(text).map((parts) => pairUp(parts, explode));
    const whole = ways.filter((way) => way !== undefined);
    if (whole.length === 0) return fault("must have a value for each of its names");
    const named = ([name, part]: Pair): Pair => [decodeFor(place, name) ?? name, part];
    return merge(whole.map((way) => this.#properties(way.map(named), one)));
  }

  #properties(members: Pairs, one: ExpectedCase): Readings {
    const names = members.map(([name]) => name);
    const found: (readonly JsonValue[])[] = [];
    for (const [name, text] of members) {
      if (name === "__proto__") return fault('has the property "__proto__", which is not accepted');
      if (names.indexOf(name) !== names.lastIndexOf(name)) return fault(`has the property ${name} more than once`);
      const readings = this.#part(text, one.property(name));
      if (readings.kind === "fault") return fault(`has a property ${name} that ${readings.message}`);
      if (readings.kind === "values") found.push(readings.values);
    }
    const values = combinations(found).map((texts) =>
      Object.fromEntries(texts.map((value, index) => [names[index] ?? "", value])),
    );
    return { kind: "values", values };
  }

  #deep(pairs: Pairs): Pairs {
    const prefix = `${this.#form.name}[`;
    return pairs
      .filter(([name]) => name.startsWith(prefix) && name.endsWith("]"))
      .map(([name, text]) => [name.slice(prefix.length, -1), text]);
  }

  #exploded(pairs: Pairs, { names, freeNames }: ExpectedCase): Pairs {
    const named = ([name, text]: Pair): Pair => [decodeFor("path", name) ?? name, text];
    const own = this.#form.style === "matrix" ? pairs.map(named) : pairs;
    return own.filter(([name]) => names.has(name) || (freeNames && !this.#others.has(name)));
  }
}

function hasScalar(types: ReadonlySet<string>): boolean {
  for (const type of types) if (!COMPOUND.has(type)) return true;
  return false;
}

function splitOnce(text: string): Pair {
  const at = text.indexOf("=");
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** Names with their values; undefined where a value is missing. */
function pairUp(parts: readonly string[], explode: boolean): Pairs | undefined {
  if (explode) return parts.every((part) => part.includes("=")) ? parts.map(splitOnce) : undefined;
  if (parts.length % 2 === 1) return undefined;
  return parts.flatMap((part, index): Pair[] => (index % 2 === 0 ? [[part, parts[index + 1] ?? ""]] : []));
}

/** A text that stands alone. JSON is read only where `content` says so, or inside of what is written in parts. */
function scalarOf(text: string, cases: readonly ExpectedCase[]): Readings {
  const readings = partOf(text, cases);
  if (readings.kind !== "values" || readings.values.every(isPlain)) return readings;
  const values = readings.values.filter(isPlain);
  return values.length > 0 ? { kind: "values", values } : faultOf(cases, (type) => !COMPOUND.has(type));
}

function isPlain(value: JsonValue): boolean {
  return typeof value !== "object" || value === null;
}

function partOf(text: string, cases: readonly ExpectedCase[]): Readings {
  const [only, second] = cases;
  const values =
    only !== undefined && second === undefined
      ? textReadings(text, only.types)
      : unique(cases.flatMap(({ types }) => textReadings(text, types)));
  return values.length > 0 ? { kind: "values", values } : faultOf(cases, () => true);
}

function faultOf(cases: readonly ExpectedCase[], isMeant: (type: string) => boolean): Readings {
  return fault(describeTypes(cases.flatMap(({ types }) => [...(types ?? [])]).filter(isMeant)));
}

/** Every reading of some; without any, what is wrong; without that, nothing was sent. */
function merge(all: readonly Readings[]): Readings {
  const values = all.flatMap((one) => (one.kind === "values" ? one.values : []));
  if (values.length > 0) return { kind: "values", values: unique(values).slice(0, MOST_COMBINATIONS) };
  return all.find(({ kind }) => kind === "fault") ?? ABSENT;
}

function unique(values: readonly JsonValue[]): readonly JsonValue[] {
  return values.length < 2 ? values : [...new Set(values)];
}

function fault(message: string): Readings {
  return { kind: "fault", message };
}
