// Causes a webhook: subscribes to it as the document says, with the address of the receiver, and does what it tells of.
import { once } from "../../src/memo.ts";
import { type JsonObject, type JsonValue, ownValue } from "../../src/json/value.ts";
import { effectOf } from "../../src/resource/deeds/effects.ts";
import { type SubscriptionShape, naming, secretOf, subscriptionsOf } from "../../src/resource/events/subscriptions.ts";
import { type Topic, topicsOf } from "../../src/resource/events/topics.ts";
import type { ChangeKind } from "../../src/resource/events/verbs.ts";
import type { Resource } from "../../src/resource/model.ts";
import { plainName } from "../../src/resource/paths.ts";
import { propertiesIn, schemaAt } from "../../src/schema/normal/schema-node.ts";
import { type Exchange, describeAnswer, isSuccess } from "../client/exchange.ts";
import type { Target } from "../client/target.ts";
import { Undecidable } from "../client/undecidable.ts";
import { changedBody } from "../items/bodies/changed.ts";
import { anItem, create, doomedItem, plainOf } from "../items/create.ts";
import { removerOf } from "../items/created.ts";
import { actionProbe } from "../items/operation.ts";
import { isMarked } from "../items/bodies/variants.ts";
import { type Plan, type ResourceOperation, plannedOf } from "../plan.ts";
import { bodySchema } from "../operations.ts";
import { itemProbe } from "./item.ts";
import { type Cause, type Caused, type SentSubject, causedBy, receiverOf } from "./sent.ts";
import { withValue } from "../../src/json/parts.ts";

/** How a client gets the webhooks of a document. */
interface Subscribing {
  readonly shape: SubscriptionShape;
  readonly creator: ResourceOperation;
}

export interface WebhookSubject extends SentSubject {
  readonly topics: readonly Topic[];
  /** Absent if the document has no way to subscribe. */
  readonly subscribing?: Subscribing | undefined;
}

/**
 * The webhooks of a document: each by its name, or all together where a subscription does not choose among them, or there
 * is none.
 */
export const webhooksIn = once((plan: Plan): readonly WebhookSubject[] => {
  const topics = topicsOf(plan.contract, plan);
  const [subscribing] = subscriptionsOf(plan.contract.document, plan.resources).flatMap(
    (shape): readonly Subscribing[] => {
      const operation = shape.resource.operations.create;
      return operation === undefined ? [] : [{ shape, creator: { resource: shape.resource, operation } }];
    },
  );
  const [first] = plan.operations;
  if (topics.length === 0 || first === undefined) return [];
  const of = (own: readonly Topic[]): Pick<WebhookSubject, "topics" | "sent" | "subscribing" | "pointer"> => ({
    topics: own,
    sent: own.map(({ webhook }) => webhook),
    subscribing,
    pointer: own[0]?.webhook.pointer ?? "",
  });
  if (subscribing === undefined) return [{ ...of(topics), operation: first, isRun: true }];
  const { operation } = subscribing.creator;
  const names = [...new Set(topics.map(({ name }) => name))];
  if (subscribing.shape.events === undefined) return [{ ...of(topics), operation, about: shown(names) }];
  return names.map((name) => ({ ...of(topics.filter((one) => one.name === name)), operation, about: name }));
});

function shown([first = "", ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

/** Subscribes, does what the webhook tells of, and waits for it. @throws Undecidable if it cannot be caused */
export function told(target: Target, subject: SentSubject): Promise<Caused> {
  return causedBy(target, `webhook ${subject.pointer}`, () => cause(target, subject as WebhookSubject));
}

async function cause(target: Target, { topics, subscribing }: WebhookSubject): Promise<Cause> {
  if (subscribing === undefined)
    throw new Undecidable(
      "the document describes no way to subscribe to its webhooks",
      "a creation whose body has a URL and the events that are sent there",
    );
  const receiver = receiverOf(target);
  const ways = topics.flatMap((topic) => wayTo(target.plan, topic));
  const [way] = ways;
  if (way === undefined) throw new Undecidable(whyNever(topics), "x-resource at the webhook");
  const box = await receiver.address();
  const subscribed = await subscribe(target, subscribing, box.url, way);
  return { box, ...subscribed, ...(await way.happen(target)) };
}

function whyNever(topics: readonly Topic[]): string {
  return topics.every(({ resource }) => resource === undefined)
    ? "nothing in the document says when it is sent"
    : "the suite knows no request after which it is sent";
}

/** Creates a subscription with an address. @throws Undecidable if none can be created, or taken back */
async function subscribe(
  target: Target,
  { shape, creator }: Subscribing,
  url: string,
  { topic: { name }, kind }: Way,
): Promise<Pick<Cause, "secret">> {
  const { session, plan } = target;
  const { operation, resource } = creator;
  if (removerOf(resource) === undefined)
    throw new Undecidable("a subscription could not be taken back", "an operation that removes it");
  const schema = bodySchema(operation);
  const node = schema && schemaAt(plan.contract.document, schema.pointer, "request");
  const eventNode = node && shape.events !== undefined ? propertiesIn(node).get(shape.events) : undefined;
  const events = eventNode && naming(eventNode, { name, kind });
  if (shape.events !== undefined && events === undefined)
    throw new Undecidable(`${shape.events} has no value for ${name}`, `a value such as ${name}`);
  await session.working?.(operation);
  const plain = plainOf(target, creator);
  const body = (text: string): JsonObject => {
    const inner = plain.body(text);
    const chosen = shape.events === undefined ? inner : { ...inner, [shape.events]: events ?? null };
    const made = withValue(chosen, shape.url, url) as JsonObject;
    // The run knows what is its own by a text of its own.
    return isMarked(made, text) ? made : (withValue(made, shape.url, `${url}/${text}`) as JsonObject);
  };
  if (schema?.accepts?.(body("conformance-1")) === false)
    throw new Undecidable(`the document does not allow ${url} as ${shape.url.join(".")}`, "--callback-url");
  const made = await create(session, creator, { ...plain, name: `for ${name}`, body }, { intent: "edge" });
  target.look(made.exchange);
  if (!isSuccess(made.exchange))
    throw new Undecidable(
      `the subscription was answered ${describeAnswer(made.exchange)}`,
      "--callback-url with an address that the service accepts",
    );
  return { secret: secretOf(made.item ?? {}) ?? secretOf(made.body) };
}

/** What a webhook tells of, done. */
interface Happened {
  readonly exchange: Exchange;
  readonly about?: JsonValue | undefined;
}

interface Way {
  readonly topic: Topic;
  readonly kind: ChangeKind;
  readonly happen: (target: Target) => Promise<Happened>;
}

/** What the run can do so that a webhook is sent; the simplest first. */
function wayTo(plan: Plan, topic: Topic): Way[] {
  const { kinds, states, changed, name } = topic;
  const resource = topic.resource && plannedOf(plan, topic.resource);
  const operation = resource?.operations.create;
  if (resource === undefined || operation === undefined) return [];
  const creator = { resource, operation };
  const called = `for ${name}`;
  const update = resource.operations.update ?? resource.operations.replace;
  const way = (kind: ChangeKind, happen: Way["happen"]): Way[] => [{ topic, kind, happen }];
  if (states.length > 0) {
    const action = plan.actions.find(
      (one) =>
        one.resource.collection === resource.collection &&
        effectOf(plan.contract.document, one.operation, resource).states.some((state) => states.includes(state)),
    );
    if (action !== undefined) return way("updated", (target) => act(target, creator, action, called));
    const state = stateOf(plan, resource, states);
    if (update === undefined || state === undefined) return [];
    return way("updated", (target) => change(target, { ...creator, operation: update }, called, () => state));
  }
  if (kinds.has("created"))
    return way("created", async (target) => {
      const { exchange, id } = await anItem(target, creator, called);
      return { exchange, about: id };
    });
  if (kinds.has("updated") && update !== undefined)
    return way("updated", (target) =>
      change(target, { ...creator, operation: update }, called, (item) => others(plan, resource, changed, item)),
    );
  const { remove } = resource.operations;
  if (kinds.has("removed") && remove !== undefined)
    return way("removed", async (target) => {
      const { id } = await doomedItem(target, resource, called);
      return { exchange: done(await target.ask(itemProbe(resource, remove, id))), about: id };
    });
  return [];
}

/** Changes an item of the run's own. */
async function change(
  target: Target,
  subject: ResourceOperation,
  called: string,
  more: (item: JsonObject) => JsonObject,
): Promise<Happened> {
  const { resource, operation } = subject;
  const creation = resource.operations.create ?? operation;
  const { id, item } = await anItem(target, { resource, operation: creation }, called);
  const json = { ...changedBody(target, subject), ...more(item) };
  const exchange = await target.ask({ ...itemProbe(resource, operation, id), json, intent: "edge" });
  return { exchange: done(exchange), about: id };
}

/** Carries out an action on an item of the run's own. */
async function act(
  target: Target,
  creator: ResourceOperation,
  action: ResourceOperation,
  called: string,
): Promise<Happened> {
  const { id } = await anItem(target, creator, called);
  const exchange = await target.ask({ ...actionProbe(target, action, id), intent: "edge" });
  return { exchange: done(exchange), about: id };
}

function done(exchange: Exchange): Exchange {
  if (isSuccess(exchange)) return exchange;
  throw new Undecidable(
    `the request that it tells of was answered ${describeAnswer(exchange)}`,
    "a target that carries it out",
  );
}

/** The property with a state among its values, in that state. */
function stateOf({ contract }: Plan, { properties }: Resource, states: readonly string[]): JsonObject | undefined {
  for (const { name, schema } of properties) {
    const values = schemaAt(contract.document, schema.pointer, "request").form.values ?? [];
    const found = values.find((value) => typeof value === "string" && states.includes(plainName(value)));
    if (found !== undefined) return { [name]: found };
  }
  return undefined;
}

/** Other values for properties that must change. */
function others(
  { contract }: Plan,
  { properties }: Resource,
  changed: readonly string[],
  item: JsonObject,
): JsonObject {
  const entries = properties
    .filter(({ name }) => changed.includes(name))
    .flatMap(({ name, schema }): [string, JsonValue][] => {
      const values = schemaAt(contract.document, schema.pointer, "request").form.values ?? [];
      const other = values.find((value) => value !== ownValue(item, name));
      return other === undefined ? [] : [[name, other]];
    });
  return Object.fromEntries(entries);
}
