// Adds items until a store has as many as a check needs, within the budget.
import { type JsonObject, type JsonValue } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";
import { count as counted } from "../../src/report/text.ts";
import type { Resource } from "../../src/resource/model.ts";
import { isSuccess } from "../client/exchange.ts";
import type { Session, Target } from "../client/target.ts";
import { Undecidable } from "../client/undecidable.ts";
import type { ResourceOperation } from "../plan.ts";
import { bodySchema } from "../operations.ts";
import { type FilterValue, firstFilterValue } from "../probes/filter-values.ts";
import { schemaAt } from "../../src/schema/normal/schema-node.ts";
import { keptForLater } from "../client/sending/budget.ts";
import { recipeOf } from "./bodies/body.ts";
import { create } from "./create.ts";
import { knownItems, matching, ownItems } from "./known.ts";
import { type Variant, plainVariant } from "./bodies/variants.ts";

/**
 * Makes sure that the store has at least this many items, all with the value of a filter if one is given. A second call
 * adds nothing and has the same result.
 * @throws Undecidable if it has fewer and the budget does not allow adding the rest
 */
export async function ensureItems(
  target: Target,
  resource: Resource,
  count: number,
  wanted?: FilterValue,
): Promise<void> {
  const { session } = target;
  const filter = wanted === undefined ? "" : writeJson([wanted.filter.property, wanted.value]);
  await session.once(`${count} items in ${resource.collection} ${filter}`, () =>
    // One check at a time: two would both add what is missing.
    session.alone("filling", () => addMissing(session, resource, count, wanted)),
  );
}

async function addMissing(
  session: Session,
  resource: Resource,
  count: number,
  wanted: FilterValue | undefined,
): Promise<void> {
  const missing = (): number =>
    count - (wanted === undefined ? knownItems(session, resource).size : matching(session, resource, wanted).length);
  const needed = missing();
  if (needed <= 0) return;
  const what = `${counted(count, "item")}${wanted === undefined ? "" : ` that a filter by ${wanted.filter.property} finds`}`;
  const operation = resource.operations.create;
  if (operation === undefined || session.options.readOnly) {
    const [why, or] =
      operation === undefined ? ["", ""] : [", and the run is read-only", ", or a run without --read-only"];
    throw new Undecidable(`the store is not known to hold ${what}${why}`, `a store with ${what} or more${or}`);
  }
  const kept = keptForLater(session.plan, session.options.maxWrites);
  if (session.writesLeft - kept < needed) {
    throw new Undecidable(
      `the store is not known to hold ${what}, and the budget leaves only ${counted(session.writesLeft, "write")}`,
      `a store with ${what} or more, or --max-writes ${session.options.maxWrites - session.writesLeft + needed + kept}`,
    );
  }
  await fill(session, { resource, operation }, needed, wanted);
  // Make up for lost items once. Other checks judge why they were lost.
  if (missing() > 0 && missing() < needed && session.writesLeft >= missing()) {
    await fill(session, { resource, operation }, missing(), wanted);
  }
  if (missing() > 0) {
    throw new Undecidable(`the store still does not hold ${what}`, "a target on which creation works");
  }
}

/** A lane ends when an item is refused, so a store that refuses everything gets few requests. */
const FILL_LANES = 12;

async function fill(
  session: Session,
  creator: ResourceOperation,
  count: number,
  wanted: FilterValue | undefined,
): Promise<void> {
  await session.working?.(creator.operation);
  // Even if no filter is wanted, an item that a filter finds will save creating another one later.
  const variant = fillerOf(session, creator, wanted ?? firstFilterValue(session.plan, creator.resource));
  if (variant === undefined) return;
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next++ < count) {
      const made = await create(session, creator, variant);
      if (!isSuccess(made.exchange)) return;
    }
  };
  await Promise.all(Array.from({ length: FILL_LANES }, lane));
}

/**
 * An item that only fills pages. Its integers are the identifier of another item, which exposes a server that fetches
 * by the wrong property. If a filter is wanted, it finds the item.
 */
function fillerOf(session: Session, creator: ResourceOperation, wanted: FilterValue | undefined): Variant | undefined {
  const plain = plainVariant(session.plan, creator);
  const schema = bodySchema(creator.operation);
  if (plain === undefined || schema === undefined) return undefined;
  const { document } = session.plan.contract;
  const extra: Record<string, JsonValue> = {};
  // Not the first one: its identifier may be the very number that plain items have.
  const own = ownItems(session, creator.resource)[1];
  for (const [name, { types }] of schemaAt(document, schema.pointer, "request").properties) {
    if (
      name === creator.resource.identifier.property ||
      recipeOf(session.plan, creator.operation)?.values[name] !== undefined
    )
      continue;
    if (own !== undefined && typeof own.id !== "string" && types?.includes("integer") === true) extra[name] = own.id;
  }
  if (wanted !== undefined) extra[wanted.filter.property] = wanted.value;
  const body = (text: string): JsonObject => ({ ...plain.body(text), ...extra });
  if (schema.validate(body(session.nextName())).length === 0) return { name: "filler", carries: [], body };
  return plain;
}
