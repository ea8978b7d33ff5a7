// The entry `animal-store/express`: the mock as middleware.
import type { Contract } from "../contract/model.ts";
import type { CompiledContract } from "../contract/compiled/model.ts";
import { type NodeHandler, type NodeHandlerOptions, toNodeHandler } from "../http/node/node-handler.ts";

export { type NodeHandler, type NodeHandlerOptions, toNodeHandler } from "../http/node/node-handler.ts";

/**
 * Use as `app.use(animalStore(contract))`, before any body parser. Requests for paths outside the document go on to
 * what is mounted later.
 */
export const animalStore = (source: Contract | CompiledContract, options?: NodeHandlerOptions): NodeHandler =>
  toNodeHandler(source, options);
