// Which items a list below a thing shows, besides those that were created there: those that say so, and those that the
// thing itself lists.
import { showScalar } from "../../contract/serialization/text.ts";
import type { Document } from "../../document/document.ts";
import { defined } from "../../json/defined.ts";
import { type JsonValue, ownValue } from "../../json/value.ts";
import { statesAfter } from "../../resource/deeds/effects.ts";
import { valuesAt } from "../../resource/lists/comparing.ts";
import { orderBy } from "../../resource/lists/sorting.ts";
import type { Resource } from "../../resource/model.ts";
import { lastName, plainName, singular, stepsOf } from "../../resource/paths.ts";
import type { Unpacked } from "../items/family.ts";
import { heldPlace, namesParents, parentPlaces } from "../items/parents.ts";
import type { Scope } from "../items/scope.ts";
import type { World } from "../world.ts";
import { inState } from "../relations/itself/in-state.ts";
import type { Arranged } from "./arranger.ts";

/** Selects the items at a path. */
interface Belonging {
  (wanted: Arranged | undefined, world: World, texts: readonly string[]): Arranged | undefined;
  /** False if only the place of its creation says where an item is. */
  readonly isOpen: boolean;
}

/** Prepares a list below a thing. */
export function belongingIn(document: Document, scope: Scope): Belonging {
  const { resource } = scope;
  const places = parentPlaces(document, resource);
  const above = resource.sharedWith === undefined ? undefined : resource.parent?.resource;
  const held = above && heldPlace(document, above, resource);
  // Of things below others of their kind, only themselves say which: `managerId` of an employee.
  const isSaid = places.length > 0 && above !== undefined && (above.sharedWith ?? above) === resource.sharedWith;
  const isOpen = places.length > 0 || held !== undefined;
  const seen = seenBy(document, resource);
  const select = (asked: Arranged | undefined, world: World, texts: readonly string[]): Arranged | undefined => {
    const wanted = seen === undefined ? asked : seen(asked, world);
    if (!isOpen) return wanted;
    const labels = scope.labels(texts);
    const item = held && scope.above(world, texts)?.item;
    const ids = new Set(item === undefined || held === undefined ? [] : valuesAt(item, held).map(showScalar));
    const isBelow = (one: Unpacked): boolean =>
      (!isSaid && labels.includes(one.labels.get(resource) ?? "")) ||
      ids.has(showScalar(one.id)) ||
      (places.length > 0 && namesParents(places, texts, one.item));
    return { ...wanted, arrange: (items) => wanted?.arrange?.(items.filter(isBelow)) ?? items.filter(isBelow) };
  };
  return Object.assign(select, { isOpen });
}

const STARTS = /^(?:starts?|begins?|scheduled|date|due)(?:at|on|date|time|datetime)?$/;

/**
 * What a list shows that is called after what its things are, beside the list of all: `/orders/pending`, `/me/bookmarks` of
 * posts that are bookmarked, and `/events/upcoming`, which begin with the next one.
 */
function seenBy(
  document: Document,
  { sharedWith, operations, collection, properties }: Resource,
): ((wanted: Arranged | undefined, world: World) => Arranged) | undefined {
  const last = lastName(stepsOf(collection)) ?? "";
  if (sharedWith === undefined || Object.keys(operations).join() !== "list") return undefined;
  const words = [plainName(last), singular(plainName(last)), ...statesAfter([singular(plainName(last))])];
  const is = words.flatMap((one) => inState(document, sharedWith, one) ?? [])[0];
  const starts = /^upcoming|^future/i.test(last)
    ? properties.find(({ name }) => STARTS.test(plainName(name)))
    : undefined;
  if (is === undefined && starts === undefined) return undefined;
  const order = starts && orderBy([{ property: starts.name, isDown: false }]);
  return (wanted, world) => {
    const now = new Date(world.clock.now()).toISOString();
    const isAhead = (start: JsonValue | undefined): boolean =>
      typeof start === "string" && start >= now.slice(0, start.length);
    const isShown = ({ item }: Unpacked): boolean => is?.(item) ?? isAhead(ownValue(item, starts?.name ?? ""));
    return {
      ...defined({ order }),
      ...wanted,
      arrange: (items) => (wanted?.arrange?.(items) ?? items).filter(isShown),
    };
  };
}
