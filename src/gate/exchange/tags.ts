// Sets the tags that name the intended alternative. The schemas allow a value without a tag, but real clients send one,
// so a witness without it would convince nobody.
import { fragmentPointer } from "../../json/pointer.ts";
import { type Choice, choiceOf } from "../../schema/form/tags.ts";
import { type Conjunction, join, tagged } from "../../schema/form/conjunction.ts";
import type { NormalForms } from "../../schema/normal/normal-forms.ts";
import { propertyConstraint } from "../../schema/keywords/properties.ts";
import type { Sender } from "../surface/model.ts";
import type { DrawContext } from "../../schema/compare/proposals/context.ts";
import { type Judge, NotCompiled } from "./judge.ts";
import { type JsonValue, isObject } from "../../json/value.ts";

/**
 * A value in which each object among alternatives has the tag of an alternative that accepts it, if there
 * is one.
 * @param pointer the schema of the value, which allows it
 * @returns the original value if its schema refuses the new one
 */
export function withTags(judge: Judge, pointer: string, sender: Sender, value: JsonValue): JsonValue {
  const space = judge.space(sender);
  const takes = (at: string, candidate: JsonValue): boolean => {
    try {
      return judge.allows(at, sender, candidate);
    } catch (error) {
      if (error instanceof NotCompiled) return false;
      throw error;
    }
  };
  const named = new Tagger(space, takes).value(space.conjunction(pointer), value);
  return takes(pointer, named) ? named : value;
}

/**
 * A value in which each object of a schema that others extend also has what the schema named by its tag
 * requires.
 * @param context draws what is missing
 */
export function withKinds(context: DrawContext, conjunction: Conjunction, value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null || conjunction.isEmpty) return value;
  const { producer, work } = context;
  const shape = producer.form(conjunction);
  if (Array.isArray(value)) {
    return value.map((item: JsonValue, index) => withKinds(context, shape.prefix[index] ?? shape.items, item));
  }
  const object = Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withKinds(context, propertyConstraint(shape, name, work), one)]),
  );
  const kinds = producer.kinds(conjunction);
  const tag = kinds === undefined ? undefined : object[kinds.property];
  const target = typeof tag === "string" ? kinds?.targets.get(tag) : undefined;
  if (kinds === undefined || typeof tag !== "string" || target === undefined) return object;
  const whole = context.draw.sample(context, join(producer.conjunction(target), tagged(kinds.property, tag), work));
  return isObject(whole) ? { ...whole, ...object } : object;
}

class Tagger {
  readonly #space: NormalForms;
  readonly #takes: (target: string, object: JsonValue) => boolean;

  constructor(space: NormalForms, takes: (target: string, object: JsonValue) => boolean) {
    this.#space = space;
    this.#takes = takes;
  }

  value(conjunction: Conjunction, value: JsonValue): JsonValue {
    if (typeof value !== "object" || value === null || conjunction.isEmpty) return value;
    const { work } = this.#space;
    const shape = this.#space.form(conjunction);
    if (Array.isArray(value)) {
      return value.map((item: JsonValue, index) => this.value(shape.prefix[index] ?? shape.items, item));
    }
    const inner = Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, this.value(propertyConstraint(shape, name, work), item)]),
    );
    return this.#space
      .definitions(conjunction)
      .map(({ definition }) => choiceOf(definition))
      .reduce<JsonValue>((object, choice) => (choice === undefined ? object : this.#tagged(object, choice)), inner);
  }

  #tagged(object: JsonValue, { property, mapping }: Choice): JsonValue {
    if (!isObject(object)) return object;
    const bearing = [...mapping].map(([tag, target]) => ({ target, bearer: { ...object, [property]: tag } }));
    const own = bearing.filter(({ bearer }) => bearer[property] === object[property]);
    const fitting = [...own, ...bearing].find(({ target, bearer }) => {
      const pointer = fragmentPointer(target);
      return pointer !== undefined && this.#space.value(pointer) !== undefined && this.#takes(pointer, bearer);
    });
    return fitting?.bearer ?? object;
  }
}
