// The parameters of one operation: read and validated as the document describes, with a plan that is computed once.
import type { Incoming } from "../exchange.ts";
import type { Contract, Operation, Parameter } from "../../contract/model.ts";
import { boundedIntegers } from "../../schema/keywords/numbers.ts";
import { type SchemaNode, isType, schemaAt } from "../../schema/normal/schema-node.ts";
import type { Schema } from "../../schema/model.ts";
import { tellViolations } from "../../schema/violation.ts";
import { type ParameterReader, parameterReader } from "../../contract/serialization/strict.ts";
import { type Pairs, decodeFor, undecoded } from "../../contract/serialization/styles.ts";
import { CONDITION_REQUIRED } from "../../mock/roles/around/conditional.ts";
import { NOT_FOUND, type Refusal, quote, refuse, statusOf } from "../../mock/errors/refusal.ts";
import { cookiePairs, headerLines } from "./head.ts";
import { queryPairs } from "./target.ts";
import type { JsonValue } from "../../json/value.ts";
import { isCondition } from "../../contract/conventions.ts";
import { namesInPath } from "../../contract/parameters.ts";

/** The parts of a request that carry parameters. */
export interface Carrier {
  readonly req: Incoming;
  readonly query: string;
  /** The texts of the path parameters, in the order of the template. */
  readonly texts: readonly string[];
}

/** The value of each parameter, in the order of the operation's parameters; undefined if one is absent. */
export type ParameterValues = readonly (JsonValue | undefined)[];

interface Step {
  readonly parameter: Parameter;
  readonly read: ParameterReader;
  /**
   * Its default, if its own schema allows it: some documents use a default to say in words what happens without the
   * parameter.
   */
  readonly fallback: () => JsonValue | undefined;
  /** True for a boolean: sent without a value, it is true. */
  readonly isFlag: boolean;
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
  /** The document has an answer of its own to a request without a condition. */
  readonly #needsCondition: boolean;
  /** An invalid path parameter identifies nothing, so the answer is 404 if the operation documents it. */
  readonly #pathRefusal: Refusal | undefined;

  constructor({ document }: Contract, operation: Operation) {
    const names = namesInPath(operation.path);
    const namesIn = namesByPlace(operation);
    this.#needsCondition = operation.responses.some(({ status }) => status === "428");
    this.#steps = operation.parameters.map((parameter) => {
      const { schema } = parameter;
      const node = schema.origin === "absent" ? undefined : schemaAt(document, schema.pointer, "request");
      return {
        parameter,
        read: parameterReader(document, parameter, othersThan(parameter.name, namesIn.get(parameter.in))),
        fallback: usableDefault(schema, node?.annotations.default),
        isFlag: node !== undefined && isType(node, "boolean"),
        pathIndex: parameter.in === "path" ? names.indexOf(parameter.name) : -1,
        allowed: node === undefined ? undefined : describeAllowed(node),
      };
    });
    this.#needsQuery = operation.parameters.some((one) => one.in === "query");
    this.#needsCookies = operation.parameters.some((one) => one.in === "cookie");
    this.#isQueryAlone = operation.parameters.every((one) => one.in === "query");
    this.#pathRefusal = statusOf("malformed_identifier", operation) === 404 ? NOT_FOUND : undefined;
  }

  /**
   * The values of a request that may break the document: what it sends where that can be used, otherwise the default.
   * @param excuse called with the first fault
   */
  readLeniently(carrier: Carrier, excuse: (refusal: Refusal) => void): ParameterValues | Refusal {
    const values = this.read(carrier);
    return "kind" in values ? this.#read(carrier, excuse) : values;
  }

  /** The values, or the refusal of the first invalid parameter. */
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

  #read(carrier: Carrier, excuse?: (refusal: Refusal) => void): ParameterValues | Refusal {
    const query = this.#needsQuery ? queryPairs(carrier.query) : NO_PAIRS;
    const cookies = this.#needsCookies ? cookiePairs(carrier.req) : NO_PAIRS;
    const values: (JsonValue | undefined)[] = [];
    for (const step of this.#steps) {
      const pairs = pairsFor(step, carrier, query, cookies);
      if (step.parameter.allowsEmpty === true && isEmpty(step, pairs)) {
        values.push(step.isFlag ? true : step.fallback());
        continue;
      }
      const several = severalOf(step, pairs);
      if (several !== undefined) {
        values.push(several);
        continue;
      }
      const reading = step.read(pairs);
      if (reading.kind === "value") {
        const fault = faultOf(step, reading.value);
        if (fault !== undefined) {
          const refusal = this.#refuse(step, pairs, fault);
          if (excuse === undefined || step.parameter.in === "path") return refusal;
          excuse(refusal);
          values.push(isUsable(reading.value) ? reading.value : step.fallback());
        } else values.push(reading.value);
        continue;
      }
      const refusal = this.#refusalOf(step, pairs, reading);
      if (refusal !== undefined && (excuse === undefined || step.parameter.in === "path")) return refusal;
      if (refusal !== undefined) excuse?.(refusal);
      values.push(step.fallback());
    }
    return values;
  }

  /** The refusal of a parameter that cannot be read, or is missing. */
  #refusalOf(step: Step, pairs: Pairs, reading: Unread): Refusal | undefined {
    if (reading.kind === "fault") return this.#refuse(step, pairs, reading.message);
    if (!step.parameter.required || hasNoPlace(step)) return undefined;
    if (this.#needsCondition && isCondition(step.parameter)) return CONDITION_REQUIRED;
    return this.#refuse(step, pairs, "is missing");
  }

  #refuse({ parameter, allowed }: Step, pairs: Pairs, message: string): Refusal {
    const { name, in: place } = parameter;
    if (place === "path" && this.#pathRefusal !== undefined) return this.#pathRefusal;
    const own = pairs.filter(([found]) => found === name);
    // Headers and cookies may contain secrets, so their values are not repeated.
    const text = place === "query" || place === "path" ? decodeFor(place, own[0]?.[1] ?? "") : undefined;
    const seen = own.length !== 1 || text === undefined ? message : `is ${quote(text)}`;
    const said = seen === message ? `${name} ${message}` : `${name} ${seen}; ${allowed ?? `it ${message}`}`;
    return refuse("invalid_parameter", `${place} ${name}`, said);
  }
}

type Unread = Exclude<ReturnType<ParameterReader>, { readonly kind: "value" }>;

/** True for a value that can be used although its schema does not allow it: lists and pages count with it. */
const isUsable = (value: JsonValue): boolean =>
  typeof value === "string" || typeof value === "boolean" || (Number.isSafeInteger(value) && Number(value) >= 0);

/** The values of `states[]=…&states[]=…` where the document describes one of them; undefined if any is not allowed. */
function severalOf(step: Step, pairs: Pairs): readonly JsonValue[] | undefined {
  const { name } = step.parameter;
  if (!name.endsWith("[]")) return undefined;
  const own = pairs.filter(([found]) => found === name);
  const values = own.map((pair) => step.read([pair]));
  const read = values.flatMap((one) =>
    one.kind === "value" && faultOf(step, one.value) === undefined ? [one.value] : [],
  );
  return own.length > 1 && read.length === own.length && !read.some((one) => Array.isArray(one)) ? read : undefined;
}

/** True if a parameter is there without a value, and its schema has no use for an empty text. */
function isEmpty({ parameter: { name, schema } }: Step, pairs: Pairs): boolean {
  const own = pairs.filter(([found]) => found === name);
  return own.length === 1 && own[0]?.[1] === "" && schema.validate("").length > 0;
}

/** True for a path parameter without a place in the path: nobody can send it, and lint reports it. */
function hasNoPlace({ parameter, pathIndex }: Step): boolean {
  return parameter.in === "path" && pathIndex === -1;
}

/**
 * The violation of the schema by a value. If we can describe the allowed values better, its own messages are not built.
 */
function faultOf({ parameter, allowed }: Step, value: JsonValue): string | undefined {
  const { accepts, validate } = parameter.schema;
  if (accepts?.(value) === true) return undefined;
  if (accepts !== undefined && allowed !== undefined) return "is not allowed";
  const violations = validate(value);
  return violations.length === 0 ? undefined : tellViolations(violations);
}

/** All names in each place, including credentials: an exploded object must not take them for its own properties. */
function namesByPlace({ parameters, security }: Operation): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (place: string, name: string): void => void found.set(place, (found.get(place) ?? new Set()).add(name));
  for (const { in: place, name } of parameters) add(place, name);
  for (const { in: place, key } of security.flat()) if (place !== undefined && key !== undefined) add(place, key);
  return found;
}

/** One set for all parameters of a place: each could be asked for, and there may be thousands. */
function othersThan(own: string, all: ReadonlySet<string> = new Set()): Pick<ReadonlySet<string>, "has"> {
  return { has: (name) => name !== own && all.has(name) };
}

/** How many queries are cached, and how long each may be: a client must not be able to fill the memory. */
const MOST_KNOWN = 256;
const LONGEST_KNOWN = 256;

const NO_PAIRS: Pairs = [];

function pairsFor({ parameter, pathIndex }: Step, carrier: Carrier, query: Pairs, cookies: Pairs): Pairs {
  const { name } = parameter;
  if (parameter.isWhole === true) return carrier.query === "" ? NO_PAIRS : [["", carrier.query]];
  if (parameter.in === "query") return query;
  if (parameter.in === "cookie") return cookies;
  if (parameter.in === "header") {
    return headerLines(carrier.req, name.toLowerCase()).map((text) => [name, text] as const);
  }
  const text = carrier.texts[pathIndex];
  return text === undefined ? NO_PAIRS : [[name, undecoded(text)]];
}

/** "allowed are available, pending and sold"; undefined if the violations say it better. */
function describeAllowed(schema: SchemaNode): string | undefined {
  const { values, multiples } = schema.form;
  if (values !== undefined && values.length > 0) {
    const texts = values.map(String);
    const last = texts.at(-1) ?? "";
    return texts.length < 2 ? `allowed is ${last}` : `allowed are ${texts.slice(0, -1).join(", ")} and ${last}`;
  }
  if (!isType(schema, "integer") || multiples.length > 0) return undefined;
  const { least, most } = boundedIntegers(schema.form);
  if (least !== undefined && most !== undefined) return `allowed are integers from ${least} to ${most}`;
  if (least !== undefined) return `allowed are integers from ${least}`;
  return most === undefined ? undefined : `allowed are integers up to ${most}`;
}

/** Validated at its first use: a large document has thousands. */
function usableDefault(schema: Schema, value: JsonValue | undefined): () => JsonValue | undefined {
  let isUsable: boolean | undefined;
  return () => {
    isUsable ??= value === undefined || schema.validate(value).length === 0;
    return isUsable ? value : undefined;
  };
}
