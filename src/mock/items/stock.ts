// Everything that a mock keeps, planned from what was inferred: families of resources, what each starts with, and what
// each operation does to them.
import type { Contract } from "../../contract/model.ts";
import type { Assignment, Inference, Resource, Singleton } from "../../resource/model.ts";
import type { ByteBudget } from "../../store/byte-budget.ts";
import { type Behaviour, behaviourOf, behaviourOfSingleton } from "../behaviour.ts";
import { ResourcePlan } from "./plan.ts";
import { Family, familiesOf } from "./family.ts";
import type { Families } from "./scope.ts";
import { type Seed, SeedError } from "../seed/seed.ts";

/** What the operator decides about what is kept. */
export interface StockOptions {
  readonly capacity: number;
  readonly budget: ByteBudget;
  /** What a family starts with. @param index its place among them */
  readonly seedOf: (resource: Resource, index: number) => Seed;
  /** Is told why a resource starts empty. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** The plans of everything that is kept, and the behaviours that work on it. */
export class Stock {
  readonly plans: readonly ResourcePlan[];
  readonly #contract: Contract;
  readonly #families: Families;
  readonly #places: ReadonlyMap<Family, number>;
  readonly #standIns: ReadonlyMap<Singleton, Resource>;

  /** @throws SeedError when items of a seed do not fit */
  constructor(contract: Contract, inference: Inference, options: StockOptions) {
    this.#contract = contract;
    this.#standIns = new Map(inference.singletons.map((one) => [one, standInOf(one)] as const));
    const collections = familiesOf(inference.resources);
    const families = [...collections, ...[...this.#standIns.values()].map((one) => new Family(one, []))];
    this.#places = new Map(families.map((family, at) => [family, at] as const));
    const homes = new Map(families.flatMap((family) => family.members.map((member) => [member, family] as const)));
    const below = new Map<Resource, Resource[]>();
    for (const { members } of families) {
      for (const member of members) {
        const parent = member.parent?.resource;
        if (parent !== undefined) below.set(parent, [...(below.get(parent) ?? []), member]);
      }
    }
    this.#families = {
      of: (resource) => {
        const family = homes.get(resource) as Family;
        return { family, at: this.#places.get(family) ?? -1 };
      },
      below: (resource) => below.get(resource) ?? [],
    };
    this.plans = plansOf(contract, families, homes, { ...options, seeded: collections.length });
  }

  /** The plan of what an operation lists. */
  listedBy({ resource }: Extract<Assignment, { readonly resource: object }>): ResourcePlan | undefined {
    return resource.kind === "collection" ? this.plans[this.#families.of(resource).at] : undefined;
  }

  /** What an operation does; undefined for one without a role. */
  behaviourOf(assignment: Assignment): Behaviour | undefined {
    if (assignment.role === "unmodelled") return undefined;
    const { operation, role, resource: held } = assignment;
    const resource = held.kind === "collection" ? held : (this.#standIns.get(held) as Resource);
    const plan = this.plans[this.#families.of(resource).at] as ResourcePlan;
    const basis = { contract: this.#contract, operation, resource, plan, families: this.#families };
    return held.kind === "collection" ? behaviourOf(role, basis) : behaviourOfSingleton(role, held, basis);
  }
}

/** A single thing is kept as the items of a collection are, each at its path. */
function standInOf({ name, path, scope, parent, item, properties, operations, shapes }: Singleton): Resource {
  return {
    kind: "collection",
    ...{ name, collection: path, scope, item, properties, operations, shapes },
    ...(parent === undefined ? {} : { parent }),
    identifier: {
      property: "",
      steps: [],
      kind: "text",
      schema: { pointer: item.pointer, origin: "absent", validate: () => [] },
    },
    filters: [],
    cursors: [],
    arranging: new Map(),
    upserts: false,
  };
}

interface Planning extends StockOptions {
  /** So many families have a seed; those after them are single things. */
  readonly seeded: number;
}

/** So many families begin with the mock; with more of them, each begins when somebody first asks for it. */
const MOST_AT_ONCE = 24;

/** Plans all families. What an item of one belongs to is known when that is made. */
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
  for (const [index, family] of families.entries())
    plans.set(family, makePlan({ contract, family, index, parents: (member) => waysBelow(family, member) }, options));
  const all = [...plans.values()];
  if (options.seeded <= MOST_AT_ONCE) for (const plan of all) plan.begin();
  return all;
}

interface FamilyParts {
  readonly contract: Contract;
  readonly family: Family;
  /** Its place among the families. */
  readonly index: number;
  readonly parents: (member: Resource) => readonly (readonly string[])[];
}

/** Plans one family, and says whose items do not fit. */
function makePlan({ contract, family, index, parents }: FamilyParts, options: Planning): ResourcePlan {
  const { capacity, budget, seeded, seedOf, onWarning } = options;
  const { name } = family.home;
  const seed: Seed = index < seeded ? seedOf(family.home, index) : { kind: "items", items: [] };
  const onFault = (fault: string): void => onWarning?.(`${name} starts empty: an item ${fault}`);
  try {
    return new ResourcePlan(contract, family, { seed, capacity, budget, parents, onFault });
  } catch (error) {
    throw error instanceof SeedError ? new SeedError(error.problems, name) : error;
  }
}
