// Actions: the document names something to do to an item, but not its effect. The item must exist. The answer is the
// item if the response describes it, and otherwise the document's example.
import { TOP } from "../../resource/items/envelope.ts";
import { showsItem } from "../../resource/singletons.ts";
import type { ParentLink } from "../../resource/model.ts";
import { parametersIn, stepsOf } from "../../resource/paths.ts";
import type { Behaviour, BehaviourBasis } from "./basis.ts";
import { NOT_FOUND } from "../errors/refusal.ts";
import { Scope, textsReader } from "../items/scope.ts";
import { DocumentedAnswers } from "../documented.ts";
import { itemAnswer } from "./answers.ts";

/** Prepares an action on an item of a resource. */
export function action({ contract, operation, resource, families }: BehaviourBasis): Behaviour {
  const link: ParentLink = { resource, parameters: resource.scope.length + 1 };
  const scope = new Scope(families, resource);
  const textsOf = textsReader(operation, resource);
  const name = parametersIn(stepsOf(operation.path))[link.parameters - 1];
  const at = operation.parameters.findIndex((one) => one.in === "path" && one.name === name);
  const examples = new DocumentedAnswers(contract, operation);
  const place = showsItem(contract.document, operation, resource);
  const shape = place === undefined ? undefined : { shown: place, showsMany: false, sent: TOP, sendsMany: false };
  const show =
    shape === undefined
      ? undefined
      : itemAnswer({ contract, operation, item: resource.item, shape, resource, families }, "action");
  return ({ values }, world) => {
    const found = scope.find(world, textsOf(values), values[at]);
    if (found === undefined) return NOT_FOUND;
    if (show !== undefined) return show(found.item, world, found.id);
    return examples.answer({ values, accept: "" });
  };
}
