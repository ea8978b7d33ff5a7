// The items that a run creates, so that it can report and remove them.
import type { Operation } from "../../src/contract/model.ts";
import type { Resource } from "../../src/resource/model.ts";
import type { Exchange } from "../client/exchange.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";

/** An item that a request of this run created. */
export interface CreatedItem {
  readonly resource: Resource;
  readonly id: JsonValue;
  /** As shown in the answer to its creation. */
  readonly item: JsonObject;
  readonly exchange: Exchange;
  /** True once the run has removed it. */
  removed: boolean;
  /** A removal that the document does not describe was answered with success, so it may be gone. */
  isDoubted?: boolean;
  /** Its removal was refused, as others may refer to it. */
  isRefused?: boolean;
  /** Why it is still there, if the run tried to remove it. */
  kept?: string;
  /** True once an answer has shown that it is the run's own: a value that only this run has sent came back under it. */
  proven?: boolean;
  /** The run chose its identifier, which no item had. */
  readonly isChosen?: boolean;
  /** Requests go to collections below it, so it is neither changed nor removed before the end. */
  isWay?: boolean;
  /** It was created to be removed, so no other check uses it. */
  isDoomed?: boolean;
  /** The path parameters of its parents, if they are not those that the rest of the run uses. */
  readonly path?: Readonly<Record<string, string>>;
}

/** A creation whose answer does not say which item it made. */
export interface UnnamedCreation {
  readonly resource?: Resource;
  readonly exchange: Exchange;
}

/** True if two resources have the same items: several paths may lead to them. */
export function isSameStore(one: Resource, other: Resource): boolean {
  return (one.sharedWith ?? one).collection === (other.sharedWith ?? other).collection;
}

/** The resource whose path leads to the items: what is created below other items may have its path elsewhere. */
export function homeOf(resource: Resource): Resource {
  return resource.itemPath === undefined ? (resource.sharedWith ?? resource) : resource;
}

/** The operation that removes items one by one; undefined if the document has none that the run can use. */
export function removerOf(resource: Resource): Operation | undefined {
  const {
    operations: { remove },
    identifier,
  } = homeOf(resource);
  return identifier.parameter === undefined ? undefined : remove;
}
