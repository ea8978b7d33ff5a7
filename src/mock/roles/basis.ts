// What behaviours share: their parts, their requests and their answers.
import type { Contract, Operation } from "../../contract/model.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { ArrivedFile } from "../answer/files.ts";
import type { Resource } from "../../resource/model.ts";
import type { ResourcePlan } from "../resource-plan.ts";
import type { Refusal } from "../errors/refusal.ts";
import type { Families } from "../items/scope.ts";
import type { Answer } from "../response.ts";
import type { World } from "../world.ts";

/** A request that was found valid. */
export interface MockRequest {
  /** The values of the parameters, in the order of the operation's parameters; undefined for one that is absent. */
  readonly values: readonly (JsonValue | undefined)[];
  readonly body?: JsonValue | undefined;
  /** The body if it is a file, or the first file of a form. */
  readonly file?: ArrivedFile | undefined;
  /** The value of a header, by its name in lower case; empty if it was not sent, absent if headers are unknown. */
  readonly header?: (name: string) => string;
  /** The requested URL, for links to other pages; absent if it is unknown. */
  readonly url?: () => string;
}

/** What an operation does in a world. */
export type Behaviour = (request: MockRequest, world: World) => Answer | Refusal;

/** What a behaviour is built from. */
export interface BehaviourBasis {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly resource: Resource;
  /** The plan of the family that stores the items. */
  readonly plan: ResourcePlan;
  readonly families: Families;
  /** Who asks: the user of the token, as "/me" shows it. */
  readonly asker?: ((request: MockRequest, world: World) => JsonObject | undefined) | undefined;
}
