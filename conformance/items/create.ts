// Creates items: each variant once per run, and items that a check can rely on.
import { shownIn } from "../places.ts";
import type { Resource } from "../../src/resource/model.ts";
import { idOf } from "../../src/resource/items/identify.ts";
import { type JsonObject, type JsonValue, isObject } from "../../src/json/value.ts";
import { type Exchange, isSuccess } from "../client/exchange.ts";
import { sideBySide } from "../client/side-by-side.ts";
import type { Session, Target } from "../client/target.ts";
import { Undecidable, orUndecidable } from "../client/undecidable.ts";
import type { Plan, ResourceOperation } from "../plan.ts";
import { bodySchema } from "../operations.ts";
import { type CreatedItem, removerOf } from "./created.ts";
import { type Variant, isMarkable, isMarked, plainVariant } from "./bodies/variants.ts";
import { packedVariants } from "./bodies/packed.ts";
import { unmakable } from "./bodies/unmakable.ts";

/** The result of creating a variant. */
export interface Creation {
  readonly variant: Variant;
  readonly body: JsonObject;
  readonly exchange: Exchange;
  /** The item in the answer; absent if the answer shows none. */
  readonly item?: JsonObject;
  readonly id?: JsonValue;
  /** The run's own record of the item; absent if it was not recorded as created. */
  readonly own?: CreatedItem;
}

const UNMARKED = {
  reason: "nothing in the item would show that it is the run's own, so it could not be removed again",
  needs: "another property for a text or a number",
};

/** Why the run creates no items of a resource, if that is because it could not tell them from others. */
export function whyUncreated(plan: Plan, resource: Resource): typeof UNMARKED | undefined {
  const { create: operation } = resource.operations;
  const plain = operation && plainVariant(plan, { operation, resource });
  if (plain === undefined || removerOf(resource) === undefined) return undefined;
  return isMarkable(plain) ? undefined : UNMARKED;
}

/** Creates a variant, once per run. Special variants have checks of their own, so their requests are `edge`. */
export async function creation(target: Target, creator: ResourceOperation, variant: Variant): Promise<Creation> {
  await target.session.working?.(creator.operation);
  const name = `create ${creator.operation.id} ${variant.name}`;
  const made = await target.session.once(name, () => create(target.session, creator, variant));
  target.look(made.exchange);
  return made;
}

/**
 * Sends one creation, with a text that no other item has.
 * @param path the parents to create it below, if they are not those that the rest of the run uses
 * @param intent of a plain item, if it is only an attempt
 */
export async function create(
  session: Session,
  creator: ResourceOperation,
  variant: Variant,
  { path, intent }: { readonly path?: Readonly<Record<string, string>>; readonly intent?: "edge" | undefined } = {},
): Promise<Creation> {
  const text = session.nextName();
  const body = variant.body(text);
  if (removerOf(creator.resource) !== undefined && !isMarked(body, text))
    throw new Undecidable(UNMARKED.reason, UNMARKED.needs);
  const isPlain = variant.carries.length === 0;
  const how = isPlain
    ? ({ intent: intent ?? "valid" } as const)
    : ({ intent: "edge", ...(variant.isShared === true ? {} : { isSpecial: true as const }) } as const);
  const where = path === undefined ? {} : { path, elsewhere: true as const };
  const exchange = await session.send({ operation: creator.operation, json: body, ...how, ...where });
  const value = isSuccess(exchange) ? shownIn(exchange) : undefined;
  if (!isObject(value)) return { variant, body, exchange };
  const own = session.created.find((one) => one.exchange === exchange);
  const id = idOf(creator.resource.identifier, value) ?? own?.id;
  return { variant, body, exchange, item: value, ...(id === undefined ? {} : { id }), ...(own && { own }) };
}

/** The plain variant. @throws Undecidable if no valid body can be generated */
export function plainOf(target: Target, creator: ResourceOperation): Variant {
  const plain = plainVariant(target.plan, creator);
  if (plain === undefined) throw unmakable(creator.operation);
  return plain;
}

/** The body of a plain item with a text of its own. @throws Undecidable if its schema does not allow that text */
export function plainBody(target: Target, { operation }: ResourceOperation, plain: Variant): JsonObject {
  const body = plain.body(target.session.nextName());
  if (bodySchema(operation)?.accepts?.(body) === false) throw unmakable(operation);
  return body;
}

/** Creates a few items that differ in all that the document allows, or as many of them as the target accepts. */
export async function someItems(target: Target, resource: Resource): Promise<void> {
  const operation = resource.operations.create;
  if (operation === undefined) return;
  const creator = { resource, operation };
  const { variants } = packedVariants(target.plan, creator);
  const plain = plainVariant(target.plan, creator);
  const all = [...(plain === undefined ? [] : [plain]), ...variants.slice(0, 3)];
  await sideBySide(all, (variant) => orUndecidable(creation(target, creator, variant)));
}

/** An item that the check will remove and that no other check uses. @throws Undecidable like `anItem` */
export async function doomedItem(
  target: Target,
  resource: Resource,
  name: string,
): Promise<{ readonly id: JsonValue }> {
  const operation = resource.operations.create;
  if (operation === undefined) throw new Undecidable("no item can be created to be removed", "a creation");
  const made = await anItem(target, { resource, operation }, name);
  if (made.own !== undefined) made.own.isDoomed = true;
  return made;
}

/** A created item that the check may rely on. @throws Undecidable if creation does not work at all */
export async function anItem(
  target: Target,
  creator: ResourceOperation,
  name?: string,
): Promise<Creation & { item: JsonObject; id: JsonValue }> {
  const plain = plainOf(target, creator);
  const made = await creation(target, creator, name === undefined ? plain : { ...plain, name });
  if (made.item === undefined || made.id === undefined || made.id === null) {
    throw new Undecidable("no item could be created", "a target on which creation works");
  }
  return { ...made, item: made.item, id: made.id };
}
