// What the webhooks of a document are about, by their names: `order.created`, `orderUpdated`, `newOrder`, `order.shipped`. An `x-resource` at the webhook says otherwise.
import type { Contract, DescribedOperation, Operation } from "../../contract/model.ts";
import type { Document } from "../../document/document.ts";
import { appendPointer } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, equalJson, ownValue } from "../../json/value.ts";
import { HINT, readOperationHint } from "../hint.ts";
import type { Inference, Resource, Role } from "../model.ts";
import { plainName, singular, wordsOf } from "../paths.ts";
import { effectOf } from "../deeds/effects.ts";
import { standInOf } from "../stand-in.ts";
import { type ChangeKind, kindOf } from "./verbs.ts";
import { placeOfItem, thingsOf } from "./place.ts";

/** When a webhook is sent: after changes of a resource of these kinds. */
export interface Topic {
  readonly webhook: DescribedOperation;
  /** The webhook's name in the document. */
  readonly name: string;
  /** Absent if nothing says what it is about: it is then sent only when somebody asks for it. */
  readonly resource?: Resource;
  readonly kinds: ReadonlySet<ChangeKind>;
  /** The state that the thing must have come to: "shipped" for `order.shipped`. */
  readonly states: readonly string[];
  /** The properties one of which must have changed: "status" for `order.status.changed`. */
  readonly changed: readonly string[];
}

/** What happened to an item. */
export interface Happening {
  readonly kind: ChangeKind;
  readonly resource: Resource;
  readonly item: JsonObject;
  readonly former?: JsonObject | undefined;
  /** The operation that did it. */
  readonly operation: Operation | undefined;
}

const isVerb = (word: string): boolean => kindOf(word) !== undefined;
const ALL: readonly ChangeKind[] = ["created", "updated", "removed"];
/** Words that say nothing about the thing or about what happens to it. */
const NOISE = new Set(
  "event events webhook webhooks hook notification notifications notify callback on was is".split(" "),
);

const KIND_OF: Readonly<Partial<Record<Role, ChangeKind>>> = {
  create: "created",
  replace: "updated",
  update: "updated",
  remove: "removed",
  action: "updated",
  "replace-many": "updated",
  "update-many": "updated",
  "remove-many": "removed",
};

type Things = Pick<Inference, "resources" | "singletons">;

/** The topics of all webhooks, in document order. */
export function topicsOf(contract: Contract, { resources: own, singletons }: Things): Topic[] {
  const resources = [...own, ...singletons.map(standInOf)];
  const things = thingsIn(contract.document, resources);
  return contract.unserved
    .filter(({ kind, problems }) => kind === "webhook" && problems.length === 0)
    .map((webhook) => topicOf(contract, webhook, things, resources));
}

function topicOf(
  { document }: Contract,
  webhook: DescribedOperation,
  things: ReadonlyMap<string, Resource>,
  resources: readonly Resource[],
): Topic {
  const { path: name, resourceHint, pointer } = webhook;
  const { hint } = readOperationHint(resourceHint, appendPointer(pointer, HINT));
  const read = wordsOf(name).filter((word) => !NOISE.has(word));
  const verbs = read.filter(isVerb);
  const thing = read.length === verbs.length ? undefined : thingIn(read, things);
  const others = read.filter((word) => !isVerb(word) && thing?.words.includes(word) !== true);
  const hinted = resources.find(({ collection }) => collection === hint.collection);
  const shown = resources.find((one) => placeOfItem(document, webhook, one) !== undefined);
  const [only, another] = resources.filter(
    ({ itemPath, operations }) => itemPath !== undefined || operations.create !== undefined,
  );
  const resource = hinted ?? thing?.resource ?? shown ?? (verbs.length > 0 && another === undefined ? only : undefined);
  const role = hint.role === "unmodelled" ? undefined : hint.role;
  const kinds = role === undefined ? verbs.flatMap((word) => kindOf(word) ?? []) : [KIND_OF[role] ?? "updated"];
  const base = { webhook, name, changed: [], states: [] };
  if (resource === undefined || hint.role === "unmodelled") return { ...base, kinds: new Set() };
  if (role !== undefined) return { ...base, resource, kinds: new Set(kinds) };
  const properties = resource.properties.filter((one) => others.includes(plainName(one.name))).map((one) => one.name);
  if (kinds.length > 0)
    return { ...base, resource, kinds: new Set(kinds), changed: kinds.includes("updated") ? properties : [] };
  const states = others.filter((word) => !properties.some((one) => plainName(one) === word)).slice(-1);
  return { ...base, resource, kinds: new Set(states.length > 0 ? ["updated"] : ALL), states };
}

/** The longest run of words that names a resource; the last of several. */
function thingIn(
  read: readonly string[],
  things: ReadonlyMap<string, Resource>,
): { readonly resource: Resource; readonly words: readonly string[] } | undefined {
  for (let length = read.length; length > 0; length--) {
    for (let from = read.length - length; from >= 0; from--) {
      const run = read.slice(from, from + length);
      const resource = things.get(singular(run.join("")));
      if (resource !== undefined) return { resource, words: run };
    }
  }
  return undefined;
}

/** What the items of each resource may be called. */
function thingsIn(document: Document, resources: readonly Resource[]): Map<string, Resource> {
  const all = new Map<string, Resource>();
  for (const resource of resources)
    for (const thing of thingsOf(document, resource))
      if (!all.has(thing)) all.set(thing, resource.sharedWith ?? resource);
  return all;
}

/** True if a webhook tells of what happened. */
export function tells(contract: Contract, topic: Topic, happening: Happening): boolean {
  const { resource, kinds, states, changed } = topic;
  const { kind, item, former, operation } = happening;
  if (resource?.collection !== happening.resource.collection || !kinds.has(kind)) return false;
  if (changed.length > 0 && former !== undefined && !changed.some((name) => differs(item, former, name))) return false;
  if (states.length === 0) return true;
  // The action has its name, or the item has come to be in the state.
  const after = operation === undefined ? [] : effectOf(contract.document, operation, resource).states;
  if (states.some((state) => after.includes(state))) return true;
  return Object.entries<JsonValue>(item).some(
    ([name, value]) =>
      (typeof value === "string"
        ? states.includes(plainName(value))
        : value === true && states.includes(plainName(name))) &&
      (former === undefined || differs(item, former, name)),
  );
}

function differs(item: JsonObject, former: JsonObject, name: string): boolean {
  return !equalJson(ownValue(item, name) ?? null, ownValue(former, name) ?? null);
}
