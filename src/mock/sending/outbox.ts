// Sends what a document says that the service sends by itself: the callbacks of an operation after its answer, and
// webhooks when the matching thing has happened.
import { linePairs } from "../../contract/header-lines.ts";
import type { JsonValue } from "../../json/value.ts";
import { keptFor } from "../../memo.ts";
import { parseStored } from "../items/stored.ts";
import type { Delivery } from "../journal/entry.ts";
import type { Asked, Given, ItemChange, Sent, Webhooks } from "../outbox.ts";
import type { Key } from "../../store/store.ts";
import type { World } from "../world.ts";
import { type Sources } from "../../contract/runtime-expression.ts";
import { type Callback, addressOf, sourcesOf, sourcesOfSent, valueOf } from "./callbacks.ts";
import { Awaited } from "./awaited.ts";
import type { Carried, Following, Message } from "./message.ts";
import type { About, Payload, Thing } from "./payload.ts";
import { ANY_WEBHOOK, type SendingPlan } from "./plan.ts";
import { Queue } from "./queue.ts";
import { type Subscription, subscribed } from "../../resource/events/subscriptions.ts";
import { type Happening, type Topic, tells } from "../../resource/events/topics.ts";
import { idempotencyKeyIn } from "../../contract/conventions.ts";

/** Callbacks that one request or webhook causes, and those that follow them. */
const MOST_CALLBACKS = 20;
/** Subscriptions that are looked at, and addresses that are registered for a webhook. */
const MOST_RECEIVERS = 100;
const LONGEST_TEXT = 1_048_576;

/** What happened, with the key of the item in the store. */
interface Happened extends Happening {
  readonly id: Key | undefined;
}

/** The outbox of one world. */
export class WorldOutbox implements Webhooks {
  readonly #world: World;
  readonly #plan: SendingPlan;
  readonly #queue: Queue;
  readonly #awaited = new Awaited();
  readonly #addresses = new Map<string, Set<string>>();

  constructor(world: World, plan: SendingPlan) {
    this.#world = world;
    this.#plan = plan;
    this.#queue = new Queue(world.clock, plan.parts.courier, (...told) => this.#tell(...told));
  }

  /** Sends what follows a request that was answered. @param now the time of the answer */
  follow(asked: Asked, given: Given, now: number): void {
    const { changes = [], operation, request } = asked;
    const isDone = given.status >= 200 && given.status < 300 && request !== undefined && operation !== undefined;
    const callbacks =
      isDone && asked.req.method === operation.method && !isRepetition(asked)
        ? this.#plan.callbacks(operation.name)
        : [];
    const happenings = changes.map((change) => happeningOf(change, asked));
    const sources = sourcesOf(asked, given);
    const [thing] = happenings.map(thingOf);
    const room = { left: MOST_CALLBACKS };
    for (const callback of callbacks) this.#callBack(callback, { sources, thing, now, room });
    for (const happening of happenings) this.#announce(happening, sources, now);
  }

  list(): { readonly name: string; readonly addresses: readonly string[] }[] {
    return this.#plan.topics.map(({ name }) => ({ name, addresses: this.#registered(name) }));
  }

  register(name: string, url: string): string | undefined {
    const plan = this.#plan;
    if (name !== ANY_WEBHOOK && plan.topic(name) === undefined) return unknown(name, plan.topics);
    const objection = plan.parts.courier.objection(url);
    if (objection !== undefined) return objection;
    const own = keptFor(this.#addresses, name, () => new Set<string>());
    if (own.size >= MOST_RECEIVERS) return `${MOST_RECEIVERS} addresses are registered already`;
    own.add(url);
    return undefined;
  }

  unregister(name: string, url: string): boolean {
    return this.#addresses.get(name)?.delete(url) ?? false;
  }

  send(name: string, body?: JsonValue): string | readonly string[] {
    const plan = this.#plan;
    const topic = plan.topic(name);
    if (topic === undefined) return unknown(name, plan.topics);
    const about = { name, thing: this.#anyThing(topic), now: this.#world.clock.now() };
    return this.#sendTo(topic, about, body);
  }

  next(name: string, milliseconds: number): Promise<Sent> {
    const topic = this.#plan.topic(name);
    const hasAddress = topic === undefined || this.#receivers(topic, undefined).length > 0;
    const hint = hasAddress ? "" : `; no address is registered for ${name}`;
    return this.#awaited.next(name, milliseconds, hint);
  }

  reset(): void {
    this.#queue.clear();
    this.#awaited.clear();
    this.#addresses.clear();
  }

  #callBack(
    callback: Callback,
    {
      sources,
      now,
      ...following
    }: { readonly sources: Sources; readonly now: number } & Pick<Following, "thing" | "room">,
  ): void {
    const { thing, room } = following;
    if (room.left-- <= 0) return;
    const { name, described } = callback;
    const address = addressOf(callback, sources);
    const id = messageId();
    const as = { ...following, operation: described.name };
    const base = { id, name, method: described.method, lines: [], text: undefined, as };
    if ("why" in address) {
      const delivery: Delivery = { name, id, attempt: 0, outcome: "refused", why: address.why };
      this.#tell({ ...base, url: described.path }, delivery, undefined);
      return;
    }
    const about = { id, name, sent: sources.request.body(), answer: sources.response.body(), thing, now };
    this.#post(base, address.url, callback.maker().make(about));
  }

  /** Sends the webhooks that tell of something that happened. */
  #announce(happening: Happened, sources: Sources, now: number): void {
    const plan = this.#plan;
    for (const topic of plan.topics) {
      if (!tells(plan.parts.contract, topic, happening)) continue;
      const about = { name: topic.name, sent: sources.request.body(), thing: thingOf(happening), now };
      this.#sendTo(topic, about);
    }
  }

  /** @returns where it is sent */
  #sendTo(topic: Topic, about: Omit<About, "id">, body?: JsonValue): readonly string[] {
    const receivers = this.#receivers(topic, about.thing);
    if (receivers.length === 0) return [];
    const { name, webhook } = topic;
    const id = messageId();
    const payload = this.#plan.makerOf(topic).make({ ...about, id }, body);
    for (const { url, secret } of receivers) {
      const as = { operation: webhook.name, thing: about.thing, room: { left: MOST_CALLBACKS } };
      this.#post({ id, name, method: webhook.method, lines: [], text: undefined, secret, as }, url, payload);
    }
    return receivers.map(({ url }) => url);
  }

  #post(base: Omit<Message, "url">, url: string, { lines, query, text, signature }: Payload): void {
    const whole = query.length === 0 ? url : `${url}${url.includes("?") ? "&" : "?"}${query.join("&")}`;
    const message = { ...base, url: whole, lines, text, signature };
    if ((text?.length ?? 0) <= LONGEST_TEXT) this.#queue.add(message);
    else {
      const why = `its body has more than ${LONGEST_TEXT} characters`;
      this.#tell(message, { name: base.name, id: base.id, attempt: 0, outcome: "failed", why }, undefined);
    }
  }

  #registered(name: string): string[] {
    const { addresses } = this.#plan.parts;
    const all = [addresses, this.#addresses].flatMap((one) =>
      [name, ANY_WEBHOOK].flatMap((key) => [...(one.get(key) ?? [])]),
    );
    return [...new Set(all)];
  }

  #receivers({ name }: Topic, thing: Thing | undefined): Subscription[] {
    const registered = this.#registered(name).map((url) => ({ url, secret: undefined }));
    const { courier } = this.#plan.parts;
    const known = new Set(registered.map(({ url }) => url));
    const own = this.#plan.subscriptions.flatMap((shape) => {
      const collection = this.#world.collections.find(({ plan }) => plan.family.members.includes(shape.resource));
      const items = collection?.items({ limit: MOST_RECEIVERS }) ?? [];
      return items.flatMap(({ item }) => {
        const found = subscribed(shape, item, { name, kind: thing?.kind });
        // The generated items of the start lead to places that do not exist.
        const isMeant =
          found !== undefined &&
          !known.has(found.url) &&
          (courier.objection(found.url) === undefined || isSent(this.#world, found.url));
        return isMeant ? [found] : [];
      });
    });
    return [...registered, ...own];
  }

  /** An item for a webhook that somebody asks for: the last one. */
  #anyThing({ resource, kinds }: Topic): Thing | undefined {
    const collection = this.#world.collections.find(({ plan }) =>
      plan.family.members.some(({ collection: own }) => own === resource?.collection),
    );
    const [found] = collection?.items({ limit: 1 }) ?? [];
    if (found === undefined || resource === undefined) return undefined;
    return { resource, item: found.item, id: found.id, kind: [...kinds][0] ?? "updated" };
  }

  #tell(message: Message, delivery: Delivery, carried: Carried | undefined): void {
    const { method, url, text } = message;
    const lines = carried?.lines ?? message.lines;
    this.#world.journal?.note({
      method,
      url,
      operation: undefined,
      requestLines: lines,
      ms: carried?.ms ?? 0,
      status: carried?.status ?? 0,
      requestBody: text === undefined ? undefined : new TextEncoder().encode(text),
      lines: carried?.answer.lines ?? [],
      text: carried?.answer.text,
      refusal: undefined,
      situation: undefined,
      delivery,
    });
    this.#plan.parts.onDelivery?.(message, delivery, carried);
    const headers = Object.fromEntries(linePairs(lines).map(([header, value]) => [header.toLowerCase(), value]));
    const status = carried === undefined || carried.status === 0 ? {} : { status: carried.status };
    this.#awaited.note({ ...delivery, method, url, headers, body: valueOf(text), ...status });
    if (delivery.outcome === "delivered" && carried !== undefined) this.#followSent(message, carried);
  }

  /** Sends the callbacks of what was sent. */
  #followSent(message: Message, carried: Carried): void {
    const { as } = message;
    const callbacks = as === undefined ? [] : this.#plan.callbacks(as.operation);
    if (as === undefined || callbacks.length === 0) return;
    const { thing, room } = as;
    const sources = sourcesOfSent(message, carried);
    const now = this.#world.clock.now();
    for (const callback of callbacks) this.#callBack(callback, { sources, thing, now, room });
  }
}

/** True for a request with a key that was sent before: nothing was carried out again. */
function isRepetition({ operation, request, changes = [] }: Asked): boolean {
  if (changes.length > 0 || operation === undefined) return false;
  return typeof request?.values[idempotencyKeyIn(operation)] === "string";
}

/** True for an address that a client has sent. */
function isSent({ sent }: World, url: string): boolean {
  return sent.has(url);
}

function messageId(): string {
  return `msg_${crypto.randomUUID()}`;
}

function happeningOf({ kind, plan: { family }, text, former }: ItemChange, { operation }: Asked): Happened {
  const { item } = family.unpack(parseStored(text));
  const before = former === undefined ? undefined : family.unpack(parseStored(former)).item;
  // A single thing is always there: its first change is no creation.
  const { home } = family;
  const isSingle =
    home.itemPath === undefined && home.operations.create === undefined && home.identifier.steps.length === 0;
  return {
    kind: isSingle && kind === "created" ? "updated" : kind,
    resource: home,
    item,
    former: before,
    operation,
    id: family.unpack(parseStored(text)).id,
  };
}

function thingOf({ resource, item, id, kind }: Happened): Thing {
  return { resource, item, id, kind };
}

function unknown(name: string, topics: readonly Topic[]): string {
  const known = topics.map((topic) => topic.name);
  return `the document has no webhook ${JSON.stringify(name)}; it has ${known.length === 0 ? "none" : known.slice(0, 20).join(", ")}`;
}
