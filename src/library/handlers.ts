// Handlers in code, for what no document can say.
import type { Contract } from "../contract/model.ts";
import type { Handled, HandlerRequest, ServerHandlers } from "../http/handlers.ts";
import type { Mask } from "../mock/journal/mask.ts";
import { MockWorld } from "./mock-world.ts";
import { shown } from "./wrong-use.ts";

/**
 * Answers an operation instead of the mock: `{ status, headers, body }`, or nothing to leave the answer to the mock.
 * @param world the world of the client: its items, time and situations
 */
export type Handler = (request: HandlerRequest, world: MockWorld) => Handled;

/** Handlers by `operationId`, or by method and path ("GET /orders") where an operation has none. */
export type Handlers = Readonly<Record<string, Handler>>;

/** The names that are listed when one is wrong. */
const MOST_NAMES = 20;

/**
 * The handlers as the server takes them.
 * @param mask hides secrets in the requests that a handler may read
 * @throws TypeError for a name that the document does not have, and for what is no function
 */
export function serverHandlers(handlers: Handlers, { operations }: Contract, mask: () => Mask): ServerHandlers {
  if (typeof handlers !== "object" || handlers === null || Array.isArray(handlers))
    throw new TypeError(`handlers are an object of functions by operationId; it got ${shown(handlers)}`);
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => {
      if (!operations.some(({ id }) => id === name)) {
        const known = operations.map(({ id }) => id);
        const more = known.length > MOST_NAMES ? `, and ${known.length - MOST_NAMES} more` : "";
        throw new TypeError(
          `the document has no operation ${shown(name)}; it has ${known.slice(0, MOST_NAMES).join(", ")}${more}`,
        );
      }
      if (typeof handler !== "function") throw new TypeError(`the handler of ${name} is no function`);
      return [name, (request, world) => handler(request, new MockWorld(() => world, mask))];
    }),
  ) satisfies ServerHandlers;
}
