// The mock as a function of the Fetch standard: takes a request, returns a response. It uses the same pipeline as the
// server, and nothing that only Node has.
import type { CompiledContract } from "../../contract/compiled/model.ts";
import type { Contract } from "../../contract/model.ts";
import type { Worlds } from "../../mock/worlds.ts";
import { type HostedOptions, hostedMock } from "../hosted.ts";
import { answerOf } from "./exchange.ts";

export type FetchHandlerOptions = HostedOptions;

/** Answers requests. */
export interface FetchHandler {
  /**
   * Rejects as `fetch` does: with the reason of the request's signal once it aborts, and with a TypeError if a
   * situation drops the connection.
   */
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
  const mock = hostedMock(source, options);
  const { worlds } = mock;
  const handle = (request: Request): Promise<Response> => answerOf(request, mock);
  return Object.assign(handle, { has: (path: string) => mock.has(path), reset: () => worlds.shared.reset(), worlds });
}
