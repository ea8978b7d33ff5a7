// Items that an update or a replacement changes in part, and the changes: what was sent, what is shown of it, and a body
// that changes one property.
import { only } from "../../../src/json/parts.ts";
import { fetchProbe } from "../../probes/item.ts";
import { creatorOf, type Plan, type ResourceOperation } from "../../plan.ts";
import { type JsonObject, type JsonValue, equalJson, isObject, ownValue } from "../../../src/json/value.ts";
import { type SchemaNode, propertiesIn, schemaAt } from "../../../src/schema/normal/schema-node.ts";
import { type Outcome, type ResourceSubject, inconclusive } from "../../check.ts";
import { type Exchange, describeAnswer, isSuccess, statusOf } from "../../client/exchange.ts";
import type { Target } from "../../client/target.ts";
import { Undecidable, orUndecidable } from "../../client/undecidable.ts";
import { versionIn } from "../../items/conditions.ts";
import { identityNames } from "../../items/bodies/identities.ts";
import { type Creation, anItem, creation } from "../../items/create.ts";
import { rangesIn } from "../../items/bodies/order.ts";
import { type Variant, fullVariant } from "../../items/bodies/variants.ts";
import { packedVariants } from "../../items/bodies/packed.ts";
import { mayHold, shownNames, showsSent } from "../../judgements/difference.ts";
import { itemIn, saidOfItem } from "../../places.ts";
import { bodySchema } from "../../operations.ts";

/** An item with as much in it as the document allows, as it was sent and as it is shown. */
export interface FullItem {
  readonly id: JsonValue;
  readonly made: Exchange;
  /** The properties that were sent and are shown as sent. */
  readonly kept: JsonObject;
  readonly shown: JsonObject;
  readonly names: readonly string[];
}

/** How many bodies are tried: a service may refuse a value by a rule of its own. */
const MOST_FULL = 3;

/** Does something with an item that checks share where writes are few, while no other check does. */
export function inTurn<T>({ session }: Target, { resource }: ResourceSubject, act: () => Promise<T>): Promise<T> {
  return session.isTight ? session.alone(`changing ${resource.collection}`, act) : act();
}

/** An item to change, for one check only if there are writes enough. */
export async function itemToChange(target: Target, creator: ResourceOperation, purpose: string): Promise<MadeItem> {
  if (!target.session.isTight) return anItem(target, creator, purpose);
  const shared = await orUndecidable(anItem(target, creator, SHARED));
  return shared instanceof Undecidable ? anItem(target, creator, `${SHARED}, plain`) : shared;
}

type MadeItem = Awaited<ReturnType<typeof anItem>>;

/** What checks share where writes are few. */
const SHARED = "to change";

/** Creates an item with a value for each property and looks at it at once, for one check only if there are writes enough. */
export async function fullItem(target: Target, subject: ResourceSubject, purpose: string): Promise<FullItem> {
  const { resource } = subject;
  const { isTight } = target.session;
  const name = isTight ? SHARED : purpose;
  const creator = creatorOf(resource);
  const { variants } = packedVariants(target.plan, creator);
  const fullest = (countsNull: boolean): readonly Variant[] => {
    const size = ({ carries }: Variant): number => carries.filter((one) => countsNull || one.value("") !== null).length;
    return variants.toSorted((a, b) => size(b) - size(a));
  };
  // A service may refuse what is there, and take null for it.
  const everything = fullVariant(target.plan, creator);
  const known = [...(everything === undefined ? [] : [everything]), ...fullest(false)].slice(0, MOST_FULL - 1);
  const full = new Set([...known, ...fullest(true)]);
  let first: Creation | undefined;
  for (const [turn, variant] of [...full].slice(0, MOST_FULL).entries()) {
    first = await creation(target, creator, {
      ...variant,
      isShared: isTight,
      name: turn === 0 ? name : `${name}, ${turn + 1}`,
    });
    if (isSuccess(first.exchange)) break;
  }
  const { id, body, exchange } =
    first?.id !== undefined && first.id !== null ? first : await anItem(target, creator, `${name}, plain`);
  if (id === undefined || id === null) throw new Undecidable("no item could be created", "see create.accepts");
  const shown = await target.ask(fetchProbe(resource, id));
  const item = itemIn(shown);
  if (!isSuccess(shown) || item === undefined)
    throw new Undecidable(`the new item was answered ${describeAnswer(shown)}`, "see create.keeps");
  const names = shownNames(target.plan, resource, "fetch").filter((one) => one !== resource.identifier.property);
  const sent = saidOfItem(creator.operation, body);
  const kept = Object.fromEntries(
    names.flatMap((one): [string, JsonValue][] => {
      const [seen, value] = [item[one], sent[one]];
      // Other checks have changed what they share.
      if (isTight && seen !== undefined && seen !== null && sent[one] !== undefined) return [[one, seen]];
      const isKept = seen !== undefined && value !== undefined && value !== null;
      return isKept && showsSent(target.plan, resource, one, { seen, sent: value }) ? [[one, seen]] : [];
    }),
  );
  return { id, made: exchange, kept, shown: item, names };
}

/** The properties that a request may set, without those that identify something. */
export function settable(plan: Plan, { operation, resource }: ResourceSubject): ReadonlyMap<string, SchemaNode> {
  const schema = bodySchema(operation);
  if (schema === undefined) return new Map();
  const isIdentity = identityNames(resource);
  const version = versionIn(plan, operation);
  const all = propertiesIn(schemaAt(plan.contract.document, schema.pointer, "request"));
  const isRepeated = (name: string): boolean => resource.scope.some(({ property }) => property === name);
  return new Map(
    [...all].filter(
      ([name, { annotations }]) =>
        !annotations.readOnly &&
        name !== version &&
        !isIdentity(name) &&
        !isRepeated(name) &&
        !/(?:_id|Id|Ids)$/.test(name),
    ),
  );
}

/** The body with the properties that the update requires in any case. */
export function asUpdate(
  plan: Plan,
  { operation }: ResourceSubject,
  { kept, shown }: FullItem,
  change: JsonObject,
): JsonObject | undefined {
  const schema = bodySchema(operation);
  if (schema === undefined) return undefined;
  const { required } = schemaAt(plan.contract.document, schema.pointer, "request").form;
  const needed = Object.fromEntries(
    [...required].flatMap((name): [string, JsonValue][] => {
      // The version of the moment takes its place when the request is sent.
      const value = kept[name] ?? shown[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const body = { ...needed, ...change };
  return schema.validate(body).length === 0 ? body : undefined;
}

/** A change of one property, the first that can be changed alone and is none of the taken ones. */
export function oneChange(
  target: Target,
  subject: ResourceSubject,
  full: FullItem,
  taken: readonly string[] = [],
): JsonObject | undefined {
  const { plan, session } = target;
  const creator = creatorOf(subject.resource);
  const others = packedVariants(plan, creator).variants.map(({ body }) => body(session.nextName()));
  const own = [...settable(plan, subject).keys()];
  // One end of a range may be refused alone.
  const ranges = rangesIn(own).flat();
  const names = own
    .filter((name) => full.names.includes(name) && !taken.includes(name))
    .toSorted((one, other) => Number(ranges.includes(one)) - Number(ranges.includes(other)));
  for (const name of names) {
    for (const value of others.flatMap((body) => body[name] ?? [])) {
      const isChange = !equalJson(value, full.kept[name] ?? null) && mayHold(subject.resource, name, value);
      const body = isChange ? asUpdate(plan, subject, full, { [name]: value }) : undefined;
      if (body !== undefined && Object.keys(full.kept).some((one) => body[one] === undefined)) return body;
    }
  }
  return undefined;
}

/** A change of one member of an object that has several, and the rest of them. */
export function partialChange(
  target: Target,
  subject: ResourceSubject,
  full: FullItem,
): { readonly name: string; readonly json: JsonObject; readonly rest: JsonObject } | undefined {
  const { plan, session } = target;
  const creator = creatorOf(subject.resource);
  const others = packedVariants(plan, creator).variants.map(({ body }) => body(session.nextName()));
  for (const name of settable(plan, subject).keys()) {
    const before = ownValue(full.kept, name);
    if (!isObject(before) || Object.keys(before).length < 2) continue;
    for (const other of others.map((body) => body[name])) {
      for (const [member, value] of Object.entries<JsonValue>(isObject(other) ? other : {})) {
        if (before[member] === undefined || equalJson(value, before[member])) continue;
        const json = asUpdate(plan, subject, full, { [name]: { [member]: value } });
        const { [member]: _, ...rest } = before;
        if (json !== undefined && equalJson(json[name] ?? null, { [member]: value })) return { name, json, rest };
      }
    }
  }
  return undefined;
}

/** What of a change differs from the item. */
export const differing = (change: JsonObject | undefined, { kept }: FullItem): JsonObject =>
  only(change ?? {}, (name, value) => !equalJson(value, kept[name] ?? null));

/** The first property of an item that is not as wanted. */
export function otherThan(
  target: Target,
  { resource }: ResourceSubject,
  wanted: JsonObject,
  shown: Exchange,
): string | undefined {
  const item = itemIn(shown) ?? {};
  return Object.keys(wanted).find(
    (name) => !showsSent(target.plan, resource, name, { seen: item[name], sent: wanted[name] ?? null, isPart: true }),
  );
}

/** The outcome for an update that was not carried out at once; undefined if it was. */
export function notUpdated(exchange: Exchange): Outcome | undefined {
  if (isSuccess(exchange) && statusOf(exchange) !== 202) return undefined;
  return inconclusive(`the update was answered ${describeAnswer(exchange)}`, "a target that carries it out at once");
}

/** An update that shows no effect at all is no sign of what a check is about. */
export const IDLE = inconclusive("the update had no effect", "see change.update");
