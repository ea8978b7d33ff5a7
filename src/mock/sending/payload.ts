// What a webhook or a callback says: its body and headers, made like any answer from what was sent and stored.
import { concreteMedia, formatOf, isForm } from "../../contract/media.ts";
import type { Contract, DescribedOperation, MediaType, Parameter } from "../../contract/model.ts";
import { partsPlace } from "../../contract/representation/items.ts";
import { isParts } from "../../contract/representation/parts/parts.ts";
import { writeParts } from "../../contract/representation/parts/write-parts.ts";
import { FormWriter } from "../../contract/representation/forms/form-writer.ts";
import { writeParameter } from "../../contract/serialization/write.ts";
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { lazy } from "../../memo.ts";
import { type BodyPath, isFreeForm, isTop, nodeAt, partOf } from "../../resource/items/envelope.ts";
import type { Resource } from "../../resource/model.ts";
import { plainName, wordsOf } from "../../resource/paths.ts";
import type { Certain } from "../../realistic/evidence.ts";
import type { Schema } from "../../schema/model.ts";
import { type SchemaNode, isType, propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import { richest } from "../../resource/items/schema.ts";
import type { Key } from "../../store/store.ts";
import { Answers } from "../answer/answer.ts";
import { headerValues, written } from "../answer/bodies.ts";
import { viewOf } from "../answer/items.ts";
import { mediaName } from "../response.ts";
import { likelyPlace, placeOfItem, sentMedia, thingsOf } from "../../resource/events/place.ts";
import { type ChangeKind, kindsIn } from "../../resource/events/verbs.ts";

/** What something is sent about. */
export interface About {
  /** The name of the webhook or callback. */
  readonly name: string;
  /** The same for all attempts, and for nothing else. */
  readonly id: string;
  /** The body of the request that caused it, and of the answer. */
  readonly sent?: JsonValue | undefined;
  readonly answer?: JsonValue | undefined;
  readonly thing?: Thing | undefined;
  readonly now: number;
}

/** The item that it is about. */
export interface Thing {
  readonly resource: Resource;
  readonly item: JsonObject;
  readonly id: Key | undefined;
  readonly kind: ChangeKind;
}

/** What is sent, without what every message has. */
export interface Payload {
  /** Name, value, name, value. */
  readonly lines: readonly string[];
  /** Percent-encoded pairs for the URL. */
  readonly query: readonly string[];
  readonly text?: string;
  /** A header that the document describes for a signature. */
  readonly signature?: string;
}

/** Names of properties and headers with the name of an event. */
const EVENT = /^(?:x?[a-z]*event(?:type|name)?|type|action|topic|trigger|kind)$/;
const SIGNATURE = /signature|hmac/i;
/** Headers that the connection needs itself, or that say who sends. */
const OWN =
  /^(?:host|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|authorization|cookie|webhook-.*)$/i;

/** Makes what one webhook or callback says. */
export class PayloadMaker {
  readonly #contract: Contract;
  readonly #described: DescribedOperation;
  readonly #media: MediaType | undefined;
  readonly #answers: Answers | undefined;
  readonly #whole: () => SchemaNode | undefined;

  constructor(contract: Contract, described: DescribedOperation) {
    const { document } = contract;
    this.#contract = contract;
    this.#described = described;
    this.#media = sentMedia(described);
    const schema = this.#media?.schema;
    this.#answers = schema && new Answers(document, schema);
    this.#whole = lazy(() => schema && schemaAt(document, schema.pointer, "response"));
  }

  make(about: About, body?: JsonValue): Payload {
    const lines: string[] = [];
    const query: string[] = [];
    let signature: string | undefined;
    for (const parameter of this.#described.parameters) {
      if (parameter.in === "header" && SIGNATURE.test(parameter.name)) signature = parameter.name;
      else if (parameter.in === "query" || (parameter.in === "header" && !OWN.test(parameter.name)))
        for (const [name, text] of this.#parameter(parameter, about))
          if (parameter.in === "query") query.push(`${name}=${text}`);
          else if (!/[^\t\x20-\x7e]/.test(text)) lines.push(name, text);
    }
    const message = { lines, query, ...(signature === undefined ? {} : { signature }) };
    if (this.#media === undefined) return message;
    const { type, text } = this.#written(body ?? this.#body(about), this.#media);
    return { ...message, lines: [...lines, "Content-Type", type], text };
  }

  #written(value: JsonValue, media: MediaType): { readonly type: string; readonly text: string } {
    const name = mediaName(media);
    const { schema } = media;
    const { document } = this.#contract;
    if (isParts(name)) {
      const { type, text } = writeParts(partsPlace(document, media), name, value, headerValues(document));
      return { type, text };
    }
    if (isForm(name) && schema !== undefined) {
      const form = new FormWriter(document, { ...media, schema }, headerValues(document));
      const { body, mediaType } = form.text(form.write(value) ?? []);
      return { type: mediaType, text: body };
    }
    const isText = formatOf(concreteMedia(media.name)) !== "json";
    return { type: name, text: isText ? written(value, name, this.#whole()) : writeJson(value) };
  }

  #body(about: About): JsonValue {
    const { thing, answer, sent } = about;
    const answers = this.#answers;
    const whole = this.#whole();
    const examples = (this.#media?.examples ?? [])
      .toSorted((a, b) => Number(isNamed(b.name, about.name)) - Number(isNamed(a.name, about.name)))
      .map(({ value }) => value);
    const known = thing?.item ?? (isObject(answer) ? answer : undefined) ?? sent;
    if (answers === undefined || whole === undefined) return known ?? examples[0] ?? {};
    if (isFreeForm(whole)) return known ?? examples[0] ?? answers.make(about.id, { kind: "one", now: about.now });
    const place = thing && this.#placeOf(whole, thing.resource);
    const event = this.#eventIn(whole, about, { place, examples });
    if (thing !== undefined && place !== undefined && isTop(place)) {
      const kept = { ...this.#viewed(thing, place) };
      return answers.make(
        `${about.name} ${String(thing.id)}`,
        { kind: "view" },
        { certain: event, kept, taken: "nothing", examples },
      );
    }
    const certain = [...event, ...this.#identified(whole, thing)];
    if (thing !== undefined && place !== undefined) certain.push([place.steps, this.#viewed(thing, place)]);
    const evidence =
      place === undefined
        ? ({ sent: this.#around(about, certain.length > 0), taken: "unknown" } as const)
        : ({ taken: "nothing" } as const);
    return answers.make(about.id, { kind: "new", now: about.now }, { certain, ...evidence, examples });
  }

  #placeOf(whole: SchemaNode, resource: Resource): BodyPath | undefined {
    const { document } = this.#contract;
    return placeOfItem(document, this.#described, resource) ?? likelyPlace(whole, document, resource);
  }

  /** The item as the body describes it. */
  #viewed({ resource, item, id }: Thing, place: BodyPath): JsonObject {
    const { document } = this.#contract;
    const schema = this.#media?.schema as Schema;
    const node = nodeAt(schemaAt(document, schema.pointer, "response"), place);
    if (node === undefined || isFreeForm(node)) return item;
    const view = viewOf(document, resource.item, partOf(schema, place, false, richest(document, node)));
    return view === undefined ? item : view(item, NO_OTHERS, id);
  }

  /** What is known beside an item, by the names of the properties. */
  #around({ sent, answer, thing }: About, hasOwnId: boolean): JsonObject {
    const all = { ...asObject(sent), ...asObject(answer), ...thing?.item };
    if (!hasOwnId) return all;
    const { id: _, ...others } = all;
    return others;
  }

  /** The properties with the name of the event. */
  #eventIn(
    whole: SchemaNode,
    about: About,
    { place, examples }: { readonly place: BodyPath | undefined; readonly examples: readonly JsonValue[] },
  ): Certain[] {
    const isItem = place !== undefined && isTop(place);
    const own = new Set(isItem ? about.thing?.resource.properties.map(({ name }) => name) : []);
    return [...propertiesIn(whole)].flatMap(([name, node]): Certain[] => {
      if (own.has(name) || !EVENT.test(plainName(name))) return [];
      const [shown] = [
        ...examples.map((one) => ownValue(asObject(one), name)),
        ...(this.#answers?.place.property(name).examples ?? []),
      ].filter((one) => one !== undefined);
      const value = eventValue(node, about, shown);
      return value === undefined ? [] : [[[name], value]];
    });
  }

  /** Properties such as `orderId`, at the top and in the object inside. */
  #identified(whole: SchemaNode, thing: Thing | undefined): Certain[] {
    if (thing?.id === undefined) return [];
    const names = new Set(
      ["resource", "object", "entity", "item", ...thingsOf(this.#contract.document, thing.resource)].map(
        (one) => `${one}id`,
      ),
    );
    const found = (node: SchemaNode, steps: readonly string[]): Certain[] =>
      [...propertiesIn(node)].flatMap(([name, part]): Certain[] => {
        if (steps.length === 0 && isType(part, "object")) return found(part, [name]);
        const value = names.has(plainName(name)) ? asIn(part, thing.id as Key) : undefined;
        return value === undefined ? [] : [[[...steps, name], value]];
      });
    return found(whole, []);
  }

  #parameter(parameter: Parameter, about: About): readonly (readonly [string, string])[] {
    const { schema, name } = parameter;
    const { document } = this.#contract;
    const node = schemaAt(document, schema.pointer, "response");
    const event = EVENT.test(plainName(name)) ? eventValue(node, about, undefined) : undefined;
    const examples = parameter.examples.map(({ value }) => value);
    const value = event ?? new Answers(document, schema).make(about.id, { kind: "one", now: about.now }, { examples });
    return writeParameter(parameter, value) ?? [];
  }
}

const NO_OTHERS = {
  ids: () => [],
  find: () => undefined,
  has: () => false,
  naming: () => undefined,
};

function asObject(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function isNamed(name: string | undefined, wanted: string): boolean {
  return name !== undefined && plainName(name) === plainName(wanted);
}

/**
 * The name of the event as a property has it: one of its values, or the name of the webhook.
 * @param shown an example of it, which stays unless it tells of something else
 */
function eventValue(node: SchemaNode, { name, thing }: About, shown: JsonValue | undefined): JsonValue | undefined {
  const values = node.form.values?.filter((value) => typeof value === "string");
  if (values === undefined) {
    const told = typeof shown === "string" ? kindsIn(shown) : undefined;
    const isOther = told === undefined || (told.length > 0 && thing !== undefined && !told.includes(thing.kind));
    return isOther && isType(node, "string") && node.form.formats.length === 0 && thing !== undefined
      ? name
      : undefined;
  }
  const same = values.find((value) => isNamed(value, name));
  const kind = thing?.kind;
  const verb = kind && values.find((value) => wordsOf(value).length <= 1 && kindsIn(value).includes(kind));
  return (
    same ??
    values.find((value) => name !== "" && plainName(name).endsWith(plainName(value))) ??
    verb ??
    values.find((value) => kind !== undefined && kindsIn(value).includes(kind))
  );
}

/** An identifier in the type of a property. */
function asIn(node: SchemaNode, id: Key): JsonValue | undefined {
  if (isType(node, "string")) return String(id);
  return typeof id === "string" ? undefined : id;
}
