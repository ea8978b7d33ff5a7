// Actions: the document names something to do to an item, but not its effect. The item must exist; one that is named
// after a state gets it. The answer is the item if the response describes it, a new thing of another kind if it shows
// that, and otherwise the document's example.
import { showScalar } from "../../contract/serialization/text.ts";
import { TOP } from "../../resource/items/envelope.ts";
import { showsItem } from "../../resource/inference/singletons.ts";
import type { Operation } from "../../contract/model.ts";
import type { Resource } from "../../resource/model.ts";
import { plainName, stepsOf, wordsOf } from "../../resource/paths.ts";
import { type Deed, type Effect, counterOf, effectOf } from "../../resource/deeds/effects.ts";
import { type SchemaNode, mayBe, propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { mergePatch } from "../patch/merge-patch.ts";
import { assigning } from "../relations/assigning.ts";
import { renewing } from "../relations/itself/renewing.ts";
import { othersIn } from "../relations/others/others.ts";
import type { Behaviour, BehaviourBasis } from "./basis.ts";
import { NOT_FOUND } from "../errors/refusal.ts";
import { DocumentedAnswers } from "../documented.ts";
import { itemAnswer } from "./answers.ts";
import { listedBy } from "./listed.ts";
import { conflicting } from "./conflicting.ts";
import { copying } from "./copying.ts";
import { joining } from "./joining.ts";
import { resulting } from "./resulting.ts";
import { timesOf } from "./times.ts";
import { placeIn } from "./place.ts";
import { initialOf, isFailure } from "../../realistic/texts/states.ts";
import { isStateName } from "../../document/names.ts";
import { isWorse } from "../allowed.ts";

/** Prepares an action on an item of a resource. */
export function action(basis: BehaviourBasis): Behaviour {
  const { contract, operation, resource, families, plan } = basis;
  const { scope, textsOf, find } = placeIn(basis);
  const examples = new DocumentedAnswers(contract, operation);
  const place = showsItem(contract.document, operation, resource);
  const shape = place === undefined ? undefined : { shown: place, showsMany: false, sent: TOP, sendsMany: false };
  const show = shape && itemAnswer({ ...basis, shape }, "action");
  const effect = effectOf(contract.document, operation, resource, true);
  const properties = propertiesIn(schemaAt(contract.document, resource.item.pointer, "response"));
  const changed = changeBy(effect, properties);
  const conflict = conflicting(basis, effect, properties);
  const times = timesOf(contract.document, resource, effect.states);
  const [step = ""] = resource.identifier.steps;
  const withTold = toldBy(resource, effect, operation);
  const { link, thingsOf, change } = listedBy(basis);
  const renewed = renewing(contract.document, operation, resource);
  const assigned = assigning(contract.document, operation, resource, families.resources);
  const join = link?.does === "change" ? undefined : link && joining(basis, link);
  const copy = show && copying(basis, scope);
  const result = show === undefined ? resulting(basis) : undefined;
  return (request, world) => {
    const { values, body } = request;
    const found = find(request, world);
    if (found === undefined) return NOT_FOUND;
    const wrong = conflict(found.item);
    if (wrong !== undefined) return wrong;
    const now = world.clock.now();
    const texts = textsOf(values, world);
    if (copy !== undefined && show !== undefined) {
      const made = copy(found, body, { world, texts });
      return made.kind === "added" ? show(made.item, world, made.id) : made;
    }
    const others = othersIn(world, families);
    const linked = change(found.item, request, others);
    if (linked === "none") return NOT_FOUND;
    const acted = linked ?? changed(withTold(assigned?.(found.item, body, others) ?? found.item, body));
    const next = renewed?.(acted) ?? acted;
    for (const one of join === undefined ? [] : thingsOf(request))
      if (!isObject(one)) join?.(world, [...texts, showScalar(found.id)], one, body);
    const isWrong = next !== found.item && isWorse(resource.item, next, found.item);
    const item = isWrong ? found.item : times(next, found.item, now);
    if (item !== found.item) {
      const packed = scope.family.pack(item, found.id, found.labels);
      if (world.collection(scope.at).put(found.key, packed) === undefined) return plan.fullOfBytes;
    }
    if (show !== undefined) return show(item, world, found.id);
    if (result !== undefined) return result({ ...found, item }, body, world);
    const about = { ...item, ...(step === "" ? {} : { [step]: found.id }) };
    return examples.answer({ values, body, accept: "", about, identified: step, effect });
  };
}

/** What an action is about, and what it leads to, is not for its request to say. */
const STATED = /^(id|uuid|type|kind|object|status|state|note|message|password)$/;

/** Where a thing stands among others. */
const PLACED = /^(?:position|index|rank|order|sortorder|priority)$/;

/** What the request of an action says: the `reason` to cancel is the `cancellationReason`. */
export function toldBy(
  { item: schema, properties }: Resource,
  { states, state }: Effect,
  { method, path }: Pick<Operation, "method" | "path">,
) {
  const words = wordsOf(stepsOf(path).at(-1) ?? "");
  const object = words.slice(method === "PUT" && words.length === 1 ? 0 : 1);
  const about = properties.find(({ name }) => object.length > 0 && plainName(name) === object.join(""));
  const whole = states.at(-1) ?? "";
  const verb = whole.slice(0, 5);
  return (item: JsonObject, body: JsonValue | undefined): JsonObject => {
    if (!isObject(body)) return item;
    // `change_protection` is sent what the `protection` has, and so is a PUT of the `protection`.
    const inner = about && ownValue(item, about.name);
    if (about !== undefined && isObject(inner) && Object.keys(body).some((name) => Object.hasOwn(inner, name))) {
      const changed = { ...item, [about.name]: { ...inner, ...body } };
      if (!isWorse(schema, changed, item)) return changed;
    }
    const told = Object.entries<JsonValue>(body).flatMap(([name, value]): [string, JsonValue][] => {
      const end = plainName(name);
      const own =
        verb.length < 3
          ? undefined
          : properties.find(
              (one) =>
                plainName(one.name) !== end &&
                plainName(one.name).endsWith(end) &&
                plainName(one.name).startsWith(verb),
            );
      // The amount of a refund is not that of the order; the new time of an appointment is its time, and so is the size
      // that resizes it.
      const isSaid =
        (typeof value === "string" || Array.isArray(value) || typeof value === "boolean" || whole === `re${end}`) &&
        !STATED.test(end);
      const isPart = isObject(value) && (method === "PATCH" || method === "PUT");
      // Where a deed names no state of its own, what the request says of the state and the place is meant: a card is moved.
      const isMoved = state === undefined && (isStateName(name) || PLACED.test(end));
      const same = isSaid || isPart || isMoved ? properties.find((one) => plainName(one.name) === end) : undefined;
      const named = own ?? same;
      if (named === undefined || named.schema.validate(value).length > 0) return [];
      return [[named.name, method === "PATCH" ? mergePatch(ownValue(item, named.name), value) : value]];
    });
    const next = { ...item, ...Object.fromEntries(told) };
    return told.length === 0 || isWorse(schema, next, item) ? item : next;
  };
}

/** What an action changes: the state that it is named after, flags, and how often they are set. */
export function changeBy(
  { state, states, ended, flags, inside }: Effect,
  properties: ReadonlyMap<string, SchemaNode>,
): (item: JsonObject) => JsonObject {
  if (inside !== undefined) {
    const inner = changeBy(inside.effect, propertiesIn(properties.get(inside.property) as SchemaNode));
    return (item) => {
      const own = ownValue(item, inside.property);
      return isObject(own) ? { ...item, [inside.property]: inner(own) } : item;
    };
  }
  // What was read is unread no more: `unreadCount`.
  const none = [...properties].flatMap(([name, node]) =>
    wordsOf(name)[0] === `un${states.at(-1) ?? ""}` && mayBe(node, "integer") ? [[name, 0] as const] : [],
  );
  if (state === undefined && flags.length + none.length === 0) return waitedFor({ states, ended }, properties);
  const counters = flags.map(([name, value]) => [name, value, counterOf(name, properties)] as const);
  return (item) => {
    const counted = counters.flatMap(([name, value, counter]): [string, JsonValue][] => {
      const count = counter === undefined ? undefined : ownValue(item, counter);
      if (counter === undefined || typeof count !== "number" || (item[name] ?? false) === value) return [];
      return [[counter, Math.max(0, count + (value ? 1 : -1))]];
    });
    const own = state === undefined ? {} : { [state.property]: state.value };
    return { ...item, ...own, ...Object.fromEntries([...flags, ...counted, ...none]) };
  };
}

const WAITS = /^(?:pending|requires|needs|awaiting|waitingfor)/;

/**
 * A state that waits for an action ends with it, if none is called after it: `approve` ends `pending_approval`. What is
 * undone is as in the beginning: `unschedule` ends `scheduled`.
 */
function waitedFor(
  { states, ended }: Deed,
  properties: ReadonlyMap<string, SchemaNode>,
): (item: JsonObject) => JsonObject {
  const verb = states.at(-1) ?? "";
  const [name, node] = [...properties].find(([one]) => isStateName(one)) ?? [];
  const values = node?.form.values ?? [];
  const isLeft = (value: JsonValue): boolean => {
    const plain = typeof value === "string" ? plainName(value) : "";
    const wanted = verb.slice(0, Math.max(3, verb.length - 1));
    return verb !== "" && WAITS.test(plain) && plain.replace(WAITS, "").startsWith(wanted);
  };
  const at = values.findIndex(isLeft);
  const next = at < 0 ? undefined : values.slice(at + 1).find((value) => value !== null && !isFailure(value));
  if (name === undefined || values.length === 0) return (item) => item;
  return (item) => {
    const own = ownValue(item, name);
    if (next !== undefined && own === values[at]) return { ...item, [name]: next };
    return typeof own === "string" && ended.includes(plainName(own)) ? { ...item, [name]: initialOf(values) } : item;
  };
}
