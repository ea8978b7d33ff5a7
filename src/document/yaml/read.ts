// The reader of YAML: js-yaml, with the limits, the numbers and the words of this project.
import type * as JsYaml from "js-yaml";
import { type Locate, lineAndColumn } from "../location.ts";
import { collectionAsKey, locateInYaml } from "./location.ts";
import { type JsonValue, isObject } from "../../json/value.ts";

/** What a YAML text may hold; beyond, time and memory are what it is after. */
export interface YamlLimits {
  readonly nesting: number;
  readonly aliases: number;
  /** Values in all, those that aliases stand for counted each time. */
  readonly values: number;
}

export type YamlReading =
  | { readonly value: JsonValue; readonly locate: Locate }
  | { readonly fault: { readonly message: string; readonly line: number; readonly column: number } };

let loaded: { readonly parser: typeof JsYaml; readonly schema: JsYaml.Schema } | undefined;

/** js-yaml, loaded at the first text that needs it: JSON, and the document that the build prepared, do not. */
function yaml(): NonNullable<typeof loaded> {
  if (loaded !== undefined) return loaded;
  const parser = require("js-yaml") as typeof JsYaml;
  return (loaded = { parser, schema: parser.CORE_SCHEMA.withTags(parser.mergeTag, exactInteger(parser)) });
}

/** The integers of YAML's core schema, those that no double holds as bigint. */
function exactInteger({ defineScalarTag, intCoreTag }: typeof JsYaml): JsYaml.ScalarTagDefinition {
  return defineScalarTag<number | bigint>(intCoreTag.tagName, {
    ...intCoreTag,
    resolve: (source, ...rest) =>
      /^[-+]?[0-9]{16,}$/.test(source) ? short(BigInt(source.replace("+", ""))) : intCoreTag.resolve(source, ...rest),
  });
}

function short(integer: bigint): number | bigint {
  const double = Number(integer);
  return Number.isSafeInteger(double) ? double : integer;
}

/** Parses one document of YAML 1.2, merge keys included. Time and memory grow with the text, never faster. */
export function readYaml(text: string, limits: YamlLimits, repairs = MOST_REPAIRS): YamlReading {
  const { parser, schema } = yaml();
  let events: JsYaml.Event[] = [];
  try {
    events = parser.parseEvents(text, { maxDepth: limits.nesting });
    const documents = events.filter(({ type }) => type === parser.EVENT_ID.DOCUMENT).length;
    if (documents > 1) return fault("holds more than one document", 1, 1);
    const [value] = parser.constructFromEvents(events, { source: text, schema, maxAliases: limits.aliases });
    return { value: asJson(value, { ...limits, left: limits.values }), locate: locateInYaml(text, events, parser) };
  } catch (error) {
    if (!(error instanceof parser.YAMLException)) {
      return fault(`cannot be read as YAML: ${error instanceof Error ? error.message : String(error)}`, 1, 1);
    }
    if (error.reason === COLLECTION_AS_KEY) {
      const { line, column } = lineAndColumn(text, collectionAsKey(events, parser) ?? 0);
      return fault(
        inOurWords(error.reason, limits, () => ""),
        line,
        column,
      );
    }
    const { line = 0, column = 0, position = 0 } = error.mark ?? {};
    const repaired = error.reason === DEFICIENT && repairs > 0 ? withContentIndented(text, position) : undefined;
    if (repaired !== undefined) return readYaml(repaired, limits, repairs - 1);
    // A quoted key is pointed at within its quotes.
    const quote = /["']/.test(text[position - 1] ?? "") ? 1 : 0;
    const message = inOurWords(error.reason, limits, () => keyAt(text, events, position));
    return fault(message, line + 1, column + 1 - quote);
  }
}

const DEFICIENT = "deficient indentation";
const COLLECTION_AS_KEY = "object-based map does not support complex keys";
/** Each takes another reading of the whole text. */
const MOST_REPAIRS = 8;

/**
 * The text with some lines indented more: those that can only go on with a quote or a bracket opened above them, up to
 * the next key. YAML wants them to be indented more than their key, most readers do not, and documents are published
 * with such.
 * @returns undefined where the line may be a key, or an entry of a list, itself
 */
function withContentIndented(text: string, position: number): string | undefined {
  const start = text.lastIndexOf("\n", position - 1) + 1;
  const rest = text.slice(start);
  const next = START_OF_ENTRY.exec(rest)?.index ?? rest.length;
  if (next === 0) return undefined;
  const indented = rest.slice(0, next).replaceAll(/^(?=.*\S)/gm, " ".repeat(INDENTED));
  return text.slice(0, start) + indented + rest.slice(next);
}

/** The first line that begins as a key does, or as an entry of a list. */
const START_OF_ENTRY = /^[ \t]*(?:-(?=\s)|["']?[\w$./{}~-]+["']?[ \t]*:(?=\s|$))/m;

/** Deeper than any key: within quotes and brackets it does not matter how much. */
const INDENTED = 200;

function fault(message: string, line: number, column: number): YamlReading {
  return { fault: { message, line, column } };
}

function inOurWords(reason: string, limits: YamlLimits, key: () => string): string {
  if (reason.startsWith("nesting exceeded")) return `nests deeper than ${limits.nesting} levels`;
  if (reason.startsWith("aliases exceeded")) return `has too many aliases (more than ${limits.aliases})`;
  if (reason.startsWith("merge keys exceeded")) return "has too many merge keys";
  if (reason === "duplicated mapping key") return `has the key ${JSON.stringify(key())} twice in one map`;
  const tag = /^unknown \w+ tag !<(.*)>$/.exec(reason)?.[1];
  if (tag !== undefined) return `has the tag "${tag}"; OpenAPI allows the types of JSON only`;
  return `is not YAML: ${WORDS.get(reason) ?? reason}`;
}

/** What the parser says in words of its grammar. */
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    [DEFICIENT]: "a bracket or quote above is not closed, or its content is not indented enough",
    [COLLECTION_AS_KEY]:
      "a key is a list or a map, but keys in JSON are strings; a text that begins with { or [ needs quotes",
  }),
);

function keyAt(text: string, events: readonly JsYaml.Event[], position: number): string {
  const { EVENT_ID, getScalarValue } = yaml().parser;
  for (const event of events) {
    if (event.type === EVENT_ID.SCALAR && event.valueStart === position) return getScalarValue(text, event);
  }
  return "";
}

/** Refuses what JSON cannot hold, and what aliases make too large or lead in a circle. Parts may be shared. */
function asJson(value: unknown, budget: YamlLimits & { left: number }, depth = 0): JsonValue {
  if (--budget.left < 0) throw new Error(`its aliases stand for more than ${budget.values} values`);
  if (depth > budget.nesting) throw new Error(`it nests deeper than ${budget.nesting} levels`);
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error("it has a number that JSON cannot hold");
  if (Array.isArray(value)) for (const item of value) asJson(item, budget, depth + 1);
  else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      if (key === "__proto__") throw new Error('it has a key "__proto__"');
      asJson(value[key], budget, depth + 1);
    }
  }
  return value === undefined ? null : (value as JsonValue);
}
