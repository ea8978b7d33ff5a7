// Parses JSONPath (RFC 9535) without its functions: see json-path.ts.
import {
  type JsonPath,
  type Operand,
  type Segment,
  type Selector,
  type Test,
  compared,
  follow,
  indexed,
  memberOf,
  named,
  sliced,
  stepsOf,
} from "./json-path.ts";
import type { JsonValue } from "../../json/value.ts";

/** What is wrong with a path, and at which character. */
export class JsonPathError extends Error {}

/** Parses a path. @throws JsonPathError if it is invalid or uses something unsupported */
export function parseJsonPath(text: string): JsonPath {
  const parser = new Parser(text);
  parser.expect("$", "it must begin with $");
  const path = parser.path();
  parser.end();
  return path;
}

const NAME = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff-]*/y;
const INTEGER = /-?\d+/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const OPERATOR = /==|!=|<=|>=|<|>/y;
/** No filter written by a person nests deeper than this. */
const DEEPEST = 50;

class Parser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  path(): JsonPath {
    const segments: Segment[] = [];
    for (;;) {
      this.#space();
      if (this.#take(".."))
        segments.push({ isDeep: true, selectors: this.#peek("[") ? this.#bracket() : [this.#name()] });
      else if (this.#take(".")) segments.push({ isDeep: false, selectors: [this.#name()] });
      else if (this.#peek("[")) segments.push({ isDeep: false, selectors: this.#bracket() });
      else return { segments };
    }
  }

  expect(sign: string, otherwise = `"${sign}" is missing`): void {
    this.#space();
    if (!this.#take(sign)) this.#fail(otherwise);
  }

  end(): void {
    this.#space();
    if (this.#at < this.#text.length) this.#fail(`"${this.#text.slice(this.#at, this.#at + 10)}" is not understood`);
  }

  #name(): Selector {
    if (this.#take("*")) return stepsOf;
    const name = this.#match(NAME) ?? this.#fail('a name or * is missing; other names are written ["…"]');
    return named(name);
  }

  #bracket(): Selector[] {
    this.expect("[");
    const selectors: Selector[] = [];
    do selectors.push(this.#selector());
    while (this.#next(","));
    this.expect("]");
    return selectors;
  }

  #selector(): Selector {
    this.#space();
    if (this.#take("*")) return stepsOf;
    if (this.#take("?")) {
      const test = this.#or();
      return (value, scene) =>
        stepsOf(value).filter((step) => --scene.left >= 0 && test(memberOf(value, step) as JsonValue, scene));
    }
    const text = this.#quoted();
    if (text !== undefined) return named(text);
    const first = this.#match(INTEGER);
    if (!this.#next(":")) return indexed(Number(first ?? this.#fail("a name, an index, * or ? is missing")));
    const [start, end] = [first, this.#integer()];
    return sliced(start, end, this.#next(":") ? this.#integer() : undefined);
  }

  #or(): Test {
    if (++this.#depth > DEEPEST) this.#fail("its filter nests too deep");
    const tests = [this.#and()];
    while (this.#next("||")) tests.push(this.#and());
    this.#depth--;
    return (current, scene) => tests.some((test) => test(current, scene));
  }

  #and(): Test {
    const tests = [this.#basic()];
    while (this.#next("&&")) tests.push(this.#basic());
    return (current, scene) => tests.every((test) => test(current, scene));
  }

  #basic(): Test {
    if (this.#next("!")) {
      const test = this.#basic();
      return (current, scene) => !test(current, scene);
    }
    if (this.#next("(")) {
      const test = this.#or();
      this.expect(")");
      return test;
    }
    const isQuery = this.#peek("@") || this.#peek("$");
    const left = this.#operand();
    this.#space();
    const operator = this.#match(OPERATOR);
    if (operator !== undefined) return compared(left, operator, this.#operand());
    if (!isQuery) this.#fail("a value alone says nothing: a comparison is missing");
    return (current, scene) => left(current, scene) !== undefined;
  }

  #operand(): Operand {
    this.#space();
    const isCurrent = this.#take("@");
    if (isCurrent || this.#take("$")) {
      const path = this.path();
      return (current, scene) => follow([{ value: isCurrent ? current : scene.root }], path, scene)[0]?.value;
    }
    const text = this.#quoted() ?? this.#literal();
    return () => text;
  }

  #literal(): JsonValue {
    const number = this.#match(NUMBER);
    if (number !== undefined) return Number(number);
    const word = this.#match(NAME);
    if (word === "true" || word === "false") return word === "true";
    if (word === "null") return null;
    return this.#fail(
      word === undefined ? "a value is missing" : `"${word}" is not understood; functions are not supported`,
    );
  }

  #quoted(): string | undefined {
    const quote = this.#text[this.#at];
    if (quote !== "'" && quote !== '"') return undefined;
    let end = this.#at + 1;
    while (end < this.#text.length && this.#text[end] !== quote) end += this.#text[end] === "\\" ? 2 : 1;
    if (end >= this.#text.length) this.#fail("a quote is not closed");
    const inner = this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
    return inner.replaceAll(/\\(u[\da-fA-F]{4}|.)/g, (_, one: string) =>
      one.length > 1 ? String.fromCharCode(Number.parseInt(one.slice(1), 16)) : (ESCAPES.get(one) ?? one),
    );
  }

  #integer(): string | undefined {
    this.#space();
    return this.#match(INTEGER);
  }

  #next(sign: string): boolean {
    this.#space();
    return this.#take(sign);
  }

  #take(sign: string): boolean {
    const found = this.#peek(sign);
    if (found) this.#at += sign.length;
    return found;
  }

  #peek(sign: string): boolean {
    return this.#text.startsWith(sign, this.#at);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #space(): void {
    while (/\s/.test(this.#text[this.#at] ?? "")) this.#at++;
  }

  #fail(why: string): never {
    throw new JsonPathError(`${why} (after "${this.#text.slice(Math.max(0, this.#at - 20), this.#at)}")`);
  }
}

const ESCAPES: ReadonlyMap<string, string> = new Map(Object.entries({ n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" }));
