// The items that a run creates, so that it can report and remove them.
import type { Resource } from "../../src/resource/model.ts";
import type { Exchange } from "../client/exchange.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";

/** An item that a request of this run created. */
export interface CreatedItem {
  readonly resource: Resource;
  readonly id: JsonValue;
  /** As the answer to its creation showed it. */
  readonly item: JsonObject;
  readonly exchange: Exchange;
  /** True once the run has removed it again. */
  removed: boolean;
  /** Others are asked for below it: it is neither changed nor removed before the end. */
  isWay?: boolean;
  /** It was made to be removed: nobody else asks for it. */
  isDoomed?: boolean;
  /** The path that leads to it, where it does not lie where the rest of the run asks. */
  readonly path?: Readonly<Record<string, string>>;
}
