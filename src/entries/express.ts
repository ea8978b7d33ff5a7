// The entry `animal-store/express`: the mock as a middleware.
import type { Contract } from "../contract/model.ts";
import type { CompiledContract } from "../contract/compiled/model.ts";
import type { FetchHandlerOptions } from "../http/fetch/handler.ts";
import { type NodeHandler, toNodeHandler } from "../http/node/node-handler.ts";

export { type NodeHandler, toNodeHandler } from "../http/node/node-handler.ts";

/** `app.use(animalStore(contract))`, before any parser of bodies. What is not in the document goes on to what is mounted after it. */
export const animalStore = (source: Contract | CompiledContract, options?: FetchHandlerOptions): NodeHandler =>
  toNodeHandler(source, options);
