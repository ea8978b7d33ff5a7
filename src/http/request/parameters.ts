// The parameters of one operation: read and judged as the document says, worked out once.
import type { IncomingMessage } from "node:http";
import type { JsonValue } from "../../contract/json.ts";
import type { Contract, Operation, Parameter } from "../../contract/model.ts";
import { type Shape, isType, shapeOf } from "../../contract/shape.ts";
import { tellViolations } from "../../contract/violation.ts";
import { type Pairs, type ParameterReader, parameterReader } from "../../contract/wire.ts";
import { NOT_FOUND, type Refusal, quote, refuse, statusOf } from "../../mock/refusal.ts";
import { cookiePairs, headerLines } from "./head.ts";
import { type QueryReading, readQuery } from "./target.ts";

/** The parts of a request that carry parameters. */
export interface Carrier {
  readonly req: IncomingMessage;
  readonly query: string;
  /** The texts of the path parameters, in the order of the template. */
  readonly texts: readonly string[];
}

/** The value of each parameter, in the order of the operation's; undefined where one is absent. */
export type ParameterValues = readonly (JsonValue | undefined)[];

interface Step {
  readonly parameter: Parameter;
  readonly read: ParameterReader;
  readonly fallback: JsonValue | undefined;
  readonly pathIndex: number;
  readonly allowed: string | undefined;
}

/** Reads the parameters of an operation. */
export class ParameterStage {
  readonly #steps: readonly Step[];
  readonly #needsQuery: boolean;
  readonly #needsCookies: boolean;
  /** The values of queries that were read before: the same text always means the same. */
  readonly #known = new Map<string, ParameterValues>();
  readonly #isQueryAlone: boolean;
  /** A path parameter that is not what it should be identifies nothing, where the operation documents that answer. */
  readonly #pathRefusal: Refusal | undefined;

  constructor({ document }: Contract, operation: Operation) {
    const names = [...operation.path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]);
    this.#steps = operation.parameters.map((parameter) => {
      const shape = parameter.schema.definition === true ? undefined : shapeOf(document, parameter.schema.pointer);
      return {
        parameter,
        read: parameterReader(document, parameter),
        fallback: shape?.default,
        pathIndex: parameter.in === "path" ? names.indexOf(parameter.name) : -1,
        allowed: shape === undefined ? undefined : describeAllowed(shape),
      };
    });
    this.#needsQuery = operation.parameters.some((one) => one.in === "query");
    this.#needsCookies = operation.parameters.some((one) => one.in === "cookie");
    this.#isQueryAlone = operation.parameters.every((one) => one.in === "query");
    this.#pathRefusal = statusOf("malformed_identifier", operation) === 404 ? NOT_FOUND : undefined;
  }

  /** The values, or the refusal of the first parameter that is not as it should be. */
  read(carrier: Carrier): ParameterValues | Refusal {
    if (!this.#isQueryAlone || carrier.query.length > LONGEST_KNOWN) return this.#read(carrier);
    const known = this.#known.get(carrier.query);
    if (known !== undefined) return known;
    const values = this.#read(carrier);
    if ("kind" in values) return values;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(carrier.query, values);
    return values;
  }

  #read(carrier: Carrier): ParameterValues | Refusal {
    const query = this.#needsQuery ? readQuery(carrier.query) : undefined;
    const cookies = this.#needsCookies ? cookiePairs(carrier.req) : NO_PAIRS;
    const values: (JsonValue | undefined)[] = [];
    for (const step of this.#steps) {
      const pairs = pairsFor(step, carrier, query?.pairs ?? NO_PAIRS, cookies);
      const reading = isUnreadable(step, query) ? UNREADABLE : step.read(pairs);
      if (reading.kind === "value") {
        const fault = faultOf(step, reading.value);
        if (fault !== undefined) return this.#refuse(step, pairs, fault);
        values.push(reading.value);
      } else if (reading.kind === "fault") {
        return this.#refuse(step, pairs, reading.message);
      } else if (step.parameter.required) {
        return this.#refuse(step, pairs, "is missing");
      } else {
        values.push(step.fallback);
      }
    }
    return values;
  }

  #refuse({ parameter, allowed }: Step, pairs: Pairs, message: string): Refusal {
    const { name, in: place } = parameter;
    if (place === "path" && this.#pathRefusal !== undefined) return this.#pathRefusal;
    const own = pairs.filter(([found]) => found === name);
    // Headers and cookies may hold secrets: what they held is not repeated.
    const text = place === "query" || place === "path" ? own[0]?.[1] : undefined;
    const seen = own.length > 1 || text === undefined ? message : `is ${quote(text)}`;
    const said = seen === message ? `${name} ${message}` : `${name} ${seen}; ${allowed ?? `it ${message}`}`;
    return refuse("invalid_parameter", `${place} ${name}`, said);
  }
}

/** What the schema has against a value. Where we know better words than it has, its own are not made. */
function faultOf({ parameter, allowed }: Step, value: JsonValue): string | undefined {
  const { accepts, validate } = parameter.schema;
  if (accepts?.(value) === true) return undefined;
  if (accepts !== undefined && allowed !== undefined) return "is not allowed";
  const violations = validate(value);
  return violations.length === 0 ? undefined : tellViolations(violations);
}

/** How many queries are remembered, and how long each may be: a client must not fill the memory with them. */
const MOST_KNOWN = 256;
const LONGEST_KNOWN = 256;

const NO_PAIRS: Pairs = [];
const UNREADABLE = { kind: "fault", message: "is not percent-encoded UTF-8" } as const;

function isUnreadable({ parameter }: Step, query: QueryReading | undefined): boolean {
  if (query === undefined || query.unreadable.length === 0) return false;
  return parameter.in === "query" && query.unreadable.includes(parameter.name);
}

function pairsFor({ parameter, pathIndex }: Step, carrier: Carrier, query: Pairs, cookies: Pairs): Pairs {
  const { name } = parameter;
  if (parameter.in === "query") return query;
  if (parameter.in === "cookie") return cookies;
  if (parameter.in === "header") {
    return headerLines(carrier.req, name.toLowerCase()).map((text) => [name, text] as const);
  }
  const text = carrier.texts[pathIndex];
  return text === undefined ? NO_PAIRS : [[name, text]];
}

/** "allowed are available, pending and sold"; undefined where the violations say it better. */
function describeAllowed(shape: Shape): string | undefined {
  if (shape.values !== undefined) {
    const values = shape.values.map(String);
    const last = values.at(-1) ?? "";
    return values.length < 2 ? `allowed is ${last}` : `allowed are ${values.slice(0, -1).join(", ")} and ${last}`;
  }
  if (!isType(shape, "integer") || shape.multipleOf !== undefined) return undefined;
  const { minimum, maximum } = shape;
  if (minimum !== undefined && maximum !== undefined) return `allowed are integers from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `allowed are integers from ${minimum}`;
  return maximum === undefined ? undefined : `allowed are integers up to ${maximum}`;
}
