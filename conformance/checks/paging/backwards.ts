// Paging backwards: if the document describes a way, it leads from the second page to the first.
import { writeJson } from "../../../src/json/write.ts";
import { plainName } from "../../../src/resource/paths.ts";
import { count } from "../../../src/report/text.ts";
import { PASS, defineCheck, fail, inconclusive } from "../../check.ts";
import { type HeaderPairs, isSuccess } from "../../client/exchange.ts";
import { idText } from "../../../src/resource/items/identify.ts";
import type { Plan } from "../../plan.ts";
import { itemsOf } from "../../probes/list.ts";
import { showMetadata, listMetadataOf, valueAt } from "../../probes/list-metadata.ts";
import { type Page, linkQuery } from "../../probes/walk.ts";
import { ofMeaning } from "../parameters/tests.ts";
import { QUIET_WALK, type WalkSubject, judged, walks } from "./walked.ts";

/** How to request the previous page; undefined if the answer names no way. */
type WayBack = (page: Page) => { readonly query: HeaderPairs; readonly named: string } | undefined;

/** Names of cursors that are the identifier of an item; others may be a time. */
const OF_ITEMS = new Set(["endingbefore", "pagebefore", "beforeid", "before"]);

function wayBack(plan: Plan, { operation, resource, means }: WalkSubject): WayBack | undefined {
  const told = listMetadataOf(plan, operation).find(({ metadata }) => metadata === "earlier");
  const cursor = resource.cursors.find(({ side }) => side === "before")?.parameter;
  if (told !== undefined)
    return ({ exchange }) => {
      const value = valueAt(exchange, told);
      if (typeof value !== "string" || value === "") return undefined;
      const named = `${showMetadata(told)}: ${writeJson(value)}`;
      const link = linkQuery(value);
      if (link !== undefined) return { query: link, named };
      return cursor === undefined ? undefined : { query: [[cursor.name, value]], named };
    };
  if (cursor === undefined || means.kind !== "item" || !OF_ITEMS.has(plainName(cursor.name))) return undefined;
  return ({ ids: [first] }) =>
    first === undefined ? undefined : { query: [[cursor.name, first]], named: `${cursor.name}=${first}` };
}

export const backwards = defineCheck<WalkSubject>({
  id: "paging.backwards",
  ...QUIET_WALK,
  claim: "turning back from a page must lead to the page before it",
  basis: "the parameter, or the property of the list's response, that leads back",
  tests: ofMeaning(),
  applies: (plan) => walks(plan, (subject) => wayBack(plan, subject) !== undefined),
  run: (subject, target) =>
    judged(target, subject, async ({ walk }, session) => {
      const { operation, resource } = subject;
      const [first, second] = walk.pages;
      if (first === undefined || second === undefined || second.ids.length === 0 || walk.ending !== "end")
        return inconclusive("the walk ahead has no second page", "see paging.every-item");
      const back = wayBack(target.plan, subject)?.(second);
      // An answer that names no way back is not wrong.
      if (back === undefined) return PASS;
      const { pageSize } = resource;
      const asked = new Set(back.query.map(([name]) => name));
      const size: HeaderPairs =
        pageSize === undefined || asked.has(pageSize.parameter.name)
          ? []
          : [[pageSize.parameter.name, String(first.ids.length)]];
      const exchange = await session.send({ operation, query: [...size, ...back.query], intent: "edge" });
      const wanted = `the ${count(first.ids.length, "item")} of the first page for ${back.named} of the second`;
      const items = isSuccess(exchange) ? itemsOf(exchange) : undefined;
      if (items === undefined) return fail(wanted, exchange, second.exchange);
      const seen = new Set(items.map((item) => idText(resource.identifier, item)));
      if (seen.size === first.ids.length && first.ids.every((id) => seen.has(id))) return PASS;
      const shown = [...seen].slice(0, 3).join(", ") || "none";
      return fail(wanted, `${count(items.length, "item")}: ${shown}`, first.exchange, second.exchange, exchange);
    }),
});
