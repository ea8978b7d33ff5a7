// Plans everything that a mock stores from the inferred model: families of resources, the items each starts with, and
// what each operation does to them.
import type { Contract, Operation } from "../contract/model.ts";
import { groupsOf, lazy } from "../memo.ts";
import type { Assignment, Inference, Resource, Role, Singleton } from "../resource/model.ts";
import { templateOf } from "../resource/paths.ts";
import { standInOf } from "../resource/stand-in.ts";
import type { ByteBudget } from "../store/byte-budget.ts";
import { bulkOf } from "./roles/bulk.ts";
import { behaviourOf } from "./behaviour.ts";
import type { Behaviour } from "./roles/basis.ts";
import { withConditions } from "./roles/around/conditional.ts";
import type { JsonObject } from "../json/value.ts";
import type { World } from "./world.ts";
import { askerBy, withOwnUser } from "./roles/around/own-user.ts";
import { isOwnUser } from "../resource/askers.ts";
import { withNamedAsker } from "./roles/around/named-asker.ts";
import { NOT_FOUND } from "./errors/refusal.ts";
import { withKeys } from "./roles/around/repeated.ts";
import { singletonBehaviour } from "./roles/singleton.ts";
import { schemaAt } from "../schema/normal/schema-node.ts";
import { Answers } from "./answer/answer.ts";
import { itemExamplesOf } from "./seed/examples.ts";
import { othersAtStart } from "./relations/others/others.ts";
import { type Report, reportOf } from "./answer/reports.ts";
import { Relations } from "./relations/relations.ts";
import { type CollectionOptions, ResourcePlan } from "./resource-plan.ts";
import { Family, familiesOf } from "./items/family.ts";
import { type CollectionNames, collectionNames } from "./items/names.ts";
import { type Families, Scope, type Values, textsReader } from "./items/scope.ts";
import { type Seed, SeedError } from "./seed/seed.ts";

/** The operator's choices about what is stored. */
export interface StorePlanOptions {
  readonly capacity: number;
  readonly budget: ByteBudget;
  /** The day around which the times of generated items are; undefined for a day that is always the same. */
  readonly today?: number | undefined;
  /** The seed of a family. @param index its position among them */
  readonly seedOf: (index: number) => Seed;
  /** Receives the reason if a resource starts empty. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** The plans of everything that is stored, and the behaviours that use it. */
export class StorePlan {
  readonly plans: readonly ResourcePlan[];
  readonly names: CollectionNames;
  readonly #contract: Contract;
  readonly #families: Families;
  readonly #places: ReadonlyMap<Family, number>;
  readonly #standIns: ReadonlyMap<Singleton, Resource>;

  /** @throws SeedError if items of a seed do not fit */
  constructor(contract: Contract, inference: Inference, options: StorePlanOptions) {
    this.#contract = contract;
    this.names = collectionNames(inference);
    this.#standIns = new Map(inference.singletons.map((one) => [one, standInOf(one)] as const));
    const collections = familiesOf(inference.resources);
    const families = [...collections, ...[...this.#standIns.values()].map((one) => new Family(one, []))];
    this.#places = new Map(families.map((family, at) => [family, at] as const));
    const homes = new Map(families.flatMap((family) => family.members.map((member) => [member, family] as const)));
    const below = groupsOf([...homes.keys()], ({ parent }) => parent?.resource);
    this.#families = {
      resources: inference.resources,
      single: [...this.#standIns.values()],
      of: (resource) => {
        const family = homes.get(resource) as Family;
        return { family, at: this.#places.get(family) ?? -1 };
      },
      below: (resource) => below.get(resource) ?? [],
    };
    this.plans = plansOf(contract, families, homes, { ...options, seeded: collections.length });
  }

  /** The plan of the items that an operation lists. */
  listedBy({ resource }: Extract<Assignment, { readonly resource: object }>): ResourcePlan | undefined {
    return resource.kind === "collection" ? this.plans[this.#families.of(resource).at] : undefined;
  }

  /** What a report says about the store; undefined for an operation that cannot be one. */
  reportOf({ operation, role }: Assignment): Report | undefined {
    if (role !== "unmodelled") return undefined;
    // To know whether it is one takes all its properties, and most operations of a large document are never asked.
    const report = lazy(() => reportOf(this.#contract, operation, this.#families));
    return (text, world) => report()?.(text, world) ?? text;
  }

  /** False for a path of an operation without a role that leads through an item that is not there. */
  leadingOf({ operation, role }: Assignment): ((values: Values, world: World) => boolean) | undefined {
    if (role !== "unmodelled" || !operation.responses.some(({ status }) => status === "404")) return undefined;
    const above = lazy(() => {
      const found = this.#families.resources.findLast(
        ({ itemPath, operations }) => operations.list !== undefined && operation.path.startsWith(`${itemPath ?? " "}/`),
      );
      return (
        found && {
          scope: new Scope(this.#families, found),
          texts: textsReader(operation, { scope: { length: found.scope.length + 1 } }),
        }
      );
    });
    return (values, world) => {
      const { scope, texts } = above() ?? {};
      const own = texts?.(values) ?? [];
      return scope === undefined || scope.find(world, own.slice(0, -1), own.at(-1)) !== undefined;
    };
  }

  /** Who asks, by the operation that shows it. */
  readonly #asker = lazy(() => {
    const me = [...this.#standIns.keys()].find(({ operations: { fetch } }) => fetch !== undefined && isOwnUser(fetch));
    const operation = me?.operations.fetch;
    const shown = lazy(() => me && operation && this.behaviourOf({ operation, role: "fetch", resource: me, why: "" }));
    return askerBy((request, world) => shown()?.(request, world) ?? NOT_FOUND);
  });

  /** Who asks in a world, if a request does not say it. */
  usualUser(world: World): JsonObject | undefined {
    return this.#asker()({ values: [] }, world);
  }

  /** What an operation does; undefined for one without a role. */
  behaviourOf(assignment: Assignment): Behaviour | undefined {
    if (assignment.role === "unmodelled")
      return bulkOf({ contract: this.#contract, operation: assignment.operation, families: this.#families });
    const { operation, role, resource: held } = assignment;
    const resource = held.kind === "collection" ? held : (this.#standIns.get(held) as Resource);
    const plan = this.plans[this.#families.of(resource).at] as ResourcePlan;
    const asker = this.#asker();
    const basis = { contract: this.#contract, operation, resource, plan, families: this.#families, asker };
    // Most operations of a large document are never asked.
    const { fetch, ...others } = held.operations;
    const plain = (one: Operation, its: Role): Behaviour => {
      const own = { ...basis, operation: one };
      if (held.kind === "collection") return behaviourOf(its, own);
      return withOwnUser(one, its, singletonBehaviour(its, held, own));
    };
    const showing =
      fetch !== undefined && templateOf(fetch.path) === templateOf(operation.path)
        ? { operation: fetch, behaviour: lazy(() => plain(fetch, "fetch")) }
        : undefined;
    const prepared = lazy(() => {
      const conditional = withConditions(operation, plain(operation, role), showing, Object.values(others));
      return withNamedAsker(basis, withKeys(operation, conditional));
    });
    return (request, world) => prepared()(request, world);
  }
}

interface Planning extends StorePlanOptions {
  /** How many families have a seed; those after them are singletons. */
  readonly seeded: number;
}

/** Up to this many families are filled at start; beyond that, each is filled when it is first used. */
const MOST_AT_ONCE = 24;

/** Plans all families. The parents of a family's items are known once the parents are created. */
function plansOf(
  contract: Contract,
  families: readonly Family[],
  homes: ReadonlyMap<Resource, Family>,
  options: Planning,
): ResourcePlan[] {
  const plans = new Map<Family, ResourcePlan>();
  // Two families may each have members below items of the other.
  const underWay = new Set<Family>();
  const waysBelow = (family: Family, member: Resource): readonly (readonly string[])[] => {
    const parent = member.parent === undefined ? undefined : homes.get(member.parent.resource);
    if (parent === undefined || parent === family || underWay.has(parent)) return [];
    underWay.add(family);
    try {
      return plans.get(parent)?.ways ?? [];
    } finally {
      underWay.delete(family);
    }
  };
  const resources = families.slice(0, options.seeded).flatMap(({ members }) => members);
  const others = othersAtStart((resource) => {
    const family = homes.get(resource);
    return family === undefined ? undefined : plans.get(family);
  });
  const relate = (family: Family): FamilyParts["relate"] => {
    const { home } = family;
    const relations = lazy(() => startRelations(contract, family, resources));
    const answers = new Answers(contract.document, home.item);
    return (item, id, above) => {
      const about = `${home.item.pointer} ${String(id)}`;
      return answers.allowed(relations().apply(item, { others, about, above, isNew: true }), item);
    };
  };
  for (const [index, family] of families.entries())
    plans.set(
      family,
      makePlan(
        { contract, family, index, parents: (member) => waysBelow(family, member), relate: relate(family) },
        options,
      ),
    );
  const all = [...plans.values()];
  if (options.seeded <= MOST_AT_ONCE) for (const plan of all) plan.begin();
  return all;
}

interface FamilyParts {
  readonly contract: Contract;
  readonly family: Family;
  /** Its position among the families. */
  readonly index: number;
  readonly parents: (member: Resource) => readonly (readonly string[])[];
  readonly relate: NonNullable<CollectionOptions["relate"]>;
}

/** What the items that a collection starts with say about others. */
function startRelations({ document }: Contract, family: Family, resources: readonly Resource[]): Relations {
  const { home: own } = family;
  const shown = schemaAt(document, own.item.pointer, "response");
  return new Relations(document, resources, { own, shown, examples: itemExamplesOf(family) });
}

/** Plans one family, and names the resource in its seed errors. */
function makePlan({ contract, family, index, parents, relate }: FamilyParts, options: Planning): ResourcePlan {
  const { capacity, budget, today, seeded, seedOf, onWarning } = options;
  const { name } = family.home;
  const seed: Seed = index < seeded ? seedOf(index) : { kind: "items", items: [] };
  const onFault = (fault: string): void => onWarning?.(`${name} starts empty: an item ${fault}`);
  try {
    return new ResourcePlan(contract, family, {
      seed,
      today,
      capacity,
      budget,
      parents,
      relate,
      onFault,
      isOfMany: seeded > MOST_AT_ONCE,
    });
  } catch (error) {
    throw error instanceof SeedError ? new SeedError(error.problems, name) : error;
  }
}
