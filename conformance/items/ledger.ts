// The record of all that a run created and removed, so that it can report and remove what is left.
import { showScalar } from "../../src/contract/serialization/text.ts";
import { type JsonObject, type JsonValue, equalJson, isLeaf, isObject } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";
import { keptFor } from "../../src/memo.ts";
import { idOf } from "../../src/resource/items/identify.ts";
import type { Resource } from "../../src/resource/model.ts";
import { type Exchange, headerOf, statusOf } from "../client/exchange.ts";
import type { Probe } from "../client/request.ts";
import { sentText } from "../bodies.ts";
import { identifierText, shownIn } from "../places.ts";
import { type Plan, resourceOf } from "../plan.ts";
import { type CreatedItem, type UnnamedCreation, homeOf, isSameStore } from "./created.ts";
import { tracesIn } from "./bodies/marks.ts";

/** Longer identifiers cannot be fetched: no server accepts such a URL. */
const LONGEST_ID = 1_000;

export class Ledger {
  readonly created: CreatedItem[] = [];
  readonly unnamed: UnnamedCreation[] = [];
  /** By the collection of the resource whose path leads to the items. */
  readonly #byHome = new Map<string, CreatedItem[]>();
  readonly #plan: Plan;
  readonly #marker: string;

  constructor(plan: Plan, marker: string) {
    this.#plan = plan;
    this.#marker = marker;
  }

  /** The items of a resource that the run created. */
  createdOf(resource: Resource): readonly CreatedItem[] {
    return this.createdAt(homeOf(resource)).filter((one) => one.resource === resource);
  }

  /** The items that the run created and that the path of a resource leads to. */
  createdAt(home: Resource): readonly CreatedItem[] {
    return this.#byHome.get(home.collection) ?? [];
  }

  /** Notes what a successful write has created. */
  noteCreated(exchange: Exchange, probe: Probe): void {
    const { operation, request } = exchange;
    const resource = operation === undefined ? undefined : resourceOf(this.#plan, operation);
    const { create, replace, update } = resource?.operations ?? {};
    const isListed = request.method === operation?.method;
    const isChange = operation !== undefined && (operation === replace || operation === update);
    const isUpsert = isListed && isChange && (statusOf(exchange) === 201 || this.#isNew(exchange, resource));
    const isCreation = isListed && (operation === create || isUpsert);
    if (resource === undefined || !isCreation) {
      if (isListed ? this.#added(exchange) : statusOf(exchange) === 201 || request.method === "POST")
        this.unnamed.push({ exchange, ...(resource && { resource }) });
      return;
    }
    const shown = shownAs(exchange);
    const where = probe.elsewhere === true && probe.path !== undefined ? { path: probe.path } : {};
    const known = this.created.length;
    if (isUpsert) this.adopt({ resource, id: identifierText(exchange), item: itemOf(shown), exchange, ...where });
    else
      for (const item of Array.isArray(shown) ? (shown as readonly JsonValue[]) : [shown])
        if (isObject(item))
          this.adopt({ resource, item, exchange, isChosen: isChosen(resource, probe, item), ...where });
    // What the run has named itself need not be named again.
    const sent = isObject(probe.json) ? probe.json[resource.identifier.steps.at(-1) ?? ""] : undefined;
    if (this.created.length === known && typeof sent === "string" && sent.includes(this.#marker))
      this.adopt({ resource, id: sent, item: {}, exchange, isChosen: true, ...where });
    // A list of no items makes none.
    const isNothing = sentText(exchange.request).trim() === "[]" && (shown === undefined || writeJson(shown) === "[]");
    if (this.created.length === known && !isNothing) this.unnamed.push({ resource, exchange });
  }

  /** Whether a change went to an item that the run did not create. It was not there either: the guard has seen to that. */
  #isNew(exchange: Exchange, resource: Resource | undefined): boolean {
    const id = identifierText(exchange);
    if (resource === undefined) return false;
    return !this.created.some(
      (one) => !one.removed && isSameStore(one.resource, resource) && showScalar(one.id) === id,
    );
  }

  /** Whether an operation that is not known to create says that it did. */
  #added(exchange: Exchange): boolean {
    if (statusOf(exchange) === 201 || headerOf(exchange, "location") !== undefined) return true;
    const isOpen = exchange.operation !== undefined && this.#plan.unmodelled.has(exchange.operation);
    return isOpen && tracesIn(writeJson(shownAs(exchange) ?? null), this.#marker).size > 0;
  }

  /** Records an item as created by the run, which removes it at the end. */
  adopt(made: Omit<CreatedItem, "id" | "removed"> & { readonly id?: JsonValue }): void {
    const id = made.id ?? idOf(made.resource.identifier, made.item) ?? namedIn(made.resource, made.item);
    if (id === undefined || id === null || showScalar(id).length > LONGEST_ID) return;
    const isKnown = (one: CreatedItem): boolean =>
      one.exchange === made.exchange && isSameStore(one.resource, made.resource) && equalJson(one.id, id);
    if (this.created.some(isKnown)) return;
    const item = { ...made, id, removed: false };
    this.created.push(item);
    const at = this.unnamed.findIndex(({ exchange }) => exchange === made.exchange);
    if (at !== -1) this.unnamed.splice(at, 1);
    keptFor(this.#byHome, homeOf(made.resource).collection, () => []).push(item);
  }

  /** Notes what a successful removal has removed. */
  noteRemoved(exchange: Exchange): void {
    const { operation } = exchange;
    const last = identifierText(exchange);
    const resource = operation === undefined ? undefined : resourceOf(this.#plan, operation);
    if (resource === undefined) return;
    const place = new URL(exchange.request.url).pathname;
    for (const one of this.createdAt(resource)) {
      // The same identifier may name another item below another parent.
      const made = new URL(one.exchange.request.url).pathname.replace(/\/$/, "");
      const isBelow = resource.scope.length === 0 || !resource.itemPath?.startsWith(resource.collection);
      if (showScalar(one.id) !== last || !(isBelow || place.startsWith(made))) continue;
      if (resource.operations.remove === operation) one.removed = true;
      else one.isDoubted = true;
    }
  }
}

/** The value in an answer; undefined if it is too large, or not JSON. */
function shownAs(exchange: Exchange): JsonValue | undefined {
  return exchange.response?.cut === undefined ? shownIn(exchange) : undefined;
}

/** The identifier of items that do not show it themselves, by the name that it has in their path. */
function namedIn({ identifier: { steps, parameter } }: Resource, shown: JsonObject): JsonValue | undefined {
  const id = steps.length === 0 && parameter !== undefined ? shown[parameter.name] : undefined;
  return id === undefined || isLeaf(id) ? id : undefined;
}

const itemOf = (shown: JsonValue | undefined): JsonObject => (isObject(shown) ? shown : {});

/** The item has the identifier that its creation sent: the guard has seen that no item had it. */
function isChosen({ identifier }: Resource, { json }: Probe, item: JsonObject): boolean {
  const [sent, shown] = [idOf(identifier, json), idOf(identifier, item)];
  return sent !== undefined && shown !== undefined && equalJson(sent, shown);
}
