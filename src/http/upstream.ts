// A service that answers requests in place of the mock. Types only: `commands/upstream/` carries them.
import type { Operation } from "../contract/model.ts";
import type { Refusal } from "../mock/errors/refusal.ts";
import type { Visit } from "./routing/visit.ts";

export interface Upstream {
  /** True if the service answers an operation; undefined is what the document does not describe. */
  takes(operation: Operation | undefined): boolean;
  /**
   * Lets the service answer.
   * @param objection why the document does not allow the request, once `visit.body` is there
   */
  carry(visit: Visit, objection: (() => Refusal | undefined) | undefined): void;
}
