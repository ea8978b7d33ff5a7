// What a request does to a list inside the thing it is about: which things it names, and the thing afterwards.
import { parameterIndex } from "../../contract/parameters.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { lazy } from "../../memo.ts";
import { schemaAt } from "../../schema/normal/schema-node.ts";
import { linkedBy, linking, thingsIn } from "../relations/others/linking.ts";
import type { Others } from "../relations/rule.ts";
import { relationsFor } from "./answers.ts";
import type { BehaviourBasis, MockRequest } from "./basis.ts";

/** Prepares what an operation does to a list inside a thing, if it does anything. */
export function listedBy(basis: BehaviourBasis) {
  const { contract, operation, resource, families } = basis;
  const link = linkedBy(operation);
  const shown = schemaAt(contract.document, resource.item.pointer, "response");
  const relations = lazy(() => relationsFor(basis, shown));
  const linked = linking(contract, operation, resource, {
    resources: families.resources,
    relate: (item, relating) => relations().apply(item, relating),
  });
  const namedAt = parameterIndex(operation, { in: "path", name: link?.parameter });
  /** The things that a request names: in its path, in its body, or as its body. */
  const thingsOf = ({ values, body }: MockRequest): readonly JsonValue[] => {
    const named = values[namedAt];
    const told = link === undefined ? [] : named === undefined ? thingsIn(body, link.thing) : [named];
    return told.length === 0 && link?.isBody === true && isObject(body) ? [body] : told;
  };
  return {
    link,
    thingsOf,
    change: (item: JsonObject, request: MockRequest, others: Others) =>
      linked?.(item, { things: thingsOf(request), body: request.body }, others),
  };
}
