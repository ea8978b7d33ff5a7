// Actions that add things to a list of an item or remove them from it, as their names say: `addTag`, `remove-members`, and
// PUT and DELETE of a thing below the item.
import type { Contract, Operation } from "../../../contract/model.ts";
import type { Document } from "../../../document/document.ts";
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
import {
  isPlural,
  parameterIn,
  placeOf,
  plainName,
  singular,
  stepsOf,
  wordsOf,
  thingOf,
} from "../../../resource/paths.ts";
import { hashOf } from "../../../schema/samples/choices.ts";
import { ValuePlace } from "../../../schema/generate/place.ts";
import { layeredValue } from "../../../realistic/seeded-values.ts";
import { sentNode } from "../../../resource/items/bodies.ts";
import { type SchemaNode, propertiesIn, schemaAt } from "../../../schema/normal/schema-node.ts";
import { referenceStem } from "./references.ts";
import type { Others } from "../rule.ts";
import { Targets } from "./targets.ts";
import { isWorse } from "../../allowed.ts";

/** Changes an item; undefined if nothing is named. */
type Linking = (item: JsonObject, things: readonly JsonValue[], others: Others) => JsonObject | undefined;

/** What an action adds or removes. */
export interface Linked {
  readonly isAdded: boolean;
  /** The words for the thing, and the same as one word in the singular. */
  readonly words: readonly string[];
  readonly thing: string;
  /** The path parameter that names the thing; undefined if the body does. */
  readonly parameter?: string | undefined;
  /** The body may be the thing itself: `POST /invoices/{id}/lines`. */
  readonly isBody?: true;
}

/** @returns undefined for an action of another kind */
export function linkedBy({ method, path }: Pick<Operation, "method" | "path">): Linked | undefined {
  const steps = stepsOf(path);
  const parameter = parameterIn(steps.at(-1));
  if (parameter !== undefined) {
    const words = wordsOf(steps.at(-2) ?? "");
    const isNamed = parameterIn(steps.at(-3)) !== undefined && words.length > 0;
    if (!isNamed || (method !== "PUT" && method !== "DELETE")) return undefined;
    return { isAdded: method === "PUT", words, thing: singular(words.join("")), parameter };
  }
  const [verb = "", ...words] = wordsOf(steps.at(-1) ?? "");
  if (method === "POST" && isPlural(steps.at(-1) ?? "") && parameterIn(steps.at(-2)) !== undefined)
    return { isAdded: true, words: [verb, ...words], thing: singular([verb, ...words].join("")), isBody: true };
  const isAdded = /^(add|attach|assign|link)$/.test(verb);
  if (words.length === 0 || (!isAdded && !/^(remove|detach|unassign|unlink)$/.test(verb))) return undefined;
  return { isAdded, words, thing: singular(words.join("")) };
}

/** The things that a body names, where it is in an envelope too. */
export function thingsIn(body: JsonValue | undefined, thing: string): readonly JsonValue[] {
  if (!isObject(body)) return [];
  const sent = Object.entries<JsonValue>(body).filter(([one]) => singular(referenceStem(singular(one))) === thing);
  const [only, another] = Object.values<JsonValue>(body);
  if (sent.length === 0 && another === undefined && isObject(only)) return thingsIn(only, thing);
  return sent.flatMap(([, one]) => (Array.isArray(one) ? (one as JsonArray) : [one]));
}

/** The list in which an item has things, and the schema of these: `tags`, `group_ids`. */
function listOf(
  document: Document,
  { item }: Pick<Resource, "item">,
  thing: string,
): readonly [name: string, items: SchemaNode] | undefined {
  const shown = propertiesIn(schemaAt(document, item.pointer, "response"));
  const [name, node] = [...shown].find(([one]) => thingOf(one) === thing || plainName(one) === `${thing}ids`) ?? [];
  return name === undefined || node?.items === undefined ? undefined : [name, node.items];
}

/** The lists of items to which operations add things: those of a new item are empty. */
export function listsAddedTo({ document, operations }: Contract, resource: Resource): readonly string[] {
  const own = placeOf(stepsOf((resource.sharedWith ?? resource).itemPath ?? ""));
  return operations.flatMap((operation) => {
    const steps = stepsOf(operation.path);
    const link = placeOf(steps.slice(0, stepsOf(own).length)) === own ? linkedBy(operation) : undefined;
    const isBelow = link !== undefined && steps.length > stepsOf(own).length && link.isAdded;
    return isBelow ? (listOf(document, resource, link.thing)?.[0] ?? []) : [];
  });
}

/** @returns undefined for an action of another kind */
export function linking(
  document: Document,
  operation: Operation,
  resource: Resource,
  resources: readonly Resource[],
): Linking | undefined {
  const link = linkedBy(operation);
  if (link === undefined) return undefined;
  const { isAdded, words, thing, isBody } = link;
  const taken = isBody === true ? sentNode(document, operation, undefined) : undefined;
  const [name, items] = listOf(document, resource, thing) ?? [];
  if (name === undefined || items === undefined) return undefined;
  const targets = Targets.of(document, resources);
  const target = targets.like(items) ?? targets.named(words, true);
  const place = ValuePlace.at(document, items.pointer, "response");
  const step = target?.identifier.steps[0] ?? "id";
  const idOf = (one: JsonValue): JsonValue | undefined => (isObject(one) ? ownValue(one, step) : one);
  const textOf = (one: JsonValue): string => scalarText(idOf(one) as Scalar | undefined);
  return (item, wanted, others) => {
    if (wanted.length === 0) return undefined;
    const own = ownValue(item, name);
    const gone = new Set(wanted.map(textOf));
    const rest = (Array.isArray(own) ? (own as JsonArray) : []).filter((one) => !gone.has(textOf(one)));
    const made = wanted.map((one) => {
      if (taken !== undefined && isObject(one)) {
        const purpose = { kind: "new", now: others.now ?? 0 } as const;
        return layeredValue(place, hashOf(`${name} ${rest.length}`), purpose, { sent: one, taken }) ?? one;
      }
      const kept = target && others.find(target, idOf(one) ?? null);
      return layeredValue(place, hashOf(textOf(one)), { kind: "view" }, { sent: one, kept }) ?? one;
    });
    const next = { ...item, [name]: isAdded ? [...rest, ...made] : rest };
    return isWorse(resource.item, next, item) ? undefined : next;
  };
}
