// The subjects of fetching, and identifiers of existing items.
import type { ResourceSubject } from "../../check.ts";
import { idOf } from "../../../src/resource/items/identify.ts";
import { showScalar } from "../../../src/contract/serialization/text.ts";
import type { Resource } from "../../../src/resource/model.ts";
import { itemsOf, largestPage } from "../../probes/list.ts";
import { unreachable } from "../../probes/item.ts";
import { inRole } from "../subjects.ts";
import { Undecidable } from "../../client/undecidable.ts";
import type { Plan } from "../../plan.ts";
import { knownItems, ownItems } from "../../items/known.ts";
import type { Target } from "../../client/target.ts";
import { writeRemedy } from "../../client/remedies.ts";
import type { JsonValue } from "../../../src/json/value.ts";

/** Operations that fetch an item by an identifier in their path, of the selected resources. */
export function fetchers(plan: Plan, wanted: (resource: Resource) => boolean = () => true): ResourceSubject[] {
  return inRole(plan, "fetch", ({ resource }) => resource.identifier.parameter !== undefined && wanted(resource));
}

/** The identifier of an existing item, one of the run's own if there is one. */
export async function existing(target: Target, { resource, operation }: ResourceSubject): Promise<JsonValue> {
  const { list } = resource.operations;
  const mayAsk = (id: JsonValue): boolean => unreachable(resource, operation, id) === undefined;
  const own = ownItems(target.session, resource).find(({ id }) => mayAsk(id));
  if (own !== undefined) return own.id;
  const page =
    list === undefined
      ? undefined
      : await target.view({ operation: list, query: largestPage(resource), intent: "edge" });
  const listed = page === undefined ? [] : (itemsOf(page) ?? []).map((item) => idOf(resource.identifier, item));
  const id = listed.find((one) => one !== undefined && mayAsk(one));
  if (id === undefined)
    throw new Undecidable("no item is known to exist", `a store that holds one, or ${writeRemedy(target.session)}`);
  return id;
}

/** Like `existing`, for identifiers that are integers. */
export async function number(target: Target, subject: ResourceSubject): Promise<bigint> {
  const text = showScalar(await existing(target, subject));
  if (!/^-?\d+$/.test(text)) throw new Undecidable("an item's identifier is not an integer", "see schema.body");
  return BigInt(text);
}

/** The identifier of an item that fits into 32 bits; undefined if none is known. */
export async function small(target: Target, subject: ResourceSubject): Promise<bigint | undefined> {
  const first = await number(target, subject);
  const known = [...knownItems(target.session, subject.resource).keys()].filter((text) => /^\d{1,10}$/.test(text));
  return [first, ...known.map(BigInt)].find((id) => id > 0n && id < 2n ** 31n);
}
