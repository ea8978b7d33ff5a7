// The entry `animal-store/msw`: the mock as request handlers of MSW 2.
import { HttpResponse, http } from "msw";
import type { CompiledContract } from "../contract/compiled/model.ts";
import type { Contract } from "../contract/model.ts";
import { type FetchHandler, type FetchHandlerOptions, createFetchHandler } from "../http/fetch/handler.ts";

/** How to mock. */
export interface MswOptions extends FetchHandlerOptions {
  /** Only handles requests to this origin, such as "https://api.example.com". Defaults to any origin. */
  readonly origin?: string;
}

/** Handlers for `setupServer` and `setupWorker`, and what controls the mock behind them. */
export interface MswMock extends Pick<FetchHandler, "reset" | "worlds"> {
  /**
   * Request handlers of MSW. It declares their class twice, for ES modules and for CommonJS, and neither fits where the
   * other is expected; `never` fits both.
   */
  readonly handlers: never[];
}

/**
 * Makes the mock of a contract. Requests for paths outside the document are left to other handlers, and if there are
 * none, to the setting `onUnhandledRequest`.
 * @param source a contract, or one that `animal-store compile` wrote
 * @throws TypeError for anything else; SeedError if items of a seed do not fit
 */
export function createMswMock(source: Contract | CompiledContract, options: MswOptions = {}): MswMock {
  const { origin, ...others } = options;
  const handler = createFetchHandler(source, others);
  const only = origin === undefined ? undefined : new URL(origin).origin;
  const isOurs = ({ url }: Request): boolean => {
    const asked = new URL(url);
    return (only === undefined || asked.origin === only) && handler.has(asked.pathname);
  };
  const all = http.all("*", async ({ request }) => {
    try {
      return await handler(request);
    } catch {
      // A situation dropped the connection.
      return HttpResponse.error();
    }
  });
  // A request that a handler takes and does not answer goes to the network, whatever `onUnhandledRequest` says. Every
  // version of MSW 2 asks this method first.
  Object.assign(all, { predicate: ({ request }: { readonly request: Request }) => isOurs(request) });
  return { handlers: [all as never], reset: () => handler.reset(), worlds: handler.worlds };
}
