// Builds everything that answers requests from a contract and its inferred model.
import { prefixesOf } from "../contract/read/servers.ts";
import type { Contract, Operation } from "../contract/model.ts";
import { groupsOf } from "../memo.ts";
import { ErrorBodies } from "../mock/errors/body.ts";
import { collectionNames } from "../mock/items/names.ts";
import { StorePlan } from "../mock/store-plan.ts";
import type { World } from "../mock/world.ts";
import { Clock, dayOf } from "../mock/clock.ts";
import { Worlds } from "../mock/worlds.ts";
import type { Outbox } from "../mock/outbox.ts";
import { type Refusal, quote, refuse } from "../mock/errors/refusal.ts";
import type { Assignment, Inference } from "../resource/model.ts";
import { templateOf } from "../resource/paths.ts";
import { ByteBudget } from "../store/byte-budget.ts";
import { DEFAULT_CAPACITY } from "../store/memory/memory-store.ts";
import type { ConsolePages } from "./pages/console.ts";
import type { Steered } from "./control/call.ts";
import type { ControlGate, Directory } from "./routing/dispatch.ts";
import type { ExampleResponder } from "./routing/endpoint.ts";
import type { Sharing } from "./routing/turns.ts";
import type { Visit } from "./routing/visit.ts";
import { BodyLimits } from "./request/body/limits.ts";
import { HostGuard } from "./request/admission/host.ts";
import { SessionReader } from "./request/session.ts";
import type { Journals } from "../mock/journal/journal.ts";
import { OriginGuard, isOrigin } from "./request/admission/origin.ts";
import { type Admission, type OperationEntry, PathItem, operationEntry } from "./routing/path-item.ts";
import { Replies } from "./answer/replies.ts";
import { Router } from "./routing/router.ts";
import type { Upstream } from "./upstream.ts";
import { WelcomePage } from "./pages/welcome.ts";
import { KeyRing } from "./request/admission/security.ts";
import { type MockOptions, DEFAULT_KEY } from "./options.ts";
import { sparsely } from "../realistic/presence.ts";

/** Everything needed to answer requests. */
export interface Service extends Omit<Steered, "mask"> {
  readonly directory: Directory;
  readonly errors: ErrorBodies;
  readonly limits: BodyLimits;
}

export interface ServiceParts {
  readonly contract: Contract;
  readonly inference: Inference;
  readonly options: MockOptions;
  readonly exampleFor: ExampleResponder | undefined;
  readonly fail: (visit: Visit, error: unknown) => void;
  /** Answers calls that control the mock. */
  readonly control?: ControlGate | undefined;
  /** Creates the web console; only a server has one. */
  readonly pagesOf?: ((contract: Contract) => ConsolePages | undefined) | undefined;
  /** Records requests. */
  readonly journals?: Journals | undefined;
  /** Answers some operations in place of the mock; only a server can ask it. */
  readonly upstream?: Upstream | undefined;
  /** Creates what sends because of changes; only a server can send. */
  readonly outboxOf?: ((world: World) => Outbox) | undefined;
  /** Shares its worlds with other processes; only a server can. */
  readonly sharing?: Sharing | undefined;
}

/**
 * Prepares all operations.
 * @throws SeedError when items of a seed do not fit
 */
export function createService(given: ServiceParts): Service {
  // Everything created here lives as long as the server. Nothing below may hold on to the options, which hold the
  // seeds.
  const parts = given.options.onlyRequired === true ? sparse(given) : given;
  const { contract, inference } = parts;
  const errors = new ErrorBodies(contract, inference);
  const { auth, accept, keys: accepted = [DEFAULT_KEY] } = parts.options;
  const keys = new KeyRing(accepted, auth === false ? "everybody" : (accept ?? "listed"));
  const budget = new ByteBudget(parts.options.capacityBytes);
  const limits = new BodyLimits(parts.options.bodyLimit);
  const storePlan = storePlanOf(parts, budget);
  const { journals } = parts;
  const worlds = new Worlds({
    resources: storePlan.plans,
    names: storePlan.names,
    operations: contract.operations,
    today: parts.options.today,
    situations: parts.options.situations,
    ...{ journals, budget, outboxOf: parts.outboxOf, watcherOf: parts.sharing?.watcherOf },
  });
  const turns = parts.sharing?.turnsOf(worlds, contract, parts.fail);
  const basePaths = basePathsOf(contract, parts.options.basePath);
  const general = (): Replies => new Replies(contract, errors);
  const admission = { keys, isOpen: auth === false };
  const paths = pathsOf(parts, { errors, storePlan, basePaths, admission, limits, replies: general });
  const hosts = new HostGuard(parts.options.allowedHosts ?? []);
  const origins = new OriginGuard({
    allowed: parts.options.origins ?? [],
    isOnNetwork: parts.options.isOnNetwork ?? false,
  });
  const replies = general();
  const unknownPath = unknownPathOf(basePaths);
  replies.prepare(unknownPath);
  const pages = pagesFor(parts, paths);
  return {
    directory: {
      paths,
      hosts,
      origins,
      onForeignOrigin: tellOnce(parts.options.onWarning),
      replies,
      unknownPath,
      basePaths,
      welcome: new WelcomePage(contract, basePaths[0] ?? "", pages?.path),
      pages,
      sessions: new SessionReader(parts.options.sessionHeader),
      worlds,
      control: parts.control,
      ...{ upstream: parts.upstream, turns },
    },
    errors,
    limits,
    worlds,
    journals,
    basePaths,
    contract,
    inference,
    turns,
  };
}

/** The same service with as little as it must show. */
function sparse(parts: ServiceParts): ServiceParts {
  return { ...parts, contract: { ...parts.contract, document: sparsely(parts.contract.document) } };
}

/** What the paths of a service share. */
interface Shared {
  readonly errors: ErrorBodies;
  readonly storePlan: StorePlan;
  readonly basePaths: readonly string[];
  readonly admission: Admission;
  readonly limits: BodyLimits;
  readonly replies: () => Replies;
}

/** The paths of the document below each base path, with all operations prepared. */
function pathsOf(
  { contract, inference, exampleFor, fail, options: { lenient, handlers = {}, onWarning } }: ServiceParts,
  { errors, storePlan, basePaths, admission, limits, replies }: Shared,
): Router<PathItem> {
  const paths = new Router<PathItem>();
  const elsewhere: [path: string, item: PathItem][] = [];
  const served = new Set<string>();
  const serve = (path: string, item: PathItem): void => {
    served.add(templateOf(path));
    paths.add(path, item);
  };
  const onMismatch = toldOnce((mismatch) =>
    onWarning?.(`the document does not allow what a handler answers: ${mismatch}`),
  );
  for (const [template, assignments] of byPath(inference)) {
    const entries = assignments.map((assignment) => {
      const bases = [...new Set([...ownBasesOf(assignment.operation, contract), ...basePaths])];
      const behaviour = storePlan.behaviourOf(assignment);
      const lists = assignment.role === "list" ? storePlan.listedBy(assignment) : undefined;
      const report = storePlan.reportOf(assignment);
      const handler = Object.hasOwn(handlers, assignment.operation.id) ? handlers[assignment.operation.id] : undefined;
      const code = handler && { operation: assignment.operation, handler, fail, onMismatch };
      const made = {
        code,
        contract,
        operation: assignment.operation,
        basePaths: bases,
        limits,
        exampleFor,
        fail,
        lenient,
        // Who is created is somebody new.
        usualUser: behaviour === undefined ? (world: World) => storePlan.usualUser(world) : undefined,
        takesAny: admission.keys.admits === "any",
      };
      const home = homeOf(assignment);
      return operationEntry({ ...made, behaviour, lists, home, report }, errors, admission);
    });
    const item = new PathItem(template, entries, { contract, ...admission, replies });
    for (const basePath of basePaths) serve(`${basePath}${template}`, item);
    elsewhere.push(
      ...itemsElsewhere(
        contract,
        template,
        entries,
        (own) => new PathItem(template, own, { contract, ...admission, replies }),
      ),
    );
  }
  // What the document has at its own servers comes before.
  for (const [path, item] of elsewhere) if (!served.has(templateOf(path))) serve(path, item);
  return paths;
}

/** The collection whose items an operation is about. */
function homeOf(assignment: Assignment): string | undefined {
  if (assignment.role === "unmodelled" || assignment.resource.kind !== "collection") return undefined;
  return (assignment.resource.sharedWith ?? assignment.resource).collection;
}

/** The path prefixes of an operation that has servers of its own. */
const ownBasesOf = ({ servers = [] }: Operation, contract: Contract): string[] => prefixesOf(servers, contract);

/** Where the operations of a path are served because of servers of their own. */
function itemsElsewhere(
  contract: Contract,
  template: string,
  entries: readonly OperationEntry[],
  make: (entries: readonly OperationEntry[]) => PathItem,
): [path: string, item: PathItem][] {
  const bases = new Map<string, OperationEntry[]>();
  for (const entry of entries)
    for (const base of ownBasesOf(entry.operation, contract)) bases.set(base, [...(bases.get(base) ?? []), entry]);
  // Many bases may have the same operations.
  const items = new Map<string, PathItem>();
  return [...bases].map(([base, own]) => {
    const key = own.map(({ operation }) => operation.method).join(" ");
    const item = items.get(key) ?? make(own);
    items.set(key, item);
    return [`${base}${template}`, item];
  });
}

/** The console, unless the document uses its path: then the document wins. */
function pagesFor({ contract, options, pagesOf }: ServiceParts, paths: Router<PathItem>): ConsolePages | undefined {
  const pages = pagesOf?.(contract);
  if (pages === undefined) return undefined;
  const { path } = pages;
  if (paths.find(`${path}/`) === undefined) return pages;
  options.onWarning?.(`the document has the path ${path}/ itself, so there is no console; --control-path moves it`);
  return undefined;
}

/** The path prefixes of the mock: the operator's choice, or those of the document's servers. */
function basePathsOf(contract: Contract, chosen: string | undefined): readonly string[] {
  if (chosen !== undefined) return [chosen];
  const own = prefixesOf(contract.servers, contract);
  return own.length === 0 ? [""] : own;
}

/** The maximum number of reports of a kind: a page can invent as many origins as it likes. */
const MOST_TOLD = 20;

/** Reports each text once, and not too many of them. */
export function toldOnce(tell: (text: string) => void): (text: string) => void {
  const told = new Set<string>();
  return (text) => {
    if (told.has(text) || told.size >= MOST_TOLD) return;
    told.add(text);
    tell(text);
  };
}

/** Reports each foreign origin to the operator once, with how to allow it. */
const tellOnce = (tell: MockOptions["onWarning"]): ((origin: string) => void) =>
  toldOnce((origin) => {
    const advice = isOrigin(origin)
      ? `to allow it, start with --origin ${origin}`
      : "serve the page from http://localhost instead of a file or a sandboxed frame";
    tell?.(`refused a request from a page of ${quote(origin)}; ${advice}`);
  });

/** A forgotten prefix is the usual reason why a path is not found. */
function unknownPathOf(basePaths: readonly string[]): Refusal {
  const shown = basePaths.filter((one) => one.length < 100).slice(0, 3);
  const more = shown.length === basePaths.length ? [] : ["the path of another server"];
  const prefixes = basePaths.includes("") ? "" : `; its paths begin with ${[...shown, ...more].join(" or ")}`;
  return refuse("not_found", "path", `the document has no such path${prefixes}`);
}

/** What the mock stores, and what each resource starts with. */
function storePlanOf({ contract, inference, options, sharing }: ServiceParts, budget: ByteBudget): StorePlan {
  const { first, named = {}, default: others } = options.seeds ?? {};
  const names = collectionNames(inference);
  const own = new Map(Object.entries(named).map(([name, seed]) => [names.find(name), seed] as const));
  return new StorePlan(contract, inference, {
    capacity: options.capacity ?? DEFAULT_CAPACITY,
    budget,
    // Processes that start on different days must start with the same items.
    today: sharing !== undefined && options.today === undefined ? undefined : dayOf(new Clock(options.today).now()),
    onWarning: options.onWarning,
    seedOf: (index) => own.get(index) ?? (index === 0 ? first : undefined) ?? others ?? { kind: "default" },
  });
}

function byPath({ assignments }: Inference): (readonly [path: string, served: readonly Assignment[]])[] {
  // Two spellings of one template are the same path, whatever their parameters are named.
  const paths = groupsOf(assignments, ({ operation }) => templateOf(operation.path));
  return Array.from(paths.values(), (all) => {
    // If no request can distinguish two operations, the first is served.
    const methods = groupsOf(all, ({ operation }) => operation.method);
    return [all[0]?.operation.path ?? "", [...methods.values()].flatMap(([first]) => first ?? [])];
  });
}
