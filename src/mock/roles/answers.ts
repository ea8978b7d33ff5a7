// How an operation answers: with an item, with several, or with an example of the document.
import type { Contract, MediaType, Operation } from "../../contract/model.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { richest } from "../../resource/items/schema.ts";
import { type BodyPath, bodyWith, isTop, nodeAt, partAt, partOf } from "../../resource/items/envelope.ts";
import type { Resource, Role, Shape } from "../../resource/model.ts";
import { schemaAt } from "../../schema/normal/schema-node.ts";
import type { Schema } from "../../schema/model.ts";
import type { Answer } from "./basis.ts";
import { Fitter } from "../items/fitting.ts";
import { jsonResponse, successStatus } from "../response.ts";
import { exampleBody } from "../documented.ts";
import { type View, viewOf } from "../items/view.ts";

/** Writes the answers of one operation about one item. */
export type ItemAnswer = (item: JsonObject) => Answer;

/** What an answer is built from. */
export interface Answering {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly item: Schema;
  readonly shape: Shape | undefined;
}

/** How an operation answers with one item: its status, and the item if the response has a body. */
export function itemAnswer({ contract, operation, item, shape }: Answering, role: Role, isNew = true): ItemAnswer {
  const status = isNew ? successStatus(operation, role) : otherStatus(operation, role);
  const media = jsonResponse(operation, status);
  if (media === undefined || status === 204) return () => ({ kind: "answer", status });
  const { schema } = media;
  if (schema === undefined) return (value) => ({ kind: "answer", status, text: writeJson(value) });
  const whole = schemaAt(contract.document, schema.pointer, "response");
  const part = shape?.shown === undefined ? undefined : partAt(whole, shape.shown);
  if (shape?.shown === undefined || part === undefined || shape.showsMany) {
    return exampleAnswer(contract, media, status);
  }
  const place = shape.shown;
  const view = viewOf(contract.document, item, partOf(schema, place, false, richest(contract.document, part)));
  if (isTop(place))
    return (value) => ({ kind: "answer", status, text: writeJson(view === undefined ? value : view(value)) });
  const envelope = envelopeOf(contract, media, schema);
  return (value) => ({
    kind: "answer",
    status,
    text: writeJson(envelope(place, view === undefined ? value : view(value))),
  });
}

/** The status of an answer that is the stored item, whose text can be reused; otherwise undefined. */
export function statusAsStored({ contract, operation, item, shape }: Answering, role: Role): number | undefined {
  const status = successStatus(operation, role);
  const schema = jsonResponse(operation, status)?.schema;
  if (status === 204 || schema === undefined || shape?.shown === undefined) return undefined;
  if (!isTop(shape.shown) || shape.showsMany) return undefined;
  return viewOf(contract.document, item, schema) === undefined ? status : undefined;
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
  const fitter = new Fitter(contract.document, schema);
  return (place, value) => {
    if (template === undefined) {
      const example = exampleBody(contract, media);
      template = isObject(example) ? example : {};
    }
    const whole = bodyWith(place, value, template);
    if (!isObject(whole) || fitter.allows(whole)) return whole;
    const bare = bodyWith(place, value);
    if (isObject(bare) && fitter.allows(bare)) return bare;
    // The envelope gets what it requires; the value inside stays unchanged.
    return bodyWith(place, value, fitter.fit(whole));
  };
}

/** The view of the items in a list response; undefined if it shows them as they are. */
export function listedView(contract: Contract, resource: Resource, schema: Schema, place: BodyPath): View | undefined {
  const shown = listedSchema(contract, schema, place);
  return shown === undefined ? undefined : viewOf(contract.document, resource.item, shown);
}

/** The schema of an item in a list; undefined if none is described. */
export function listedSchema({ document }: Contract, schema: Schema, place: BodyPath): Schema | undefined {
  const items = nodeAt(schemaAt(document, schema.pointer, "response"), { steps: place.steps, inList: false })?.items;
  return items === undefined ? undefined : partOf(schema, place, true, richest(document, items));
}
