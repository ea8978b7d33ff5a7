// The mock as a function of the Fetch standard: a request in, a response out, over the same pipeline as the server and
// without anything that only Node has.
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

/** What the operator decides; who may reach the mock under which name is for whatever serves it to say. */
export interface FetchHandlerOptions extends Omit<MockOptions, "allowedHosts" | "isOnNetwork"> {
  /** Is told of each error of our own. */
  readonly onError?: (error: unknown, template: string | undefined) => void;
}

/** Answers requests. */
export interface FetchHandler {
  /** @throws TypeError where a situation drops the connection, as `fetch` does then */
  (request: Request): Promise<Response>;
  /** True for a path that the document has, the base path included. */
  has(path: string): boolean;
  /** Puts the world that clients share back to what it started with. */
  reset(): void;
  /** What clients see: the world that they share, and that of each session. */
  readonly worlds: Worlds;
}

/**
 * Makes the mock of a contract.
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
