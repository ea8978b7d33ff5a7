// Adds one item at a parent path: chooses its identifier and composes it.
import { type JsonObject, type JsonValue, type Scalar, isLeaf, ownValue, scalarText } from "../../json/value.ts";
import { idOf, inFull, inPath, isListed } from "../../resource/items/identify.ts";
import type { Resource } from "../../resource/model.ts";
import { stepsOf, plainName } from "../../resource/paths.ts";
import type { Certain } from "../../realistic/evidence.ts";
import type { Key } from "../../store/store.ts";
import type { BehaviourBasis } from "./basis.ts";
import { type ArrivedFile, fileFact } from "../answer/files.ts";
import type { Collection } from "../items/collection.ts";
import { isSlug } from "../relations/itself/follows.ts";
import { inherited } from "../relations/others/copies.ts";
import { othersIn } from "../relations/others/others.ts";
import type { Others } from "../relations/rule.ts";
import { schemaAt } from "../../schema/normal/schema-node.ts";
import { itemExamplesOf } from "../seed/examples.ts";
import { listsAddedTo } from "../relations/others/linking.ts";
import { relationsFor } from "./answers.ts";
import { saidIdentifier } from "./said-identifier.ts";
import { timesOf } from "./times.ts";
import { ANY, type Unpacked, itemsAbove, labelOf, textsIn } from "../items/family.ts";
import { type ParentPlace, parentPlaces, parentsSaid } from "../items/parents.ts";
import { ItemComposer } from "../answer/items.ts";
import { type Refusal, quote, refuse } from "../errors/refusal.ts";
import type { FoundItem, Scope } from "../items/scope.ts";
import type { World } from "../world.ts";
import { lazy } from "../../memo.ts";
import { tellViolations } from "../../schema/violation.ts";
import { sentNode } from "../../resource/items/bodies.ts";

const EXHAUSTED = refuse("store_full", "store", "the store has no identifier left to assign");
const ALL_TAKEN = refuse("conflict", "store", "each identifier has an item already");

const NO_LABELS: ReadonlyMap<Resource, string> = new Map();

/** An item that was added. */
export interface Added {
  readonly kind: "added";
  readonly id: Key;
  readonly item: JsonObject;
  /** As stored. */
  readonly text: string;
  /** The path parameters that lead to it. */
  readonly texts: readonly string[];
}

/** An item that was changed. */
export interface Changed {
  readonly kind: "changed";
  readonly item: JsonObject;
}

/** Adds the items of one operation. */
export class Adder {
  readonly #basis: BehaviourBasis;
  readonly #scope: Scope;
  readonly #composer: ItemComposer;
  readonly #times: ReturnType<typeof timesOf>;
  readonly #above: () => readonly ParentPlace[];
  readonly #emptied: () => readonly string[];

  constructor(basis: BehaviourBasis, scope: Scope) {
    this.#basis = basis;
    this.#scope = scope;
    const { contract, operation, resource } = basis;
    this.#times = timesOf(contract.document, resource);
    this.#above = lazy(() => parentPlaces(contract.document, resource));
    this.#emptied = lazy(() => listsAddedTo(contract, resource));
    const sent = sentNode(contract.document, operation, resource.shapes.get(operation));
    const shown = schemaAt(contract.document, resource.item.pointer, "response");
    this.#composer = new ItemComposer(contract.document, resource, sent, {
      within: resource.shapes.get(operation)?.within,
      examples: itemExamplesOf(scope.family),
      relations: relationsFor(basis, shown),
    });
  }

  /** Adds an item. */
  add(
    world: World,
    texts: readonly string[],
    body: JsonObject,
    { id, file, pathOf, asker, above, certain = [] }: Adding = {},
  ): Added | Refusal {
    const { resource } = this.#basis;
    const collection = world.collection(this.#scope.at);
    const label = labelOf(texts);
    const meant = this.#meant(world, body);
    const chosen =
      id ?? meant?.id ?? saidIdentifier(resource, { world, scope: this.#scope, texts }, body, () => this.renamed(body));
    const next = chosen === undefined ? this.#next(collection, label) : undefined;
    const key = chosen ?? inPath(resource.identifier, next);
    if (key === undefined) return this.#exhausted();
    const isNext = chosen === undefined;
    const former = isNext ? undefined : this.#scope.find(world, texts, chosen);
    if (chosen !== undefined && former !== undefined) {
      // What was only made to fill the store gives way to what a client calls by the same name.
      if (id !== undefined || !collection.isMade(former.key)) return taken(resource.identifier.property, chosen);
      this.#scope.remove(world, former);
    }
    const item = this.#composer.compose(body, key, {
      ...(meant === undefined ? {} : { kept: meant.item }),
      ...this.#around(world),
      above: above ?? itemsAbove(resource, texts),
      asker,
      named: this.#asWritten(body, key) ?? inFull(resource.identifier, body, key) ?? next,
      certain: [...this.#empty(body), ...parentsSaid(this.#above(), texts, body), ...certain],
      given: {
        ...inherited(resource, this.#scope.above(world, texts)?.item, this.#basis.families.resources, body),
        ...this.#factsOf(file, pathOf?.(key) ?? "", body),
        ...this.#parents(texts),
      },
    });
    const twins = this.#twins(collection, texts, item);
    const made = twins.filter((one) => isSlug(one) && !Object.hasOwn(body, one));
    const [twin] = twins.filter((one) => !made.includes(one));
    if (twin !== undefined) return taken(twin, ownValue(item, twin) as Scalar);
    const suffix = scalarText(key).slice(0, 6);
    const own = made.map((one) => [one, `${scalarText(item[one] as Scalar)}-${suffix}`]);
    return this.#put(collection, { texts, id: key, item: { ...item, ...Object.fromEntries(own) }, isNext });
  }

  /** What only one item can have, and another has; what only fills the store is no such item. */
  #twins(collection: Collection, texts: readonly string[], item: JsonObject): readonly string[] {
    const { family } = this.#scope;
    const isOther = ({ id, labels }: Unpacked): boolean =>
      !collection.isMade(family.keyOf(id, labels.get(family.home) ?? ""));
    return family.unique.filter((property) => {
      const value = ownValue(item, property) ?? null;
      const conditions = [...this.#scope.conditions(texts), { property, values: [value] }];
      return isLeaf(value) && value !== null && collection.items({ conditions }).some(isOther);
    });
  }

  /** What was sent, under the names of the items. */
  renamed(body: JsonObject): JsonObject {
    return this.#composer.renamed(body);
  }

  /** Replaces an item by what was sent, or by the result of a change. */
  change(world: World, found: FoundItem, body: JsonObject, isPartial: boolean): Changed | Refusal {
    const { family } = this.#scope;
    const objections = isPartial ? this.#composer.objections(body, found.item) : [];
    if (objections.length > 0) return refuse("invalid_body", "body", `the item ${tellViolations(objections)}`);
    const made = this.#composer.compose(body, found.id, {
      kept: found.item,
      named: inFull(this.#basis.resource.identifier, found.item, found.id),
      given: this.#staying(found),
      ...this.#around(world),
    });
    const item = this.#times(this.#edited(made), found.item, world.clock.now());
    const stored = world.collection(this.#scope.at).put(found.key, family.pack(item, found.id, found.labels));
    return stored === undefined ? this.#basis.plan.fullOfBytes : { kind: "changed", item };
  }

  /** What was changed is marked, where things say so. */
  #edited(item: JsonObject): JsonObject {
    const marks = Object.keys(item).filter((one) => /^(?:is_?)?(?:edited|modified)$/i.test(one) && item[one] === false);
    return marks.length === 0 ? item : { ...item, ...Object.fromEntries(marks.map((one) => [one, true])) };
  }

  /** What a world says about an item: the time, and what it may refer to. */
  #around(world: World): { readonly now: number; readonly others: Others } {
    return { now: world.clock.now(), others: othersIn(world, this.#basis.families) };
  }

  /** Properties that repeat the parent path stay, whatever the body says. */
  #staying({ item }: FoundItem): JsonObject {
    const names = this.#basis.resource.scope.flatMap(({ property }) => property ?? []);
    return Object.fromEntries(
      names.flatMap((name): [string, JsonValue][] => {
        const value = ownValue(item, name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }

  #put(collection: Collection, { texts, id, item, isNext }: Putting): Added | Refusal {
    const { plan, resource } = this.#basis;
    const { family } = this.#scope;
    const labels = resource.scope.length === 0 ? NO_LABELS : new Map([[resource, labelOf(texts)]]);
    const stored = family.pack(item, id, labels);
    const isAtHome = resource === family.home;
    const home = isAtHome ? labelOf(texts) : family.labelIn(stored);
    const key = family.keyOf(id, home);
    if (!isAtHome && !isNext && collection.store.fetch(key) !== undefined)
      return taken(resource.identifier.property, id);
    const text = isNext ? collection.add(key, stored) : collection.put(key, stored);
    if (text === undefined) return collection.isFull ? plan.fullOfItems : plan.fullOfBytes;
    return { kind: "added", id, item, text, texts: isAtHome || home.includes(ANY) ? texts : textsIn(home) };
  }

  /** An identifier that clients write as a number though it may be a text; what is stored as it is has one spelling. */
  #asWritten(body: JsonObject, key: Key): JsonValue | undefined {
    const { identifier } = this.#basis.resource;
    const own = this.#scope.family.isPlain ? undefined : idOf(identifier, body);
    const isSame = typeof own === "number" && typeof key === "string" && String(own) === key;
    return isSame && identifier.schema.validate(own).length === 0 ? own : undefined;
  }

  /** The thing of another collection that is only named, to be added here too: a tag that exists to a contact. */
  #meant(world: World, body: JsonObject): { readonly id: Key; readonly item: JsonObject } | undefined {
    const { identifier, scope } = this.#basis.resource;
    const [name] = Object.keys(body);
    if (scope.length === 0 || name === undefined || name !== identifier.steps[0] || Object.keys(body).length > 1)
      return undefined;
    const home = this.#home();
    const value = ownValue(body, name);
    const id = value === undefined ? undefined : world.collection(this.#scope.at).identifiers.keyOf(value);
    const item = home && value !== undefined ? this.#around(world).others.find(home, value) : undefined;
    return id === undefined || item === undefined ? undefined : { id, item };
  }

  /** The only collection at the top level that has the same things. */
  readonly #home = lazy((): Resource | undefined => {
    const { contract, families, resource } = this.#basis;
    const homeOf = ({ item }: Resource): string => schemaAt(contract.document, item.pointer, "response").home;
    const lastOf = ({ collection }: Resource): string | undefined => stepsOf(collection).at(-1);
    const all = families.resources.filter((one) => one.scope.length === 0 && one.operations.fetch !== undefined);
    const [only, another] = all.filter((one) => homeOf(one) === homeOf(resource));
    return another === undefined && only !== undefined ? only : all.find((one) => lastOf(one) === lastOf(resource));
  });

  /** Nothing was added to a new item yet. */
  #empty(body: JsonObject): Certain[] {
    const lists = this.#emptied();
    if (lists.length === 0) return [];
    // A client may send them under a longer name: `keywords_attributes`.
    const sent = Object.keys(body).map((one) => plainName(one));
    const isSent = (name: string): boolean => sent.some((one) => one.startsWith(plainName(name)));
    return lists.flatMap((name): Certain[] => (isSent(name) ? [] : [[[name], []]]));
  }

  #next(collection: Collection, label: string): Key | undefined {
    const { family } = this.#scope;
    const { identifier } = this.#basis.resource;
    const isTaken = (id: Key): boolean =>
      collection.store.fetch(family.keyOf(inPath(identifier, id), label)) !== undefined;
    return collection.nextKey(isTaken);
  }

  /** A document that lists all identifiers runs out of them by itself: that is not a limit of the mock. */
  #exhausted(): Refusal {
    const { contract, resource } = this.#basis;
    return isListed(contract.document, resource.identifier) ? ALL_TAKEN : EXHAUSTED;
  }

  /** What an item says about a file, where the client does not say so itself. */
  #factsOf(file: ArrivedFile | undefined, place: string, body: JsonObject): JsonObject {
    if (file === undefined) return {};
    const facts = this.#basis.resource.properties.flatMap(({ name, schema }): [string, JsonValue][] => {
      const value = Object.hasOwn(body, name) ? undefined : fileFact(name, file, place);
      return value !== undefined && schema?.validate(value).length === 0 ? [[name, value]] : [];
    });
    return Object.fromEntries(facts);
  }

  /** Properties that repeat the path need not be sent. */
  #parents(texts: readonly string[]): JsonObject | undefined {
    const { scope, properties } = this.#basis.resource;
    if (scope.length === 0) return undefined;
    let given: JsonObject = {};
    for (const [index, { property }] of scope.entries()) {
      const text = texts[index];
      if (property === undefined || text === undefined) continue;
      const schema = properties.find(({ name }) => name === property)?.schema;
      const value = [text, Number(text)].find((one) => schema?.validate(one).length === 0);
      if (value !== undefined) given = { ...given, [property]: value };
    }
    return given;
  }
}

/** What a new item has besides its body: the identifier, if the path of the request has it, and a file. */
interface Adding {
  readonly id?: Key | undefined;
  readonly file?: ArrivedFile | undefined;
  /** What is certain about parts of it. */
  readonly certain?: readonly Certain[];
  /** What it refers to, if its path does not say it. */
  readonly above?: ReadonlyMap<Resource, string>;
  /** Who asks. */
  readonly asker?: (() => JsonObject | undefined) | undefined;
  /** The path of the item. */
  readonly pathOf?: (id: Key) => string;
}

interface Putting {
  readonly texts: readonly string[];
  readonly id: Key;
  readonly item: JsonObject;
  readonly isNext: boolean;
}

/** The refusal of a taken identifier, which the client chose, or of another value that only one item can have. */
function taken(property: string, key: Scalar): Refusal {
  const shown = typeof key === "string" ? quote(key) : String(key);
  const what = `there is already an item whose ${property} is ${shown}; each needs one of its own`;
  return refuse("conflict", `body /${property.replaceAll(".", "/")}`, what);
}
