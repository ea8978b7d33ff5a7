// Who may call an operation: every operation must say so and describe the refusal.
import { valueAt } from "../../json/pointer.ts";
import type { LintContext } from "../context.ts";
import type { Complaint } from "../model.ts";

/** Operations that do not say who may call them. A single complaint if the whole document says nothing. */
export function unstatedSecurity({ contract, document }: LintContext): Complaint[] {
  if (document.root["security"] !== undefined) return [];
  const { operations } = contract;
  const silent = operations.filter(({ pointer }) => valueAt(document.root, `${pointer}/security`) === undefined);
  if (silent.length > 1 && silent.length === operations.length) {
    const said = `neither the document nor one of its ${operations.length} operations says who may call them`;
    return [{ pointer: "", said }];
  }
  return silent.map(({ pointer }) => ({ pointer, said: "nothing says who may call it" }));
}

/** Operations that require a credential but do not describe the response to a wrong one. */
export function undescribedRefusal({ contract }: LintContext): Complaint[] {
  return contract.operations
    .filter(({ security }) => security.length > 0 && security.every((alternative) => alternative.length > 0))
    .filter(({ responses }) => !responses.some(({ status }) => /^(?:401|4XX|default)$/.test(status)))
    .map(({ pointer }) => ({
      pointer,
      said: "it asks for a credential and describes no 401, 4XX or default response",
    }));
}
