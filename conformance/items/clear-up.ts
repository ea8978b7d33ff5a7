// Cleans up after a run, so that it leaves nothing behind that it can remove.
import { showScalar } from "../../src/contract/serialization/text.ts";
import { groupsOf } from "../../src/kept.ts";
import { isSuccess, statusOf } from "../client/exchange.ts";
import type { Session } from "../client/target/target.ts";
import type { CreatedItem } from "./created.ts";

const LANES = 8;

/**
 * Removes what the run created, if the document has an operation for it. The rest is left. What is below another item goes
 * first: once that is gone, a target may not find it any more.
 */
export async function clearUp(session: Session): Promise<void> {
  const waiting = session.created.filter(
    ({ resource, removed }) => !removed && resource.operations.remove !== undefined && resource.identifier.parameter,
  );
  const lane = async (items: CreatedItem[]): Promise<void> => {
    for (let one = items.shift(); one !== undefined; one = items.shift()) {
      const { resource, id, path } = one;
      const operation = resource.operations.remove;
      const name = resource.identifier.parameter?.name ?? "";
      if (operation === undefined) continue;
      const exchange = await session.send({ operation, path: { ...path, [name]: showScalar(id) }, intent: "edge" });
      one.removed = isSuccess(exchange) || [404, 410].includes(statusOf(exchange));
    }
  };
  if (session.options.readOnly) return;
  const depths = groupsOf(waiting, ({ resource }) => resource.scope.length);
  for (const [, items] of [...depths].toSorted(([one], [other]) => other - one))
    await Promise.allSettled(Array.from({ length: LANES }, () => lane(items)));
}
