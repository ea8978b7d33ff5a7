// Hand-made exchanges for the judges of recorded exchanges.
import type { Exchange, HeaderPairs } from "../../conformance/client/exchange.ts";
import type { Contract, Operation } from "../../src/contract/model.ts";

export const JSON_TYPE = [["Content-Type", "application/json"]] as const;

export function operationOf(contract: Contract, id: string): Operation {
  const found = contract.operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
}

/** A response to a valid request to an operation. */
export function answered(
  operation: Operation,
  status: number,
  body: string | Uint8Array,
  headers: HeaderPairs = JSON_TYPE,
): Exchange {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return {
    operation,
    intent: "valid",
    request: { method: operation.method, url: `http://localhost${operation.path}`, headers: [] },
    response: { status, headers, body: bytes, complete: true },
    ms: 1,
  };
}
