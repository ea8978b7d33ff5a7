// The subjects of parameters: each query and header parameter of an operation.
import type { Operation, Parameter } from "../../../src/contract/model.ts";
import { type SchemaNode, schemaAt } from "../../../src/schema/normal/schema-node.ts";
import type { Subject } from "../../check.ts";
import type { HeaderPairs } from "../../client/exchange.ts";
import type { Plan } from "../../plan.ts";
import { protection } from "../../operations.ts";

export interface ParameterSubject extends Subject {
  readonly parameter: Parameter;
  readonly schema: SchemaNode;
}

/** The query and header parameters of operations with a role, except those that carry the credential. */
export function parametersOf(
  plan: Plan,
  wanted: (schema: SchemaNode, parameter: Parameter, operation: Operation) => boolean,
): ParameterSubject[] {
  return plan.operations.flatMap((operation) => {
    if (plan.unmodelled.has(operation)) return [];
    const credentials = new Set(protection(operation).map(({ key }) => key));
    return operation.parameters.flatMap((parameter) => {
      if ((parameter.in !== "query" && parameter.in !== "header") || credentials.has(parameter.name)) return [];
      // Nothing of it can be varied as a pair.
      if (parameter.isWhole === true) return [];
      const schema = schemaAt(plan.contract.document, parameter.schema.pointer, "request");
      if (!wanted(schema, parameter, operation)) return [];
      return [{ operation, parameter, schema, pointer: parameter.pointer, about: parameter.name }];
    });
  });
}

export const show = (pairs: HeaderPairs): string => pairs.map(([name, text]) => `${name}=${text}`).join("&");
