// The mock as a function of the Fetch standard: takes a request, returns a response. It uses the same pipeline as the
// server, and nothing that only Node has.
import { contractOfCompiled, isCompiled } from "../../contract/compiled/read.ts";
import type { CompiledContract } from "../../contract/compiled/model.ts";
import type { Contract } from "../../contract/model.ts";
import type { Worlds } from "../../mock/worlds.ts";
import { inferResources } from "../../resource/infer.ts";
import { type Directory, dispatch, failing, visitOf } from "../routing/dispatch.ts";
import { givenContract } from "../given-contract.ts";
import { FetchReply, incomingOf } from "./exchange.ts";
import { createService } from "../service.ts";
import { type MockOptions } from "../options.ts";

/** The operator's choices, except who may reach the mock under which name: the surrounding server decides that. */
export interface FetchHandlerOptions extends Omit<MockOptions, "allowedHosts" | "isOnNetwork"> {
  /** Receives each internal error. */
  readonly onError?: (error: unknown, template: string | undefined) => void;
}

/** Answers requests. */
export interface FetchHandler {
  /** @throws TypeError if a situation drops the connection, as `fetch` does */
  (request: Request): Promise<Response>;
  /** True for a path of the document, including the base path. */
  has(path: string): boolean;
  /** Returns the shared world to its initial state. */
  reset(): void;
  /** The shared world, and the world of each session. */
  readonly worlds: Worlds;
}

/**
 * Creates the mock of a contract.
 * @param source a contract, or one that `animal-store compile` wrote
 * @throws TypeError for anything else; SeedError when items of a seed do not fit
 */
export function createFetchHandler(
  source: Contract | CompiledContract,
  options: FetchHandlerOptions = {},
): FetchHandler {
  const contract = isCompiled(source) ? contractOfCompiled(source) : givenContract("createFetchHandler", source);
  const fail = failing(options.onError, () => directory);
  const service = createService({
    contract,
    inference: inferResources(contract),
    options,
    exampleFor: undefined,
    fail,
  });
  const directory: Directory = { ...service.directory, hosts: { judge: () => "allowed" } };
  const handle = async (request: Request): Promise<Response> => {
    const res = new FetchReply();
    const visit = visitOf(directory, await incomingOf(request), res, "nothing");
    const expected = request.headers.get("expect");
    try {
      dispatch(directory, visit, expected === null || /^100-continue$/i.test(expected) ? "nothing" : "unknown");
    } catch (error) {
      fail(visit, error);
    }
    return res.response;
  };
  return Object.assign(handle, {
    has: (path: string) => directory.paths.find(path) !== undefined,
    reset: () => service.worlds.shared.reset(),
    worlds: service.worlds,
  });
}
