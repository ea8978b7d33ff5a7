// Strings: their patterns, formats and lengths.
import type { JsonValue } from "../../json/value.ts";
import type { NumberValue } from "../decimal.ts";
import { INTEGER_FORMATS } from "../number-formats.ts";
import { type NormalForm, allowsType } from "../form/normal-form.ts";
import { patternsOf, textBeyond } from "../pattern/inclusion.ts";
import { type Keywords, type Rule, counted, withArticle } from "./keyword.ts";
import { isWithinFormat } from "./numbers.ts";
import { sameSet, some } from "./rule.ts";
import type { Work } from "../work.ts";

const ANY_TEXT = new Set(["", ".*", "^.*", ".*$", "^", "$", "^[\\s\\S]*$"]);

/** Everything that matches the producer's patterns matches the consumer's. */
const PATTERNS: Rule = {
  read: ({ patterns }) => some(patterns),
  equal: sameSet,
  proof: (producer, consumer) =>
    (consumer as string[]).every((pattern) => (producer as string[]).includes(pattern)) ? "pattern-dropped" : undefined,
  // With both anchors, a text of two lines does not match.
  implied: (producer, consumer, { medium: { work } }) => {
    const others = (consumer as string[]).filter((pattern) => !ANY_TEXT.has(pattern));
    if (others.length === 0) return "pattern-without-effect";
    // To count the characters of long texts may be too much, and unnecessary.
    const given = [patternsOf(producer), producer.patterns];
    const fits = (pattern: string): boolean => given.some((known) => textBeyond(known, pattern, work) === null);
    return others.every(fits) ? "pattern-loosened" : undefined;
  },
};

/** Longer texts are not  counted by an automaton. */
const LONGEST_COUNTED = 200;

/** A pattern that only texts of a length match keeps it. */
function keepsLength(form: NormalForm, limit: NumberValue, count: string, work: Work): boolean {
  if (form.patterns.length === 0 || limit > LONGEST_COUNTED) return false;
  return textBeyond(patternsOf(form), `^[\\s\\S]${count}$`, work) === null;
}

/** A value with the producer's formats has the consumer's. */
const FORMATS: Rule = {
  read: ({ formats }) => some(formats),
  equal: sameSet,
  matters: formatMatters,
  proof: (producer, consumer) =>
    (consumer as string[]).every((format) => (producer as string[]).some((given) => formatCovers(format, given)))
      ? "format-loosened"
      : undefined,
  implied: (given, consumer) =>
    (consumer as string[]).every((format) => isWithinFormat(given, format)) ? "bounds-within-format" : undefined,
};

export const TEXT_KEYWORDS: Keywords = {
  minLength: {
    family: "length",
    type: "string",
    keeps: (form, limit, { work }) => keepsLength(form, limit, `{${limit},}`, work),
    refusal: ({ limit }) => `must be ${counted(limit, "character")} long or longer`,
    noun: "minimum length",
  },
  maxLength: {
    family: "length",
    type: "string",
    keeps: (form, limit, { work }) => keepsLength(form, limit, `{0,${limit}}`, work),
    refusal: ({ limit }) => `must be ${counted(limit, "character")} long or shorter`,
    noun: "maximum length",
  },
  pattern: {
    family: "pattern",
    type: "string",
    means: (said) => (typeof said === "string" ? { patterns: [said] } : undefined),
    rule: PATTERNS,
    refusal: ({ pattern }) => `must match the pattern ${pattern}`,
    change: ["has a different pattern", "keep the pattern, or loosen it"],
  },
  format: {
    family: "format",
    means: (said) => (typeof said === "string" ? { formats: [said] } : undefined),
    rule: FORMATS,
    refusal: ({ format = "" }) => `must be ${withArticle(format)}`,
    change: ["has a different format", "keep the format, or loosen it"],
  },
};

function formatCovers(consumer: string, producer: string): boolean {
  if (consumer === "float" && INTEGER_FORMATS.has(producer)) return true;
  if (consumer === "uri-reference" && producer === "uri") return true;
  return consumer === producer || (consumer === "int64" && producer === "int32") || !JUDGED_FORMATS.has(consumer);
}

/** Formats that validators check; others have no effect. */
const JUDGED_FORMATS: ReadonlySet<string> = new Set([
  ...["date", "time", "date-time", "iso-time", "iso-date-time", "duration", "uri", "uri-reference", "uri-template"],
  ...["url", "email", "hostname", "ipv4", "ipv6", "regex", "uuid", "json-pointer", "json-pointer-uri-fragment"],
  ...["relative-json-pointer", "byte", "float", ...INTEGER_FORMATS.keys()],
  ...["idn-email", "idn-hostname", "iri", "iri-reference"],
]);

function formatMatters(producer: NormalForm, formats: JsonValue): boolean {
  return (formats as string[]).some((format) => {
    if (!JUDGED_FORMATS.has(format)) return false;
    return allowsType(producer, format === "float" || INTEGER_FORMATS.has(format) ? "number" : "string");
  });
}
