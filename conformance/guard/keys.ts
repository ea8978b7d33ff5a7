// Keys besides the identifier, such as a slug or an external number: where a creation with the key of an item replaces
// that item, it is lost. Without the mark of the run, only values that no listed item has are sent.
import { showScalar } from "../../src/contract/serialization/text.ts";
import type { JsonValue } from "../../src/json/value.ts";
import { keptFor } from "../../src/memo.ts";
import { idText } from "../../src/resource/items/identify.ts";
import type { Resource } from "../../src/resource/model.ts";
import { parametersIn, plainName, singular, stepsOf } from "../../src/resource/paths.ts";
import { isServed } from "../client/exchange.ts";
import { tracesIn } from "../items/bodies/marks.ts";
import { itemsOf, largestCount, largestPage } from "../probes/list.ts";
import { type IsIdentity, identitiesIn } from "../items/bodies/identities.ts";
import type { Proving } from "./proofs.ts";
import type { Step } from "./steps.ts";

/** What people name such keys, whatever the items are. */
const USUAL =
  /^(?:slug|sku|e?mail|emailaddress|username|login|loginname|handle|code|key|number|serial|serialnumber|isbn|ean|gtin|upc|barcode|iban|vin|ref|reference|external(?:id|key|ref|reference)|(?:reference|client|correlation)(?:id|number))$/;
/** The same after the name of what they identify: "orderNumber" of an order. */
const OWN = /^(?:code|key|number|no|nr|ref|reference)$/;

/** The properties that may be a key of a resource's items. */
export function keyNames({ collection, identifier }: Resource): IsIdentity {
  // Whether an identifier is free is looked up item by item.
  const isOwn = new Set([...identifier.steps.slice(-1), identifier.parameter?.name ?? ""].map(plainName));
  const last = stepsOf(collection).findLast((step) => !step.includes("{")) ?? "";
  const item = plainName(singular(last));
  return (name) => {
    const plain = plainName(name);
    if (isOwn.has(plain)) return false;
    return USUAL.test(plain) || (item !== "" && plain.startsWith(item) && OWN.test(plain.slice(item.length)));
  };
}

/** The values of keys that existing items have; undefined if not all items could be seen. */
type Taken = ReadonlySet<string> | undefined;

export class Keys {
  readonly #run: Proving;
  readonly #taken = new Map<string, Promise<Taken>>();

  constructor(run: Proving) {
    this.#run = run;
  }

  /** Whether no item that the run did not create has one of the values, however a lenient service reads it. */
  async areFree(values: readonly JsonValue[], resource: Resource, above: readonly Step[]): Promise<boolean> {
    const { marker } = this.#run.options;
    const open = values.filter((value) => tracesIn(showScalar(value), marker).size === 0 && !isUuid(value));
    if (open.length === 0) return true;
    const place = JSON.stringify([resource.collection, above.map(({ text }) => text)]);
    // Looked at before the first creation, so what the run makes later is not in the way.
    const taken = await keptFor(this.#taken, place, () => this.#look(resource, above));
    return taken !== undefined && open.every((value) => readings(value).every((one) => !taken.has(one)));
  }

  async #look(resource: Resource, above: readonly Step[]): Promise<Taken> {
    const { list } = resource.operations;
    if (list === undefined) return undefined;
    const names = parametersIn(stepsOf(list.path));
    const path = Object.fromEntries(above.flatMap(({ text }, index) => (names[index] ? [[names[index], text]] : [])));
    const page = await this.#run.send({ operation: list, path, query: largestPage(resource), intent: "edge" });
    const items = isServed(page) ? itemsOf(page) : undefined;
    if (items === undefined || items.length >= largestCount(resource)) return undefined;
    const own = new Set(this.#run.createdOf(resource).map(({ id }) => showScalar(id)));
    const others = items.filter((item) => !own.has(idText(resource.identifier, item)));
    const isKey = keyNames(resource);
    return new Set(others.flatMap((item) => identitiesIn(item, isKey).flatMap(readings)));
  }
}

const isUuid = (value: JsonValue): boolean =>
  typeof value === "string" && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);

/** The texts as which a value may be compared with a key. */
function readings(value: JsonValue): string[] {
  const text = showScalar(value).trim().toLowerCase();
  const numbers = [Number(text), Number.parseFloat(text)].filter(Number.isFinite);
  if (typeof value === "boolean" || value === null) numbers.push(Number(value));
  return [
    text,
    ...(value === null ? [""] : []),
    ...numbers.flatMap((one) => [one, Math.trunc(one), Math.round(one)].map((shown) => String(shown + 0))),
  ];
}
