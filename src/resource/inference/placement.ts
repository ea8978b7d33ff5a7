// Places an operation by its path and method: on a collection, one of its items, a single thing, or an action on an
// item. Looks at schemas only if the path is not enough.
import type { Method, Operation } from "../../contract/model.ts";
import { type Document, descriptionAt } from "../../document/document.ts";
import { keptFor } from "../../memo.ts";
import { schemaAt } from "../../schema/normal/schema-node.ts";
import { names, sentSchema, shownNode } from "../items/bodies.ts";
import { listIn, namingOf } from "../items/envelope.ts";
import { changesList } from "../deeds/parts.ts";
import type { OperationHint, ReadHint } from "../hint.ts";
import type { Role } from "../model.ts";
import { isMixed, isPlural, isVerb, meaningOf, parameterIn, parametersIn, pathOf, placeOf, stepsOf } from "../paths.ts";
import { turnsPages } from "../lists/page-names.ts";
import { MANY_DEEDS, beforeDeed, isOfMany } from "./deed-paths.ts";

/** An operation that may have a role on a collection. */
export interface Placed {
  readonly kind: "collection";
  readonly operation: Operation;
  readonly hint: OperationHint;
  /** The template of the collection, and the key that all its spellings share. */
  readonly collection: string;
  readonly place: string;
  readonly role: Role;
  /** Its path is neither that of the collection nor that of an item. */
  readonly isExtra: boolean;
}

/** An operation that may belong to a single thing, to an item earlier in its path, or to nothing known. */
interface Other {
  readonly kind: "single" | "action" | "none";
  readonly operation: Operation;
  readonly hint: OperationHint;
  readonly place: string;
  readonly why: string;
}

export type Placement = Placed | Other;

const ITEM_ROLES: ReadonlyMap<Method, Role> = new Map([
  ["GET", "fetch"],
  ["PUT", "replace"],
  ["PATCH", "update"],
  ["DELETE", "remove"],
]);
const MANY_ROLES: ReadonlyMap<Method, Role> = new Map([
  ["PUT", "replace-many"],
  ["PATCH", "update-many"],
  ["DELETE", "remove-many"],
]);
/** The methods whose meaning on a collection or an item is common. */
const MEANINGFUL = new Set<Method>(["GET", "POST", "QUERY", ...ITEM_ROLES.keys()]);

/** Places all operations of a document. */
export class Placer {
  readonly #document: Document;
  /** The operations at each place, by method. */
  readonly #at = new Map<string, Map<Method, Operation>>();
  /** The places of items: paths that end in a parameter. */
  readonly #items: ReadonlySet<string>;
  /** The changes at the places right below others, and below those, with the step to them. */
  readonly #changes = new Map<string, (readonly [step: string, operation: Operation])[]>();
  /** Whether an operation shows a list, because many paths ask about the same one. */
  readonly #lists = new Map<string, boolean>();

  constructor(document: Document, operations: readonly Operation[]) {
    this.#document = document;
    const paths = operations.map((operation) => [operation, stepsOf(operation.path)] as const);
    this.#items = new Set(paths.flatMap(([, steps]) => (isItem(steps) ? [placeOf(steps)] : [])));
    for (const [operation, steps] of paths) {
      const at = keptFor(this.#at, placeOf(this.#withoutSuffix(steps)), () => new Map<Method, Operation>());
      if (!at.has(operation.method) || !hasSuffix(steps)) at.set(operation.method, operation);
      const step = isItem(steps) ? steps.slice(0, -1) : steps;
      if (operation.method === "GET" || isItem(step) || isVerb(step.at(-1) ?? "")) continue;
      keptFor(this.#changes, placeOf(step.slice(0, -1)), () => []).push([step.at(-1) ?? "", operation]);
    }
  }

  place(operation: Operation, { hint, problems }: ReadHint<OperationHint>): Placement {
    const steps = this.#withoutFormat(this.#withoutSuffix(stepsOf(operation.path)), operation.method);
    const place = placeOf(steps);
    const none = (why: string): Other => ({ kind: "none", operation, hint, place, why });
    // If a role was declared but cannot be read, a guess would hide the mistake.
    const unreadable = problems.find(({ pointer }) => /\/x-resource(\/role)?$/.test(pointer));
    if (unreadable !== undefined) return none(unreadable.message);
    if (hint.role === "unmodelled") return none("x-resource says so");
    const guess = this.#guess(operation, hint, steps);
    if (hint.role === undefined && hint.collection === undefined) return guess;
    const role = hint.role ?? (guess.kind === "collection" ? guess.role : this.#plainRole(operation, steps));
    if (role === undefined) return none(guess.kind === "collection" ? "" : guess.why);
    const last = parameterIn(steps.at(-1));
    const own =
      guess.kind === "collection" ? guess.collection : pathOf(last === undefined ? steps : steps.slice(0, -1));
    const collection = hint.collection ?? own;
    const isExtra = guess.kind === "collection" && guess.isExtra;
    return { kind: "collection", operation, hint, collection, place: placeOf(stepsOf(collection)), role, isExtra };
  }

  #plainRole({ method }: Operation, steps: readonly string[]): Role | undefined {
    if (parameterIn(steps.at(-1)) !== undefined) return ITEM_ROLES.get(method);
    return method === "GET" ? "list" : method === "POST" ? "create" : MANY_ROLES.get(method);
  }

  /** Drops the suffix of a collection whose items have one, or none: "/things.json" beside "/things/{id}.json". */
  #withoutSuffix(steps: string[]): string[] {
    if (!hasSuffix(steps)) return steps;
    const plain = [...steps.slice(0, -1), (steps.at(-1) ?? "").replace(SUFFIX, "")];
    return this.#items.has(below(placeOf(plain))) ? plain : steps;
  }

  /** Drops a final format name that adds nothing: "/things/json", "/things/{id}/json". */
  #withoutFormat(steps: string[], method: Method): string[] {
    const shorter = steps.slice(0, -1);
    return steps.at(-1) === "json" && shorter.length > 0 && !this.#has(placeOf(shorter), method) ? shorter : steps;
  }

  #guess(operation: Operation, hint: OperationHint, steps: readonly string[]): Placement {
    const { method } = operation;
    const place = placeOf(steps);
    const none = (why: string): Other => ({ kind: "none", operation, hint, place, why });
    const other = (kind: Other["kind"], why: string): Other => ({ kind, operation, hint, place, why });
    const on = (collection: readonly string[], role: Role, isExtra = false): Placed => {
      const template = pathOf(collection);
      return { kind: "collection", operation, hint, collection: template, place: placeOf(collection), role, isExtra };
    };
    if (!MEANINGFUL.has(method)) return none(`${method} has no common meaning`);
    if (steps.some(isMixed)) return none("its path has a step that is only in part a parameter");
    const last = steps.at(-1);
    if (parameterIn(last) !== undefined) return this.#onItem(operation, steps, { on, other, none });
    const extra = this.#extraRole(operation, steps);
    if (extra !== undefined) {
      const before = beforeDeed(steps);
      return on(parameterIn(before.at(-1)) === undefined ? before : before.slice(0, -1), extra, true);
    }
    const isBelowItem = parametersIn(steps).length > 0;
    // A search whose criteria are in the body (the HTTP QUERY method).
    if (method === "QUERY")
      return this.#showsList(operation, steps)
        ? on(steps, "list", true)
        : none("its success response shows no list of objects");
    if (method === "GET")
      return this.#showsList(operation, steps)
        ? on(steps, "list")
        : other("single", "its success response shows no list of objects");
    if (method === "POST") {
      const isDeed = isBelowItem && beforeDeed(steps).length < steps.length - 1;
      if (!isDeed && this.#isCreation(operation, steps)) return on(steps, "create");
      if (this.#isSingle(place, steps)) return other("single", "POST on a single thing has no common meaning");
      return other(
        "action",
        isVerb(last ?? "") ? `"${last}" says what is done, not what is there` : "nothing shows that it creates an item",
      );
    }
    if (this.#isSingle(place, steps)) return other("single", `nothing shows what ${method} changes`);
    const many = MANY_ROLES.get(method);
    if (many !== undefined && this.#isCollection(place, steps)) return on(steps, many);
    const why = `${method} on a collection has no common meaning where nothing lists or adds items`;
    return isBelowItem ? other("single", why) : none(why);
  }

  #onItem(operation: Operation, steps: readonly string[], make: Makers): Placement {
    const { method } = operation;
    const collection = steps.slice(0, -1);
    const role = ITEM_ROLES.get(method);
    if (method === "GET" && this.#isListOfItsOwn(operation, steps)) return make.on(steps, "list");
    if (method !== "GET" && this.#isDone(steps, collection))
      return make.other("action", `"${collection.at(-1)}" says what is done, not what is there`);
    if (role !== undefined) {
      // An operation that modifies something below a nested list belongs to that list.
      const get = this.#at.get(placeOf(steps))?.get("GET");
      if (method !== "GET" && get !== undefined && this.#isListOfItsOwn(get, steps)) {
        const many = MANY_ROLES.get(method);
        if (many !== undefined) return make.on(steps, many);
      }
      return make.on(collection, role);
    }
    const get = this.#at.get(placeOf(steps))?.get("GET");
    // Where clients choose the path, POST puts a thing there.
    const puts =
      /^creates?\b/i.test(operation.summary) || /^creates?\b/i.test(descriptionAt(this.#document, operation.pointer));
    const isPut = puts && !this.#has(placeOf(collection), "POST");
    if (get !== undefined)
      return this.#isListOfItsOwn(get, steps)
        ? make.on(steps, "create")
        : make.on(collection, isPut ? "replace" : "update");
    return make.other("action", "POST on an item has no common meaning");
  }

  /** True for an action that involves another item: "/things/{id}/move/{placeId}", if nothing is shown there. */
  #isDone(steps: readonly string[], collection: readonly string[]): boolean {
    if (!isVerb(collection.at(-1) ?? "") || parameterIn(collection.at(-2)) === undefined) return false;
    return !this.#has(placeOf(steps), "GET") && !this.#has(placeOf(collection), "GET", "POST");
  }

  /** A path that ends in a parameter may still be a list: "/things/by-colour/{colour}". */
  #isListOfItsOwn(operation: Operation, steps: readonly string[]): boolean {
    if (!this.#showsList(operation, steps, false)) return false;
    // The same envelope as the list above means a single item, unless items are below it.
    const above = this.#at.get(placeOf(steps.slice(0, -1)))?.get("GET");
    return (
      above === undefined ||
      this.#has(below(placeOf(steps)), "GET", "PUT", "PATCH", "DELETE") ||
      !this.#showsList(above, steps.slice(0, -1)) ||
      shownNode(this.#document, operation)?.types?.includes("array") === true
    );
  }

  /** The role of a path next to a collection's items that names an action: "/things/search". */
  #extraRole(operation: Operation, steps: readonly string[]): Role | undefined {
    const { method } = operation;
    const last = steps.at(-1) ?? "";
    const before = beforeDeed(steps);
    const meaning = isVerb(last) ? meaningOf(last) : undefined;
    const place = placeOf(before);
    const sent = /^(?:POST|PUT|PATCH) (?:batch|bulk)$/i.test(`${method} ${last}`) ? sentSchema(operation) : undefined;
    const isBulk = sent !== undefined && this.#isCollection(place, before);
    // A POST of anything but a list is a batch of requests.
    if (isBulk && (method !== "POST" || schemaAt(this.#document, sent.pointer, "request").items !== undefined))
      return method === "POST" ? "create" : MANY_ROLES.get(method);
    const many = isOfMany(steps) && this.#isCollection(place, before) ? MANY_DEEDS.get(last) : undefined;
    if (many !== undefined && method === "POST")
      return many !== "list" || this.#showsList(operation, before) ? many : undefined;
    if (meaning === undefined || before.length === 0) return undefined;
    if (parameterIn(before.at(-1)) !== undefined) {
      if (!this.#has(place, "GET", "PUT", "PATCH", "DELETE")) return undefined;
      const isChange = method === "POST" || method === "PUT" || method === "PATCH";
      if (wordCount(last) > 1) return undefined;
      if (meaning === "update" && isChange) return "update";
      if (meaning === "remove" && (method === "POST" || method === "DELETE")) return "remove";
      return meaning === "fetch" && method === "GET" ? "fetch" : undefined;
    }
    if (!this.#isCollection(place, before)) return undefined;
    if (meaning === "create" && method === "POST") return "create";
    const isAsked = method === "GET" || method === "POST";
    return meaning === "list" && isAsked && this.#showsList(operation, before) ? "list" : undefined;
  }

  #isCreation(operation: Operation, steps: readonly string[]): boolean {
    const place = placeOf(steps);
    const last = steps.at(-1) ?? "";
    if (this.#isCollection(place, steps)) return true;
    if (isVerb(last) || this.#isSingle(place, steps)) return false;
    return names(operation, "201") || isPlural(last);
  }

  /** True if items are listed at the path, or are below it. */
  #isCollection(place: string, steps: readonly string[]): boolean {
    const get = this.#at.get(place)?.get("GET");
    if (get !== undefined)
      return this.#showsList(get, steps) || this.#has(below(place), "GET", "PUT", "PATCH", "DELETE");
    return this.#has(below(place), "GET", "PUT", "PATCH", "DELETE");
  }

  /** True if a single thing is shown. */
  #isSingle(place: string, steps: readonly string[]): boolean {
    const get = this.#at.get(place)?.get("GET");
    if (get === undefined || this.#showsList(get, steps)) return false;
    return (shownNode(this.#document, get)?.properties.size ?? 0) > 0;
  }

  #showsList(operation: Operation, steps: readonly string[], isCertain = this.#isCertain(operation, steps)): boolean {
    const { collection } = namingOf(steps);
    const key = `${operation.pointer} ${String(isCertain)} ${collection}`;
    return keptFor(this.#lists, key, () => this.#findsList(operation, steps, isCertain));
  }

  #findsList(operation: Operation, steps: readonly string[], isCertain: boolean): boolean {
    const node = shownNode(this.#document, operation);
    if (node === undefined || listIn(node, namingOf(steps), isCertain) === undefined) return false;
    // A thing is no list for being shown where the lists inside it are changed: `/cart` for `/cart/items`.
    const changes = this.#changes.get(placeOf(steps)) ?? [];
    return !changes.some(([step, one]) => changesList(node, step, shownNode(this.#document, one)));
  }

  /** A path with items below it, or with paging parameters, is a list. */
  #isCertain({ parameters }: Operation, steps: readonly string[]): boolean {
    return parameters.some(turnsPages) || this.#has(below(placeOf(steps)), "GET", "PUT", "PATCH", "DELETE");
  }

  #has(place: string, ...methods: readonly Method[]): boolean {
    const own = this.#at.get(place);
    return own !== undefined && methods.some((method) => own.has(method));
  }
}

interface Makers {
  readonly on: (collection: readonly string[], role: Role) => Placed;
  readonly other: (kind: Other["kind"], why: string) => Other;
  readonly none: (why: string) => Other;
}

const SUFFIX = /\.(?:json|xml|csv|ya?ml)$/;
const hasSuffix = (steps: readonly string[]): boolean => SUFFIX.test(steps.at(-1) ?? "") && !isItem(steps);
const isItem = (steps: readonly string[]): boolean => parameterIn(steps.at(-1)) !== undefined;

const below = (place: string): string => `${place === "/" ? "" : place}/{}`;

function wordCount(step: string): number {
  return step.replace(/[-_]?permanent(?:ly)?$/i, "").split(/[^A-Za-z]|(?=[A-Z])/).length;
}
