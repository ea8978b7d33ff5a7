// Lists: the items at a parent path, filtered, cut to the page, and in the envelope that the document describes.
import { type JsonObject, type JsonValue, ownValue } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import type { MediaType } from "../../contract/model.ts";
import { type BodyPath, isTop } from "../../resource/items/envelope.ts";
import type { Resource } from "../../resource/model.ts";
import type { Schema } from "../../schema/model.ts";
import type { Condition, Key, Query } from "../../store/store.ts";
import type { Behaviour, BehaviourBasis, MockRequest } from "./basis.ts";
import type { Collection } from "../items/collection.ts";
import { type Arranged, arrangedReader, byShown } from "../lists/arranger.ts";
import { type Criteria, criteriaIn, filterIn } from "../lists/criteria.ts";
import { ListEnvelope } from "../lists/envelope.ts";
import { pageHeaders } from "../lists/headers.ts";
import { NOT_FOUND } from "../errors/refusal.ts";
import { jsonResponse, successStatus } from "../response.ts";
import { isFilter } from "../../resource/lists/query.ts";
import { isEndOf, thingOf } from "../../resource/paths.ts";
import { mayBe, schemaAt } from "../../schema/normal/schema-node.ts";
import type { Scope, Values } from "../items/scope.ts";
import { type Unpacked, keyIn } from "../items/family.ts";
import { type PagePart, Pagination, comparable } from "../lists/pagination.ts";
import { othersIn } from "../relations/others/others.ts";
import { listedSchema, listedView, relationsFor } from "./answers.ts";
import { isUntoldIn, untoldPart } from "../lists/untold-pages.ts";
import { belongingIn } from "../lists/belonging.ts";
import { lazy, once } from "../../memo.ts";
import { parameterIndex } from "../../contract/parameters.ts";
import { placeIn } from "./place.ts";

/** Prepares a list. */
export function list(basis: BehaviourBasis): Behaviour {
  const { contract, operation, resource, families } = basis;
  const { scope, textsOf } = placeIn(basis);
  const { family } = scope;
  const belonging = belongingIn(contract.document, scope);
  // In a list across several parents, two items may have the same name.
  const hasNames = !family.hasOwnNames || resource === family.home;
  const status = successStatus(operation, "list");
  const media = jsonResponse(operation, status);
  const place = resource.shapes.get(operation)?.shown;
  const schema = media?.schema;
  const view = schema === undefined || place === undefined ? undefined : listedView(basis, schema, place);
  const conditionsOf = filterReader(basis);
  const pagination = new Pagination(operation, resource);
  const isUntold = isUntoldIn(contract.document, resource, schema);
  const arranged = arrangedOf(basis, schema, place);
  const asShown = shownReader(basis, schema, place);
  const envelope = envelopeOf(basis, media, place);
  const repeated = repeatedIn(basis, schema);
  const headersOf = pageHeaders(contract.document, operation, status);
  const criteriaOf = criteriaReader(basis);
  return ({ values, body, url }, world) => {
    const texts = textsOf(values, world);
    if (!scope.leadsOn(world, texts)) return NOT_FOUND;
    const collection = world.collection(scope.at);
    const [filters, shownFilters] = asShown.parted(conditionsOf(values));
    const conditions =
      resource.scope.length > 0 && !belonging.isOpen ? [...scope.conditions(texts), ...filters] : filters;
    const described = pagination.readBody(pagination.read(values), body);
    const part = isUntold && url !== undefined ? untoldPart(described, url()) : described;
    const beside = besideOf(scope, collection, texts, part);
    const others = othersIn(world, families);
    const asked = withCriteria(belonging(arranged?.(values), world, texts), criteriaOf(values, body));
    const show = (one: Unpacked): JsonObject => (view === undefined ? one.item : view(one.item, others, one.id));
    const wanted = asShown.read(asked, shownFilters, show);
    const query = queryOf(part, conditions, { order: wanted?.order, ...beside });
    // The fast path: nothing is told about the page, and items are sent as stored.
    const isPlain = envelope === undefined && headersOf === undefined && view === undefined && family.isPlain;
    if (isPlain && (wanted?.arrange ?? wanted?.trim) === undefined)
      return { kind: "answer", status, text: collection.store.list(query) };
    const all = arrangedItems(collection, conditions, wanted);
    const keyOf = (one: Unpacked): Key => family.keyOf(one.id, one.labels.get(family.home) ?? "");
    const found = all === undefined ? oneMore(collection, query) : partOfArranged(all, query, keyOf);
    const { shown, isMore, isBefore } = cut(found, query.limit, part);
    const items = shown.map((one) => (wanted?.trim ?? unchanged)(show(one)));
    if (envelope === undefined && headersOf === undefined) return { kind: "answer", status, text: writeJson(items) };
    const seen = {
      count: items.length,
      total: all?.length ?? collection.store.count(conditions),
      hasMore: isMore,
      isBeside: isBefore ? isMore : beside.after !== undefined,
      first: hasNames ? keyIn(resource, shown[0]?.item) : undefined,
      last: hasNames ? keyIn(resource, shown.at(-1)?.item) : undefined,
    };
    const page = pagination.page({ ...part, isSorted: asked?.order !== undefined }, seen, () => url?.());
    const whole = lazy(() => (all ?? collection.items({ conditions, order: query.order })).map(({ item }) => item));
    const text = writeJson(envelope === undefined ? items : envelope.fill(items, page, whole, repeated(texts, values)));
    return { kind: "answer", status, text, headers: headersOf?.(page) };
  };
}

/** What a request asks for, by what is shown of items where that changes with other things: none is stored as it is then. */
function shownReader(basis: BehaviourBasis, schema: Schema | undefined, place: BodyPath | undefined) {
  const { contract } = basis;
  const worked = lazy((): readonly string[] => {
    const shown = schema && place && listedSchema(contract, schema, place);
    return shown === undefined
      ? []
      : relationsFor(basis, schemaAt(contract.document, shown.pointer, "response")).worked;
  });
  const isWorked = (name: string): boolean => worked().includes(name);
  return {
    /** The filters that the store can answer, and the others. */
    parted: (filters: readonly Condition[]): readonly [readonly Condition[], readonly Condition[]] =>
      filters.some(({ property }) => isWorked(property))
        ? [filters.filter(({ property }) => !isWorked(property)), filters.filter(({ property }) => isWorked(property))]
        : [filters, []],
    read(asked: Arranged | undefined, filters: readonly Condition[], show: (one: Unpacked) => JsonObject) {
      if (filters.length === 0) return asked?.by?.some(isWorked) === true ? byShown(asked, show) : asked;
      const isKept: Criteria = (item) =>
        filters.every(({ property, values }) => values.includes(ownValue(item, property) ?? null));
      return byShown(withCriteria(asked, isKept) ?? {}, show);
    },
  };
}

function queryOf(
  { limit, offset }: PagePart,
  conditions: readonly Condition[],
  { order, after, before }: Pick<Query, "order" | "after" | "before">,
): Query {
  if (order === undefined && after === undefined && before === undefined) return { conditions, limit, offset };
  const beside = after === undefined ? (before === undefined ? {} : { before }) : { after };
  return { conditions, limit, offset, order, ...beside };
}

/** The items of a page, and the one that shows whether the list continues. */
const oneMore = (collection: Collection, query: ReturnType<typeof queryOf>): readonly Unpacked[] =>
  collection.items({ ...query, limit: query.limit + 1 });

/** The items of a page, without the one that shows whether the list continues. */
function cut(found: readonly Unpacked[], limit: number, { beside }: PagePart) {
  const isBefore = beside?.side === "before";
  const isMore = found.length > limit;
  return { isBefore, isMore, shown: isBefore ? found.slice(isMore ? 1 : 0) : found.slice(0, limit) };
}

/** What a request asks for, by its body too. */
function withCriteria(wanted: Arranged | undefined, criteria: Criteria | undefined): Arranged | undefined {
  if (criteria === undefined) return wanted;
  const arrange: Arranged["arrange"] = (items) =>
    (wanted?.arrange?.(items) ?? items).filter(({ item }) => criteria(item));
  return { ...wanted, arrange };
}

/** What a request asks for by its body, and by a filter in words. */
function criteriaReader({ operation, resource }: BehaviourBasis) {
  const searched = searchedIn(resource);
  const filterAt = operation.parameters.findIndex((one) => isFilter(one) && one.style !== "deepObject");
  return (values: Values, body: JsonValue | undefined): Criteria | undefined => {
    const [said, more] = [criteriaIn(body, searched), criteriaIn(filterIn(values[filterAt]), searched)];
    return said === undefined || more === undefined ? (said ?? more) : (item) => said(item) && more(item);
  };
}

/** What criteria in a body may be about. */
function searchedIn({ properties, identifier, name }: Resource): Parameters<typeof criteriaIn>[1] {
  const names = new Set(properties.map((one) => one.name));
  return { names, identifier: identifier.steps[0], thing: thingOf(name) };
}

const unchanged = (item: JsonObject): JsonObject => item;

function arrangedOf(
  { contract, operation, resource }: BehaviourBasis,
  schema: Schema | undefined,
  place: BodyPath | undefined,
) {
  const arranging = resource.arranging.get(operation);
  if (arranging === undefined || schema === undefined || place === undefined) return undefined;
  const listed = listedSchema(contract, schema, place) ?? resource.item;
  const { create, replace, fetch } = resource.operations;
  const isOffer = (create ?? replace ?? fetch) === undefined;
  return arrangedReader(contract.document, operation, { ...arranging, isOffer }, listed);
}

/** What an envelope repeats of the path and the query: `team_id` beside the members of a team, `date` beside slots. */
function repeatedIn(
  { contract: { document }, operation, resource: { scope } }: BehaviourBasis,
  schema: Schema | undefined,
): (texts: readonly string[], values: MockRequest["values"]) => JsonObject {
  const around = schema === undefined ? [] : [...schemaAt(document, schema.pointer, "response").properties];
  const repeated = scope.flatMap(({ parameter }, at) => {
    const [name, node] = around.find(([one]) => /id$/i.test(one) && isEndOf(one, parameter)) ?? [];
    return name === undefined || node === undefined ? [] : [{ name, at, isText: mayBe(node, "string") }];
  });
  const asked = operation.parameters.flatMap(({ name, in: place }, at) =>
    place === "query" && around.some(([one, { items }]) => one === name && items === undefined) ? [{ name, at }] : [],
  );
  return (texts, values) =>
    Object.fromEntries([
      ...asked.flatMap(({ name, at }): [string, JsonValue][] => (values[at] === undefined ? [] : [[name, values[at]]])),
      ...repeated.flatMap(({ name, at, isText }): [string, JsonValue][] => {
        const value = isText ? texts[at] : Number(texts[at]);
        return value === undefined || Number.isNaN(value) ? [] : [[name, value]];
      }),
    ]);
}

/** The envelope of the list; undefined if the answer is only the list. */
function envelopeOf(
  { contract, resource }: BehaviourBasis,
  media: MediaType | undefined,
  place: BodyPath | undefined,
): ListEnvelope | undefined {
  if (media === undefined || place === undefined || isTop(place)) return undefined;
  return media.schema === undefined
    ? undefined
    : new ListEnvelope({ document: contract.document, resource }, media, media.schema, place);
}

/** All items that a request asks for, in its order; undefined for the order of the store. */
function arrangedItems(
  collection: Collection,
  conditions: readonly Condition[],
  wanted: Arranged | undefined,
): readonly Unpacked[] | undefined {
  if (wanted?.arrange === undefined) return undefined;
  return wanted.arrange(collection.items({ conditions, order: wanted.order }));
}

/**
 * A page and one more item, which shows whether the list continues: the same result as from the store, in another
 * order.
 */
function partOfArranged(
  all: readonly Unpacked[],
  { limit, offset = 0, after, before }: Query,
  keyOf: (one: Unpacked) => Key,
): readonly Unpacked[] {
  const key = after ?? before;
  if (key === undefined) return all.slice(offset, offset + limit + 1);
  const mark = all.findIndex((one) => keyOf(one) === key);
  if (mark === -1) return [];
  return after === undefined ? all.slice(Math.max(0, mark - limit - 1), mark) : all.slice(mark + 1, mark + limit + 2);
}

const NOWHERE: Pick<Query, "after" | "before"> = Object.freeze({});

/** The key next to which a page begins. An unknown key leads to an empty page. */
function besideOf(
  scope: Scope,
  { identifiers, store }: Collection,
  texts: readonly string[],
  { beside }: PagePart,
): Pick<Query, "after" | "before"> {
  if (beside === undefined) return NOWHERE;
  const id = identifiers.keyOf(beside.text) ?? beside.text;
  const keys = scope.labels(texts).map((label) => scope.family.keyOf(id, label));
  const key = keys.find((one) => store.fetch(one) !== undefined) ?? keys[0];
  if (key === undefined) return {};
  return beside.side === "after" ? { after: key } : { before: key };
}

/** Reads the filters of a request. A value that no item can have, such as "all", keeps every item. */
function filterReader({ operation, resource }: BehaviourBasis): (values: Values) => readonly Condition[] {
  const filters = resource.filters.map(({ parameter, property, schema }) => ({
    at: parameterIndex(operation, parameter),
    property,
    schema,
  }));
  // A query that was read before has the identical values.
  return once((values: Values): readonly Condition[] =>
    filters.flatMap(({ at, property, schema }) => {
      const value = values[at];
      if (value === undefined) return [];
      const fitting = comparable((one) => schema.validate(one), value);
      return fitting.length === 0 ? [] : [{ property, values: fitting }];
    }),
  );
}
