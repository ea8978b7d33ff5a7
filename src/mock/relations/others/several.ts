// Lists of other things: those that name them by their identifiers, and those that show them.
import type { Document } from "../../../document/document.ts";
import {
  type JsonArray,
  type JsonObject,
  type JsonValue,
  type Scalar,
  isLeaf,
  isObject,
  ownValue,
  scalarText,
} from "../../../json/value.ts";
import { plainName, singular, thingOf } from "../../../resource/paths.ts";
import type { Resource } from "../../../resource/model.ts";
import { idOf } from "../../../resource/items/identify.ts";
import { hashOf } from "../../../schema/samples/choices.ts";
import { lazy } from "../../../memo.ts";
import { ValuePlace } from "../../../schema/generate/place.ts";
import { layeredValue } from "../../../realistic/seeded-values.ts";
import type { SchemaNode } from "../../../schema/normal/schema-node.ts";
import { type View, viewOf } from "./embedded.ts";
import { inTypeOf } from "./references.ts";
import { type NameOf, type Relating, type Rule, live } from "../rule.ts";

/** Items that name a thing, and the property of it that they name. */
interface Naming {
  readonly resource: Resource;
  readonly nameOf: NameOf;
  readonly step: string;
}

/** Of those that name a thing, it shows so many. */
const MOST_SHOWN = 100;

/** So many different things of one kind are made. */
const MOST_ALIKE = 480;

/** `shipment_ids` of a pickup: shipments that exist. */
export function referringToSeveral(name: string, target: Resource): Rule {
  return {
    isLive: false,
    valueOf: (object, relating) => {
      const own = ownValue(object, name);
      if (!relating.isNew || !Array.isArray(own) || own.length === 0) return undefined;
      const former = own as readonly JsonValue[];
      if (former.every((one) => relating.others.has(target, one))) return undefined;
      return severalOf(relating, target, { name, former });
    },
  };
}

/** As many identifiers as there were, each of another thing that exists; undefined without any. */
function severalOf(
  { others, about }: Relating,
  target: Resource,
  { name, former }: { readonly name: string; readonly former: readonly JsonValue[] },
): readonly JsonValue[] | undefined {
  const ids = others.ids(target).flatMap((id) => inTypeOf(former[0] ?? null, id) ?? []);
  const first = hashOf(`${about} ${name}`);
  return ids.length === 0
    ? undefined
    : former.slice(0, ids.length).map((_, at) => ids[(first + at) % ids.length] as JsonValue);
}

/** Names of lists of the identifiers of things: `label_ids` for `labels`. */
const idsOf = (name: string, object: JsonValue | undefined): readonly JsonValue[] | undefined => {
  if (!isObject(object)) return undefined;
  const stem = thingOf(name);
  const [, value] =
    Object.entries<JsonValue>(object).find(([one]) => {
      const plain = plainName(one);
      return /(ids|uuids|keys|refs)$/.test(plain) && singular(plain.replace(/(ids|uuids|keys|refs)$/, "")) === stem;
    }) ?? [];
  return Array.isArray(value) && (value as readonly JsonValue[]).every((one) => isLeaf(one))
    ? (value as readonly JsonValue[])
    : undefined;
};

/**
 * `labels`, of which a client sends the `label_ids`: those, as the things themselves are.
 * @param target where the things are; undefined if no list shows them, so that only their identifiers are known
 */
export function showingSeveral(
  name: string,
  items: SchemaNode,
  step: string,
  of: {
    readonly document: Document;
    readonly target?: Resource;
    readonly node?: SchemaNode;
    /** Those that name the thing that shows the list, by this property of it. */
    readonly below?: Naming | undefined;
  },
): Rule {
  const { target, below } = of;
  const view: View | undefined = target === undefined ? undefined : viewOf(of.document, items, of.node ?? items);
  const place = lazy(() => ValuePlace.at(of.document, items.pointer, "response"));
  const made = (id: JsonValue): JsonValue => {
    const seed = hashOf(scalarText(id as Scalar));
    return layeredValue(place(), seed, { kind: "many", turn: seed % MOST_ALIKE }, { certain: [[[step], id]] }) ?? null;
  };
  const shown = (element: JsonObject | undefined, id: JsonValue, { others }: Relating): JsonValue => {
    const item = target === undefined ? undefined : others.find(target, id);
    if (item !== undefined && view !== undefined) return view(item, id);
    // Whatever shows a thing that no list has shows the same.
    return element ?? made(id);
  };
  return {
    ...live((object, relating) => {
      const own = ownValue(object, name);
      if (!Array.isArray(own)) return undefined;
      const elements = own as JsonArray as readonly JsonValue[];
      const ids = idsOf(name, relating.sent) ?? idsOf(name, object) ?? idsOf(name, relating.whole);
      if (ids !== undefined) return ids.map((id) => shown(sameIn(elements, step, id), id, relating));
      const id = below && ownValue(object, below.step);
      if (below !== undefined && target !== undefined && id !== undefined) {
        const named = relating.others.naming(below.resource, below.nameOf, id);
        // Those that it starts with are not made yet.
        if (named === undefined) return relating.isNew ? [] : undefined;
        // What a client sent as parts of it is not among them.
        const isPart = (one: JsonValue): boolean =>
          !isObject(one) || !relating.others.has(target, ownValue(one, step) ?? null);
        const parts = elements.filter(isPart);
        const shownOf = (item: JsonObject): JsonValue => view?.(item, idOf(target.identifier, item) ?? null) ?? item;
        return [...parts, ...named.slice(0, MOST_SHOWN).map(shownOf)];
      }
      // What a client sends as a list is there in an envelope: `items: { data }`.
      if (target === undefined || elements.length === 0 || Array.isArray(relating.sent)) return undefined;
      const known = elements.map((one) => (isObject(one) ? ownValue(one, step) : undefined));
      const isKnown = known.every((id) => id !== undefined && relating.others.has(target, id));
      const former = known.map((id) => id ?? null);
      const chosen = isKnown ? former : relating.isNew ? severalOf(relating, target, { name, former }) : undefined;
      return chosen?.map((id) => shown(sameIn(elements, step, id), id, relating));
    }),
    isWhole: target !== undefined,
  };
}

function sameIn(elements: readonly JsonValue[], step: string, id: JsonValue): JsonObject | undefined {
  return elements.filter(isObject).find((one) => ownValue(one, step) === id);
}
