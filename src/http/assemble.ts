// From a contract and what was inferred from it to the directory that requests are looked up in.
import type { Contract } from "../contract/model.ts";
import { ErrorBodies } from "../mock/error-body.ts";
import { behaviourOf } from "../mock/behaviour.ts";
import { Collection } from "../mock/collection.ts";
import { type Refusal, refuse } from "../mock/refusal.ts";
import type { Assignment, Inference, Resource } from "../resource/model.ts";
import { DEFAULT_CAPACITY } from "../store/memory.ts";
import { type Seed, SeedError } from "../store/seed/seed.ts";
import { Clock } from "./clock.ts";
import type { Directory } from "./dispatch.ts";
import { Endpoint, type Exemplar, type Visit } from "./endpoint.ts";
import { HostGuard } from "./request/host.ts";
import { type Entry, Place, prepareChallenges } from "./places.ts";
import { Replies } from "./replies.ts";
import { Router } from "./router.ts";
import { Gatekeeper, KeyRing } from "./request/security.ts";

/** What the operator of the mock decides. */
export interface MockOptions {
  /** The accepted API keys. */
  readonly keys?: readonly string[];
  /** What the resources start with. */
  readonly seeds?: Seeds;
  /** The day to live in, "2030-12-06", instead of the real one. */
  readonly today?: string;
  /** How many items a resource may hold. */
  readonly capacity?: number;
  /** Hosts that are answered beside localhost and IP literals. */
  readonly allowedHosts?: readonly string[];
  /** Is told what an operator should know, such as why a resource starts empty. */
  readonly onWarning?: (message: string) => void;
}

/** Seeds for some resources or all; one that has none starts as the document's examples say. */
export interface Seeds {
  /** For the first resource of the document. */
  readonly first?: Seed;
  /** By the name of the resource. */
  readonly named?: Readonly<Record<string, Seed>>;
  /** For every other one. */
  readonly default?: Seed;
}

export const DEFAULT_KEY = "demo-key";

/** Everything that answers requests. */
export interface Assembly {
  readonly directory: Directory;
  readonly errors: ErrorBodies;
  readonly collections: readonly Collection[];
  /** The path prefixes under which the mock serves; the first is the one to show. */
  readonly basePaths: readonly string[];
}

export interface AssemblyParts {
  readonly contract: Contract;
  readonly inference: Inference;
  readonly options: MockOptions;
  readonly exemplar: Exemplar;
  readonly fail: (visit: Visit, error: unknown) => void;
}

/**
 * Prepares all operations.
 * @throws SeedError when items of a seed do not fit
 */
export function assemble(parts: AssemblyParts): Assembly {
  // What is made here lives as long as the server. Nothing below may hold on to the options, which hold the seeds.
  const { contract, inference, exemplar, fail } = parts;
  const errors = new ErrorBodies(contract, inference);
  const keys = new KeyRing(parts.options.keys ?? [DEFAULT_KEY]);
  const collections = collectionsOf(parts);
  const basePaths = [...new Set(contract.servers.map(({ basePath }) => basePath))];
  if (basePaths.length === 0) basePaths.push("");
  const clock = new Clock(parts.options.today);
  const general = (): Replies => new Replies(contract, errors);
  const entry = (assignment: Assignment): Entry => {
    const { operation } = assignment;
    const replies = new Replies(contract, errors, operation);
    const gatekeeper = new Gatekeeper(operation.security, keys, contract.title);
    prepareChallenges(replies, gatekeeper);
    const collection = assignment.role === "unmodelled" ? undefined : collections.get(assignment.resource);
    const behaviour =
      assignment.role === "unmodelled" || collection === undefined
        ? undefined
        : behaviourOf(assignment.role, { contract, operation, collection });
    const basePath = basePaths[0] ?? "";
    const endpoint = new Endpoint({ contract, operation, replies, clock, basePath, behaviour, exemplar, fail });
    return { operation, endpoint, gatekeeper, replies };
  };
  const places = new Router<Place>();
  for (const [template, assignments] of byPath(inference)) {
    const place = new Place(template, assignments.map(entry), { contract, keys, replies: general });
    for (const basePath of basePaths) places.add(`${basePath}${template}`, place);
  }
  const hosts = new HostGuard(parts.options.allowedHosts ?? []);
  const replies = general();
  const unknownPath = unknownPathOf(basePaths);
  replies.prepare(unknownPath);
  return {
    directory: { places, hosts, replies, unknownPath },
    errors,
    collections: [...collections.values()],
    basePaths,
  };
}

/** A forgotten prefix is the usual reason why a path is not found. */
function unknownPathOf(basePaths: readonly string[]): Refusal {
  const prefixes = basePaths.includes("") ? "" : `; its paths begin with ${basePaths.join(" or ")}`;
  return refuse("not_found", "path", `the document has no such path${prefixes}`);
}

function collectionsOf(parts: AssemblyParts): ReadonlyMap<Resource, Collection> {
  return new Map(parts.inference.resources.map((resource, index) => [resource, collectionOf(parts, index)]));
}

/** Makes the collection of a resource, and says whose items do not fit. */
function collectionOf(parts: AssemblyParts, index: number): Collection {
  const { contract, inference, options } = parts;
  const resource = inference.resources[index] as Resource;
  const { first, named, default: others } = options.seeds ?? {};
  const own = named !== undefined && Object.hasOwn(named, resource.name) ? named[resource.name] : undefined;
  const seed = own ?? (index === 0 ? first : undefined) ?? others ?? { kind: "default" };
  try {
    const collection = new Collection(contract, resource, { seed, capacity: options.capacity ?? DEFAULT_CAPACITY });
    const { seedFault } = collection;
    if (seedFault !== undefined) options.onWarning?.(`${resource.name} starts empty: an item ${seedFault}`);
    return collection;
  } catch (error) {
    throw error instanceof SeedError ? new SeedError(error.problems, resource.name) : error;
  }
}

function byPath({ assignments }: Inference): Map<string, Assignment[]> {
  const paths = new Map<string, Assignment[]>();
  for (const assignment of assignments) {
    const { path } = assignment.operation;
    const known = paths.get(path);
    if (known === undefined) paths.set(path, [assignment]);
    else known.push(assignment);
  }
  return paths;
}
