// Actions: the document names something to do to an item, but not its effect. The item must exist; one that is named
// after a state gets it. The answer is the item if the response describes it, and otherwise the document's example.
import { TOP } from "../../resource/items/envelope.ts";
import { showsItem } from "../../resource/singletons.ts";
import type { ParentLink, Resource } from "../../resource/model.ts";
import { parametersIn, plainName, stepsOf } from "../../resource/paths.ts";
import { type Effect, effectOf } from "../../resource/updates.ts";
import { ValuePlace } from "../../schema/generate/place.ts";
import { momentOf } from "../../schema/generate/texts/moments.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import type { Behaviour, BehaviourBasis } from "./basis.ts";
import { NOT_FOUND } from "../errors/refusal.ts";
import { Scope, textsReader } from "../items/scope.ts";
import { DocumentedAnswers } from "../documented.ts";
import { itemAnswer } from "./answers.ts";

/** Prepares an action on an item of a resource. */
export function action({ contract, operation, resource, families, plan }: BehaviourBasis): Behaviour {
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
  const effect = effectOf(contract.document, operation, resource);
  const changed = changeOf({ contract, resource }, effect);
  const [step = ""] = resource.identifier.steps;
  const withTold = toldBy(resource, effect);
  return ({ values, body }, world) => {
    const found = scope.find(world, textsOf(values), values[at]);
    if (found === undefined) return NOT_FOUND;
    const item = changed(withTold(found.item, body), world.clock.now());
    if (item !== found.item) {
      const packed = scope.family.pack(item, found.id, found.labels);
      if (world.collection(scope.at).put(found.key, packed) === undefined) return plan.fullOfBytes;
    }
    if (show !== undefined) return show(item, world, found.id);
    const about = { ...item, ...(step === "" ? {} : { [step]: found.id }) };
    return examples.answer({ values, body, accept: "", about, identified: step, effect });
  };
}

/** What the request of an action says: the `reason` to cancel is the `cancellationReason`. */
function toldBy({ item: schema, properties }: Resource, { states }: Effect) {
  const verb = (states.at(-1) ?? "").slice(0, 5);
  return (item: JsonObject, body: JsonValue | undefined): JsonObject => {
    if (!isObject(body)) return item;
    const told = Object.entries<JsonValue>(body).flatMap(([name, value]): [string, JsonValue][] => {
      const end = plainName(name);
      const own = properties.find(
        (one) =>
          plainName(one.name) !== end && plainName(one.name).endsWith(end) && plainName(one.name).startsWith(verb),
      );
      return own === undefined || verb.length < 3 || own.schema.validate(value).length > 0 ? [] : [[own.name, value]];
    });
    const next = { ...item, ...Object.fromEntries(told) };
    return told.length === 0 || schema.validate(next).length > schema.validate(item).length ? item : next;
  };
}

const UPDATED = /^(?:(?:last)?(?:updated|modified|changed)(?:at|on|time|date)?|lastupdate)$/;

/** What an action changes: the state that it is named after, the time of that state, and the time of the last change. */
function changeOf(
  { contract: { document }, resource }: Pick<BehaviourBasis, "contract" | "resource">,
  { states, state, flags, isUndone }: Effect,
): (item: JsonObject, now: number) => JsonObject {
  if (state === undefined && flags.length === 0) return (item) => item;
  const times = resource.properties.flatMap(({ name, schema }) => {
    const plain = plainName(name);
    const isTold = UPDATED.test(plain) || states.some((state) => plain === `${state}at` || plain === `${state}on`);
    const moment = isTold ? momentOf(name, ValuePlace.at(document, schema.pointer, "response")) : undefined;
    return moment === undefined ? [] : [{ name, write: moment.write }];
  });
  return (item, now) => {
    const next: JsonObject = {
      ...item,
      ...(state === undefined ? {} : { [state.property]: state.value }),
      ...Object.fromEntries(flags.map((name) => [name, !isUndone] as const)),
      ...Object.fromEntries(times.map(({ name, write }) => [name, write(now)] as const)),
    };
    return resource.item.validate(next).length > resource.item.validate(item).length ? item : next;
  };
}
