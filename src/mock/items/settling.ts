// Stores what answers show. If the answer to a creation narrows a value, or a list or fetch requires one that an item
// may lack, the item has that value from then on. Otherwise two answers would show two different items.
import type { Document } from "../../document/document.ts";
import type { Operation } from "../../contract/model.ts";
import { type JsonObject, equalJson, isLeaf } from "../../json/value.ts";
import { successMedia } from "../../resource/items/bodies.ts";
import { type BodyPath, nodeAt, partAt, partOf } from "../../resource/items/envelope.ts";
import { richest } from "../../resource/items/schema.ts";
import type { Resource } from "../../resource/model.ts";
import { schemaAt } from "../../schema/normal/schema-node.ts";
import type { Schema } from "../../schema/model.ts";
import { once } from "./fitting.ts";
import { type View, viewOf } from "./view.ts";

/** Settles the items of one resource. */
export class Settler {
  readonly #document: Document;
  readonly #resource: Resource;
  /** How lists and fetches show items, if not as they are stored. */
  readonly #views: () => readonly View[];

  constructor(document: Document, resource: Resource) {
    this.#document = document;
    this.#resource = resource;
    const { list, fetch } = resource.operations;
    this.#views = once(() => [fetch, list].flatMap((operation) => this.#viewBy(operation) ?? []));
  }

  /** An item with the properties that lists and fetches must show. */
  settled(item: JsonObject): JsonObject {
    return this.#views().reduce((whole, view) => this.#with(whole, view(whole), false), item);
  }

  /** Prepares the same for items that an operation creates, whose answer shows them first. */
  after(operation: Operation): (item: JsonObject) => JsonObject {
    const view = once(() => this.#viewBy(operation));
    return (item) => {
      const own = view();
      return this.settled(own === undefined ? item : this.#with(item, own(item), true));
    };
  }

  /** @param narrows whether plain values replace existing ones too, instead of only filling in missing ones */
  #with(item: JsonObject, shown: JsonObject, narrows: boolean): JsonObject {
    let whole = item;
    for (const { name } of this.#resource.properties) {
      const value = Object.hasOwn(shown, name) ? shown[name] : undefined;
      if (value === undefined || name === this.#resource.identifier.steps[0]) continue;
      const isMissing = !Object.hasOwn(item, name);
      if (!isMissing && !(narrows && isLeaf(value) && !equalJson(value, item[name] ?? null))) continue;
      const tried = { ...whole, [name]: value };
      if (this.#resource.item.validate(tried).length === 0) whole = tried;
    }
    return whole;
  }

  #viewBy(operation: Operation | undefined): View | undefined {
    const schema = operation === undefined ? undefined : successMedia(operation)?.schema;
    const shape = operation === undefined ? undefined : this.#resource.shapes.get(operation);
    if (schema === undefined || shape?.shown === undefined) return undefined;
    const shown = this.#shownBy(schema, shape.shown, operation === this.#resource.operations.list || shape.showsMany);
    return shown === undefined ? undefined : viewOf(this.#document, this.#resource.item, shown);
  }

  #shownBy(schema: Schema, place: BodyPath, isMany: boolean): Schema | undefined {
    const whole = schemaAt(this.#document, schema.pointer, "response");
    const node = isMany ? nodeAt(whole, { steps: place.steps, inList: false })?.items : partAt(whole, place);
    return node === undefined ? undefined : partOf(schema, place, isMany, richest(this.#document, node));
  }
}
