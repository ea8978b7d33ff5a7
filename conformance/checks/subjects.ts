// The subjects that several families of checks share.
import type { Operation } from "../../src/contract/model.ts";
import type { Role } from "../../src/resource/model.ts";
import type { ResourceSubject, Subject } from "../check.ts";
import { type Plan, type ResourceOperation, operationsInRole } from "../plan.ts";

/** Every served operation, or the selected ones. */
export function eachOperation(plan: Plan, wanted: (operation: Operation) => boolean = () => true): Subject[] {
  return plan.operations.filter(wanted).map((operation) => ({ operation, pointer: operation.pointer }));
}

/** Every operation that has a certain part, with the place of that part. */
export function eachWith(
  plan: Plan,
  partOf: (operation: Operation) => { readonly pointer: string } | undefined,
): Subject[] {
  return plan.operations.flatMap((operation) => {
    const part = partOf(operation);
    return part === undefined ? [] : [{ operation, pointer: part.pointer }];
  });
}

/** Every operation in a role, or the selected ones. */
export function inRole(
  plan: Plan,
  role: Role,
  wanted: (one: ResourceOperation) => boolean = () => true,
): ResourceSubject[] {
  return operationsInRole(plan, role)
    .filter(wanted)
    .map((one) => ({ ...one, pointer: one.operation.pointer }));
}
