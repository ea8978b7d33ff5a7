// Items: made of what the client sent and of what only the service decides, and shown as each response describes them.
import { only } from "../../json/parts.ts";
import { type Document, resolve } from "../../document/document.ts";
import { type JsonObject, type JsonValue, equalJson, isLeaf, isObject, ownValue } from "../../json/value.ts";
import { pointerSteps } from "../../json/pointer.ts";
import { writeJson } from "../../json/write.ts";
import { withId } from "../../resource/items/identify.ts";
import type { Resource } from "../../resource/model.ts";
import type { Certain } from "../../realistic/evidence.ts";
import type { Schema, Violation } from "../../schema/model.ts";
import { type SchemaNode, propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import type { Key } from "../../store/store.ts";
import { lazy } from "../../memo.ts";
import { Answers } from "./answer.ts";
import { type Placing, placingOf } from "./placed.ts";
import type { Relations } from "../relations/relations.ts";
import { type Renamed, renamingOf } from "../relations/itself/renamed.ts";
import type { Others, Relating } from "../relations/rule.ts";

/** The schema to compose for: the items of a collection, or a singleton, which has no identifier. */
export interface Composed {
  /** What the items are called. */
  readonly name?: string;
  readonly item: Schema;
  readonly properties: Resource["properties"];
  readonly identifier: Pick<Resource["identifier"], "steps" | "also">;
}

/** What only some items have. */
interface Own {
  /** The property of the item that the body is. */
  readonly within?: string | undefined;
  readonly relations?: Relations;
  /** The document's examples of items. */
  readonly examples?: readonly JsonObject[];
}

/** What an item is composed from besides its body. */
export interface Composing {
  /** The former item. */
  readonly kept?: JsonObject;
  /** Properties that the path of the request determines; they override the body. */
  readonly given?: JsonObject | undefined;
  /** What is certain about parts of it. */
  readonly certain?: readonly Certain[];
  /** The time of the world, in milliseconds since 1970. */
  readonly now: number;
  /** The items that it may refer to. */
  readonly others?: Others;
  /** Those that it is below. */
  readonly above?: Relating["above"];
  readonly asker?: Relating["asker"];
  /** The identifier as the client wrote it, if its schema allows that: 2 for "2". */
  readonly named?: JsonValue | undefined;
}

/** Composes the items of a resource from the bodies of one operation. */
export class ItemComposer {
  readonly #relations: Relations | undefined;
  readonly #within: string | undefined;
  readonly #examples: readonly JsonObject[];
  readonly #composed: Composed;
  readonly #answers: Answers;
  readonly #sent: SchemaNode | undefined;
  readonly #placing: () => Placing | undefined;
  readonly #renamed: () => Renamed | undefined;
  /** Second identifiers that the service sets, besides the one that paths use; both have the same value. */
  readonly #twins: readonly string[];
  readonly #hidden: ReadonlySet<string>;

  /** @param body the schema of the request body, which says what the client decides */
  constructor(document: Document, composed: Composed, body: SchemaNode | undefined, own: Own = {}) {
    const { within, relations, examples = [] } = own;
    this.#within = within;
    this.#examples = examples;
    this.#relations = relations;
    this.#composed = composed;
    this.#answers = new Answers(document, composed.item);
    this.#sent = body;
    this.#placing = lazy(() => placingOf(document, composed.item, within === undefined ? body : undefined));
    this.#renamed = lazy(() => {
      const shown = schemaAt(document, composed.item.pointer, "response");
      const thing = composed.name?.split("/").at(-1) ?? "";
      return renamingOf(shown, within === undefined ? body : undefined, { thing, examples });
    });
    const [identifier] = composed.identifier.steps;
    const isOwn = (name: string): boolean => body?.properties.get(name)?.annotations.readOnly ?? true;
    // What people read in addresses is no number of a row.
    const isTwin = composed.identifier.also?.includes("id") !== true && !/slug$/i.test(identifier ?? "");
    this.#twins = identifier === undefined || identifier === "id" || !isTwin || !isOwn("id") ? [] : ["id"];
    this.#hidden = new Set(composed.properties.flatMap(({ name, hidden }) => (hidden ? [name] : [])));
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
    const names = new Set(this.#composed.properties.map(({ name }) => name));
    const own = only(next, (name) => names.size === 0 || names.has(name));
    return item.validate(own).filter(({ at, params }) => {
      const name = pointerSteps(at)[0] ?? params.property;
      if (name === undefined) return false;
      return !equalJson(ownValue(next, name) ?? null, ownValue(kept, name) ?? null);
    });
  }

  /** What was sent, under the names of the items. */
  renamed(body: JsonObject): JsonObject {
    return this.#renamed()?.of(body) ?? body;
  }

  /** @param id the identifier, if items show one */
  compose(sentBody: JsonObject, id: Key | undefined, composing: Composing): JsonObject {
    const renamed = this.#renamed();
    const body = renamed?.of(sentBody) ?? sentBody;
    const { kept, now, given = {}, others, above, asker, named = id } = composing;
    const { identifier } = this.#composed;
    const certain: Certain[] = Object.entries<JsonValue>(given).map(([name, value]) => [[name], value]);
    certain.push(...(composing.certain ?? []));
    if (named !== undefined && identifier.steps.length > 0) certain.push([identifier.steps, named]);
    if (id !== undefined && kept === undefined) certain.push(...this.#twinsOf(id));
    certain.push(...(this.#placing()?.(body) ?? []));
    const about = `${this.#composed.item.pointer} ${String(id ?? "")}`;
    // A body that the document does not describe may say anything.
    const untold = Object.keys(sentBody).length === 0 ? ("nothing" as const) : ("unknown" as const);
    const [taken, examples] = [this.#sent ?? untold, this.#examples];
    const evidence = { certain, sent: body, kept, taken, within: this.#within, examples, called: renamed?.called };
    const made = this.#answers.make(about, { kind: "new", now }, evidence);
    const sent = changedIn({ ...body, ...given }, kept);
    const whole = isObject(made) ? made : {};
    const item = others && this.#related(whole, { about, sent, others, above, asker, isNew: kept === undefined });
    return this.#shown(item ?? whole, named);
  }

  /** An item as things of its kind are: without what they hide, and with its identifier. */
  #shown(item: JsonObject, named: JsonValue | undefined): JsonObject {
    const shown = this.#hidden.size === 0 ? item : only(item, (name) => !this.#hidden.has(name));
    return named === undefined ? shown : withId(this.#composed.identifier, shown, named);
  }

  #related(item: JsonObject, relating: Relating): JsonObject {
    const related = this.#relations?.apply(item, relating) ?? item;
    return this.#answers.allowed(related, item);
  }

  #twinsOf(id: Key): readonly Certain[] {
    return this.#twins.flatMap((name): Certain[] => {
      const schema = this.#composed.properties.find((property) => property.name === name)?.schema;
      const value = schema && [id, String(id)].find((one) => schema.validate(one).length === 0);
      return value === undefined ? [] : [[[name], value]];
    });
  }
}

/** What was sent and is not what the thing had: a change leaves the rest as it was. */
function changedIn(sent: JsonObject, kept: JsonObject | undefined): JsonObject {
  return kept === undefined ? sent : only(sent, (name, value) => kept[name] !== value);
}

/**
 * Turns an item into what is sent of it.
 * @param id its identifier, if it does not show it
 * @param sent what the client sent, of which an answer may show more than items have
 */
export type View = (item: JsonObject, others: Others, id?: Key, sent?: JsonObject) => JsonObject;

/** What a view shows besides the properties of the item. */
export interface Viewing {
  /** What is true of every item that is shown. */
  readonly certain?: readonly Certain[];
  /** Where the view shows an identifier that the item does not. */
  readonly identified?: readonly string[] | undefined;
  readonly relations?: Relations | undefined;
}

/** The view of items through the schema of a response; undefined if they are sent as stored. */
export function viewOf(
  document: Document,
  item: Schema,
  shownAs: Schema,
  { certain = [], identified, relations }: Viewing = {},
): View | undefined {
  const shown = resolve(document, shownAs.pointer);
  const stored = resolve(document, item.pointer);
  const node = schemaAt(document, item.pointer, "response");
  const isSame =
    shown.pointer === stored.pointer ||
    equalJson(shown.value, stored.value) ||
    schemaAt(document, shownAs.pointer, "response").isSameAs(node);
  if (isSame && certain.length === 0 && relations?.isLive !== true) return undefined;
  const answers = new Answers(document, shownAs);
  const own = propertiesIn(node).size === 0 ? "nothing" : node;
  return (value, others, id, sent) => {
    const about = aboutOf(item, value, id);
    const named: Certain[] = identified === undefined || id === undefined ? [] : [[identified, id]];
    const kept = sent === undefined ? value : { ...valuesIn(sent), ...value };
    const evidence = { certain: [...certain, ...named], kept, taken: own } as const;
    const made = isSame && certain.length === 0 ? value : answers.make(about, { kind: "view" }, evidence);
    const shownOf = isObject(made) ? made : value;
    if (relations?.isLive !== true) return shownOf;
    const related = relations.apply(shownOf, { others, about, whole: value, isNew: false });
    return answers.allowed(related, shownOf);
  };
}

/** The single values of what was sent; an empty one takes something away. */
function valuesIn(sent: JsonObject): JsonObject {
  return only(sent, (_, one) => isLeaf(one) && one !== null && one !== "");
}

/** The same text for the same item, whatever changes in it. */
function aboutOf(item: Schema, value: JsonObject, id: Key | undefined): string {
  if (id !== undefined) return `${item.pointer} ${String(id)}`;
  const name = Object.keys(value).find((one) => /^_?(id|uuid|gid|sid|key|name)$/i.test(one));
  return `${item.pointer} ${name === undefined ? "" : writeJson(value[name] ?? null)}`;
}
