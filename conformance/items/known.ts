// The items that a run knows of: those it created, and those that answers showed.
import { identifierText, shownIn } from "../places.ts";
import { idOf } from "../../src/resource/items/identify.ts";
import type { Operation } from "../../src/contract/model.ts";
import { showScalar } from "../../src/contract/serialization/text.ts";
import { type JsonObject, equalJson, isObject } from "../../src/json/value.ts";
import type { Resource } from "../../src/resource/model.ts";
import { type Exchange, isServed, isSuccess } from "../client/exchange.ts";
import type { Session } from "../client/target.ts";
import type { FilterValue } from "../probes/filter-values.ts";
import { keptFor, once } from "../../src/memo.ts";
import type { CreatedItem } from "./created.ts";

/** A limit, because a server can list any number of items. */
const MOST_KNOWN = 20_000;

/**
 * The items of a resource that the run created, has not removed, and does not need for anything else. They are in the order
 * in which they were requested, which is the same in every run; the answers come in any order.
 */
export function ownItems(session: Session, resource: Resource): CreatedItem[] {
  return session
    .createdOf(resource)
    .filter((one) => !one.removed && one.isWay !== true && one.isDoomed !== true && one.path === undefined)
    .toSorted((one, other) => sentAt(one) - sentAt(other));
}

const sentAt = ({ exchange }: CreatedItem): number => exchange.span?.sent ?? 0;

interface Known {
  /** How much of each operation's record has been read. */
  readonly read: Map<Operation, number>;
  readonly items: Map<string, JsonObject>;
}

const knownIn = once((_session: Session) => new Map<Resource, Known>());

/** The items of a resource that answers have shown so far and the run has not removed, by the text of their identifier. */
export function knownItems(session: Session, resource: Resource): ReadonlyMap<string, JsonObject> {
  const own = keptFor(knownIn(session), resource, () => ({ read: new Map(), items: new Map() }));
  const { create, list, remove } = resource.operations;
  // Lists come after creations, because they show the later state of an item.
  for (const operation of [create, list, remove]) {
    if (operation === undefined) continue;
    const record = session.recordOf(operation);
    for (const exchange of record.slice(own.read.get(operation) ?? 0))
      if (operation !== remove) readItems(exchange, resource, own.items);
      else if (isSuccess(exchange)) own.items.delete(identifierText(exchange));
    own.read.set(operation, record.length);
  }
  return own.items;
}

function readItems(exchange: Exchange, { identifier }: Resource, items: Map<string, JsonObject>): void {
  if (!isServed(exchange) || exchange.elsewhere === true || exchange.response?.cut !== undefined) return;
  if (exchange.request.method !== exchange.operation?.method) return;
  const value = shownIn(exchange);
  for (const item of Array.isArray(value) ? value : [value]) {
    const id = idOf(identifier, item);
    if (items.size < MOST_KNOWN && isObject(item) && id !== undefined) items.set(showScalar(id), item);
  }
}

/** The known items that a filter must find. */
export function matching(session: Session, resource: Resource, { filter, value }: FilterValue): JsonObject[] {
  return [...knownItems(session, resource).values()].filter((item) => equalJson(item[filter.property] ?? null, value));
}
