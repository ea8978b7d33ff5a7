// The mock of a contract within somebody else's server, which decides under which names it is reached.
import { contractOfCompiled, isCompiled } from "../contract/compiled/read.ts";
import type { CompiledContract } from "../contract/compiled/model.ts";
import type { Contract } from "../contract/model.ts";
import type { Refusal } from "../mock/errors/refusal.ts";
import type { Worlds } from "../mock/worlds.ts";
import { inferResources } from "../resource/infer.ts";
import type { Incoming, Reply } from "./exchange.ts";
import { givenContract } from "./given-contract.ts";
import { DEFAULT_TIMEOUTS, type Timeouts } from "./listening.ts";
import type { MockOptions } from "./options.ts";
import { mayBeOwnFile } from "./answer/file-desk.ts";
import { headerOf } from "./request/head.ts";
import { type Directory, dispatch, failing, visitOf } from "./routing/dispatch.ts";
import type { Inference } from "../resource/model.ts";
import { type ServiceParts, createService } from "./service.ts";
import type { BodyLimits } from "./request/body/limits.ts";

/** What Node takes for the expectation of a client that waits before it sends a body. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

/** The operator's choices, except who may reach the mock under which name: the surrounding server decides that. */
export interface HostedOptions extends Omit<MockOptions, "allowedHosts" | "isOnNetwork"> {
  /** How long a body that the mock itself reads may take, in milliseconds; 10 s by default. */
  readonly timeouts?: Partial<Pick<Timeouts, "request">>;
  /** Receives each internal error. */
  readonly onError?: (error: unknown, template: string | undefined) => void;
}

/** A mock that answers whatever the surrounding server hands it. */
export interface HostedMock {
  readonly worlds: Worlds;
  /** True for a path of the document, including the base path. */
  has(path: string): boolean;
  /** How long a body may take, in milliseconds. */
  readonly patience: number;
  /** How large a body may be. */
  readonly limits: BodyLimits;
  /** Answers a request. @param fault why it cannot be read; an Error is an internal one */
  answer(req: Incoming, res: Reply, fault?: Error | Refusal): void;
}

/**
 * Creates the mock of a contract, or of what `animal-store compile` wrote.
 * @param outboxesFor creates what sends webhooks and callbacks, for a host that can
 * @throws TypeError for anything else; SeedError when items of a seed do not fit
 */
export function hostedMock(
  source: Contract | CompiledContract,
  options: HostedOptions,
  outboxesFor?: (contract: Contract, inference: Inference) => ServiceParts["outboxOf"],
): HostedMock {
  const contract = isCompiled(source) ? contractOfCompiled(source) : givenContract("createFetchHandler", source);
  const fail = failing(options.onError, () => directory);
  const inference = inferResources(contract);
  const outboxOf = outboxesFor?.(contract, inference);
  const service = createService({ contract, inference, options, fail, outboxOf });
  const own = service.directory;
  const directory: Directory = {
    ...own,
    hosts: { judge: (host) => (own.hosts.judge(host) === "malformed" ? "malformed" : "allowed") },
  };
  return {
    worlds: service.worlds,
    limits: service.limits,
    patience: options.timeouts?.request ?? DEFAULT_TIMEOUTS.request,
    has: (path) => directory.paths.find(path) !== undefined || mayBeOwnFile(path, service.basePaths),
    answer(req, res, fault) {
      const visit = visitOf(directory, req, res, "nothing");
      try {
        if (fault instanceof Error) throw fault;
        if (fault !== undefined) {
          directory.replies.refuse(visit, fault);
          return;
        }
        const expected = headerOf(req, "expect");
        dispatch(directory, visit, expected === "" || CONTINUE.test(expected) ? "nothing" : "unknown");
      } catch (error) {
        fail(visit, error);
      }
    },
  };
}
