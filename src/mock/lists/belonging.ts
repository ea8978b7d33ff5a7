// Which items a list below a thing shows, besides those that were created there: those that say so, and those that the
// thing itself lists.
import { showScalar } from "../../contract/serialization/text.ts";
import type { Document } from "../../document/document.ts";
import { valuesAt } from "../../resource/lists/comparing.ts";
import type { Unpacked } from "../items/family.ts";
import { heldPlace, namesParents, parentPlaces } from "../items/parents.ts";
import type { Scope } from "../items/scope.ts";
import type { World } from "../world.ts";
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
  const select = (wanted: Arranged | undefined, world: World, texts: readonly string[]): Arranged | undefined => {
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
