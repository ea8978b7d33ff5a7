// What a change leaves alone: an update whatever it does not name, a replacement what its text says.
import { only } from "../../../src/json/parts.ts";
import { fetchProbe, itemProbe } from "../../probes/item.ts";
import { creatorOf } from "../../plan.ts";
import { type JsonObject, equalJson, isObject } from "../../../src/json/value.ts";
import { dropsTheRest, keepsTheRest } from "../../../src/resource/deeds/updates.ts";
import { type Outcome, PASS, type ResourceSubject, defineCheck, fail, inconclusive } from "../../check.ts";
import { isSuccess } from "../../client/exchange.ts";
import type { Target } from "../../client/target.ts";
import { bodyMediaType } from "../../bodies.ts";
import { anItem } from "../../items/create.ts";
import { sampleBody } from "../../items/bodies/body.ts";
import { showProperty } from "../../judgements/difference.ts";
import { itemIn } from "../../places.ts";
import { MEANING } from "../tests.ts";
import {
  type FullItem,
  asUpdate,
  fullItem,
  IDLE,
  inTurn,
  notUpdated,
  oneChange,
  otherThan,
  partialChange,
  settable,
} from "./full-items.ts";
import { changers } from "./items.ts";

const keepsRest = defineCheck<ResourceSubject>({
  id: "change.update-keeps-rest",
  claim: "an update must leave alone what it does not name",
  basis: "the operation, and the one that shows the item again; RFC 5789 section 2",
  stage: "changing",
  writes: true,
  tests: [MEANING],
  applies: (plan) => changers(plan, "update").filter((subject) => settable(plan, subject).size > 0),
  run: (subject, target) =>
    inTurn(target, subject, async () => {
      const { resource, operation } = subject;
      const full = await fullItem(target, subject, "to update in part");
      const change = oneChange(target, subject, full);
      if (change === undefined)
        return (
          (await partKept(target, subject, full)) ??
          inconclusive("no property can be changed alone", "a schema with properties that are not required")
        );
      const changed = await target.ask({ ...itemProbe(resource, operation, full.id), json: change, intent: "edge" });
      const undone = notUpdated(changed);
      if (undone !== undefined) return undone;
      const rest = only(full.kept, (name) => !Object.hasOwn(change, name));
      let isDone = false;
      // The second look comes when other requests have been answered: a copy that lags behind shows the old item then.
      for (const turn of ["at once", "later"] as const) {
        const shown = await target.ask(fetchProbe(resource, full.id));
        if (!isSuccess(shown)) return fail("the item", shown, changed);
        const wrong = otherThan(target, subject, rest, shown);
        const item = itemIn(shown) ?? {};
        if (wrong !== undefined)
          return fail(
            `${showProperty(wrong, rest[wrong])}, as before`,
            showProperty(wrong, item[wrong]),
            changed,
            shown,
          );
        const lost = otherThan(
          target,
          subject,
          only(change, (name) => full.names.includes(name)),
          shown,
        );
        if (turn === "at once") isDone = lost === undefined;
        else if (lost !== undefined)
          return isDone
            ? fail(
                `${showProperty(lost, change[lost])}, as in the update`,
                showProperty(lost, item[lost]),
                changed,
                shown,
              )
            : IDLE;
      }
      return (await partKept(target, subject, full)) ?? PASS;
    }),
});

/** Media types in which a part of an object leaves the rest of it alone: RFC 7396 section 2, and JSON:API. */
const MERGES = /merge-patch|vnd\.api\+json/i;

/** What an update of a part of an object loses of the rest of it; undefined if nothing can be said. */
async function partKept(target: Target, subject: ResourceSubject, full: FullItem): Promise<Outcome | undefined> {
  const { resource, operation } = subject;
  if (!MERGES.test(bodyMediaType(operation))) return undefined;
  const part = partialChange(target, subject, full);
  if (part === undefined) return undefined;
  const { name, json, rest } = part;
  const changed = await target.ask({ ...itemProbe(resource, operation, full.id), json, intent: "edge" });
  if (notUpdated(changed) !== undefined) return undefined;
  const shown = await target.ask(fetchProbe(resource, full.id));
  if (!isSuccess(shown)) return fail("the item", shown, changed);
  const seen = itemIn(shown)?.[name];
  const lost = Object.keys(rest).find((one) => !isObject(seen) || !equalJson(seen[one] ?? null, rest[one] ?? null));
  if (lost === undefined) return PASS;
  return fail(`${showProperty(name, rest)} as before in it`, showProperty(name, seen), changed, shown);
}

const replaceRest = defineCheck<ResourceSubject>({
  id: "change.replace-rest",
  claim: "what a replacement leaves out must become what its text says",
  basis: "the operation's description, and the one that shows the item again",
  stage: "changing",
  writes: true,
  tests: [MEANING],
  applies: (plan) => {
    const { document } = plan.contract;
    return changers(plan, "replace").filter(
      ({ operation }) => keepsTheRest(document, operation) || dropsTheRest(document, operation),
    );
  },
  run: (subject, target) =>
    inTurn(target, subject, async () => {
      const { resource, operation } = subject;
      const { document } = target.plan.contract;
      const full = await fullItem(target, subject, "to replace in part");
      const sample = sampleBody(target.plan, operation, { text: target.session.nextName() });
      const own = settable(target.plan, subject);
      const json = asUpdate(target.plan, subject, full, sample as JsonObject);
      const left = Object.keys(full.kept).filter((name) => own.has(name) && json?.[name] === undefined);
      if (json === undefined || left.length === 0)
        return inconclusive("a replacement can leave nothing out", "a schema with properties that are not required");
      const changed = await target.ask({ ...itemProbe(resource, operation, full.id), json, intent: "edge" });
      const undone = notUpdated(changed);
      if (undone !== undefined) return undone;
      const shown = await target.ask(fetchProbe(resource, full.id));
      if (!isSuccess(shown)) return fail("the item", shown, changed);
      const item = itemIn(shown) ?? {};
      // What a new item has without it is its default, too.
      const { item: usual } = await anItem(target, creatorOf(resource));
      const keeps = keepsTheRest(document, operation);
      const wrong = left.find((name) => {
        const [before, after] = [full.kept[name] ?? null, item[name] ?? null];
        const defaults = [own.get(name)?.annotations.default, usual[name]].filter((one) => one !== undefined);
        const isRight = equalJson(before, after) === keeps || defaults.some((one) => equalJson(before, one));
        return !isRight;
      });
      if (wrong === undefined) return PASS;
      const wanted = keeps ? `${showProperty(wrong, full.kept[wrong])}, as before` : `no ${wrong}, or its default`;
      return fail(wanted, showProperty(wrong, item[wrong]), changed, shown);
    }),
});

export const restChecks = [keepsRest, replaceRest];
