// Actions that add things to a list of an item, change them or remove them from it, as their names say: `addTag`,
// `remove-members`, `POST /carts/{id}/items`, and PUT, PATCH and DELETE of a thing below the item.
import type { Contract, Operation } from "../../../contract/model.ts";
import { defined } from "../../../json/defined.ts";
import {
  type JsonArray,
  type JsonObject,
  type JsonValue,
  type Scalar,
  isObject,
  ownValue,
  scalarText,
} from "../../../json/value.ts";
import type { Resource } from "../../../resource/model.ts";
import { isVerb, parameterIn, placeOf, singular, stepsOf, wordsOf, thingOf } from "../../../resource/paths.ts";
import { hashOf } from "../../../schema/samples/choices.ts";
import { ValuePlace } from "../../../schema/generate/place.ts";
import { layeredValue } from "../../../realistic/seeded-values.ts";
import { sentNode } from "../../../resource/items/bodies.ts";
import { schemaAt } from "../../../schema/normal/schema-node.ts";
import { listAt } from "../../../resource/deeds/parts.ts";
import { referenceStem } from "./references.ts";
import type { Others, Relating } from "../rule.ts";
import { Targets } from "./targets.ts";
import { isWorse } from "../../allowed.ts";

/** What a request names, and its body. */
interface Said {
  readonly things: readonly JsonValue[];
  readonly body: JsonValue | undefined;
}

/** Changes an item; undefined if nothing is named, and "none" if what is named is not in the list. */
type Linking = (item: JsonObject, said: Said, others: Others) => JsonObject | "none" | undefined;

/** What an action adds, changes or removes. */
export interface Linked {
  readonly does: "add" | "change" | "remove";
  /** What the path calls the things, and one of them as one word. */
  readonly step: string;
  readonly thing: string;
  /** The path parameter that names the thing; undefined if the body does. */
  readonly parameter?: string | undefined;
  /** The body may be the thing itself: `POST /invoices/{id}/lines`. */
  readonly isBody?: true;
}

/** @returns undefined for an action of another kind */
export function linkedBy({ method, path }: Pick<Operation, "method" | "path">): Linked | undefined {
  const steps = stepsOf(path);
  const last = steps.at(-1) ?? "";
  const parameter = parameterIn(last);
  if (parameter !== undefined) {
    const step = steps.at(-2) ?? "";
    if (steps.length < 3 || parameterIn(step) !== undefined) return undefined;
    const does = method === "DELETE" ? "remove" : method === "PUT" ? "add" : "change";
    return { does, step, thing: thingOf(step), parameter };
  }
  const [verb = "", ...words] = wordsOf(last);
  if (method === "POST" && !isVerb(last)) return { does: "add", step: last, thing: thingOf(last), isBody: true };
  const isAdded = /^(add|attach|assign|link)$/.test(verb);
  if (words.length === 0 || (!isAdded && !/^(remove|detach|unassign|unlink)$/.test(verb))) return undefined;
  return { does: isAdded ? "add" : "remove", step: words.join("_"), thing: singular(words.join("")) };
}

/** The things that a body names, where it is in an envelope too. */
export function thingsIn(body: JsonValue | undefined, thing: string): readonly JsonValue[] {
  if (!isObject(body)) return [];
  const sent = Object.entries<JsonValue>(body).filter(([one]) => singular(referenceStem(singular(one))) === thing);
  const [only, another] = Object.values<JsonValue>(body);
  if (sent.length === 0 && another === undefined && isObject(only)) return thingsIn(only, thing);
  return sent.flatMap(([, one]) => (Array.isArray(one) ? (one as JsonArray) : [one]));
}

const listOf = ({ document }: Pick<Contract, "document">, { item }: Pick<Resource, "item">, { step }: Linked) =>
  listAt(schemaAt(document, item.pointer, "response"), step);

/** The lists of items to which operations add things: those of a new item are empty. */
export function listsAddedTo(contract: Contract, resource: Resource): readonly string[] {
  const { itemPath, collection } = resource.sharedWith ?? resource;
  const own = placeOf(stepsOf(itemPath ?? collection));
  const { length } = stepsOf(own);
  return contract.operations.flatMap((operation) => {
    const steps = stepsOf(operation.path);
    const link = steps.length > length && placeOf(steps.slice(0, length)) === own ? linkedBy(operation) : undefined;
    return link?.does === "add" ? (listOf(contract, resource, link)?.name ?? []) : [];
  });
}

/** What the items may refer to, and how a new one is related to them. */
interface Around {
  readonly resources: readonly Resource[];
  readonly relate: (item: JsonObject, relating: Relating) => JsonObject;
}

/** @returns undefined for an action of another kind */
export function linking(
  contract: Contract,
  operation: Operation,
  resource: Resource,
  { resources, relate }: Around,
): Linking | undefined {
  const { document } = contract;
  const link = linkedBy(operation);
  const list = link && listOf(contract, resource, link);
  if (link === undefined || list === undefined) return undefined;
  const { name, items } = list;
  const isNamed = link.parameter !== undefined;
  const taken = isNamed || link.isBody ? sentNode(document, operation, undefined) : undefined;
  const targets = Targets.of(document, resources);
  const target = targets.like(items) ?? targets.named(wordsOf(link.step), true);
  const place = ValuePlace.at(document, items.pointer, "response");
  const step = target?.identifier.steps[0] ?? "id";
  const idOf = (one: JsonValue): JsonValue | undefined => (isObject(one) ? ownValue(one, step) : one);
  const textOf = (one: JsonValue): string => scalarText(idOf(one) as Scalar | undefined);
  return (item, { things, body }, others) => {
    if (things.length === 0) return undefined;
    const own = ownValue(item, name);
    const all = Array.isArray(own) ? (own as JsonArray as readonly JsonValue[]) : [];
    const about = `${name} ${all.length}`;
    const part = (sent: JsonObject, kept?: JsonObject): JsonValue => {
      const purpose = { kind: "new", now: others.now ?? 0 } as const;
      const made = layeredValue(place, hashOf(about), purpose, { sent, ...defined({ kept, taken }) }) ?? sent;
      const relating = { about, others, isNew: kept === undefined, sent: { [name]: [sent] } };
      const related = relate({ ...item, [name]: [made] }, relating)[name];
      return Array.isArray(related) ? (related[0] as JsonValue) : made;
    };
    const added = (one: JsonValue): JsonValue => {
      if (link.isBody && taken !== undefined && isObject(one)) return part(one);
      const kept = target && others.find(target, idOf(one) ?? null);
      return layeredValue(place, hashOf(textOf(one)), { kind: "view" }, { sent: one, kept }) ?? one;
    };
    const named = new Set(things.map(textOf));
    const known = all.find((one): one is JsonObject => isNamed && isObject(one) && named.has(textOf(one)));
    // Nobody can change or remove what is not there; where only identifiers are listed, it is as if it had been done.
    if (isNamed && link.does !== "add" && known === undefined && all.every(isObject)) return "none";
    const isChange = known !== undefined && isObject(body) && link.does !== "remove";
    const rest = all.filter((one) => !named.has(textOf(one)));
    const next = isChange
      ? all.map((one) => (one === known ? part(body, known) : one))
      : link.does === "add"
        ? [...rest, ...things.map(added)]
        : rest;
    const linked = { ...item, [name]: next };
    return isWorse(resource.item, linked, item) ? undefined : linked;
  };
}
