// Cleans up after a run, so that it leaves nothing behind that it can remove. It removes only what is proven to be the
// run's own, and what it cannot remove, or is not certain to have removed, counts as left.
import type { Operation } from "../../src/contract/model.ts";

import { groupsOf, keptFor } from "../../src/memo.ts";
import { writeJson } from "../../src/json/write.ts";
import { schemaAt } from "../../src/schema/normal/schema-node.ts";
import { hasId, idOf } from "../../src/resource/items/identify.ts";
import type { Resource } from "../../src/resource/model.ts";
import { sentText } from "../bodies.ts";
import { type Exchange, describeAnswer, isHidden, isRefusal, isSuccess, statusOf, textOf } from "../client/exchange.ts";
import type { Session } from "../client/target.ts";
import type { Probe } from "../client/request.ts";
import { ForeignItem, Undecidable, orUndecidable } from "../client/undecidable.ts";
import { fetchProbe, itemProbe } from "../probes/item.ts";
import { itemsOf, largestPage } from "../probes/list.ts";
import { isNewSince, isWhole } from "../probes/further-pages.ts";
import { tracesIn } from "./bodies/marks.ts";
import { type CreatedItem, homeOf, removerOf } from "./created.ts";

const LANES = 8;
/** How often a removal is sent if something before the service answers it, and how long the run waits in between. */
const TRIES = 4;
const WAIT_MS = 150;

const UNPROVEN = "nothing that is shown at its path proves that it is the run's own";

/** Removes what the run created, if the document has an operation for it. The rest is left. */
export async function clearUp(session: Session): Promise<void> {
  if (session.options.readOnly) return;
  await nameUnnamed(session);
  const own = session.created.filter(
    ({ resource, removed, isDoubted }) =>
      (!removed || !hasShownOne(session, homeOf(resource))) &&
      (isDoubted === true || removerOf(resource) !== undefined),
  );
  const depths = groupsOf(own, ({ resource }) => resource.scope.length);
  const doubted = new Map<Resource, Promise<boolean>>();
  const removeAll = async (waiting: CreatedItem[]): Promise<void> => {
    const lane = async (): Promise<void> => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await remove(session, one, doubted);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  };
  // What is below an item is removed before it.
  for (const depth of [...depths.keys()].sort((a, b) => b - a)) await removeAll(depths.get(depth) ?? []);
  // What others refer to may be removed once they are gone.
  for (let all = own.length, left = refusedOf(own); left.length > 0 && left.length < all; left = refusedOf(left)) {
    all = left.length;
    await removeAll([...left]);
  }
  // What is below an item goes with it.
  const gone = new Map<string, Promise<boolean>>();
  for (const item of session.created.filter(({ removed, resource: { scope } }) => !removed && scope.length > 0))
    item.removed = await keptFor(gone, item.exchange.request.url, () => isGoneWithParent(session, item));
}

/** Whether the list that has shown what is below an item is not found any more, where the item was created. */
async function isGoneWithParent(session: Session, { resource, exchange }: CreatedItem): Promise<boolean> {
  const { list, create } = resource.operations;
  if (list === undefined || create !== exchange.operation || list.path !== create?.path) return false;
  const rawPath = exchange.request.url.slice(session.options.baseUrl.length);
  const before = session.recordOf(list).some(isSuccess);
  const page = await orUndecidable(session.send({ operation: list, rawPath, intent: "invalid" }));
  return before && !(page instanceof Undecidable) && [404, 410].includes(statusOf(page));
}

/** Looks in lists for what creations have made whose answers do not say what that is. */
async function nameUnnamed(session: Session): Promise<void> {
  const { marker } = session.options;
  for (const [resource, made] of groupsOf(session.unnamed, (one) => one.resource)) {
    const { list } = resource?.operations ?? {};
    if (resource === undefined || list === undefined || removerOf(resource) === undefined) continue;
    const query = largestPage(resource);
    const page = await orUndecidable(session.send({ operation: list, query, intent: "edge" }));
    for (const item of page instanceof Undecidable ? [] : (itemsOf(page) ?? [])) {
      const traces = tracesIn(writeJson(item), marker);
      const { exchange } =
        made.find((one) => [...tracesIn(sentText(one.exchange.request), marker)].some((sent) => traces.has(sent))) ??
        {};
      const isKnown = session.createdAt(homeOf(resource)).some(({ id }) => hasId(resource.identifier, item, id));
      const id = idOf(resource.identifier, item);
      if (exchange === undefined || isKnown || id === undefined) continue;
      // Where creations join what is there, it shows their marks too.
      if (!isNewSince(session.plan, resource, session.recordOf(list), { id, exchange })) continue;
      session.adopt({ resource, item, exchange });
    }
  }
}

const refusedOf = (items: readonly CreatedItem[]): CreatedItem[] =>
  items.filter(({ removed, isRefused }) => !removed && isRefused === true);

/** True unless the path of items has shown none at all: it may be for other identifiers. */
function hasShownOne(session: Session, { operations: { fetch } }: Resource): boolean {
  if (fetch === undefined) return true;
  return session.recordOf(fetch).some((one) => isSuccess(one) && one.request.method === fetch.method);
}

async function remove(session: Session, item: CreatedItem, doubted: Map<Resource, Promise<boolean>>): Promise<void> {
  const { id, path } = item;
  const resource = homeOf(item.resource);
  const remover = removerOf(resource);
  const where = path === undefined ? {} : { elsewhere: true as const };
  const at = (operation: Operation): Probe => {
    const probe = itemProbe(resource, operation, id);
    return { ...probe, ...where, path: { ...path, ...probe.path }, intent: "edge" };
  };
  const isGone = async (): Promise<boolean> => {
    const { fetch, list } = resource.operations;
    if (fetch === undefined) return false;
    const answer = await session.send({ ...at(fetch), intent: "invalid" });
    if (isSuccess(answer)) return showsNothing(session, item, answer);
    if (![404, 410].includes(statusOf(answer)) && !isHidden(answer)) return false;
    if (!isHidden(answer) && (list === undefined || hasShownOne(session, resource))) return true;
    // Only a list that has shown the item tells then.
    if (list === undefined) return false;
    const page = await session.send({
      operation: list,
      ...where,
      ...(path && { path }),
      query: largestPage(resource),
      intent: "edge",
    });
    const shown = itemsOf(page) ?? [];
    return (
      item.proven === true &&
      isWhole(session.plan, resource, page) &&
      !shown.some((one) => hasId(resource.identifier, one, id))
    );
  };
  try {
    if (remover === undefined) {
      item.removed = await isGone();
      return;
    }
    const answer = await sendRemoval(session, at(remover));
    item.removed = false;
    if (isSuccess(answer) && statusOf(answer) !== 202) {
      // One look at each kind of item shows whether the service means what it says.
      const { fetch } = resource.operations;
      const means = fetch === undefined || (await keptFor(doubted, resource, isGone)) || (await isGone());
      item.removed = means;
      if (!means) item.kept = `its removal was answered ${statusOf(answer)}, but it is still there`;
    } else {
      item.removed = await isGone();
      item.isRefused = isRefusal(answer);
      if (item.removed) await removeElsewhere(session, item, doubted);
      if (!item.removed) item.kept = `its removal was answered ${describeAnswer(answer)}`;
    }
  } catch (error) {
    if (!(error instanceof Undecidable)) throw error;
    // What a success says that it made may not be there.
    const isNowhere = error instanceof ForeignItem ? await orUndecidable(isGone()) : false;
    item.removed = isNowhere === true;
    if (!item.removed) item.kept = error instanceof ForeignItem ? UNPROVEN : error.message;
  }
}

/** Removes what is not found below another item any more from the path of its own that still shows it. */
async function removeElsewhere(
  session: Session,
  { resource, id, item, exchange }: CreatedItem,
  doubted: Map<Resource, Promise<boolean>>,
): Promise<void> {
  const { plan, options } = session;
  const schemaOf = (one: Resource): string => schemaAt(plan.contract.document, one.item.pointer, "response").home;
  const home = plan.resources.find(
    (one) => one.scope.length === 0 && one.operations.fetch !== undefined && schemaOf(one) === schemaOf(resource),
  );
  if (home === undefined || resource.scope.length === 0) return;
  const shown = await session.send({ ...fetchProbe(home, id), intent: "edge" });
  const traces = tracesIn(isSuccess(shown) ? textOf(shown) : "", options.marker);
  if (![...tracesIn(sentText(exchange.request), options.marker)].some((sent) => traces.has(sent))) return;
  session.adopt({ resource: home, id, item, exchange });
  const own = session.createdAt(homeOf(home)).find((one) => one.exchange === exchange && !one.removed);
  if (own !== undefined) await remove(session, own, doubted);
}

/** True for an answer without anything of an item by which it was known as the run's own. */
function showsNothing({ options: { marker } }: Session, { proven, exchange }: CreatedItem, answer: Exchange): boolean {
  const isMarked = proven === true && tracesIn(sentText(exchange.request), marker).size > 0;
  return isMarked && tracesIn(textOf(answer), marker).size === 0;
}

/** A removal is repeated: it has the same effect however often it is carried out (RFC 9110 section 9.2.2). */
async function sendRemoval(session: Session, probe: Probe): Promise<Exchange> {
  for (let turn = 1; ; turn++) {
    const answer = await orUndecidable(session.send({ ...probe, isIdempotent: true }));
    const isOver = turn === TRIES || session.stop.endedBy !== undefined || answer instanceof ForeignItem;
    const isSettled = !(answer instanceof Undecidable) && statusOf(answer) > 0 && statusOf(answer) < 500;
    if (answer instanceof Undecidable && isOver) throw answer;
    if (!(answer instanceof Undecidable) && (isSettled || isOver)) return answer;
    await session.stop.sleep(turn * WAIT_MS);
  }
}
