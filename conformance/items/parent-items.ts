// Chooses the item that leads to a nested collection, the same one for all requests of a run. If the run can create it,
// it does, so that nothing is added to other people's items.
import type { Operation, Parameter } from "../../src/contract/model.ts";
import { showScalar } from "../../src/contract/serialization/text.ts";
import { idOf } from "../../src/resource/items/identify.ts";
import type { Resource } from "../../src/resource/model.ts";
import { parametersIn, stepsOf } from "../../src/resource/paths.ts";
import { schemaAt } from "../../src/schema/normal/schema-node.ts";
import { isServed } from "../client/exchange.ts";
import type { Probe } from "../client/request.ts";
import type { Session } from "../client/sending/session.ts";
import { Undecidable, orUndecidable } from "../client/undecidable.ts";
import { itemsOf, largestPage } from "../probes/list.ts";
import { keptFor } from "../../src/memo.ts";
import { pathParameter, refusedInPath } from "../probes/item.ts";
import { create } from "./create.ts";
import { sampleParameter } from "./bodies/sample.ts";
import { plainVariant } from "./bodies/variants.ts";

/** Fills in the path parameters of the parents above an operation. */
export class ParentItems {
  readonly #session: Session;
  readonly #known = new Map<Resource, Promise<readonly string[]>>();
  readonly #through = new Map<Resource, Promise<readonly string[] | undefined>>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Forgets the items that led anywhere, because they were removed. */
  forget(): void {
    this.#known.clear();
    this.#through.clear();
  }

  /**
   * The path parameters that lead to the collection, or to the item, that an operation belongs to.
   * @throws Undecidable if no parent item is known
   */
  async pathFor(probe: Probe): Promise<Readonly<Record<string, string>>> {
    const { operation, path = {} } = probe;
    const way = this.#session.plan.ways.get(operation);
    if (way === undefined || probe.rawPath !== undefined) return {};
    const names = parametersIn(stepsOf(operation.path)).slice(0, way.parameters);
    if (names.every((name) => Object.hasOwn(path, name))) return {};
    const texts = way.isItem ? await this.#wayThrough(way.resource) : await this.#wayTo(way.resource);
    const wrong = names.find((name, index) => refusedInPath(operation, name, texts[index] ?? "") !== undefined);
    if (wrong !== undefined)
      throw new Undecidable(
        `the path parameter ${wrong} does not allow the identifier of the item to ask below`,
        "a document whose path parameters allow the identifiers that items get",
      );
    return Object.fromEntries(
      names.flatMap((name, index) => (texts[index] === undefined ? [] : [[name, texts[index]]])),
    );
  }

  /** The way to a collection: through an item of its parent, if the document has one. */
  #wayTo(resource: Resource): Promise<readonly string[]> {
    return keptFor(this.#known, resource, (one) => this.#find(one));
  }

  async #find({ scope, parent, operations }: Resource): Promise<readonly string[]> {
    const above = parent === undefined ? [] : await this.#wayThrough(parent.resource);
    const operation = operations.list ?? operations.create ?? Object.values(operations)[0];
    return scope.map((_, index) => above[index] ?? this.#sample(operation, index));
  }

  /**
   * True if the path of an operation leads below something that nothing shows to exist: a parameter that no resource
   * explains, and for which the document has no value.
   * @param isMissing true if nothing was found there: what is an example need not be there
   */
  isInvented({ operation, path = {}, rawPath }: Probe, isMissing: boolean): boolean {
    const way = this.#session.plan.ways.get(operation);
    if (rawPath !== undefined || (way === undefined && !isMissing)) return false;
    const names = parametersIn(stepsOf(operation.path));
    const above = way?.resource.parent?.resource.scope.length ?? -1;
    const own = isMissing ? names.length : way?.resource.scope.length;
    const open = names.slice(above + 1, way?.isItem === false ? way.parameters : own);
    return open.some((name) => !Object.hasOwn(path, name) && !this.#isGiven(pathParameter(operation, name), isMissing));
  }

  #isGiven(parameter: Parameter | undefined, isMissing: boolean): boolean {
    if (parameter === undefined) return false;
    const { document } = this.#session.plan.contract;
    const { form, annotations } = schemaAt(document, parameter.schema.pointer, "request");
    return (
      (!isMissing && parameter.examples.length > 0) || form.values !== undefined || annotations.default !== undefined
    );
  }

  /** A parameter that no resource explains gets its own example, the same for all operations. */
  #sample(operation: Operation | undefined, index: number): string {
    const name = operation === undefined ? undefined : parametersIn(stepsOf(operation.path))[index];
    const parameter = operation && pathParameter(operation, name);
    const value = parameter === undefined ? "1" : sampleParameter(this.#session.plan.contract.document, parameter);
    return showScalar(value ?? "1");
  }

  /** The way through an item of a resource, the same one for all requests. */
  async #wayThrough(resource: Resource): Promise<readonly string[]> {
    const own = await keptFor(this.#through, resource, (one) => this.#own(one));
    if (own === undefined)
      throw new Undecidable(`no item of ${resource.name} is known to ask below`, remedyFor(resource));
    return own;
  }

  async #own(resource: Resource): Promise<readonly string[] | undefined> {
    const texts = await this.#wayTo(resource);
    const creator = resource.operations.create;
    const session = this.#session;
    const mayCreate = !session.options.readOnly && session.writesLeft > 0;
    if (creator !== undefined && mayCreate) {
      await orUndecidable(session.working?.(creator) ?? Promise.resolve());
      const operation = { resource, operation: creator };
      const variant = plainVariant(session.plan, operation);
      const made = variant === undefined ? undefined : await create(session, operation, variant);
      if (made?.own !== undefined) {
        made.own.isWay = true;
        return [...texts, showScalar(made.own.id)];
      }
    }
    const { list } = resource.operations;
    if (list === undefined) return this.#example(resource, texts);
    const page = await session.send({ operation: list, query: largestPage(resource), intent: "edge" });
    const [first] = isServed(page) ? (itemsOf(page) ?? []) : [];
    const id = idOf(resource.identifier, first);
    return id === undefined || id === null ? this.#example(resource, texts) : [...texts, showScalar(id)];
  }

  /** An identifier that the document gives as an example may belong to an item. */
  async #example(resource: Resource, texts: readonly string[]): Promise<readonly string[] | undefined> {
    const { fetch } = resource.operations;
    const [example] = resource.identifier.parameter?.examples ?? [];
    const name = resource.identifier.parameter?.name;
    if (fetch === undefined || example === undefined || name === undefined) return undefined;
    const text = showScalar(example.value);
    const found = await this.#session.send({ operation: fetch, path: { [name]: text }, intent: "edge" });
    return isServed(found) ? [...texts, text] : undefined;
  }
}

/** What would make an item known: a list or a creation, or an example if items can be fetched. */
function remedyFor({ operations, identifier }: Resource): string {
  const name = identifier.parameter?.name;
  const isLearnt = operations.list !== undefined || operations.create !== undefined;
  if (name === undefined || operations.fetch === undefined) return "a store that holds one";
  const example = `an example of the path parameter ${name} that names one, in the document or an overlay`;
  return isLearnt ? `a store that holds one, or ${example}` : example;
}
