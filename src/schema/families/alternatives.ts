// Alternatives: `anyOf` and `oneOf`.
import type { Conjunction } from "../normal/conjunction.ts";
import type { NormalForms } from "../normal/normal-forms.ts";
import { TAG, isMoved, tagOf } from "../normal/tags.ts";
import type { Fact } from "./fact.ts";
import type { Group } from "../normal/normal-form.ts";
import type { At } from "./reading.ts";
import type { JsonObject } from "../../json/value.ts";

/** What a schema object offers to choose from. */
export function readGroups(definition: JsonObject, at: At): Group[] {
  return (["anyOf", "oneOf"] as const).flatMap((kind) => {
    const list = definition[kind];
    return Array.isArray(list) && list.length > 0 ? [{ kind, branches: list.map((_, index) => at(kind, index)) }] : [];
  });
}

/** The keyword of a schema that lists nothing to choose from, so that no value is allowed. */
export function emptyChoice(definition: JsonObject): "enum" | "anyOf" | "oneOf" | undefined {
  return (["enum", "anyOf", "oneOf"] as const).find((keyword) => {
    const list = definition[keyword];
    return Array.isArray(list) && list.length === 0;
  });
}

/** Equal for groups that say the same. */
export function groupKey({ kind, branches }: Group): string {
  return JSON.stringify([kind, branches]);
}

interface Spaces {
  readonly producer: NormalForms;
  readonly consumer: NormalForms;
  readonly textual: boolean;
}

/** Alternatives that are told apart by another property than before. */
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
