// Singletons: they exist from the start, as in the document's example, and are changed in place. One below an item is
// removed with the item. Removing a singleton restores its initial state.
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { defined } from "../../json/defined.ts";
import { lazy } from "../../memo.ts";
import { TOP, valueIn } from "../../resource/items/envelope.ts";
import { showsItem } from "../../resource/inference/singletons.ts";
import type { Role, Singleton } from "../../resource/model.ts";
import { sentNode } from "../../resource/items/bodies.ts";
import { keepsTheRest } from "../../resource/deeds/updates.ts";
import type { Behaviour, BehaviourBasis, MockRequest } from "./basis.ts";
import { labelOf } from "../items/family.ts";
import { ItemComposer } from "../answer/items.ts";
import { patching } from "../patch/merge-patch.ts";
import { NOT_FOUND } from "../errors/refusal.ts";
import { parseStored } from "../items/stored.ts";
import { Scope, textsReader } from "../items/scope.ts";
import { DocumentedAnswers } from "../documented.ts";
import { readJson } from "../../json/read.ts";
import { Answers } from "../answer/answer.ts";
import type { World } from "../world.ts";
import { itemAnswer } from "./answers.ts";
import { listedBy } from "./listed.ts";
import { seenAbove } from "./seen-above.ts";
import { othersIn } from "../relations/others/others.ts";
import { listsAddedTo } from "../relations/others/linking.ts";
import { isOwnUser } from "../../resource/askers.ts";
import { usualUser } from "./around/usual-user.ts";
import { schemaAt } from "../../schema/normal/schema-node.ts";

/** Prepares what an operation does to a singleton. */
export function singletonBehaviour(role: Role, singleton: Singleton, basis: BehaviourBasis): Behaviour {
  const { contract, operation, resource, families, plan } = basis;
  const { document } = contract;
  const scope = new Scope(families, resource);
  const { family } = scope;
  const textsOf = textsReader(operation, singleton);
  const inAnswer = role === "action" ? showsItem(document, operation, resource) : undefined;
  const shape =
    inAnswer === undefined
      ? singleton.shapes.get(operation)
      : { shown: inAnswer, showsMany: false, sent: TOP, sendsMany: false };
  const show = itemAnswer({ ...basis, ...defined({ shape }) }, role === "create" ? "update" : role, false);
  const { change } = listedBy(basis);
  const body = sentNode(document, operation, shape);
  const composer = new ItemComposer(document, { ...singleton, identifier: { steps: [] } }, body);
  const patched = patching(document, operation, singleton);
  const isPartial = keepsTheRest(document, operation);
  const begin = beginningOf(basis, singleton, composer);
  const seen = seenAbove(basis);
  const changed = (old: JsonObject, sent: JsonValue | undefined, world: World): JsonObject => {
    const part = shape === undefined ? sent : valueIn(sent, shape.sent);
    const given = isObject(part) ? part : {};
    const merged = role === "replace" && !isPartial ? given : patched(old, given);
    return composer.compose(merged, undefined, { kept: old, now: world.clock.now() });
  };
  return (request, world) => {
    const { values, body: sent } = request;
    const texts = textsOf(values);
    if (!scope.leadsOn(world, texts)) return NOT_FOUND;
    const collection = world.collection(scope.at);
    const label = labelOf(texts);
    const key = family.keyOf("it", label);
    const known = collection.store.fetch(key);
    const old = known === undefined ? begin(values, world) : family.unpack(parseStored(known)).item;
    if (role === "fetch") return show(seen?.(old, world, texts) ?? old, world);
    if (role === "remove") {
      collection.remove(key);
      return show(old, world);
    }
    const item = role === "action" ? change(old, request, othersIn(world, families)) : changed(old, sent, world);
    if (item === "none") return NOT_FOUND;
    if (item === undefined) return show(old, world);
    const stored = collection.put(key, family.pack(item, "it", new Map([[resource, label]])));
    return stored === undefined ? plan.fullOfBytes : show(item, world);
  };
}

/** The thing as it is before anybody changed it: the document's example, with the lists empty that operations add to. */
function beginningOf(
  { contract, operation, resource, families }: BehaviourBasis,
  singleton: Singleton,
  composer: ItemComposer,
): (values: MockRequest["values"], world: World) => JsonObject {
  const { document } = contract;
  const getter = singleton.operations.fetch ?? operation;
  const examples = new DocumentedAnswers(contract, getter);
  const userIn = isOwnUser(getter)
    ? usualUser(document, families, schemaAt(document, singleton.item.pointer, "response"))
    : undefined;
  const answers = new Answers(document, singleton.item);
  const emptied = lazy(() => listsAddedTo(contract, resource).map((name): [string, JsonValue] => [name, []]));
  return (values, world) => {
    const now = world.clock.now();
    // Another operation's parameters have another order.
    const answer = examples.answer({ values: getter === operation ? values : [], accept: "", now });
    const reading =
      answer.kind === "answer" && answer.status < 300 && answer.text !== undefined
        ? readJson(answer.text, Infinity)
        : undefined;
    const place = singleton.shapes.get(getter)?.shown;
    const value = reading === undefined || "fault" in reading ? undefined : reading.value;
    const item = place === undefined ? value : valueIn(value, place);
    const made = isObject(item) ? item : composer.compose({}, undefined, { now });
    // Nothing was added to it yet.
    const empty = emptied().filter(([name]) => Object.hasOwn(made, name));
    const first = empty.length === 0 ? made : answers.allowed({ ...made, ...Object.fromEntries(empty) }, made);
    const user = userIn?.(world, first);
    if (user === undefined) return first;
    const known = Object.entries<JsonValue>(user).filter(([name]) => Object.hasOwn(first, name));
    return answers.allowed({ ...first, ...Object.fromEntries(known) }, first);
  };
}
