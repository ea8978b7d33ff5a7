// The YAML reader: js-yaml, with this project's limits, numbers and messages.
import type * as JsYaml from "js-yaml";
import { LineStarts, type Locate, lineAndColumn } from "../location.ts";
import { collectionAsKey, locateInYaml } from "./location.ts";
import { repeatedYamlKeys } from "./repeated.ts";
import { type JsonValue, isObject } from "../../json/value.ts";
import { quoted } from "../../json/quote.ts";

/** What a YAML text may contain. The limits bound time and memory. */
export interface YamlLimits {
  readonly nesting: number;
  readonly aliases: number;
  /** Values in total. Those behind an alias count each time. */
  readonly values: number;
  /** Accepts a key that occurs twice in a map; the last one counts. */
  readonly lenient?: boolean;
}

/** A repeated key: the pointer of its entry, and where it is repeated. */
interface Repeated {
  readonly message: string;
  readonly pointer: string;
  readonly line: number;
  readonly column: number;
}

export type YamlReading =
  | { readonly value: JsonValue; readonly locate: Locate; readonly repeated?: readonly Repeated[] }
  | { readonly fault: { readonly message: string; readonly line: number; readonly column: number } };

let loaded: { readonly parser: typeof JsYaml; readonly schema: JsYaml.Schema } | undefined;

/** js-yaml, loaded for the first text that needs it: JSON and the prepared document do not. */
function yaml(): NonNullable<typeof loaded> {
  if (loaded !== undefined) return loaded;
  const parser = require("js-yaml") as typeof JsYaml;
  return (loaded = { parser, schema: parser.CORE_SCHEMA.withTags(parser.mergeTag, exactInteger(parser)) });
}

/** Integers of the YAML core schema. Those that a double cannot represent become bigint. */
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

/** Parses one YAML 1.2 document, merge keys included. Time and memory are linear in the text. */
export function readYaml(text: string, limits: YamlLimits, repairs = repairsFor(text)): YamlReading {
  const { parser, schema } = yaml();
  let events: JsYaml.Event[] = [];
  try {
    events = parser.parseEvents(text, { maxDepth: limits.nesting });
    const documents = events.filter(({ type }) => type === parser.EVENT_ID.DOCUMENT).length;
    if (documents > 1) return fault("holds more than one document", 1, 1);
    const construct = (json: boolean) =>
      asJson(parser.constructFromEvents(events, { source: text, schema, maxAliases: limits.aliases, json })[0], {
        ...limits,
        left: limits.values,
      });
    const locate = locateInYaml(text, events, parser);
    try {
      return { value: construct(false), locate };
    } catch (error) {
      if (limits.lenient !== true || !(error instanceof parser.YAMLException) || error.reason !== REPEATED) throw error;
      const lines = new LineStarts(text);
      const repeated = repeatedYamlKeys(text, events, parser).map(({ key, pointer, at }) => ({
        message: `the key ${quoted(key)} is written twice in one map`,
        pointer,
        ...lines.placeOf(at),
      }));
      // Only the parser notices two ways to write the same number.
      if (repeated.length === 0) throw error;
      return { value: construct(true), locate, repeated };
    }
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
    // The position of a quoted key is inside its quotes.
    const quote = /["']/.test(text[position - 1] ?? "") ? 1 : 0;
    const message = inOurWords(error.reason, limits, () => keyAt(text, events, position));
    return fault(message, line + 1, column + 1 - quote);
  }
}

const REPEATED = "duplicated mapping key";
const DEFICIENT = "deficient indentation";
const COLLECTION_AS_KEY = "object-based map does not support complex keys";
/** Each repair parses the whole text again: a few are made however long it is, and as many as this many characters allow. */
const FEW_REPAIRS = 8;
const REPAIRED_CHARACTERS = 10_000_000;

function repairsFor({ length }: string): number {
  return Math.max(FEW_REPAIRS, Math.floor(REPAIRED_CHARACTERS / Math.max(1, length)));
}

/**
 * Indents the lines that continue a quoted string or bracket, up to the next key. YAML requires more indentation than
 * the key has, but most readers do not, and such documents are published.
 * @returns undefined if the line may itself be a key or a list entry
 */
function withContentIndented(text: string, position: number): string | undefined {
  const start = text.lastIndexOf("\n", position - 1) + 1;
  const rest = text.slice(start);
  const next = START_OF_ENTRY.exec(rest)?.index ?? rest.length;
  if (next === 0) return undefined;
  const indented = rest.slice(0, next).replaceAll(/^(?=.*\S)/gm, " ".repeat(INDENTED));
  return text.slice(0, start) + indented + rest.slice(next);
}

/** The first line that looks like a key or a list entry. */
const START_OF_ENTRY = /^[ \t]*(?:-(?=\s)|["']?[\w$./{}~-]+["']?[ \t]*:(?=\s|$))/m;

/** Deeper than any key. Inside quotes and brackets the amount does not matter. */
const INDENTED = 200;

function fault(message: string, line: number, column: number): YamlReading {
  return { fault: { message, line, column } };
}

function inOurWords(reason: string, limits: YamlLimits, key: () => string): string {
  if (reason.startsWith("nesting exceeded")) return `nests deeper than ${limits.nesting} levels`;
  if (reason.startsWith("aliases exceeded")) return `has too many aliases (more than ${limits.aliases})`;
  if (reason.startsWith("merge keys exceeded")) return "has too many merge keys";
  if (reason === REPEATED) return `has the key ${quoted(key())} twice in one map`;
  const tag = /^unknown \w+ tag !<(.*)>$/.exec(reason)?.[1];
  if (tag !== undefined) return `has the tag "${tag}"; OpenAPI allows the types of JSON only`;
  return `is not YAML: ${WORDS.get(reason) ?? reason}`;
}

/** Plain words for the parser's messages, which use terms of its grammar. */
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

/**
 * Converts to JSON. Refuses values that JSON cannot hold, and aliases that expand too far or form a cycle. Parts may be
 * shared.
 */
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
