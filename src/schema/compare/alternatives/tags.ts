// The tags of two schemas: the property that selects one of their alternatives.
import type { Conjunction } from "../../form/conjunction.ts";
import type { Sides } from "../graph.ts";
import { TAG, tagOf } from "../../form/tags.ts";
import type { Fact } from "../../keywords/fact.ts";
import { valueAt } from "../../../json/pointer.ts";
import { type JsonObject, isObject } from "../../../json/value.ts";

type Spaces = Pick<Sides, "producer" | "consumer" | "textual">;

/** True if the other version of the document selects a schema's alternatives by a different property. */
export function isMoved(tag: string, pointer: string, other: JsonObject): boolean {
  const definition = valueAt(other, pointer);
  const moved = isObject(definition) ? tagOf(definition) : undefined;
  return moved !== undefined && moved !== tag;
}

/** Alternatives that are selected by a different property than before. */
export function tagFacts(spaces: Spaces, producer: Conjunction, consumer: Conjunction): Fact[] {
  if (spaces.textual) return [];
  const { root } = spaces.producer.document;
  return spaces.consumer.definitions(consumer).flatMap(({ pointer, definition }) => {
    const tag = tagOf(definition);
    if (tag === undefined || !isMoved(tag, pointer, root)) return [];
    const own = spaces.producer.definitions(producer).find((one) => one.pointer === pointer);
    return own === undefined ? [] : [{ keyword: TAG, producer: tagOf(own.definition), consumer: tag }];
  });
}
