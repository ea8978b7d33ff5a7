// The entry `animal-store/fetch`: the mock as a function of the Fetch standard.
export { createFetchHandler, type FetchHandler, type FetchHandlerOptions } from "../http/fetch/handler.ts";
export type { CompiledContract } from "../contract/compiled/model.ts";
export type { Contract } from "../contract/model.ts";
