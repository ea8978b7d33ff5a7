// Reads every value that a serialized parameter or header may mean. The schema chooses between them if it can.
import { readJson } from "../../json/read.ts";
import { type JsonValue, isLeaf } from "../../json/value.ts";
import { isJson } from "../media.ts";
import { MOST_COMBINATIONS, combinations } from "./combinations.ts";
import type { Expected, ExpectedCase } from "./expected.ts";
import {
  type Pair,
  type Pairs,
  type Serialization,
  decodeFor,
  delimiterOf,
  isRepeated,
  pairName,
  wireOf,
} from "./styles.ts";
import { describeTypes, textReadings } from "./text.ts";

/** The possible values, most likely first; or nothing was sent, or what was sent cannot be read. */
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
  /** The other parameters in its place. An exploded object never claims their names. */
  readonly others?: Pick<ReadonlySet<string>, "has">;
  /** True if a parameter sent more than once is an array only if a schema says so. */
  readonly strict?: boolean;
}

/** Reads one parameter. What it may contain is determined once, not on each reading. */
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

  /**
   * True if the value can only be an object with separate pairs for its members. An empty one leaves no trace in a
   * request.
   */
  get hasTracelessObject(): boolean {
    const isInPairs = this.#form.style === "deepObject" || this.#isRepeated;
    return isInPairs && this.#objects.length > 0 && this.#arrays.length + this.#scalars.length === 0;
  }

  /** Every value that the pairs of the parameter's place may mean. */
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

  /** The pairs without the prefix of the style; undefined if the prefix is missing. */
  #layOut(pairs: Pairs): Pairs | undefined {
    const { name, style } = this.#form;
    if (style !== "label" && style !== "matrix") return pairs;
    const text = pairs.find(([own]) => own === name)?.[1];
    if (text === undefined) return [];
    if (style === "label") return text.startsWith(".") ? [[name, text.slice(1)]] : undefined;
    return text.startsWith(";") ? text.slice(1).split(";").map(splitOnce) : undefined;
  }

  /** The single text of the parameter; undefined if there is none, a fault if there are several. */
  #only(pairs: Pairs): string | undefined | Readings {
    let found: string | undefined;
    for (const [name, text] of pairs) {
      if (name !== pairName(this.#form)) continue;
      if (found !== undefined) return fault(TWICE);
      found = text;
    }
    return found;
  }

  #scalar(pairs: Pairs): Readings {
    const text = this.#only(pairs);
    if (text === undefined || this.#scalars.length === 0) return ABSENT;
    if (typeof text !== "string") return text;
    const plain = decodeFor(wireOf(this.#form), text);
    if (plain === undefined) return fault(UNREADABLE);
    if (!this.#isContent) return scalarOf(plain, this.#scalars);
    const reading = readJson(plain);
    return "value" in reading ? { kind: "values", values: [reading.value] } : fault(reading.fault.message);
  }

  #array(pairs: Pairs, one: ExpectedCase): Readings {
    const { name } = this.#form;
    if (this.#isRepeated) {
      const texts = pairs.filter(([own]) => own === name || own === `${name}[]`).map(([, text]) => text);
      // Without a schema, it is an array only if it was sent more than once.
      return texts.length === 0 || (one.types === undefined && texts.length === 1) ? ABSENT : this.#items(texts, one);
    }
    const text = one.types === undefined ? undefined : this.#only(pairs);
    if (text === undefined) return ABSENT;
    return typeof text === "string" ? merge(this.#splits(text).map((parts) => this.#items(parts, one))) : text;
  }

  /** The ways to split a text. An empty text means no items first, and one empty item second. */
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
    const plain = decodeFor(wireOf(this.#form), text);
    return plain === undefined ? fault(UNREADABLE) : partOf(plain, cases);
  }

  #object(pairs: Pairs, one: ExpectedCase): Readings {
    const isDeep = this.#form.style === "deepObject";
    if (!isDeep && !this.#isRepeated) return this.#joined(pairs, one);
    const own = isDeep ? this.#deep(pairs) : this.#exploded(pairs, one);
    return own.length === 0 ? ABSENT : this.#properties(own, one);
  }

  /** An object written as one text: alternating names and values, or joined by "=". */
  #joined(pairs: Pairs, one: ExpectedCase): Readings {
    const { explode } = this.#form;
    const text = this.#only(pairs);
    if (text === undefined) return ABSENT;
    if (typeof text !== "string") return text;
    const ways = text === "" ? [[]] : this.#splits(text).map((parts) => pairUp(parts, explode));
    const whole = ways.filter((way) => way !== undefined);
    if (whole.length === 0) return fault("must have a value for each of its names");
    const named = ([name, part]: Pair): Pair => [decodeFor(wireOf(this.#form), name) ?? name, part];
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

/** Pairs of names and values; undefined if a value is missing. */
function pairUp(parts: readonly string[], explode: boolean): Pairs | undefined {
  if (explode) return parts.every((part) => part.includes("=")) ? parts.map(splitOnce) : undefined;
  if (parts.length % 2 === 1) return undefined;
  return parts.flatMap((part, index): Pair[] => (index % 2 === 0 ? [[part, parts[index + 1] ?? ""]] : []));
}

/** A single text. JSON is parsed only if `content` says so, or inside a value written in parts. */
function scalarOf(text: string, cases: readonly ExpectedCase[]): Readings {
  const readings = partOf(text, cases);
  if (readings.kind !== "values" || readings.values.every(isLeaf)) return readings;
  const values = readings.values.filter(isLeaf);
  return values.length > 0 ? { kind: "values", values } : faultOf(cases, (type) => !COMPOUND.has(type));
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

/** Merges all readings. If there are none, returns the fault; without a fault, nothing was sent. */
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
