// The first pages of a list with one item each: what skips the last item of each page shows nothing on larger ones.
import { idText } from "../../../src/resource/items/identify.ts";
import { type Outcome, PASS, fail } from "../../check.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { Target } from "../../client/target.ts";
import { itemsOf } from "../../probes/list.ts";
import { type PageWalk, walk } from "../../probes/walk.ts";
import type { WalkSubject } from "./walked.ts";

/** The first pages of one item each show the items in the order of the list, if that order is stable. */
export async function oneByOne(
  target: Target,
  subject: WalkSubject,
  whole: PageWalk,
  shown?: Exchange,
): Promise<Outcome> {
  const { operation, resource, means, about = "" } = subject;
  const { pageSize, identifier } = resource;
  const inOrder = whole.pages.flatMap(({ ids }) => ids);
  const listed = (shown === undefined ? [] : (itemsOf(shown) ?? [])).map((item) => idText(identifier, item));
  const isStable = listed.length > 0 && inOrder.every((id, at) => at >= listed.length || id === listed[at]);
  if (pageSize === undefined || (pageSize.minimum ?? 1) > 1 || !isStable) return PASS;
  const { pages } = await walk(target.session, { operation, resource, means, size: 1, most: FIRST });
  const at = pages.findIndex(({ ids }, index) => ids.length === 1 && ids[0] !== inOrder[index]);
  if (at < 1) return PASS;
  const [wanted, got] = [inOrder[at], pages[at]?.ids[0]].map((id) => `${identifier.property}: ${id}`);
  return fail(
    `${wanted} on page ${at + 1} of one item each by ${about}`,
    got ?? "",
    ...pages.map((page) => page.exchange),
  );
}

const FIRST = 4;
