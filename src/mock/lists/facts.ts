// What an envelope says of all the items that its list leads through: averages, sums, and how many are in a state.
import type { Document } from "../../document/document.ts";
import { type JsonObject, type JsonValue, ownValue } from "../../json/value.ts";
import { metadataKind } from "../../resource/lists/list-metadata.ts";
import type { Resource } from "../../resource/model.ts";
import { plainName, wordsOf } from "../../resource/paths.ts";
import { type SchemaNode, mayBe } from "../../schema/normal/schema-node.ts";
import { inState } from "../relations/itself/in-state.ts";
import { averagedIn, meanOf, totalOf } from "../relations/itself/totals.ts";

type Fact = (items: readonly JsonObject[]) => JsonValue | undefined;

/** @param resource what is listed; undefined if only the items themselves are known */
export function factsOf(
  document: Document,
  { properties }: SchemaNode,
  resource: Resource | undefined,
): readonly (readonly [name: string, fact: Fact])[] {
  const names = [...properties.keys()];
  return [...properties].flatMap(([name, node]): [string, Fact][] => {
    const averaged = averagedIn(name, node);
    if (averaged !== undefined) return [[name, (items) => meanOf(items, averaged)]];
    if (metadataKind(name, names) !== undefined || !(mayBe(node, "integer") || mayBe(node, "number"))) return [];
    const total = totalOf(name, node, properties);
    if (total !== undefined) return [[name, (items) => (items.length === 0 ? 0 : total({ items }, { items }))]];
    if (resource === undefined) return [];
    const words = wordsOf(name).filter((word) => !/^(?:count|num|number|total|of|sum)$/.test(word));
    const isCounted = inState(document, resource, words.join(""));
    if (isCounted !== undefined) return [[name, (items) => items.filter(isCounted).length]];
    // `totalUnread` beside things with an `unreadCount`.
    const part = /total|sum/i.test(name)
      ? resource.properties.find((one) => [words.join(""), `${words.join("")}count`].includes(plainName(one.name)))
          ?.name
      : undefined;
    if (part === undefined) return [];
    const sumOf: Fact = (items) => {
      const numbers = items.map((one) => ownValue(one, part)).filter((one) => typeof one === "number");
      return Math.round(numbers.reduce((sum, one) => sum + one, 0) * 100) / 100;
    };
    return [[name, sumOf]];
  });
}
