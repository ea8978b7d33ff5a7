// Whether an item that others name counts them, and counts them no more when they are removed.
import { creatorOf, type Plan } from "../../plan.ts";
import type { JsonValue } from "../../../src/json/value.ts";
import type { Resource } from "../../../src/resource/model.ts";
import { wordsOf, thingOf } from "../../../src/resource/paths.ts";
import type { ResourceSubject } from "../../check.ts";
import { type Exchange, isSuccess } from "../../client/exchange.ts";
import type { Target } from "../../client/target.ts";
import { orUndecidable, Undecidable } from "../../client/undecidable.ts";
import { anItem, creation, plainOf } from "../../items/create.ts";
import { isMovedByOthers, referred } from "../../items/bodies/references.ts";
import { itemIn } from "../../places.ts";
import { itemProbe } from "../../probes/item.ts";

/** A count that an item shows before, with and after an item that names it. */
export interface Counted {
  readonly property: string;
  readonly counts: readonly (JsonValue | undefined)[];
  readonly after: Exchange;
}

const COUNTING = /^(?:count|counts|total|number|num|amount|size)$/;

/** The property of an item that counts the items of another resource: `ticket_count`, `totalTickets`. */
function countOf(plan: Plan, counting: Resource, counted: Resource): string | undefined {
  const thing = thingOf(counted.name);
  return counting.properties.find(({ name }) => {
    const words = wordsOf(name);
    const rest = words.filter((word) => !COUNTING.test(word));
    return rest.length < words.length && thingOf(rest.join("")) === thing && isMovedByOthers(plan, counting, name);
  })?.name;
}

/** Creates an item that names another one of the run, removes it, and looks at the count each time. */
export async function countedItem(
  target: Target,
  { resource, operation }: ResourceSubject,
): Promise<Counted | undefined> {
  const creator = creatorOf(resource);
  for (const [name, other] of referred(target.plan, creator)) {
    const property = countOf(target.plan, other, resource);
    const { create, fetch } = other.operations;
    if (property === undefined || create === undefined || fetch === undefined) continue;
    const counts: (JsonValue | undefined)[] = [];
    const counting = await orUndecidable(anItem(target, { resource: other, operation: create }, "to count"));
    if (counting instanceof Undecidable) return undefined;
    const look = async (): Promise<Exchange> => {
      const shown = await target.ask(itemProbe(other, fetch, counting.id));
      counts.push(itemIn(shown)?.[property]);
      return shown;
    };
    await look();
    const plain = plainOf(target, creator);
    const body = (text: string): ReturnType<typeof plain.body> => ({ ...plain.body(text), [name]: counting.id });
    const made = await orUndecidable(creation(target, creator, { ...plain, name: "to be counted", body }));
    if (made instanceof Undecidable || made.id === undefined || made.id === null) return undefined;
    await look();
    if (made.own !== undefined) made.own.isDoomed = true;
    const removed = await target.ask(itemProbe(resource, operation, made.id));
    return isSuccess(removed) ? { property, after: await look(), counts } : undefined;
  }
  return undefined;
}
