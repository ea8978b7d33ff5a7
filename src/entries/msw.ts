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
 * Makes the mock of a contract. Requests for paths outside the document are left to other handlers.
 * @param source a contract, or one that `animal-store compile` wrote
 * @throws TypeError for anything else; SeedError if items of a seed do not fit
 */
export function createMswMock(source: Contract | CompiledContract, options: MswOptions = {}): MswMock {
  const { origin, ...others } = options;
  const handler = createFetchHandler(source, others);
  const all = http.all("*", async ({ request }) => {
    const url = new URL(request.url);
    if (!handler.has(url.pathname) || (origin !== undefined && url.origin !== origin)) return undefined;
    try {
      return await handler(request);
    } catch {
      // A situation dropped the connection.
      return HttpResponse.error();
    }
  });
  return { handlers: [all as never], reset: () => handler.reset(), worlds: handler.worlds };
}
