// What a relation is: a rule that works out one property of an object, from the object and from the items that there are.
import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { Resource } from "../../resource/model.ts";
import type { Key } from "../../store/store.ts";

/** The items that there are. */
export interface Others {
  /** The identifiers of the first items. */
  ids(resource: Resource): readonly Key[];
  find(resource: Resource, id: JsonValue): JsonObject | undefined;
  has(resource: Resource, id: JsonValue): boolean;
  /** The items that name a thing; undefined before there are any. @param nameOf what an item names */
  naming(resource: Resource, nameOf: NameOf, id: JsonValue): readonly JsonObject[] | undefined;
  /** The time of the world. */
  readonly now?: number;
}

/** What an item names, as a text: from the item, and the parents in its path. */
export type NameOf = (item: JsonObject, labels: ReadonlyMap<Resource, string>) => string | undefined;

/** What a relation is worked out for. */
export interface Relating {
  readonly others: Others;
  /** What the thing is about: the same text gives the same references. */
  readonly about: string;
  /** What the client sent, which stays. */
  readonly sent?: JsonValue | undefined;
  /** The whole item, if only a part of it is shown. */
  readonly whole?: JsonObject | undefined;
  /** The identifiers of the things that it is below, as its path has them. */
  readonly above?: ReadonlyMap<Resource, string> | undefined;
  /** The thing that the object is a part of. */
  readonly root?: JsonObject | undefined;
  /** Who asks for a new thing; undefined if nobody knows. */
  readonly asker?: (() => JsonObject | undefined) | undefined;
  /** References are chosen only for new things; afterwards they stay. */
  readonly isNew: boolean;
}

/** Works out one property of an object. */
export interface Rule {
  /** Whatever it depends on may change, so it is worked out whenever the thing is shown. */
  readonly isLive: boolean;
  /** It shows another thing inside. */
  readonly isWhole?: boolean;
  /** It adds to what the client sent. */
  readonly isNaming?: boolean;
  readonly valueOf: (object: JsonObject, relating: Relating) => JsonValue | undefined;
  /** True if the object is without the property. */
  readonly isNone?: (object: JsonObject, relating: Relating) => boolean;
}

export const live = (valueOf: Rule["valueOf"]): Rule => ({ isLive: true, valueOf });
