// Actions that give an item to somebody, as their names say: `assign` with a `user_id` sets the `assignee`.
import type { Operation } from "../../contract/model.ts";
import type { Document } from "../../document/document.ts";
import { type JsonObject, type JsonValue, isLeaf, isObject } from "../../json/value.ts";
import type { Resource } from "../../resource/model.ts";
import { stepsOf, wordsOf } from "../../resource/paths.ts";
import { allowsNull } from "../../realistic/facts.ts";
import { ValuePlace } from "../../schema/generate/place.ts";
import { type SchemaNode, mayBe, propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import { viewOf } from "./others/embedded.ts";
import { inTypeOf, referenceStem } from "./others/references.ts";
import type { Others } from "./rule.ts";
import { Targets } from "./others/targets.ts";

const GIVES = /^(assign|reassign|delegate|transfer|handover|claim)$/;
const TAKES = /^(unassign|unclaim|release)$/;
const ANYBODY = /^(user|member|person|employee|agent|staff|account|assignee|to)$/;
const HOLDER = /^(assignee|assignedto|assigneduser|handler|responsible)$/;

/** @returns undefined for an action of another kind */
export function assigning(
  document: Document,
  { path }: Operation,
  resource: Resource,
  resources: readonly Resource[],
): ((item: JsonObject, body: JsonValue | undefined, others: Others) => JsonObject | undefined) | undefined {
  const [verb = "", more] = wordsOf(stepsOf(path).at(-1) ?? "");
  if (more !== undefined || (!GIVES.test(verb) && !TAKES.test(verb))) return undefined;
  const shown = [...propertiesIn(schemaAt(document, resource.item.pointer, "response"))];
  const targets = Targets.of(document, resources);
  const holderOf = (stem: string): readonly [string, SchemaNode] | undefined =>
    shown.find(([name]) => referenceStem(name) === stem) ??
    (ANYBODY.test(stem) ? shown.find(([name]) => HOLDER.test(referenceStem(name))) : undefined);
  if (TAKES.test(verb)) {
    const [name, node] = holderOf("assignee") ?? [];
    const isNullable = node !== undefined && allowsNull(ValuePlace.of(node));
    return name === undefined || !isNullable ? undefined : (item) => ({ ...item, [name]: null });
  }
  return (item, body, others) => {
    for (const [sent, id] of Object.entries<JsonValue>(isObject(body) ? body : {})) {
      const [name, node] = isLeaf(id) && id !== null ? (holderOf(referenceStem(sent)) ?? []) : [];
      if (name === undefined || node === undefined) continue;
      if (!mayBe(node, "object")) return { ...item, [name]: inTypeOf(item[name] ?? id, id) ?? id };
      const target =
        targets.like(node) ?? targets.named(wordsOf(name), true) ?? targets.named([referenceStem(sent)], true);
      const thing = target && others.find(target, id);
      if (target !== undefined && thing !== undefined)
        return {
          ...item,
          ...Object.fromEntries(
            shown.flatMap(([one]) => (one !== name && referenceStem(one) === referenceStem(name) ? [[one, id]] : [])),
          ),
          [name]: viewOf(document, node, targets.nodeOf(target))(thing, id),
        };
    }
    return undefined;
  };
}
