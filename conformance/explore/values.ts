// Values drawn from schemas: every kind of value that a schema allows, small ones first when they are shrunk. What is
// drawn here is near what the schema says; whether it is allowed, only the validator decides.
import type * as FastCheck from "fast-check";
import type { Arbitrary } from "fast-check";
import type { Document } from "../../src/contract/document.ts";
import { type JsonValue, isObject } from "../../src/contract/json.ts";
import { INTEGER_FORMATS } from "../../src/contract/keywords.ts";
import { type Shape, type TypeName, shapeOf } from "../../src/contract/shape.ts";

export type Draw = typeof FastCheck;

/** Below this depth, objects have only what they must have, and lists are as short as they may be. */
const DEEP = 3;
/** Below this depth, nothing more is drawn: a schema that demands itself for ever has no value at all. */
const DEEPEST = 12;
const MAX_TEXT = 40;
const MAX_MORE_ITEMS = 4;

/** Draws values of the schemas of one document. Each schema is looked at once. */
export class ValueMaker {
  readonly #fc: Draw;
  readonly #document: Document;
  readonly #known = new Map<string, Arbitrary<JsonValue>>();

  constructor(fc: Draw, document: Document) {
    this.#fc = fc;
    this.#document = document;
  }

  /** Values of the schema at a pointer, as a request may carry them. */
  value(pointer: string, depth = 0): Arbitrary<JsonValue> {
    const name = `${Math.min(depth, DEEPEST)} ${pointer}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const made = depth > DEEPEST ? this.#fc.constant(null) : this.#shaped(shapeOf(this.#document, pointer), depth);
    this.#known.set(name, made);
    return made;
  }

  /** Any JSON value at all. */
  anything(): Arbitrary<JsonValue> {
    const fc = this.#fc;
    const scalars: Arbitrary<JsonValue>[] = [fc.constant(null), fc.boolean(), fc.integer(), this.#text(0, MAX_TEXT)];
    const scalar = fc.oneof(...scalars);
    return fc.oneof(
      scalar,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.array(scalar, { maxLength: 3 }),
      fc.dictionary(fc.string({ maxLength: 5 }), scalar, { maxKeys: 2 }),
    );
  }

  #shaped(shape: Shape, depth: number): Arbitrary<JsonValue> {
    const fc = this.#fc;
    if (shape.values !== undefined && shape.values.length > 0) return fc.constantFrom(...shape.values);
    const own = this.#typed(shape, depth);
    const groups = shape.alternatives.map((branches) =>
      fc.oneof(...branches.map((branch) => this.value(branch, depth + 1))),
    );
    if (groups.length === 0) return own;
    const bare = shape.types === undefined && shape.properties.size === 0;
    return fc.tuple(own, ...groups).map(([first, ...rest]) => (bare ? rest : [first, ...rest]).reduce(merge));
  }

  #typed(shape: Shape, depth: number): Arbitrary<JsonValue> {
    const types = shape.types ?? (shape.properties.size > 0 ? (["object"] as const) : undefined);
    if (types === undefined || types.length === 0) return this.anything();
    return this.#fc.oneof(...types.map((type) => this.#ofType(type, shape, depth)));
  }

  #ofType(type: TypeName, shape: Shape, depth: number): Arbitrary<JsonValue> {
    switch (type) {
      case "null":
        return this.#fc.constant(null);
      case "boolean":
        return this.#fc.boolean();
      case "integer":
        return this.#integer(shape);
      case "number":
        return this.#number(shape);
      case "string":
        return this.#string(shape);
      case "array":
        return this.#array(shape, depth);
      case "object":
        return this.#object(shape, depth);
    }
  }

  #integer(shape: Shape): Arbitrary<JsonValue> {
    const format = INTEGER_FORMATS[shape.format ?? ""];
    const step =
      typeof shape.multipleOf === "bigint" ? shape.multipleOf : BigInt(Math.max(1, Math.round(shape.multipleOf ?? 1)));
    const low = lower(shape) ?? format?.minimum ?? -(2n ** 53n);
    const high = upper(shape) ?? format?.maximum ?? 2n ** 53n;
    const min = ceilDivide(low, step);
    const max = floorDivide(high, step);
    if (min > max) return this.#fc.constant(exact(low));
    return this.#fc.bigInt({ min, max }).map((count) => exact(count * step));
  }

  #number(shape: Shape): Arbitrary<JsonValue> {
    const min = Number(shape.minimum ?? shape.exclusiveMinimum ?? -1e9);
    const max = Number(shape.maximum ?? shape.exclusiveMaximum ?? 1e9);
    if (min > max) return this.#fc.constant(min);
    const step = Number(shape.multipleOf ?? 0);
    if (step > 0) {
      const [from, to] = [Math.ceil(min / step), Math.floor(max / step)];
      // 29 * 0.01 is 0.29000000000000004: the digits of the step are all that a multiple needs.
      const digits = (/\.(\d+)$/.exec(String(step))?.[1] ?? "").length;
      if (from <= to)
        return this.#fc.integer({ min: from, max: to }).map((count) => Number((count * step).toFixed(digits)));
    }
    return this.#fc.double({ min, max, noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
  }

  #string(shape: Shape): Arbitrary<JsonValue> {
    const fc = this.#fc;
    const [pattern] = shape.patterns;
    if (pattern !== undefined) return this.#matching(pattern, shape);
    const formats: Readonly<Record<string, () => Arbitrary<string>>> = {
      date: () => fc.date(DAYS).map((day) => day.toISOString().slice(0, 10)),
      "date-time": () => fc.date(DAYS).map((day) => day.toISOString()),
      time: () => fc.date(DAYS).map((day) => day.toISOString().slice(11)),
      email: () => fc.emailAddress(),
      hostname: () => fc.domain(),
      uri: () => fc.webUrl(),
      uuid: () => fc.uuid(),
      ipv4: () => fc.ipV4(),
      ipv6: () => fc.ipV6(),
      byte: () => fc.base64String(),
    };
    const format = Object.hasOwn(formats, shape.format ?? "") ? formats[shape.format ?? ""] : undefined;
    if (format !== undefined) return format();
    const minLength = shape.minLength ?? 0;
    return this.#text(minLength, Math.max(minLength, Math.min(shape.maxLength ?? MAX_TEXT, minLength + MAX_TEXT)));
  }

  #matching(pattern: string, { examples }: Shape): Arbitrary<JsonValue> {
    try {
      return this.#fc.stringMatching(new RegExp(pattern, "u"), { size: "small" });
    } catch {
      // Look-around and the like cannot be drawn; the document's own examples can.
      const texts = examples.filter((value) => typeof value === "string");
      return texts.length === 0 ? this.#text(0, MAX_TEXT) : this.#fc.constantFrom(...texts);
    }
  }

  /** Texts in any script. Control characters are left out: not every store can keep them, and no document says so. */
  #text(minLength: number, maxLength: number): Arbitrary<string> {
    return this.#fc.string({ unit: "grapheme", minLength, maxLength });
  }

  #array(shape: Shape, depth: number): Arbitrary<JsonValue> {
    const { items, minItems: minLength = 0, maxItems = Number.POSITIVE_INFINITY } = shape;
    const maxLength = Math.min(maxItems, minLength + (depth > DEEP ? 0 : MAX_MORE_ITEMS));
    const item =
      items === undefined ? this.anything() : maxLength === 0 ? this.#fc.constant(null) : this.value(items, depth + 1);
    if (!shape.uniqueItems) return this.#fc.array(item, { minLength, maxLength });
    return this.#fc.uniqueArray(item, {
      minLength,
      maxLength,
      selector: (value) => JSON.stringify(value, bigintAsText),
    });
  }

  #object(shape: Shape, depth: number): Arbitrary<JsonValue> {
    const model: Record<string, Arbitrary<JsonValue>> = {};
    for (const [name, pointer] of shape.properties) {
      const isRequired = shape.required.has(name);
      // A readOnly property is no part of a request.
      if ((!isRequired && depth > DEEP) || shapeOf(this.#document, pointer).readOnly) continue;
      model[name] = this.value(pointer, depth + 1);
    }
    const requiredKeys = Object.keys(model).filter((name) => shape.required.has(name));
    return this.#fc.record(model, { requiredKeys, noNullPrototype: true });
  }
}

const DAYS = { min: new Date("1970-01-01T00:00:00Z"), max: new Date("2099-12-31T23:59:59Z"), noInvalidDate: true };

function merge(first: JsonValue, second: JsonValue): JsonValue {
  return isObject(first) && isObject(second) ? { ...first, ...second } : second;
}

function lower({ minimum, exclusiveMinimum }: Shape): bigint | undefined {
  const bounds = [
    ...(minimum === undefined ? [] : [BigInt(typeof minimum === "bigint" ? minimum : Math.ceil(minimum))]),
    ...(exclusiveMinimum === undefined
      ? []
      : [BigInt(typeof exclusiveMinimum === "bigint" ? exclusiveMinimum : Math.floor(exclusiveMinimum)) + 1n]),
  ];
  return bounds.sort((a, b) => (a > b ? -1 : 1))[0];
}

function upper({ maximum, exclusiveMaximum }: Shape): bigint | undefined {
  const bounds = [
    ...(maximum === undefined ? [] : [BigInt(typeof maximum === "bigint" ? maximum : Math.floor(maximum))]),
    ...(exclusiveMaximum === undefined
      ? []
      : [BigInt(typeof exclusiveMaximum === "bigint" ? exclusiveMaximum : Math.ceil(exclusiveMaximum)) - 1n]),
  ];
  return bounds.sort((a, b) => (a < b ? -1 : 1))[0];
}

function floorDivide(value: bigint, by: bigint): bigint {
  return value >= 0n || value % by === 0n ? value / by : value / by - 1n;
}

function ceilDivide(value: bigint, by: bigint): bigint {
  return -floorDivide(-value, by);
}

function exact(value: bigint): number | bigint {
  const short = Number(value);
  return Number.isSafeInteger(short) ? short : value;
}

function bigintAsText(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}
