// From a request body to the item that is stored: the properties that items have, in the order of the document. Every
// body that the document allows makes an item: what the item cannot hold is left out, what it needs is generated.
import type { Document } from "../../document/document.ts";
import { type SchemaNode, isType, schemaAt } from "../../schema/normal/schema-node.ts";
import { withId } from "../../resource/items/identify.ts";
import type { Resource } from "../../resource/model.ts";
import { seededValue } from "../../schema/generate/seeded-values.ts";
import type { Key } from "../../store/store.ts";
import type { Schema, Violation } from "../../schema/model.ts";
import { type JsonObject, type JsonValue, equalJson, ownValue } from "../../json/value.ts";
import { pointerSteps } from "../../json/pointer.ts";
import { Fitter, once } from "./fitting.ts";

/** What is composed: the items of a collection, or a single thing, which nothing identifies. */
export interface Composed {
  readonly item: Schema;
  readonly properties: Resource["properties"];
  readonly identifier: Pick<Resource["identifier"], "steps">;
}

/** How one property of an item comes about. */
interface PropertySource {
  readonly name: string;
  /** The client has no say in it: readOnly. */
  readonly own: boolean;
  /** Every object has something of that name, such as `constructor`, whether the client sent it or not. */
  readonly isInherited: boolean;
  /** Items cannot do without it. */
  readonly isNeeded: boolean;
  /** What it is when the client does not send it. */
  readonly fallback: () => JsonValue | undefined;
  /** It is another identifier of the service's own, beside the one that paths ask for: the same value. */
  readonly twin: "text" | "integer" | undefined;
  /** It tells when the item was made: the service says so, and the document gives no value. */
  readonly moment: "date" | "date-time" | undefined;
}

/** Composes the items of a resource from the bodies of one operation. */
export class ItemComposer {
  readonly #parts: readonly PropertySource[];
  readonly #composed: Composed;
  readonly #fitter: Fitter;
  readonly #sent: SchemaNode | undefined;

  /** @param body what the operation is sent, whose defaults come before those of the item */
  constructor(document: Document, composed: Composed, body: SchemaNode | undefined) {
    this.#composed = composed;
    this.#sent = body;
    this.#fitter = new Fitter(document, composed.item);
    const [identifier, ...inner] = composed.identifier.steps;
    this.#parts = composed.properties.flatMap(({ name, required, schema }) => {
      const node = schemaAt(document, schema.pointer, "response");
      const shown = node.annotations;
      // What is writeOnly never appears in a response, and a store that only answers need not keep it.
      if (shown.writeOnly) return [];
      const taken = body?.properties.get(name)?.annotations;
      const standard = taken?.default ?? shown.default;
      const isIdentifier = name === identifier && inner.length === 0;
      // Something must make what items need and a client did not send.
      const made = required && standard === undefined && !isIdentifier;
      // What a body says that it may have is the client's, whatever responses say of it.
      const own = taken === undefined ? shown.readOnly : taken.readOnly;
      return {
        name,
        own,
        twin: name === "id" && identifier !== "id" && (own || taken === undefined) ? twinOf(node) : undefined,
        moment: made && (own || taken === undefined) ? momentOf(node) : undefined,
        isInherited: name in Object.prototype,
        isNeeded: required,
        fallback: made ? once(() => seededValue(document, schema.pointer)) : () => standard,
      };
    });
  }

  /**
   * What speaks against a change of which the document does not say that it may be sent: only the item's schema does.
   * @param next what the item would be
   */
  objections(next: JsonObject, kept: JsonObject): readonly Violation[] {
    const { item } = this.#composed;
    // Where the document says what may be sent, that alone decides; what items cannot hold of the rest is left out.
    if (this.#sent !== undefined && this.#sent.properties.size + this.#sent.form.groups.length > 0) return [];
    if (item.validate(kept).length > 0) return [];
    const own = this.#parts.flatMap(({ name }) => (Object.hasOwn(next, name) ? [[name, next[name]] as const] : []));
    return item.validate(Object.fromEntries(own)).filter(({ at, params }) => {
      const name = pointerSteps(at)[0] ?? params.property;
      if (name === undefined) return false;
      return !equalJson(ownValue(next, name) ?? null, ownValue(kept, name) ?? null);
    });
  }

  /**
   * @param id the identifier, where items show one
   * @param kept the item as it was, whose readOnly properties stay
   * @param now the time to date it with, in milliseconds since 1970; without one, dates are generated like other values
   * @returns the item: only properties that the contract lists, the identifier always the given one
   */
  compose(body: JsonObject, id: Key | undefined, { kept, now, given }: Composing = {}): JsonObject {
    const item: Record<string, JsonValue> = {};
    const { steps } = this.#composed.identifier;
    for (const part of this.#parts) {
      const source = part.own || (part.isNeeded && !Object.hasOwn(body, part.name) && kept !== undefined) ? kept : body;
      const isId = part.name === steps[0] && steps.length === 1;
      const isDated = now !== undefined && part.moment !== undefined && kept === undefined;
      const twin = kept === undefined && id !== undefined ? twinValue(id, part.twin) : undefined;
      const value = isId
        ? id
        : given !== undefined && Object.hasOwn(given, part.name)
          ? given[part.name]
          : twin !== undefined
            ? twin
            : isDated
              ? shownMoment(now, part.moment)
              : valueOf(part, source);
      if (value !== undefined) item[part.name] = value;
    }
    const whole = id === undefined || steps.length < 2 ? item : withId({ steps }, item, id);
    const fitted = this.#fitter.fit(whole, kept);
    return fitted === whole || id === undefined ? fitted : withId({ steps }, fitted, id);
  }
}

/** What an item is composed of beside its body. */
export interface Composing {
  /** The item as it was. */
  readonly kept?: JsonObject;
  /** What the path of the request says of the item, whoever else has a say in it. */
  readonly given?: JsonObject | undefined;
  readonly now?: number | undefined;
}

function twinOf(node: SchemaNode): PropertySource["twin"] {
  return isType(node, "string") ? "text" : isType(node, "integer") ? "integer" : undefined;
}

function twinValue(id: Key, twin: PropertySource["twin"]): JsonValue | undefined {
  if (twin === "text") return String(id);
  return twin === "integer" && typeof id !== "string" ? id : undefined;
}

function momentOf({ form }: SchemaNode): PropertySource["moment"] {
  return (["date-time", "date"] as const).find((format) => form.formats.length === 1 && form.formats[0] === format);
}

function shownMoment(now: number, moment: PropertySource["moment"]): string {
  const text = new Date(now).toISOString();
  return moment === "date" ? text.slice(0, 10) : text;
}

function valueOf(part: PropertySource, source: JsonObject | undefined): JsonValue | undefined {
  if (source === undefined) return part.fallback();
  if (part.isInherited && !Object.hasOwn(source, part.name)) return part.fallback();
  const value: JsonValue | undefined = source[part.name];
  return value === undefined ? part.fallback() : value;
}
