// How many things are in a state: `activeLoans` of a member, `open_issues_count` of a project, `copiesAvailable` of a book.
import type { Document } from "../../../document/document.ts";
import { type JsonObject, ownValue } from "../../../json/value.ts";
import type { Resource } from "../../../resource/model.ts";
import { plainName, singular, wordsOf } from "../../../resource/paths.ts";
import { type SchemaNode, mayBe, schemaAt } from "../../../schema/normal/schema-node.ts";
import { isStateName, flagName } from "../../../document/names.ts";

/** A name that counts things in a state. */
interface Counted {
  readonly thing: string;
  readonly state: string;
}

const COUNTING = /^(count|num|number|total|of|the)$/;

/** The ways to read a name as that of a count of things in a state: the state comes before or after them. */
export function countedInState(name: string, part: SchemaNode): readonly Counted[] {
  const words = wordsOf(name).filter((word) => !COUNTING.test(word));
  if (!mayBe(part, "integer") || words.length < 2) return [];
  const isMany = (word = ""): boolean => singular(word) !== word;
  const [first = "", last = ""] = [words[0], words.at(-1)];
  return [
    ...(isMany(last) || words.length < wordsOf(name).length
      ? [{ thing: singular(words.slice(1).join("")), state: first }]
      : []),
    ...(isMany(words.at(-2)) ? [{ thing: singular(words.slice(0, -1).join("")), state: last }] : []),
  ];
}

/** Tells items that are in a state; undefined where the document does not say what is. */
export function inState(
  document: Document,
  { properties }: Resource,
  state: string,
): ((item: JsonObject) => boolean) | undefined {
  for (const { name, schema } of properties) {
    if (!isStateName(name)) continue;
    const values = schemaAt(document, schema.pointer, "response").form.values ?? [];
    const own = values.find((value) => typeof value === "string" && plainName(value) === state);
    if (own !== undefined) return (item) => ownValue(item, name) === own;
  }
  const flag = properties.find(({ name }) => flagName(name) === state)?.name;
  if (flag !== undefined) return (item) => ownValue(item, flag) === true;
  const opposite = OPPOSITES.get(state) ?? (state.startsWith("un") ? state.slice(2) : undefined);
  const other = properties.find(({ name }) => flagName(name) === opposite)?.name;
  return other === undefined ? undefined : (item) => ownValue(item, other) === false;
}

const OPPOSITES = new Map([
  ["unread", "read"],
  ["unpaid", "paid"],
  ["outstanding", "paid"],
  ["open", "done"],
  ["pending", "done"],
]);
