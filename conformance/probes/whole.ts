// All items of a list, whether it shows them at once or in pages of a size that nobody can choose.
import type { Operation } from "../../src/contract/model.ts";
import type { JsonObject } from "../../src/json/value.ts";
import type { Resource } from "../../src/resource/model.ts";
import type { Exchange, HeaderPairs } from "../client/exchange.ts";
import type { Target } from "../client/target.ts";
import { goesOn } from "./further-pages.ts";
import { itemsOf } from "./list.ts";
import { meansOf, walk } from "./walk.ts";

/** The most pages that are read of one list. */
const MOST_PAGES = 12;

/** All items of a list whose first page is known; undefined if its other pages cannot all be read. */
export async function allItems(
  { plan, session }: Target,
  { operation, resource }: { readonly operation: Operation; readonly resource: Resource },
  query: HeaderPairs,
  page: Exchange,
): Promise<readonly JsonObject[] | undefined> {
  if (!goesOn(plan, resource, page)) return itemsOf(page);
  const [means] = meansOf(plan, resource);
  if (means === undefined) return undefined;
  const { pages, ending } = await walk(session, {
    operation,
    resource,
    means,
    size: undefined,
    query,
    most: MOST_PAGES,
  });
  return ending === "end" ? pages.flatMap(({ items }) => items) : undefined;
}
