// Cleans up after a run, so that it leaves nothing behind that it can remove.
import { showScalar } from "../../src/contract/serialization/text.ts";
import { isSuccess, statusOf } from "../client/exchange.ts";
import type { Session } from "../client/target/target.ts";

const LANES = 8;

/** Removes what the run created, if the document has an operation for it. The rest is left. */
export async function clearUp(session: Session): Promise<void> {
  const waiting = session.created.filter(
    ({ resource, removed }) => !removed && resource.operations.remove !== undefined && resource.identifier.parameter,
  );
  const lane = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const { resource, id, path } = one;
      const operation = resource.operations.remove;
      const name = resource.identifier.parameter?.name ?? "";
      if (operation === undefined) continue;
      const exchange = await session.send({ operation, path: { ...path, [name]: showScalar(id) }, intent: "edge" });
      one.removed = isSuccess(exchange) || [404, 410].includes(statusOf(exchange));
    }
  };
  if (session.options.readOnly) return;
  await Promise.allSettled(Array.from({ length: LANES }, lane));
}
