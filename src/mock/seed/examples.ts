// Gathers the document's examples of a resource's items: lists, single items, and identifiers that readers of the
// document will try first.
import type { Operation } from "../../contract/model.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { once } from "../../memo.ts";
import type { Family } from "../items/family.ts";
import { valueIn } from "../../resource/items/envelope.ts";
import { isAskerWord } from "../../resource/askers.ts";
import type { Resource, Role } from "../../resource/model.ts";
import { jsonResponse, successStatus } from "../response.ts";

/** The examples of a resource, and of those that share its items. */
export interface ItemExamples {
  readonly lists: readonly JsonValue[];
  readonly items: readonly JsonValue[];
  readonly keys: readonly JsonValue[];
}

/** Gathers examples, starting with those of the first resource. */
export function examplesOf(resources: readonly Resource[]): ItemExamples {
  const lists = resources.flatMap((resource) => shownBy(resource, "list"));
  const items = resources.flatMap((resource) =>
    (["fetch", "update", "replace"] as const).flatMap((role) => shownBy(resource, role)),
  );
  const keys = resources.flatMap(
    ({ identifier: { parameter } }) =>
      parameter?.examples.map(({ value }) => value).filter((value) => !isAskerWord(value)) ?? [],
  );
  return { lists, items: items.filter((one) => !Array.isArray(one)), keys };
}

/** How many examples new things are made from. */
const MOST_FOLLOWED = 3;

/** What the document's examples of answers say about single items. */
export const itemExamplesOf = once(({ members }: Family): readonly JsonObject[] => {
  const { lists, items } = examplesOf(members);
  const rows = lists.flatMap((list) => (Array.isArray(list) ? (list as readonly JsonValue[]) : []));
  const created = members.flatMap((resource) => shownBy(resource, "create"));
  return [...created, ...items, ...rows].filter(isObject).slice(0, MOST_FOLLOWED);
});

/** What the examples of a success show, without the envelope. */
function shownBy({ operations, shapes }: Resource, role: Role): JsonValue[] {
  const operation: Operation | undefined = operations[role];
  const place = operation === undefined ? undefined : shapes.get(operation)?.shown;
  if (operation === undefined || place === undefined) return [];
  const media = jsonResponse(operation, successStatus(operation, role));
  return (media?.examples ?? []).flatMap(({ value }) => {
    const shown = valueIn(value, place);
    return shown === undefined ? [] : [shown];
  });
}
