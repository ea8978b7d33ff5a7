// Walks through the pages of a list: the subjects, a store with enough items, and a second walk before a fault is
// reported.
import { isNarrow } from "../../probes/narrowing.ts";
import { showScalar } from "../../../src/contract/serialization/text.ts";
import type { Resource } from "../../../src/resource/model.ts";
import { idText, isShown } from "../../../src/resource/items/identify.ts";
import { type Outcome, type Subject, inconclusive } from "../../check.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { Session, Target } from "../../client/target.ts";
import { Undecidable, orUndecidable } from "../../client/undecidable.ts";
import { ensureItems } from "../../items/fill.ts";
import { knownItems, ownItems } from "../../items/known.ts";
import { shownNames } from "../../judgements/difference.ts";
import { type Plan, operationsInRole } from "../../plan.ts";
import { itemsOf, largestPage } from "../../probes/list.ts";
import { type Means, type PageWalk, meansOf, walk } from "../../probes/walk.ts";

export interface WalkSubject extends Subject {
  readonly resource: Resource;
  readonly means: Means;
}

/** What a walk should have found, and what it did find. */
export interface Walked {
  readonly walk: PageWalk;
  /** The texts of the identifiers that must appear. */
  readonly expected: readonly string[];
  /** An answer that showed the expected items. */
  readonly shown?: Exchange | undefined;
}

/** Each list that can be paged through, once for each way of paging. */
export function walks(plan: Plan, wanted: (subject: WalkSubject) => boolean = () => true): WalkSubject[] {
  return operationsInRole(plan, "list").flatMap(({ resource, operation }) => {
    if (isNarrow(plan, resource) || !isTold(plan, resource)) return [];
    return meansOf(plan, resource)
      .map((means) => ({
        operation,
        resource,
        means,
        pointer: means.parameter.pointer,
        about: means.parameter.name,
      }))
      .filter(wanted);
  });
}

/** True if the list shows what distinguishes its items. */
function isTold(plan: Plan, resource: Resource): boolean {
  return (
    isShown(resource.identifier) && shownNames(plan, resource, "list").includes(resource.identifier.steps[0] ?? "")
  );
}

const USUAL_SIZE = 2;
/** Walks of more pages than this use larger ones. */
const FEW_PAGES = 4;

/** The page size for a walk: a few pages, the last of them not full. */
export function sizeOf({ pageSize }: Resource, count: number): number | undefined {
  if (pageSize === undefined) return undefined;
  const { minimum = 1, maximum = 100 } = pageSize;
  const wanted = Math.max(USUAL_SIZE, minimum, Math.ceil((count + 1) / FEW_PAGES));
  return Math.min(wanted, Math.max(maximum, 1));
}

/** Makes sure that every list to walk has a few pages, and looks at each. */
function fillLists(target: Target): Promise<ReadonlyMap<Resource, Undecidable>> {
  return target.session.once("lists to be walked are filled", async () => {
    const lacking = new Map<Resource, Undecidable>();
    for (const resource of new Set(walks(target.plan).map((subject) => subject.resource))) {
      const least = 2 * Math.max(USUAL_SIZE, resource.pageSize?.minimum ?? 1) + 1;
      const lack = await orUndecidable(ensureItems(target, resource, least));
      if (lack !== undefined) lacking.set(resource, lack);
    }
    return lacking;
  });
}

/**
 * Walks a list, once for all checks.
 * @param turn another number starts another walk
 * @throws Undecidable if the list has only one page
 */
async function walked(target: Target, subject: WalkSubject, turn = 1): Promise<Walked> {
  const { operation, resource, means } = subject;
  const { session } = target;
  const lacking = (await fillLists(target)).get(resource);
  const name = `walk ${turn} ${operation.pointer} ${means.parameter.name}`;
  const found = await session.once(name, async (): Promise<Walked> => {
    const whole = await session.send({ operation, query: largestPage(resource), intent: "edge" });
    const listed = (itemsOf(whole) ?? []).map((item) => idText(resource.identifier, item));
    const own = ownItems(session, resource).map(({ id }) => showScalar(id));
    const size = sizeOf(resource, knownItems(session, resource).size);
    const made = await walk(session, { operation, resource, means, size });
    return { walk: made, expected: [...new Set([...own, ...listed])], shown: whole };
  });
  for (const { exchange } of found.walk.pages.slice(0, 3)) target.look(exchange);
  if (found.walk.pages.length < 2 && found.expected.length <= (found.walk.pages[0]?.items.length ?? 0))
    throw lacking ?? new Undecidable("the list has only one page", "a store with more items");
  return found;
}

/** How many items a walk shows and should have shown; undefined if it did not come to all of them. */
export function countOf({ pages, ending }: PageWalk, expected: readonly string[]): number | undefined {
  const shown = new Set(pages.flatMap(({ ids }) => ids));
  return ending === "end" && expected.every((id) => shown.has(id)) ? shown.size : undefined;
}

/** What all checks of walks have in common. */
export const QUIET_WALK = {
  quiet: true,
  prepare: (_: WalkSubject, target: Target): Promise<unknown> => fillLists(target),
} as const;

/** Judges a walk, and repeats it after a fault: others may have changed items meanwhile. */
export async function judged(
  target: Target,
  subject: WalkSubject,
  judge: (walked: Walked, session: Session) => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await judge(await walked(target, subject), target.session);
  if (outcome.verdict !== "fail") return outcome;
  const again = await judge(await walked(target, subject, 2), target.session);
  if (again.verdict === "fail") return again;
  return inconclusive("others change items meanwhile", "a store at rest");
}
