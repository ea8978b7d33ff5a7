// Builds everything that answers requests from a contract and its inferred model.
import type { Contract } from "../contract/model.ts";
import { ErrorBodies } from "../mock/errors/body.ts";
import { collectionNames } from "../mock/items/names.ts";
import { StorePlan } from "../mock/store-plan.ts";
import type { World } from "../mock/world.ts";
import { Clock, dayOf } from "../mock/clock.ts";
import { Worlds } from "../mock/worlds.ts";
import type { Outbox } from "../mock/outbox.ts";
import { type Refusal, quote, refuse } from "../mock/errors/refusal.ts";
import type { Inference } from "../resource/model.ts";
import { ByteBudget } from "../store/byte-budget.ts";
import { DEFAULT_CAPACITY } from "../store/memory/memory-store.ts";
import type { ConsolePages } from "./pages/console.ts";
import type { Steered } from "./control/call.ts";
import type { ControlGate, Directory } from "./routing/dispatch.ts";
import type { Sharing } from "./routing/turns.ts";
import type { Visit } from "./routing/visit.ts";
import { BodyLimits } from "./request/body/limits.ts";
import { HostGuard } from "./request/admission/host.ts";
import { SessionReader } from "./request/session.ts";
import type { Journals } from "../mock/journal/journal.ts";
import { OriginGuard, isOrigin } from "./request/admission/origin.ts";
import type { PathItem } from "./routing/path-item.ts";
import { Replies } from "./answer/replies.ts";
import type { Router } from "./routing/router.ts";
import { basePathsOf, pathsOf } from "./served-paths.ts";
import { toldOnce } from "./told-once.ts";
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
  const { contract, inference, fail } = parts;
  const errors = new ErrorBodies(contract, inference);
  const { auth, accept, keys: accepted = [DEFAULT_KEY], lenient, handlers, onWarning } = parts.options;
  const keys = new KeyRing(accepted, auth === false ? "everybody" : (accept ?? "listed"));
  const budget = new ByteBudget(parts.options.capacityBytes);
  const limits = new BodyLimits(parts.options.bodyLimit);
  const storePlan = storePlanOf(parts, budget);
  const { journals, outboxOf, sharing } = parts;
  const { today, situations } = parts.options;
  const worlds = new Worlds({
    ...{ resources: storePlan.plans, names: storePlan.names, operations: contract.operations },
    ...{ today, situations, journals, budget, outboxOf, watcherOf: sharing?.watcherOf },
  });
  const turns = sharing?.turnsOf(worlds, contract, fail);
  const basePaths = basePathsOf(contract, parts.options.basePath);
  const general = (): Replies => new Replies(contract, errors);
  const admission = { keys, isOpen: auth === false };
  const paths = pathsOf({
    ...{ contract, inference, fail, lenient, handlers, onWarning },
    ...{ errors, storePlan, basePaths, admission, limits, replies: general },
  });
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
      onForeignOrigin: tellOnce(onWarning),
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

/** The console, unless the document uses its path: then the document wins. */
function pagesFor({ contract, options, pagesOf }: ServiceParts, paths: Router<PathItem>): ConsolePages | undefined {
  const pages = pagesOf?.(contract);
  if (pages === undefined) return undefined;
  const { path } = pages;
  if (paths.find(`${path}/`) === undefined) return pages;
  options.onWarning?.(`the document has the path ${path}/ itself, so there is no console; --control-path moves it`);
  return undefined;
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
