// Makes a value fit a schema: removes what the schema does not allow, and generates what it requires. The mock returns
// what it was sent as far as possible, and always what the document allows.
import type { Document } from "../../document/document.ts";
import { pointerSteps } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, equalJson, isObject, ownValue } from "../../json/value.ts";
import { seededValue, seededValues } from "../../schema/generate/seeded-values.ts";
import { type SchemaNode, schemaAt } from "../../schema/normal/schema-node.ts";
import type { Schema, Violation } from "../../schema/model.ts";

/** How many corrections are tried, one part after another. */
const ROUNDS = 12;
/** Properties that are tried one by one in a generated value. */
const MOST_TRIED = 80;

/** Fits values to one schema. */
export class Fitter {
  readonly #document: Document;
  readonly #schema: Schema;
  #node: SchemaNode | undefined;
  readonly #generated = new Map<string, JsonValue | undefined>();
  #whole: JsonObject | undefined | null = null;

  constructor(document: Document, schema: Schema) {
    this.#document = document;
    this.#schema = schema;
  }

  /** True for a value that needs no correction. */
  allows(value: JsonValue): boolean {
    return this.#schema.accepts?.(value) ?? this.#schema.validate(value).length === 0;
  }

  /**
   * The value with as few parts removed or generated as possible; unchanged if nothing helps.
   * @param kept the former item, whose values are preferred to generated ones
   */
  fit(value: JsonObject, kept?: JsonObject): JsonObject {
    if (this.allows(value)) return value;
    let fitted = value;
    for (let round = 0; round < ROUNDS; round++) {
      const violations = this.#schema.validate(fitted);
      if (violations.length === 0) return fitted;
      const mended = this.#mend(fitted, violations, { isImpatient: round > 1, kept });
      if (mended === undefined) break;
      fitted = mended;
    }
    if (this.allows(fitted)) return fitted;
    return this.#onGenerated(value) ?? value;
  }

  /** The value with one part corrected; undefined if no correction is known. */
  #mend(
    value: JsonObject,
    violations: readonly Violation[],
    { isImpatient, kept }: { readonly isImpatient: boolean; readonly kept: JsonObject | undefined },
  ): JsonObject | undefined {
    const before = (name: string): JsonValue | undefined => {
      const own = kept === undefined ? undefined : ownValue(kept, name);
      return own === undefined || equalJson(own, ownValue(value, name) ?? null) ? undefined : own;
    };
    for (const { at, keyword, params } of violations) {
      const steps = pointerSteps(at);
      const [step] = steps;
      if (step === undefined) {
        const { property } = params;
        if (property === undefined) continue;
        if (keyword === "required") {
          const made = before(property) ?? this.#make(property);
          if (made !== undefined) return { ...value, [property]: made };
        } else if (Object.hasOwn(value, property)) return without(value, [property]);
        continue;
      }
      if (!Object.hasOwn(value, step)) continue;
      const former = before(step);
      if (former !== undefined) return { ...value, [step]: former };
      // First try to remove the innermost invalid part.
      if (steps.length > 1 && !isImpatient && keyword !== "required") {
        const shorter = without(value, steps);
        if (shorter !== value) return shorter;
      }
      const node = (this.#node ??= schemaAt(this.#document, this.#schema.pointer, "response"));
      if (!node.form.required.has(step)) return without(value, [step]);
      const made = this.#make(step);
      if (made !== undefined) return { ...value, [step]: made };
    }
    return undefined;
  }

  #make(property: string): JsonValue | undefined {
    if (this.#generated.has(property)) return this.#generated.get(property);
    const node = (this.#node ??= schemaAt(this.#document, this.#schema.pointer, "response"));
    const pointer = node.properties.get(property)?.pointer;
    const made = pointer === undefined ? "" : seededValue(this.#document, pointer);
    this.#generated.set(property, made);
    return made;
  }

  /** A generated value with as much of the given one as the schema allows. */
  #onGenerated(value: JsonObject): JsonObject | undefined {
    if (this.#whole === null) this.#whole = this.#generate();
    if (this.#whole === undefined) return undefined;
    let fitted = this.#whole;
    for (const [name, own] of Object.entries<JsonValue>(value).slice(0, MOST_TRIED)) {
      const tried = { ...fitted, [name]: own };
      if (this.allows(tried)) fitted = tried;
    }
    return fitted;
  }

  #generate(): JsonObject | undefined {
    for (const value of seededValues(this.#document, this.#schema.pointer))
      if (isObject(value) && this.allows(value)) return value;
    return undefined;
  }
}

/** A value without the member at a place; unchanged if there is no such object member. */
function without(value: JsonObject, steps: readonly string[]): JsonObject {
  const [step = "", ...rest] = steps;
  if (rest.length === 0) {
    const { [step]: _, ...others } = value;
    return others;
  }
  const inner = value[step];
  if (!isObject(inner)) return value;
  const shorter = without(inner, rest);
  return shorter === inner ? value : { ...value, [step]: shorter };
}

/** Calls a function once, when the value is first needed: large documents describe more than is ever used. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
