// Creations: of one item, or of all in a list.
import type { JsonObject } from "../../json/value.ts";
import { valueIn } from "../../resource/envelope.ts";
import type { Key } from "../../store/store.ts";
import type { Answer, Behaviour, BehaviourBasis } from "./basis.ts";
import { NOT_FOUND } from "../refusal.ts";
import { Scope, textsReader } from "../scope.ts";
import { parametersIn, stepsOf } from "../../resource/paths.ts";
import type { Resource } from "../../resource/model.ts";
import { Adder, itemsIn } from "./adding.ts";
import { itemAnswer, statusAsStored } from "./answers.ts";
import { manyAnswer } from "./many.ts";

/** Prepares a creation. */
export function create(basis: BehaviourBasis): Behaviour {
  const { contract, operation, resource, families } = basis;
  const scope = new Scope(families, resource);
  const textsOf = textsReader(operation, resource);
  const shape = resource.shapes.get(operation);
  const show = itemAnswer({ contract, operation, item: resource.item, shape }, "create");
  const showMany = shape?.showsMany === true ? manyAnswer(basis, "create") : undefined;
  const adder = new Adder(basis, scope);
  const asStored = scope.family.isPlain
    ? statusAsStored({ contract, operation, item: resource.item, shape }, "create")
    : undefined;
  return ({ values, body }, world) => {
    const texts = textsOf(values);
    if (!scope.leadsOn(world, texts)) return NOT_FOUND;
    const sent = shape === undefined ? body : valueIn(body, shape.sent);
    const items: JsonObject[] = [];
    let last: Key | undefined;
    let text = "";
    for (const one of itemsIn(sent)) {
      const added = adder.add(world, texts, one);
      // Of several, those before the one that failed are there.
      if (added.kind !== "added") return added;
      items.push(added.item);
      last = added.id;
      text = added.text;
    }
    const answer: Answer =
      asStored !== undefined && items.length === 1
        ? { kind: "answer", status: asStored, text }
        : (showMany?.(items) ?? show(items.at(-1) ?? {}));
    if (last === undefined) return answer;
    const id = last;
    return { ...answer, location: () => locationOf(resource, operation.path, texts, id) };
  };
}

/** The path of an item: that of the collection and its identifier, where nothing else leads to items. */
export function locationOf(resource: Resource, path: string, texts: readonly string[], id: Key): string {
  const own = (resource.sharedWith ?? resource).itemPath;
  const names = own === undefined ? [] : parametersIn(stepsOf(own));
  const values = own !== undefined && names.length === texts.length + 1 ? [...texts, String(id)] : undefined;
  const flat = own !== undefined && names.length === 1 ? [String(id)] : undefined;
  const used = values ?? flat;
  if (own !== undefined && used !== undefined) return filled(own, used);
  const collection = resource.collection.replace(/\/$/, "");
  return `${filled(resource.scope.length === 0 ? collection : path.replace(/\/$/, ""), texts)}/${encodeURIComponent(String(id))}`;
}

function filled(template: string, texts: readonly string[]): string {
  let at = 0;
  return template.replaceAll(/\{[^{}]+\}/g, () => encodeURIComponent(texts[at++] ?? ""));
}
