// The collections that values may refer to, found by the words of a property and by the schema of an object.
import type { Document } from "../../../document/document.ts";
import { type JsonObject, isLeaf, isObject, ownValue, scalarText } from "../../../json/value.ts";
import { groupsOf, keptFor, lazy } from "../../../memo.ts";
import type { Resource } from "../../../resource/model.ts";
import { plainName, singular, thingOf } from "../../../resource/paths.ts";
import { type SchemaNode, propertiesIn, schemaAt } from "../../../schema/normal/schema-node.ts";
import { referenceStem } from "./references.ts";
import type { NameOf } from "../rule.ts";

/** People that other things name by what they do. */
const PEOPLE = new Set(
  `owner author creator assignee reporter reviewer sender manager agent user by lead actor approver requester requestor editor
  submitter uploader commenter watcher follower organizer organiser participant`.split(/\s+/),
);
const HOUSES = new Set("user member people person account employee agent".split(" "));

/** Identifiers that say nothing of what they identify. */
const USUAL =
  /^$|^_?(id|uuid|guid|gid|sid|uid|key|ref|name|slug|code|login|username|handle|number|title|tag|type|email|symbol|date)$|name$/;

/** The targets of all references of a mock. */
export class Targets {
  readonly #document: Document;
  readonly #resources: readonly Resource[];
  readonly #named: ReadonlyMap<string, Resource>;
  readonly #homes: () => ReadonlyMap<string, Resource>;
  readonly #keyed: () => ReadonlyMap<string, Resource>;
  readonly #within: () => ReadonlyMap<string, Resource | null>;
  readonly #found = new Map<string, Resource | null>();
  readonly #sources = new Map<Resource, ReadonlyMap<string, readonly [name: string, node: SchemaNode]>>();

  private constructor(document: Document, resources: readonly Resource[]) {
    this.#document = document;
    this.#resources = resources;
    const named = [...resources.filter(({ scope }) => scope.length === 0), ...inTenant(resources)];
    this.#named = new Map(named.toReversed().map((one) => [thingOf(one.name), one] as const));
    this.#keyed = lazy(() => {
      const keys = named.map((one) => [plainName(one.identifier.steps.join(" ")), one] as const);
      const own = keys.filter(([key]) => !USUAL.test(key));
      return new Map(own.filter(([key]) => own.filter(([other]) => other === key).length === 1));
    });
    this.#within = lazy(() => {
      const below = resources.filter(({ scope, sharedWith }) => scope.length > 0 && sharedWith === undefined);
      const all = groupsOf(below, (one) => thingOf(one.name.split("/").at(-1) ?? ""));
      return new Map([...all].map(([name, [one, more]]) => [name, more === undefined ? (one ?? null) : null] as const));
    });
    this.#homes = lazy(
      () => new Map([...this.#named.values()].toReversed().map((one) => [this.nodeOf(one).home, one] as const)),
    );
  }

  /** Those of a mock, which has one list of resources. */
  static of(document: Document, resources: readonly Resource[]): Targets {
    return keptFor(known, resources, () => new Targets(document, resources));
  }

  /** @param mayEnd true if the words may say more before the name: `billingCustomer` */
  named(words: readonly string[], mayEnd: boolean): Resource | undefined {
    const key = `${words.join(" ")}${mayEnd ? "…" : ""}`;
    return keptFor(this.#found, key, () => this.#find(words, mayEnd) ?? null) ?? undefined;
  }

  #find(words: readonly string[], mayEnd: boolean): Resource | undefined {
    const exact = this.#named.get(singular(words.join("")));
    if (exact !== undefined || !mayEnd) return exact;
    const last = words.at(-1) ?? "";
    const own = this.#named.get(singular(last));
    if (own !== undefined || !PEOPLE.has(singular(last))) return own;
    return [...this.#named].find(([thing]) => HOUSES.has(thing))?.[1];
  }

  /** The things that are below those of a collection, or name them, and how they do. */
  below(
    own: Resource,
    isThing: (thing: string, resource: Resource) => boolean,
  ): { readonly resource: Resource; readonly nameOf: NameOf } | undefined {
    const alike = this.#resources.filter((one) => isThing(thingOf(one.name.split("/").at(-1) ?? ""), one));
    const children = alike.filter(({ parent }) => parent?.resource === own);
    const child = children.find(({ sharedWith }) => sharedWith === undefined) ?? children[0];
    const wanted = thingOf(own.name);
    const naming = ({ properties }: Resource): string | undefined =>
      properties.find(({ name }) => referenceStem(name) === wanted)?.name;
    if (child !== undefined) {
      const property = child.sharedWith && naming(child);
      const nameOf: NameOf = (item, labels) =>
        (property === undefined ? undefined : namedBy(item, property)) ??
        decodeURIComponent(labels.get(child)?.split("/").at(-1) ?? "");
      return { resource: child, nameOf };
    }
    for (const resource of alike) {
      const property = naming(resource);
      if (property !== undefined && resource !== own && resource.sharedWith === undefined)
        return { resource, nameOf: (item) => namedBy(item, property) };
    }
    return undefined;
  }

  /** The things below those of a collection that say how good it is: reviews with a `rating`. */
  rating(own: Resource, averaged: string): ReturnType<Targets["below"]> {
    return this.below(
      own,
      (thing, { properties }) =>
        /review|rating|feedback|vote|score|comment/.test(thing) &&
        properties.some(({ name }) => plainName(name) === averaged),
    );
  }

  /** The only collection whose items are known by a key of that name: `isbn` of books. */
  keyed(name: string): Resource | undefined {
    return this.#keyed().get(plainName(name));
  }

  /** The collection whose items have the schema of an object, or of which it is a short form: `UserRef` of a `User`. */
  like({ home }: SchemaNode): Resource | undefined {
    const short =
      /^\/components\/schemas\/\w+?(?=_?(Ref|Reference|Summary|Short|Mini|Brief|Stub|Link|Info|Preview|Compact|Lite)$)/;
    const whole = home.replace(
      /(?<=^\/components\/schemas\/)(?:Simplified|Simple|Minimal|Short|Brief|Partial|Basic)_?(?=[A-Z])/,
      "",
    );
    return this.#homes().get(home) ?? this.#homes().get(short.exec(home)?.[0] ?? whole);
  }

  /** The only collection of that name below others: `sprints` of projects. */
  within(words: readonly string[]): Resource | undefined {
    return this.#within().get(singular(words.join(""))) ?? undefined;
  }

  nodeOf({ item }: Resource): SchemaNode {
    return schemaAt(this.#document, item.pointer, "response");
  }

  /** The property of items with a name, however it is spelled. */
  source(target: Resource, name: string): readonly [name: string, node: SchemaNode] | undefined {
    const all = keptFor(
      this.#sources,
      target,
      () =>
        new Map(
          [...propertiesIn(this.nodeOf(target))].toReversed().map(([one, node]) => [plainName(one), [one, node]]),
        ),
    );
    return all.get(name);
  }
}

/** Where nearly everything is below the items of one collection, what is right below them: the accounts of a budget. */
function inTenant(resources: readonly Resource[]): readonly Resource[] {
  const below = resources.filter(({ scope }) => scope.length > 0);
  const [most = []] = [...groupsOf(below, ({ collection }) => /^[^{]*/.exec(collection)?.[0] ?? "").values()].toSorted(
    (a, b) => b.length - a.length,
  );
  if (most.length < 3 || most.length * 4 < resources.length * 3) return [];
  return most.filter(({ scope, sharedWith }) => scope.length === 1 && sharedWith === undefined);
}

function namedBy(item: JsonObject, property: string): string | undefined {
  const own = ownValue(item, property);
  const id = isObject(own) ? (ownValue(own, "id") ?? ownValue(own, "uuid")) : own;
  return id === undefined || !isLeaf(id) ? undefined : scalarText(id);
}

const known = new WeakMap<readonly Resource[], Targets>();
