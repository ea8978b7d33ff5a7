// The JSONPath (RFC 9535) of overlays. json-p3 reads and follows it; the limits are ours, because a target may be
// written to take forever.
import { FunctionExpressionType, JSONPathEnvironment, JSONPathError } from "json-p3";
import { type JsonValue, isObject } from "../../json/value.ts";

/** The path to a selected node. */
export type Way = readonly string[];

/** Whether a pattern matches some part of a text, in a limited time. */
export type Matches = (pattern: string, text: string) => boolean;

/** What is wrong with a path. */
export class JsonPathError extends Error {}

/** The nodes that a path selects in a document, without duplicates; undefined if that takes too long. */
export type Select = (root: JsonValue) => readonly Way[] | undefined;

/** Characters in one path. */
const MOST_CHARACTERS = 10_000;
/** Signs in one path, so that nothing in it nests deeply. No path written by a person has as many. */
const MOST_SIGNS = 500;
/** Values looked at for one path, to limit the time an overlay can take. */
const MOST_VALUES = 2_000_000;
/** Deeper than documents and updates nest together. */
const DEEPEST = 500;

const QUOTED = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/gs;

/** Reads a path. @throws JsonPathError if it is invalid */
export function readJsonPath(text: string, matches: Matches): Select {
  atMost(text.length, MOST_CHARACTERS, "characters");
  atMost(text.replaceAll(QUOTED, "").match(/[.[(!?&|]/g)?.length ?? 0, MOST_SIGNS, "parts");
  const query = compiled(text, matches);
  return (root) => {
    try {
      const nodes = query.lazyQuery(counted(root) as never);
      const ways = Array.from(nodes, ({ location }) => location.map(String));
      return [...new Map(ways.map((way) => [JSON.stringify(way), way] as const)).values()];
    } catch (error) {
      // Too many values, too deep, or more results than a call has room for.
      if (error instanceof RangeError || error instanceof JSONPathError) return undefined;
      throw error;
    }
  };
}

function atMost(count: number, most: number, what: string): void {
  if (count > most) throw new JsonPathError(`it has ${count} ${what}; ${most} are enough for any target`);
}

function compiled(text: string, matches: Matches): ReturnType<JSONPathEnvironment["compile"]> {
  const environment = new JSONPathEnvironment({ maxRecursionDepth: DEEPEST });
  const { ValueType, LogicalType } = FunctionExpressionType;
  for (const [name, whole] of [
    ["match", true],
    ["search", false],
  ] as const) {
    const call = (value: unknown, pattern: unknown): boolean =>
      typeof value === "string" && typeof pattern === "string" && matches(whole ? `^(?:${pattern})$` : pattern, value);
    environment.functionRegister.set(name, { argTypes: [ValueType, ValueType], returnType: LogicalType, call });
  }
  try {
    return environment.compile(text);
  } catch (error) {
    if (error instanceof JSONPathError) throw new JsonPathError(error.message);
    throw error;
  }
}

/** A view of a document that ends with a RangeError after too many looks into it. */
function counted(root: JsonValue): unknown {
  let left = MOST_VALUES;
  const views = new WeakMap<object, object>();
  const handler: ProxyHandler<object> = {
    get(target, name) {
      if (--left < 0) throw new RangeError("too many values");
      return view((target as Record<PropertyKey, JsonValue>)[name] as JsonValue);
    },
  };
  const view = (value: JsonValue): unknown => {
    if (typeof value === "bigint") return Number(value);
    if (!isObject(value) && !Array.isArray(value)) return value;
    let known = views.get(value);
    if (known === undefined) views.set(value, (known = new Proxy(value, handler)));
    return known;
  };
  return view(root);
}
