// The library's `createMockServer`: takes a contract, or a document as a value.
import { contractOf } from "../contract/load.ts";
import { givenContract } from "../http/given-contract.ts";
import type { MockServer, MockServerOptions } from "../http/node/mock-server.ts";
import { createMockServer as serverOf } from "../http/node/server.ts";
import type { Inference } from "../resource/model.ts";
import { documentOfObject } from "../schema/load/value-document.ts";
import type { JsonObject } from "../json/value.ts";
import type { Contract } from "../contract/model.ts";
import type { OpenApiDocument } from "./contracts.ts";

/**
 * Creates the HTTP server of a mock without listening yet.
 * @param spec a contract, or the OpenAPI document as an object that refers to no other files
 * @param inference what its resources are. Defaults to `inferResources(contract)`
 * @throws TypeError for anything else, in words; DocumentError with the location of each problem; SeedError if items of
 * a seed do not fit
 */
export function createMockServer(
  spec: Contract | OpenApiDocument,
  inference?: Inference,
  options?: MockServerOptions,
): MockServer {
  const isDocument = typeof spec === "object" && spec !== null && "openapi" in spec;
  const contract = isDocument
    ? contractOf(documentOfObject(spec as unknown as JsonObject, { lenient: "inside" }), { lenient: true })
    : givenContract("createMockServer", spec);
  return serverOf(contract, inference, options);
}
