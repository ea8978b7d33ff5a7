// What goes with a removed item, where the text of the removal says so.
import { fetchProbe, itemProbe } from "../../probes/item.ts";
import { creatorOf, type Plan } from "../../plan.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import type { Resource } from "../../../src/resource/model.ts";
import { thingsRemovedWith } from "../../../src/resource/deeds/removals.ts";
import { PASS, type ResourceSubject, defineCheck, fail, inconclusive, judgeEach } from "../../check.ts";
import { isSuccess, statusOf } from "../../client/exchange.ts";
import { creation, doomedItem, plainOf } from "../../items/create.ts";
import { withValueAt } from "../../items/bodies/parts.ts";
import { referring } from "../../items/bodies/references.ts";
import { MEANING } from "../tests.ts";
import { changers } from "./items.ts";
import { isGone } from "./removed.ts";
import { thingOf } from "../../../src/resource/paths.ts";

/** The resources whose items are removed with an item that they name, because the text of the removal says so. */
function goingWith(
  plan: Plan,
  { resource, operation }: ResourceSubject,
): (readonly [one: Resource, path: readonly string[]])[] {
  const named = thingsRemovedWith(plan.contract.document, operation);
  // Few texts say so, and whether one of a thousand resources refers to another takes as many looks.
  if (named.size === 0) return [];
  return referring(plan, resource).filter(
    ([{ name, operations, scope }]) => named.has(thingOf(name)) && operations.fetch !== undefined && scope.length === 0,
  );
}

export const cascades = defineCheck<ResourceSubject>({
  id: "change.remove-with",
  claim: "what the text says is removed with an item must be gone",
  basis: "the description of the removal; RFC 9110 section 9.3.5",
  stage: "changing",
  writes: true,
  tests: [MEANING],
  applies: (plan) => changers(plan, "remove").filter((subject) => goingWith(plan, subject).length > 0),
  run: (subject, target) =>
    judgeEach(goingWith(target.plan, subject), async ([other, path]) => {
      const { resource, operation } = subject;
      const above = await doomedItem(target, resource, `to remove with its ${other.name}`);
      const creator = creatorOf(other);
      await target.session.working?.(creator.operation);
      const plain = plainOf(target, creator);
      const body = (text: string): JsonObject => {
        const whole = plain.body(text);
        const [only = "", another] = path;
        return another === undefined ? { ...whole, [only]: above.id } : withValueAt(whole, path, above.id);
      };
      const made = await creation(target, creator, { ...plain, name: `to be removed with ${resource.name}`, body });
      if (made.own === undefined) return inconclusive("no item that names it could be created", "see create.accepts");
      made.own.isDoomed = true;
      const removed = await target.ask(itemProbe(resource, operation, above.id));
      if (!isSuccess(removed) || statusOf(removed) === 202)
        return inconclusive("the item is not gone", "see change.remove");
      const probe = fetchProbe(other, made.own.id);
      const again = await target.ask({ ...probe, intent: "invalid" });
      return isGone(again) ? PASS : fail(`404 or 410 for what was removed with it`, again, made.exchange, removed);
    }),
});
