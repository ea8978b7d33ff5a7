// Patterns whose matching may take for ever: shown by a text that a repeated part can take in two ways.
import { type JsonObject, isObject } from "../../contract/json.ts";
import { createPatternEngine, mayBacktrack } from "../../contract/pattern.ts";
import { appendPointer } from "../../contract/pointer.ts";
import { patternTexts } from "../../gate/witness/pattern.ts";
import type { LintContext } from "../context.ts";
import type { Complaint } from "../model.ts";

/** Texts longer than this, and more of them, show no more. */
const LONGEST = 24;
const MOST_TEXTS = 12;
/** A part that may repeat so often can be tried in more ways than anybody waits for. */
const OFTEN = 20;

/** Patterns with a repeated part that some text fits both once and twice, so that n texts fit in 2^n ways. */
export function backtrackingPatterns(context: LintContext): Complaint[] {
  return context.of("schema").flatMap(({ pointer, value }) =>
    patternsOf(value).flatMap(([pattern, ...steps]) => {
      const found = mayBacktrack(pattern) ? ambiguity(pattern) : undefined;
      return found === undefined ? [] : [{ pointer: appendPointer(pointer, ...steps), said: found }];
    }),
  );
}

/** The patterns for the text itself and for the names of properties, and the way to each. */
function patternsOf({ pattern, patternProperties }: JsonObject): (readonly [pattern: string, ...way: string[]])[] {
  const own = typeof pattern === "string" ? [[pattern, "pattern"] as const] : [];
  const names = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  return [...own, ...names.map((name) => [name, "patternProperties", name] as const)];
}

function ambiguity(pattern: string): string | undefined {
  for (const body of repeatedParts(pattern)) {
    const text = doubleReading(body);
    if (text === undefined) continue;
    return `it may repeat (${body}), which can read ${JSON.stringify(text)} in more than one way: the time doubles with each one in a text`;
  }
  return undefined;
}

/** The groups of a pattern that may repeat without a small bound and after which the match can still fail. */
function repeatedParts(pattern: string): string[] {
  const found: string[] = [];
  const open: number[] = [];
  for (let index = 0; index < pattern.length; index++) {
    const char = pattern[index];
    if (char === "\\") index++;
    else if (char === "[") index = endOfClass(pattern, index);
    else if (char === "(") open.push(index + 1);
    else if (char === ")") {
      const start = open.pop() ?? 0;
      const [, rest] = repetition(pattern.slice(index + 1)) ?? [];
      // Where nothing follows, the first way to read a text is good enough.
      if (rest === undefined || (/^\)*$/.test(rest) && open.length === 0)) continue;
      const body = /^(?:\?:|\?<\w+>)?(.*)$/s.exec(pattern.slice(start, index))?.[1] ?? "";
      if (!body.startsWith("?")) found.push(body);
    }
  }
  return found;
}

/** The quantifier that a text begins with and what follows it, where it repeats often. */
function repetition(text: string): readonly [string, string] | undefined {
  const found = /^(?:[*+]|\{(\d+)(,?)(\d*)\})\??/.exec(text);
  if (found === null) return undefined;
  const [quantifier, low = "", comma, high = ""] = found;
  const most = low === "" || (comma !== "" && high === "") ? Number.POSITIVE_INFINITY : Number(high || low);
  return most < OFTEN ? undefined : [quantifier, text.slice(quantifier.length)];
}

function endOfClass(pattern: string, start: number): number {
  for (let index = start + 1; index < pattern.length; index++) {
    if (pattern[index] === "\\") index++;
    else if (pattern[index] === "]") return index;
  }
  return pattern.length;
}

/** A text that the part takes as one and as two, or by two of its alternatives. */
function doubleReading(body: string): string | undefined {
  let native = false;
  const engine = createPatternEngine(() => {
    native = true;
  });
  const fits = (source: string): ((text: string) => boolean) => {
    const matcher = engine(`^(?:${source})$`, "u");
    return (text) => matcher.test(text);
  };
  try {
    const whole = fits(body);
    const branches = alternatives(body);
    const tests = branches.map(fits);
    // A test that itself may take for ever proves nothing in time.
    if (native) return undefined;
    const texts = textsOf(body, whole);
    for (const first of texts) for (const second of texts) if (whole(first + second)) return first + second;
    return texts.find((text) => tests.filter((test) => test(text)).length > 1);
  } catch (error) {
    // A part that is cut out of its pattern need not be one: it may refer to a group outside.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function textsOf(body: string, whole: (text: string) => boolean): string[] {
  const drawn = [`^(?:${body})$`, ...alternatives(body).map((branch) => `^(?:${branch})$`)].flatMap(patternTexts);
  return [...new Set(drawn)]
    .filter((text) => text !== "" && text.length <= LONGEST && whole(text))
    .slice(0, MOST_TEXTS);
}

/** The alternatives of a part, those of groups inside it aside. */
function alternatives(body: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < body.length; index++) {
    const char = body[index];
    if (char === "\\") index++;
    else if (char === "[") index = endOfClass(body, index);
    else if (char === "(") depth++;
    else if (char === ")") depth--;
    else if (char === "|" && depth === 0) {
      found.push(body.slice(start, index));
      start = index + 1;
    }
  }
  return [...found, body.slice(start)];
}
