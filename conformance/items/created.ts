// The items that a run creates, so that it can report and remove them.
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
  /** Requests go to collections below it, so it is neither changed nor removed before the end. */
  isWay?: boolean;
  /** It was created to be removed, so no other check uses it. */
  isDoomed?: boolean;
  /** The path parameters of its parents, if they are not those that the rest of the run uses. */
  readonly path?: Readonly<Record<string, string>>;
}
