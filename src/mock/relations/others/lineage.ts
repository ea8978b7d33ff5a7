// References of things to others of their own collection: a category names the one above it.
import { type JsonObject, type JsonValue, type Scalar, isLeaf, ownValue, scalarText } from "../../../json/value.ts";
import { idOf } from "../../../resource/items/identify.ts";
import type { Resource } from "../../../resource/model.ts";
import type { SchemaNode } from "../../../schema/normal/schema-node.ts";
import { hashOf } from "../../../schema/samples/choices.ts";
import type { Key } from "../../../store/store.ts";
import { inTypeOf } from "./references.ts";
import type { Relating, Rule } from "../rule.ts";

/** Names of properties that refer to a thing that was there before. */
export const EARLIER = /parent|previous|original|manager|supervisor|reports_?to|repl(?:y|ies)_?to/i;
/** Without the name of another thing, they refer to one of the same kind. */
export const OF_OWN = /^(parent|previous|original|(in)?repl(?:y|ies)to)$/;

/** How far references are followed. */
const FARTHEST = 64;

/** Where the reference is. */
interface Place {
  readonly name: string;
  readonly part: SchemaNode;
  /** The thing that has it. */
  readonly node: SchemaNode;
}

/**
 * A reference to an earlier item of the same collection, so that no item is above itself. The first one has none; if it
 * must have one, it names itself.
 */
export function earlier({ name, part, node }: Place, own: Resource): Rule {
  const isNullable = part.types?.includes("null") === true;
  const isRequired = node.form.required.has(name);
  const textOf = (id: JsonValue | undefined): string => scalarText(id as Scalar | undefined);

  /** True if what the items say already leads to one without such a reference. */
  const isEnding = (former: JsonValue, { others, root }: Relating): boolean => {
    const passed = new Set([textOf(idOf(own.identifier, root))]);
    for (let at: JsonValue | undefined = former; passed.size < FARTHEST;) {
      const item: JsonObject | undefined = others.find(own, at);
      if (item === undefined || passed.has(textOf(at))) return false;
      passed.add(textOf(at));
      at = ownValue(item, name);
      if (at === undefined || at === null) return true;
      if (!isLeaf(at)) return false;
    }
    return false;
  };

  const before = ({ others, root }: Relating): readonly Key[] => {
    const ids = others.ids(own);
    const id = textOf(idOf(own.identifier, root));
    const at = ids.findIndex((one) => textOf(one) === id);
    return at === -1 ? ids : ids.slice(0, at);
  };

  const isOpen = (object: JsonObject, relating: Relating): boolean => {
    const former = ownValue(object, name);
    if (!relating.isNew || former === undefined || former === null || !isLeaf(former)) return false;
    return !isEnding(former, relating);
  };

  return {
    isLive: false,
    isNone: (object, relating) =>
      !isRequired && !isNullable && isOpen(object, relating) && before(relating).length === 0,
    valueOf: (object, relating) => {
      if (!isOpen(object, relating)) return undefined;
      const ids = before(relating);
      const id = idOf(own.identifier, relating.root);
      if (ids.length === 0 && isNullable) return null;
      // By the thing alone, because a copy inside another thing says the same.
      const chosen = ids[hashOf(`${textOf(id) || relating.about} ${name}`) % Math.max(1, ids.length)] ?? id;
      return chosen === undefined ? undefined : inTypeOf(ownValue(object, name) ?? null, chosen);
    },
  };
}
