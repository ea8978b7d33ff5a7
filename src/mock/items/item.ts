// Turns a request body into the item to store: the properties of an item, in the order of the document. Every body that
// the document allows becomes an item: what the item cannot contain is left out, and what it requires is generated.
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

/** The schema to compose for: the items of a collection, or a singleton, which has no identifier. */
export interface Composed {
  readonly item: Schema;
  readonly properties: Resource["properties"];
  readonly identifier: Pick<Resource["identifier"], "steps">;
}

/** Where the value of one property comes from. */
interface PropertySource {
  readonly name: string;
  /** Only the service sets it: readOnly. */
  readonly own: boolean;
  /** Every object inherits a property of this name, such as `constructor`, whether the client sent it or not. */
  readonly isInherited: boolean;
  /** Items require it. */
  readonly isNeeded: boolean;
  /** The value if the client does not send it. */
  readonly fallback: () => JsonValue | undefined;
  /** A second identifier that the service sets, besides the one that paths use; both have the same value. */
  readonly twin: "text" | "integer" | undefined;
  /** The time of creation: the service sets it, and the document gives no value. */
  readonly moment: "date" | "date-time" | undefined;
}

/** Composes the items of a resource from the bodies of one operation. */
export class ItemComposer {
  readonly #parts: readonly PropertySource[];
  readonly #composed: Composed;
  readonly #fitter: Fitter;
  readonly #sent: SchemaNode | undefined;

  /** @param body the schema of the request body, whose defaults take precedence over those of the item */
  constructor(document: Document, composed: Composed, body: SchemaNode | undefined) {
    this.#composed = composed;
    this.#sent = body;
    this.#fitter = new Fitter(document, composed.item);
    const [identifier, ...inner] = composed.identifier.steps;
    this.#parts = composed.properties.flatMap(({ name, required, schema }) => {
      const node = schemaAt(document, schema.pointer, "response");
      const shown = node.annotations;
      // A writeOnly property never appears in a response, and a store that only answers need not keep it.
      if (shown.writeOnly) return [];
      const taken = body?.properties.get(name)?.annotations;
      const standard = taken?.default ?? shown.default;
      const isIdentifier = name === identifier && inner.length === 0;
      // A value must be generated if items require it and the client did not send it.
      const made = required && standard === undefined && !isIdentifier;
      // If the request body describes the property, the body decides whether the client may set it, not the response.
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
   * The violations of the item's schema by a change that the document does not describe.
   * @param next the item after the change
   */
  objections(next: JsonObject, kept: JsonObject): readonly Violation[] {
    const { item } = this.#composed;
    // If the document describes what may be sent, only that counts; whatever items cannot contain is left out.
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
   * @param id the identifier, if items show one
   * @param kept the former item, whose readOnly properties stay
   * @param now the time to use for dates, in milliseconds since 1970; without it, dates are generated like other values
   * @returns the item: only properties that the contract lists, always with the given identifier
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

/** What an item is composed from besides its body. */
export interface Composing {
  /** The former item. */
  readonly kept?: JsonObject;
  /** Properties that the path of the request determines; they override the body. */
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
