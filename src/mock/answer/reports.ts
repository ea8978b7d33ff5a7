// What reports say about the store: how many things there are, how many in each state, the newest of them, and rows of a table.
import type { Contract, MediaType, Operation } from "../../contract/model.ts";
import { formatOf, isJson } from "../../contract/media.ts";
import { successes } from "../../contract/responses.ts";
import { writeCsv } from "../../contract/representation/rows.ts";
import { readJson } from "../../json/read.ts";
import { type JsonObject, type JsonValue, isLeaf, isObject, ownValue } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import type { Resource } from "../../resource/model.ts";
import { plainName, singular, stepsOf, wordsOf, thingOf } from "../../resource/paths.ts";
import { type SchemaNode, isType, propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import { idOf } from "../../resource/items/identify.ts";
import { viewOf } from "../relations/others/embedded.ts";
import { Targets } from "../relations/others/targets.ts";
import type { Families } from "../items/scope.ts";
import type { World } from "../world.ts";
import { countedInState, inState } from "../relations/itself/in-state.ts";
import { countedIn } from "../relations/itself/totals.ts";
import { isStateName } from "../../document/names.ts";

/** The text of a report with what the store knows. */
export type Report = (text: string, world: World) => string;

/** An answer, with what the store knows if it is a report. */
export function reported<One extends { readonly kind: string; readonly text?: string }>(
  { world }: { readonly world: World },
  answer: One,
  report: Report | undefined,
): One {
  if (report === undefined || answer.kind !== "answer" || answer.text === undefined) return answer;
  return { ...answer, text: report(answer.text, world) };
}

/** One part of a report. */
type Part = (
  value: JsonValue | undefined,
  items: (resource: Resource) => readonly JsonObject[],
) => JsonValue | undefined;

const MOST_ROWS = 1_000;
const MOST_SHOWN = 5;

/** @returns undefined for an operation that is no report */
export function reportOf(contract: Contract, operation: Operation, families: Families): Report | undefined {
  if (operation.method !== "GET" || operation.path.includes("{")) return undefined;
  const [media] = successes(operation).flatMap(({ content }) => content);
  if (media?.schema === undefined || media.examples.length + media.external.length > 0) return undefined;
  const node = schemaAt(contract.document, media.schema.pointer, "response");
  const told = isJson(media.name)
    ? summary(contract, node, families, operation.path)
    : table(operation, media, node, families);
  if (told === undefined) return undefined;
  const { schema } = media;
  return (text, world) => {
    const kept = new Map<Resource, readonly JsonObject[]>();
    const made = told(text, (resource) => {
      const known = kept.get(resource) ?? itemsOf(world, families, resource);
      kept.set(resource, known);
      return known;
    });
    if (typeof made === "string") return made;
    return made === undefined || schema.validate(made).length > 0 ? text : writeJson(made);
  };
}

type Told = (text: string, items: (resource: Resource) => readonly JsonObject[]) => JsonValue | undefined;

function itemsOf(world: World, families: Families, resource: Resource): readonly JsonObject[] {
  const rows = world.collection(families.of(resource).at).items({ limit: MOST_ROWS });
  return rows.map(({ item }) => item);
}

function summary(contract: Contract, node: SchemaNode, families: Families, path: string): Told | undefined {
  // "/orders/count" asks how many orders there are, "/orders/stats" may tell how many are open.
  const [, above, step = ""] = /^(.+)\/([^/]+)$/.exec(path) ?? [];
  const counted = families.resources.find((one) => one.collection === above);
  const isCount = /^(?:count|total)$/i.test(step);
  const parts = [...propertiesIn(node)].flatMap(([name, part]): [string, Part][] => {
    const isAll = isCount || (isType(part, "integer") && /^(?:total|count|all)$/i.test(name));
    const own =
      partOf(contract, [name, part], families, isAll ? counted : undefined) ??
      eachState(contract, name, part, families);
    if (own !== undefined || counted === undefined || !isType(part, "integer")) return own ? [[name, own]] : [];
    const isCounted = inState(contract.document, counted, plainName(name));
    return isCounted === undefined ? [] : [[name, (_value, items) => items(counted).filter(isCounted).length]];
  });
  if (parts.length === 0) return undefined;
  return (text, items) => {
    const reading = readJson(text, Infinity);
    if ("fault" in reading || !isObject(reading.value)) return undefined;
    const whole = reading.value;
    const told = parts.flatMap(([name, part]): [string, JsonValue][] => {
      const value = part(ownValue(whole, name), items);
      return value === undefined ? [] : [[name, value]];
    });
    return { ...whole, ...Object.fromEntries(told) };
  };
}

function partOf(
  { document }: Pick<Contract, "document">,
  [name, part]: readonly [string, SchemaNode],
  families: Families,
  counted: Resource | undefined,
): Part | undefined {
  const homes = families.resources.filter(({ sharedWith }) => sharedWith === undefined);
  const called = (thing: string): Resource | undefined => homes.find((one) => thingOf(one.name) === thing);
  if (isType(part, "integer") || isType(part, "number")) {
    const resource =
      called(countedIn(name, part) ?? (isPlain(name) ? thingOf(name) : "")) ??
      (/count|total|^number$/i.test(name) ? counted : undefined);
    if (resource !== undefined) return (_value, items) => items(resource).length;
    // `draft_count` is about the only things that can be that.
    const [word = "", more] = wordsOf(name).filter((one) => !/^(?:count|number|num|total)$/.test(one));
    const inOne = more === undefined ? homes.filter((one) => inState(document, one, word) !== undefined) : [];
    const stated = inOne.length === 1 ? [{ thing: thingOf(inOne[0]?.name ?? ""), state: word }] : [];
    for (const { thing, state } of [...countedInState(name, part), ...stated]) {
      const own = called(thing);
      const isCounted = own && inState(document, own, state);
      if (own !== undefined && isCounted !== undefined) return (_value, items) => items(own).filter(isCounted).length;
    }
    return undefined;
  }
  const listed = part.items;
  if (listed !== undefined) {
    const targets = Targets.of(document, families.resources);
    const resource = homes.find((one) => targets.nodeOf(one).home === listed.home) ?? targets.like(listed);
    if (resource === undefined || listed.home === listed.pointer) return undefined;
    const view = viewOf(document, listed, targets.nodeOf(resource));
    const shown = (item: JsonObject): JsonValue => view(item, idOf(resource.identifier, item) ?? "");
    return (_value, items) => items(resource).toReversed().slice(0, MOST_SHOWN).map(shown);
  }
  // `{ albums: { items } }`
  const [inner] = [...propertiesIn(part)].flatMap(([own, within]) => {
    const list = within.items && partOf({ document }, [own, within], families, counted);
    return list === undefined ? [] : [{ own, list }];
  });
  if (inner !== undefined)
    return (value, items) =>
      isObject(value) ? { ...value, [inner.own]: inner.list(ownValue(value, inner.own), items) ?? [] } : undefined;
  const words = wordsOf(name);
  const by = words.indexOf("by");
  if (by === -1 || !isType(part, "object") || !isStateName(words[by + 1] ?? "")) return undefined;
  const resource = called(singular(words.slice(0, by).join(""))) ?? homes.find((one) => stateOf(one) !== undefined);
  const state = resource && stateOf(resource);
  if (state === undefined || resource === undefined) return undefined;
  return (_value, items) => {
    const counts = new Map<string, number>();
    for (const item of items(resource)) {
      const own = ownValue(item, state);
      if (typeof own === "string") counts.set(own, (counts.get(own) ?? 0) + 1);
    }
    return Object.fromEntries(counts);
  };
}

/** `pages: { total, draft, published }` */
function eachState({ document }: Contract, name: string, part: SchemaNode, { resources }: Families): Part | undefined {
  const own = resources.find((one) => one.sharedWith === undefined && thingOf(one.name) === thingOf(name));
  if (own === undefined || !isType(part, "object")) return undefined;
  const counts = [...propertiesIn(part).keys()].flatMap((one): [string, (item: JsonObject) => boolean][] => {
    const isCounted = /^(?:total|count|all)$/i.test(one) ? () => true : inState(document, own, plainName(one));
    return isCounted === undefined ? [] : [[one, isCounted]];
  });
  if (counts.length === 0) return undefined;
  return (value, items) => {
    const told = counts.map(([one, isCounted]) => [one, items(own).filter(isCounted).length]);
    return { ...(isObject(value) ? value : {}), ...(Object.fromEntries(told) as JsonObject) };
  };
}

/** True for a number that has only the name of things: "patients". */
const isPlain = (name: string): boolean => wordsOf(name).length === 1 && singular(name) !== name;

const stateOf = ({ properties }: Resource): string | undefined =>
  properties.find(({ name }) => isStateName(name))?.name;

/** The rows of a table of things: "/reports/orders.csv", "/orders/export". */
function table({ path }: Operation, media: MediaType, { items }: SchemaNode, families: Families): Told | undefined {
  const columns = items === undefined ? [] : [...propertiesIn(items).keys()];
  if (formatOf(media.name) !== "csv" || columns.length === 0) return undefined;
  const steps = stepsOf(path).map((step) => thingOf(step.replace(/\.[a-z]+$/i, "")));
  const resource = families.resources.findLast((one) => steps.includes(thingOf(one.name)));
  if (resource === undefined) return undefined;
  return (text, items) => {
    const rows = items(resource).map((item) =>
      Object.fromEntries(columns.map((name): [string, JsonValue] => [name, cellOf(item, name)])),
    );
    return rows.length === 0 ? text : writeCsv(rows, media.name.includes("tab-") ? "\t" : ",");
  };
}

/** The value of a column, also of a part: `customer_name`. */
function cellOf(item: JsonObject, column: string): JsonValue {
  const wanted = plainName(column);
  for (const [name, value] of Object.entries<JsonValue>(item)) {
    const plain = plainName(name);
    if (plain === wanted && isLeaf(value)) return value;
    if (!isObject(value) || !wanted.startsWith(plain)) continue;
    const inner = Object.entries<JsonValue>(value).find(([one]) => plain + plainName(one) === wanted)?.[1];
    if (inner !== undefined && isLeaf(inner)) return inner;
  }
  return "";
}
