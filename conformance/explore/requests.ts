// Generates requests for an operation: some that the document allows, and some that it does not.
import type { Arbitrary } from "fast-check";
import type { Operation, Parameter } from "../../src/contract/model.ts";
import { appendPointer, pointerSteps } from "../../src/json/pointer.ts";
import { isType, schemaAt } from "../../src/schema/normal/schema-node.ts";
import { isRefused } from "../../src/contract/representation/forms/form-writer.ts";
import { type ParameterReading, parameterReader } from "../../src/contract/serialization/strict.ts";
import { type Pairs, encodeFor, wireOf } from "../../src/contract/serialization/styles.ts";
import { writeParameter } from "../../src/contract/serialization/write.ts";
import type { HeaderPairs } from "../client/exchange.ts";
import { identityNames, withoutIdentities } from "../items/bodies/identities.ts";
import { chosenIdentifier } from "../items/bodies/identifier.ts";
import { type Plan, resourceOf } from "../plan.ts";
import { bodySchema, protection } from "../operations.ts";
import { type Draw, anyValue, schemaValues } from "./values.ts";
import type { Schema } from "../../src/schema/model.ts";
import { type JsonValue, isObject } from "../../src/json/value.ts";
import { readJson } from "../../src/json/read.ts";
import { writeJson } from "../../src/json/write.ts";
import { withPart } from "../../src/json/parts.ts";

/** The generated part of a request; the rest is as in any valid request of the operation. */
export interface Drawn {
  /** As it goes on the wire, with texts percent-encoded. */
  readonly query?: Pairs;
  readonly headers?: HeaderPairs;
  readonly json?: JsonValue;
  /** The invalid parameter, if there is one. */
  readonly wrong?: Parameter;
}

/** Generates a request; undefined if the validator disagrees with its purpose. */
export type Drawer = Arbitrary<Drawn | undefined>;

/** What can be generated for an operation; absent if the operation has no such part. */
export interface Drawing {
  readonly valid: Drawer;
  readonly invalidBody?: Drawer;
  readonly invalidParameter?: Drawer;
}

/** Prepares what can be generated for an operation. `marker` goes into a free text of each body. */
export function drawingOf(fc: Draw, plan: Plan, operation: Operation, marker: string): Drawing {
  const parameters = drawnParameters(operation);
  const schema = bodySchema(operation);
  const resource = resourceOf(plan, operation);
  const key =
    resource?.operations.create === operation ? chosenIdentifier(plan.contract.document, resource, marker) : {};
  const isIdentity = identityNames(resource);
  const context: Context = {
    fc,
    plan,
    marker,
    disarm: (body) => {
      const safe = withoutIdentities(body, isIdentity);
      return isObject(safe) ? { ...safe, ...key } : safe;
    },
  };
  const invalidParameter = parameters.length === 0 ? undefined : wrongParameter(context, parameters);
  return {
    valid: validRequest(context, parameters, schema),
    ...(schema === undefined ? {} : { invalidBody: wrongBody(context, schema) }),
    ...(invalidParameter === undefined ? {} : { invalidParameter }),
  };
}

interface Context {
  readonly fc: Draw;
  readonly plan: Plan;
  readonly marker: string;
  /** Leaves out what may identify an item that existed before the run. */
  readonly disarm: (body: JsonValue) => JsonValue;
}

function drawnParameters(operation: Operation): Parameter[] {
  const keys = new Set(protection(operation).map(({ key }) => key?.toLowerCase()));
  return operation.parameters.filter(
    (parameter) => (parameter.in === "query" || parameter.in === "header") && !keys.has(parameter.name.toLowerCase()),
  );
}

function validRequest(
  { fc, plan, marker, disarm }: Context,
  parameters: readonly Parameter[],
  schema?: Schema,
): Drawer {
  const { document } = plan.contract;
  const given = parameters.map((parameter) => {
    const value = schemaValues(fc, document, parameter.schema.pointer).map((drawn): [Parameter, JsonValue] => [
      parameter,
      drawn,
    ]);
    return parameter.required ? value : fc.option(value, { nil: undefined });
  });
  const body = schema === undefined ? fc.constant(undefined) : schemaValues(fc, document, schema.pointer);
  return fc.tuple(fc.tuple(...given), body).map(([values, json]) => {
    const chosen = values.filter((one) => one !== undefined);
    const isAllowed = chosen.every(([parameter, value]) => isValidParameter(plan, parameter, value));
    const marked =
      schema === undefined || json === undefined ? undefined : markBody(plan, schema, disarm(json), marker);
    if (!isAllowed || (marked !== undefined && schema?.validate(marked).length !== 0)) return undefined;
    return { ...pairsOf(chosen), ...(marked === undefined ? {} : { json: marked }) };
  });
}

/** Only values that survive serialization unchanged, and that the validator allows. */
function isValidParameter(plan: Plan, parameter: Parameter, value: JsonValue): boolean {
  const pairs = writeParameter(parameter, value);
  if (pairs === undefined || (parameter.in === "header" && pairs.some(([, text]) => text === ""))) return false;
  const reading = readAgain(plan, parameter, pairs);
  return reading.kind === "value" && parameter.schema.validate(reading.value).length === 0;
}

function pairsOf(values: readonly (readonly [Parameter, JsonValue])[]): Pick<Drawn, "query" | "headers"> {
  const of = (place: Parameter["in"]): HeaderPairs =>
    values
      .filter(([parameter]) => parameter.in === place)
      .flatMap(([parameter, value]) => writeParameter(parameter, value) ?? []);
  return { query: of("query"), headers: of("header") };
}

/** The body with the mark of the run in a free-text property, so that the items it creates can be recognized. */
function markBody(plan: Plan, schema: Schema, body: JsonValue, marker: string): JsonValue {
  if (!isObject(body)) return body;
  const { document } = plan.contract;
  for (const [name, property] of schemaAt(document, schema.pointer, "request").properties) {
    if (typeof body[name] !== "string" || !isType(property, "string")) continue;
    const { values, patterns, formats } = property.form;
    if (values !== undefined || patterns.length + formats.length > 0) continue;
    const marked = { ...body, [name]: `${marker}-explore ${body[name]}` };
    if (schema.validate(marked).length === 0) return marked;
  }
  return body;
}

/** A request in which one parameter has a text that its schema does not allow. */
function wrongParameter({ fc, plan }: Context, parameters: readonly Parameter[]): Drawer | undefined {
  const numbers = fc.oneof(
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
    fc.double({ noNaN: true }).map(String),
  );
  const texts = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 12 }),
    numbers,
    fc.constantFrom("null", "true", "NaN", "[]", "0x1", "1e2"),
  );
  const refusing = parameters.filter(
    (parameter) => parameter.mediaType === undefined && refusesSomething(plan, parameter),
  );
  if (refusing.length === 0) return undefined;
  return fc.tuple(fc.constantFrom(...refusing), texts).map(([parameter, text]) => {
    if (!isWrongText(plan, parameter, text)) return undefined;
    const pair = [[parameter.name, encodeFor(wireOf(parameter), text) ?? ""]] as const;
    return parameter.in === "query" ? { query: pair, wrong: parameter } : { headers: pair, wrong: parameter };
  });
}

/** A parameter that accepts any text cannot be invalid, and generating one would never end. */
function refusesSomething(plan: Plan, parameter: Parameter): boolean {
  return ["-1.5", "no such value", "null"].some((text) => isWrongText(plan, parameter, text));
}

function isWrongText(plan: Plan, parameter: Parameter, text: string): boolean {
  const written = encodeFor(wireOf(parameter), text);
  if (written === undefined || (parameter.in === "header" && text === "")) return false;
  const reading = readAgain(plan, parameter, [[parameter.name, written]]);
  return reading.kind === "fault" || (reading.kind === "value" && parameter.schema.validate(reading.value).length > 0);
}

function readAgain({ contract }: Plan, parameter: Parameter, pairs: Pairs): ParameterReading {
  return parameterReader(contract.document, parameter)(pairs);
}

/** A body that the schema does not allow: a valid one with one part changed or removed, or any value at all. */
function wrongBody({ fc, plan, marker, disarm }: Context, schema: Schema): Drawer {
  const [valid, anything] = [schemaValues(fc, plan.contract.document, schema.pointer), anyValue(fc)];
  const near = fc
    .tuple(valid, fc.nat(), fc.option(anything, { nil: undefined }))
    .map(([body, where, value]) => change(markBody(plan, schema, body, marker), where, value));
  return fc
    .oneof({ arbitrary: near, weight: 4 }, { arbitrary: anything, weight: 1 })
    .map((json) => disarm(json))
    .map((json) => (isInvalid(schema, json) ? { json } : undefined));
}

/** The text on the wire is what counts: it is read again before it is called invalid. */
function isInvalid(schema: Schema, body: JsonValue): boolean {
  const reading = readJson(writeJson(body));
  return "value" in reading && isRefused(schema.validate(reading.value));
}

/** Replaces or removes one place in a value. */
function change(value: JsonValue, where: number, other: JsonValue | undefined): JsonValue {
  const places = placesIn(value, "");
  const at = places[where % places.length] ?? "";
  return at === "" ? (other ?? null) : withPart(value, pointerSteps(at), other);
}

function placesIn(value: JsonValue, at: string): string[] {
  const inner = isObject(value)
    ? Object.entries<JsonValue>(value).flatMap(([key, item]) => placesIn(item, appendPointer(at, key)))
    : Array.isArray(value)
      ? value.flatMap((item, index) => placesIn(item as JsonValue, appendPointer(at, index)))
      : [];
  return at === "" && inner.length > 0 ? inner : [at, ...inner];
}
