// What checks of more than one family are asked of.
import type { Operation } from "../../src/contract/model.ts";
import type { Subject } from "../check.ts";
import type { Plan } from "../plan.ts";

/** Every operation that is served, as subjects; `pointer` gives the place of the claim. */
export function eachOperation(
  plan: Plan,
  where: (operation: Operation) => boolean = () => true,
  pointer: (operation: Operation) => string = (operation) => operation.pointer,
): Subject[] {
  return plan.operations.filter(where).map((operation) => ({ operation, pointer: pointer(operation) }));
}

/** The pointer of a response's description, or of the operation where there is none. */
export function responsePointer(operation: Operation, status: string): string {
  return operation.responses.find((response) => response.status === status)?.pointer ?? operation.pointer;
}
