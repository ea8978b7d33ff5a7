// How an operation answers: with an item, with several, or with an example of the document.
import type { Contract, MediaType, Operation } from "../../contract/model.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { only } from "../../json/parts.ts";
import { writeJson } from "../../json/write.ts";
import { richest } from "../../resource/items/schema.ts";
import { type BodyPath, bodyWith, isFreeForm, isTop, nodeAt, partAt, partOf } from "../../resource/items/envelope.ts";
import type { Resource, Role, Shape } from "../../resource/model.ts";
import { statesAfter } from "../../resource/deeds/effects.ts";
import { plainName, singular, wordsOf } from "../../resource/paths.ts";
import type { Certain } from "../../realistic/evidence.ts";
import { type SchemaNode, isType, mayBe, propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import type { Schema } from "../../schema/model.ts";
import type { BehaviourBasis } from "./basis.ts";
import { type Answer, jsonResponse, successStatus } from "../response.ts";
import { type Document, descriptionAt } from "../../document/document.ts";
import { Answers } from "../answer/answer.ts";
import { othersIn } from "../relations/others/others.ts";
import { Relations } from "../relations/relations.ts";
import type { World } from "../world.ts";
import type { Key } from "../../store/store.ts";
import { findIdentifier } from "../../resource/items/identifier.ts";
import { isShown } from "../../resource/items/identify.ts";
import { sentNode } from "../../resource/items/bodies.ts";
import { itemExamplesOf } from "../seed/examples.ts";
import { exampleBody } from "../answer/example-body.ts";
import { type View, viewOf } from "../answer/items.ts";
import { flagName, isStateName } from "../../document/names.ts";
import { timesOf } from "./times.ts";

/** Writes the answers of one operation about one item. @param sent what the client sent of it */
export type ItemAnswer = (item: JsonObject, world: World, id?: Key, sent?: JsonObject) => Answer;

/** What an answer is built from. */
type Answering = Pick<BehaviourBasis, "contract" | "operation" | "resource" | "families"> & {
  /** Where the answer shows the item, if the resource does not say it. */
  readonly shape?: Shape;
};

/** How an operation answers with one item: its status, and the item if the response has a body. */
export function itemAnswer(answering: Answering, role: Role, isNew = true): ItemAnswer {
  const { contract, operation, resource, families } = answering;
  const { shape = resource.shapes.get(operation) } = answering;
  const status = isNew ? successStatus(operation, role) : otherStatus(operation, role);
  const media = jsonResponse(operation, status);
  if (media === undefined || status === 204) return () => ({ kind: "answer", status });
  const { schema } = media;
  if (schema === undefined) return (value) => ({ kind: "answer", status, text: writeJson(value) });
  const whole = schemaAt(contract.document, schema.pointer, "response");
  if (shape?.identified !== undefined) {
    const isText = isType(whole, "string");
    return (_item, _world, id = "") => ({ kind: "answer", status, text: writeJson(isText ? String(id) : id) });
  }
  const part = shape?.shown === undefined ? undefined : partAt(whole, shape.shown);
  // A text is no item: "User deleted".
  if (shape?.shown === undefined || part === undefined || shape.showsMany || !mayBe(part, "object")) {
    return exampleAnswer(contract, media, status);
  }
  const place = shape.shown;
  const certain = role === "remove" ? deletionsIn(part, contract, operation) : [];
  const gone = certain.map(([[name = ""], value]) => plainName(typeof value === "string" ? value : flagName(name)));
  const times = gone.length === 0 ? undefined : timesOf(contract.document, resource, gone);
  // Of an answer that may be any object, the document says elsewhere what is in it.
  const isOpen = role !== "remove" && isFreeForm(part);
  const shownAs = isOpen ? resource.item : partOf(schema, place, false, richest(contract.document, part));
  const view = viewOf(contract.document, resource.item, shownAs, {
    certain,
    identified: isShown(resource.identifier) ? undefined : identifierIn(contract.document, resource, shownAs),
    relations: relationsFor(answering, isOpen ? schemaAt(contract.document, resource.item.pointer, "response") : part),
  });
  const named = acknowledged(part, resource);
  const shown: (...of: Parameters<ItemAnswer>) => JsonObject = (item, world, id, sent) => {
    const value = times?.(item, item, world.clock.now()) ?? item;
    const made = view === undefined ? value : view(value, othersIn(world, families), id, sent);
    return named === undefined || id === undefined ? made : { ...made, ...named(id) };
  };
  if (isTop(place)) return (...of) => ({ kind: "answer", status, text: writeJson(shown(...of)) });
  const envelope = envelopeOf(contract, media, schema);
  return (...of) => ({ kind: "answer", status, text: writeJson(envelope(place, shown(...of))) });
}

/** The identifier in an answer that is not the item but names it: `{ silenceID }` for one of the silences. */
function acknowledged(
  shown: SchemaNode,
  { name, identifier, properties }: Resource,
): ((id: Key) => JsonObject) | undefined {
  const called = new Set(["id", "key", "uuid"].map((more) => plainName(singular(name) + more)));
  const own = [...propertiesIn(shown)].find(
    ([property]) =>
      (called.has(plainName(property)) || REMOVED_ID.test(plainName(property))) &&
      !properties.some((one) => one.name === property),
  );
  if (own === undefined || propertiesIn(shown).has(identifier.steps[0] ?? "")) return undefined;
  const [property, node] = own;
  if (isType(node, "string")) return (id) => ({ [property]: String(id) });
  return isType(node, "integer") ? (id) => (typeof id === "number" ? { [property]: id } : {}) : undefined;
}

/** `deleted_monitor_id` */
const REMOVED_ID = /^(?:deleted|removed).*(?:id|key|uuid|token)$/;

/** What the answer to a deletion says about it: where it cancels or terminates, the thing is shown as that. */
function deletionsIn({ properties }: SchemaNode, { document }: Contract, operation: Operation): Certain[] {
  const { id, summary, pointer } = operation;
  const isCancelled = /\bcancel/i.test(`${id} ${summary} ${descriptionAt(document, pointer)}`);
  const states = [...(isCancelled ? statesAfter(["cancel"]) : []), ...statesAfter(wordsOf(summary).slice(0, 1))];
  return [...properties].flatMap(([name, node]): Certain[] => {
    if (DELETED.test(name) && isType(node, "boolean")) return [[[name], true]];
    const values = isStateName(name) ? (node.form.values ?? []) : [];
    const state = states.flatMap((one) =>
      values.filter((value) => typeof value === "string" && plainName(value) === one),
    )[0];
    return state === undefined ? [] : [[[name], state]];
  });
}

const DELETED = /^(is_?)?(deleted|removed|destroyed)$/i;

/** The status of an answer that is the stored item, whose text can be reused; otherwise undefined. */
export function statusAsStored(answering: Answering, role: Role): number | undefined {
  const { contract, operation, resource } = answering;
  const shape = resource.shapes.get(operation);
  const status = successStatus(operation, role);
  const schema = jsonResponse(operation, status)?.schema;
  if (status === 204 || schema === undefined || shape?.shown === undefined) return undefined;
  if (!isTop(shape.shown) || shape.showsMany) return undefined;
  const relations = relationsFor(answering, schemaAt(contract.document, schema.pointer, "response"));
  return viewOf(contract.document, resource.item, schema, { relations }) === undefined ? status : undefined;
}

/** The usual success status, unless another one says that nothing was added. */
function otherStatus(operation: Operation, role: Role): number {
  const statuses = operation.responses.map(({ status }) => status);
  if (statuses.includes("200")) return 200;
  return statuses.includes("204") ? 204 : successStatus(operation, role);
}

/** Answers with an example of the document, because the response does not show the item. */
export function exampleAnswer(contract: Contract, media: MediaType, status: number): ItemAnswer {
  let text: string | undefined;
  return () => {
    text ??= writeJson(exampleBody(contract, media) ?? {});
    return { kind: "answer", status, text };
  };
}

/** Puts a value into the envelope of a response; the rest comes from the document's example. */
function envelopeOf(
  contract: Contract,
  media: MediaType,
  schema: Schema,
): (place: BodyPath, value: JsonValue) => JsonValue {
  let template: JsonObject | undefined;
  const answers = new Answers(contract.document, schema);
  return (place, value) => {
    if (template === undefined) {
      const example = exampleBody(contract, media);
      template = isObject(example) ? only(example, isBeside(contract.document, schema, place)) : {};
    }
    const whole = bodyWith(place, value, template);
    if (!isObject(whole) || answers.allows(whole)) return whole;
    const bare = bodyWith(place, value);
    if (isObject(bare) && answers.allows(bare)) return bare;
    // The envelope gets what it requires; the value inside stays unchanged.
    return bodyWith(place, value, answers.fit(whole));
  };
}

/** True for what an envelope may have beside a place: of alternatives, only what the one with that place has. */
function isBeside(
  document: Document,
  { pointer }: Schema,
  { steps: [step = ""] }: BodyPath,
): (name: string) => boolean {
  const { properties, alternatives } = schemaAt(document, pointer, "response");
  const branches = properties.has(step) ? [] : alternatives.flatMap((one) => one.branches);
  const own = branches.find((one) => propertiesIn(one).has(step));
  return (name) => own === undefined || properties.has(name) || propertiesIn(own).has(name);
}

/** The view of the items in a list response; undefined if it shows them as they are. */
export function listedView(
  { contract, resource, families }: Pick<Answering, "contract" | "resource" | "families">,
  schema: Schema,
  place: BodyPath,
): View | undefined {
  const { document } = contract;
  const shown = listedSchema(contract, schema, place);
  if (shown === undefined) return undefined;
  const node = schemaAt(document, shown.pointer, "response");
  return viewOf(document, resource.item, shown, {
    identified: isShown(resource.identifier) ? undefined : identifierIn(document, resource, shown),
    relations: relationsFor({ contract, resource, families }, node),
  });
}

/** Where a list shows the identifier of items that do not show it themselves. */
function identifierIn(
  document: Document,
  { identifier, collection }: Resource,
  item: Schema,
): readonly string[] | undefined {
  const { parameter } = identifier;
  if (parameter === undefined) return undefined;
  return findIdentifier({ document, item, collection, parameter, body: undefined, wanted: undefined })?.steps;
}

/** What items say about each other and about their own parts, as a schema shows them. */
export function relationsFor(
  { contract, resource, families }: Pick<Answering, "contract" | "resource" | "families">,
  shown: SchemaNode,
): Relations {
  const takenOf = (own: Resource): SchemaNode | undefined => {
    // What is fetched by one path may be created by another: `/silence/{id}` and `/silences`.
    const maker = own.operations.create === undefined ? families.of(own).family.maker : own;
    const creation = maker.operations.create ?? own.operations.replace ?? own.operations.update;
    return creation && sentNode(contract.document, creation, maker.shapes.get(creation));
  };
  const examples = itemExamplesOf(families.of(resource).family);
  const about = { own: resource, shown, taken: takenOf(resource), takenOf, examples };
  return new Relations(contract.document, families.resources, about);
}

/** The schema of an item in a list; undefined if none is described. */
export function listedSchema({ document }: Contract, schema: Schema, place: BodyPath): Schema | undefined {
  const items = nodeAt(schemaAt(document, schema.pointer, "response"), { steps: place.steps, inList: false })?.items;
  return items === undefined ? undefined : partOf(schema, place, true, richest(document, items));
}
