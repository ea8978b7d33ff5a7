// What parameters are asked of: each query and header parameter of an operation.
import type { Operation, Parameter } from "../../../src/contract/model.ts";
import { type Shape, shapeOf } from "../../shape.ts";
import type { Subject } from "../../check.ts";
import type { HeaderPairs } from "../../exchange.ts";
import { type Plan, protection } from "../../plan.ts";

export interface ParameterSubject extends Subject {
  readonly parameter: Parameter;
  readonly shape: Shape;
}

/** The query and header parameters of the operations that have a role, less those that carry the credential. */
export function parametersOf(
  plan: Plan,
  wanted: (shape: Shape, parameter: Parameter, operation: Operation) => boolean,
): ParameterSubject[] {
  return plan.operations.flatMap((operation) => {
    if (plan.unmodelled.has(operation)) return [];
    const credentials = new Set(protection(operation).map(({ key }) => key));
    return operation.parameters.flatMap((parameter) => {
      if ((parameter.in !== "query" && parameter.in !== "header") || credentials.has(parameter.name)) return [];
      const shape = shapeOf(plan.contract.document, parameter.schema.pointer);
      if (!wanted(shape, parameter, operation)) return [];
      return [{ operation, parameter, shape, pointer: parameter.pointer, about: parameter.name }];
    });
  });
}

export const show = (pairs: HeaderPairs): string => pairs.map(([name, text]) => `${name}=${text}`).join("&");
