// What a thing says about those that are below it, or name it: how many there are, in all or in a state, and their average.
import type { Document } from "../../../document/document.ts";
import { type JsonValue, ownValue } from "../../../json/value.ts";
import { isStateName } from "../../../document/names.ts";
import type { Resource } from "../../../resource/model.ts";
import { idOf } from "../../../resource/items/identify.ts";
import { plainName, thingOf, wordsOf } from "../../../resource/paths.ts";
import { type SchemaNode, mayBe, propertiesIn } from "../../../schema/normal/schema-node.ts";
import { countedInState, inState } from "../itself/in-state.ts";
import { type Rule, live } from "../rule.ts";
import type { Targets } from "./targets.ts";
import { isShortOf, viewOf } from "./embedded.ts";
import { averagedIn, countedIn, meanOf } from "../itself/totals.ts";

/** A property of a thing. */
interface Named {
  readonly name: string;
  readonly part: SchemaNode;
}

/** `appointmentCount` of a patient: how many appointments are below it, or name it. */
export function belowOf(document: Document, targets: Targets, own: Resource, { name, part }: Named): Rule | undefined {
  const [step = ""] = own.identifier.steps;
  const thing = countedIn(name, part);
  const counted = thing === undefined ? undefined : targets.below(own, (one) => one === thing);
  if (counted !== undefined)
    return live((object, { others }) => {
      const id = ownValue(object, step);
      return id === undefined ? undefined : others.naming(counted.resource, counted.nameOf, id)?.length;
    });
  for (const { thing: one, state } of countedInState(name, part)) {
    const below = targets.below(own, (other) => other === one);
    const isCounted = below && inState(document, below.resource, state);
    if (below === undefined || isCounted === undefined) continue;
    return live((object, { others }) => {
      const id = ownValue(object, step);
      return id === undefined ? undefined : others.naming(below.resource, below.nameOf, id)?.filter(isCounted).length;
    });
  }
  const paid = paidOf(targets, own, { name, part });
  if (paid !== undefined) return paid;
  const averaged = averagedIn(name, part);
  const rated = averaged === undefined ? undefined : targets.rating(own, averaged);
  if (rated === undefined || averaged === undefined) return undefined;
  return live((object, { others }) => {
    const id = ownValue(object, step);
    return id === undefined ? undefined : meanOf(others.naming(rated.resource, rated.nameOf, id) ?? [], averaged);
  });
}

const PAID = /^(?:(?:amount|total)paid|paid(?:amount|total)?|amountreceived)$/;

/** `amount_paid` of an invoice with payments below it, and its state, which follows from them. */
function paidOf(targets: Targets, own: Resource, { name, part }: Named): Rule | undefined {
  const isAmount = PAID.test(plainName(name)) && mayBe(part, "number");
  const values = isStateName(name) ? (part.form.values ?? []) : [];
  const [whole, some] = [/^paid$/, /^partial(?:ly)?(?:paid)?$/].map((wanted) =>
    values.find((one) => typeof one === "string" && wanted.test(plainName(one))),
  );
  const total = own.properties.find((one) => /^(?:grand)?total(?:amount)?$|^amount$/.test(plainName(one.name)))?.name;
  const payments = isAmount || whole !== undefined ? targets.below(own, (thing) => thing === "payment") : undefined;
  const amount = payments?.resource.properties.find((one) =>
    /^amount(?:paid)?$|^value$/.test(plainName(one.name)),
  )?.name;
  if (payments === undefined || amount === undefined || total === undefined) return undefined;
  const [step = ""] = own.identifier.steps;
  return live((object, { others }) => {
    const [id, due] = [ownValue(object, step), ownValue(object, total)];
    const all = id === undefined ? undefined : others.naming(payments.resource, payments.nameOf, id);
    if (all === undefined || typeof due !== "number") return undefined;
    const sum = Math.round(all.reduce((paid, one) => paid + Number(ownValue(one, amount) ?? 0), 0) * 100) / 100;
    const isPaid = Object.entries<JsonValue>(object).some(([one, value]) => isStateName(one) && value === "paid");
    // What nobody has recorded a payment of may have been called paid.
    if (isAmount) return sum === 0 && isPaid ? due : sum;
    return sum === 0 ? undefined : sum >= due ? whole : some;
  });
}

/** `lastMessage` of a conversation: the newest of those that are below it. */
export function latestOf(document: Document, targets: Targets, own: Resource, { name, part }: Named): Rule | undefined {
  const [first, ...words] = wordsOf(name);
  if (!/^(?:last|latest|newest)$/.test(first ?? "") || words.length === 0 || propertiesIn(part).size === 0)
    return undefined;
  const [step = ""] = own.identifier.steps;
  const below = targets.below(own, (thing) => thing === thingOf(words.join("_")));
  const node = below && targets.nodeOf(below.resource);
  if (below === undefined || node === undefined || !isShortOf(part, node, undefined)) return undefined;
  const view = viewOf(document, part, node);
  return live((object, { others }) => {
    const id = ownValue(object, step);
    const last = id === undefined ? undefined : others.naming(below.resource, below.nameOf, id)?.at(-1);
    return last && view(last, idOf(below.resource.identifier, last) ?? null);
  });
}
