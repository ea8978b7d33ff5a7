// Waits for what a service has accepted but not yet done (202, RFC 9110 section 15.3.3), so that nothing is concluded from
// a store that is on its way.
import { idOf } from "../../src/resource/items/identify.ts";
import { showScalar } from "../../src/contract/serialization/text.ts";
import { type Exchange, headerOf, isSuccess, statusOf } from "../client/exchange.ts";
import type { Session } from "../client/sending/session.ts";
import { Undecidable } from "../client/undecidable.ts";
import { identifierText, itemIn } from "../places.ts";
import { resourceOf } from "../plan.ts";
import { showOperation } from "../operations.ts";
import { itemProbe } from "../probes/item.ts";

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1_000;
/** In all, for one request. */
const PATIENCE_MS = 8_000;

/**
 * Waits until an item that was accepted is there, or until one whose removal was accepted is gone.
 * @throws Undecidable if that takes too long, or if nothing says what to wait for
 */
export async function waitUntilDone(session: Session, exchange: Exchange): Promise<void> {
  const { operation, request } = exchange;
  const resource = operation === undefined ? undefined : resourceOf(session.plan, operation);
  const { fetch, create, remove } = resource?.operations ?? {};
  if (operation === undefined || resource === undefined || request.method !== operation.method) return;
  if (operation !== create && operation !== remove) return;
  const isRemoval = operation === remove;
  const place = headerOf(exchange, "location")
    ?.replace(/[?#].*$/, "")
    .replace(/\/$/, "")
    .split("/")
    .at(-1);
  const id = isRemoval ? identifierText(exchange) : (idOf(resource.identifier, itemIn(exchange)) ?? place);
  const late = new Undecidable(
    `${showOperation(operation)} was accepted for later (202), and it is not known when it is done`,
    "a service that is done within seconds, and a Location or an item that can be fetched",
  );
  if (fetch === undefined || id === undefined || id === null) throw late;
  const asked = Number(headerOf(exchange, "retry-after") ?? 0) * 1_000;
  let wait = Number.isFinite(asked) && asked > 0 ? asked : FIRST_WAIT_MS;
  for (let waited = 0; waited + wait <= PATIENCE_MS; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
    await session.stop.sleep(wait);
    waited += wait;
    const probe = itemProbe(resource, fetch, showScalar(id));
    const seen = await session.send({ ...probe, intent: "deferred" });
    if (isRemoval ? [404, 410].includes(statusOf(seen)) : isSuccess(seen) && statusOf(seen) !== 202) return;
  }
  throw late;
}
