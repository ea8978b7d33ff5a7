// One request for several items: `POST /applications/bulk-move { ids, stage }`, `DELETE /pages/bulk { ids }`. Each item is
// changed as the path and the rest of the body say.
import type { Contract, Operation } from "../../contract/model.ts";
import { readJson } from "../../json/read.ts";
import { only } from "../../json/parts.ts";
import { type JsonArray, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { sentNode } from "../../resource/items/bodies.ts";
import { effectOf } from "../../resource/deeds/effects.ts";
import type { Resource } from "../../resource/model.ts";
import { plainName, stepsOf, wordsOf } from "../../resource/paths.ts";
import { propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import { DocumentedAnswers } from "../documented.ts";
import { type Families, Scope } from "../items/scope.ts";
import type { Answer } from "../response.ts";
import { changeBy, toldBy } from "./action.ts";
import type { Behaviour } from "./basis.ts";
import { timesOf } from "./times.ts";

const MANY = /^(?:bulk|batch|mass|multiple|many|multi|all|selected)$/;

/** @returns undefined for an operation that names no items in its body */
export function bulkOf({ contract, operation, families }: Bulk): Behaviour | undefined {
  const { method, path } = operation;
  const steps = stepsOf(path);
  const words = wordsOf(steps.at(-1) ?? "");
  const above = `/${steps.slice(0, -1).join("/")}`;
  if (method === "GET" || path.includes("{") || !words.some((word) => MANY.test(word))) return undefined;
  const resource = families.resources.find((one) => one.scope.length === 0 && one.collection === above);
  const sent = resource && sentNode(contract.document, operation, undefined);
  const listed = [...(sent === undefined ? [] : propertiesIn(sent))].find(
    ([name, { items }]) => items !== undefined && propertiesIn(items).size === 0 && plainName(name).endsWith("ids"),
  )?.[0];
  if (resource === undefined || listed === undefined) return undefined;
  const verb = words.filter((word) => !MANY.test(word)).join("-");
  const single = { ...operation, path: verb === "" ? above : `${above}/${verb}` };
  const isRemoval = method === "DELETE" || /^(?:delete|remove|destroy)/.test(verb);
  const effect = effectOf(contract.document, single, resource, true);
  const changed = changeBy(effect, propertiesIn(schemaAt(contract.document, resource.item.pointer, "response")));
  const told = toldBy(resource, effect, single);
  const times = timesOf(contract.document, resource, effect.states);
  const answers = new DocumentedAnswers(contract, operation);
  const scope = new Scope(families, resource);
  return ({ values, body }, world) => {
    const ids = isObject(body) ? ownValue(body, listed) : undefined;
    const found = (Array.isArray(ids) ? (ids as JsonArray as readonly JsonValue[]) : []).flatMap(
      (id) => scope.find(world, [], id) ?? [],
    );
    const rest = isObject(body) ? only(body, (name) => name !== listed) : {};
    const now = world.clock.now();
    for (const one of found) {
      if (isRemoval) {
        scope.remove(world, one);
        continue;
      }
      const item = times(changed(told(one.item, rest)), one.item, now);
      if (resource.item.validate(item).length === 0)
        world.collection(scope.at).put(one.key, scope.family.pack(item, one.id, one.labels));
    }
    const answer = answers.answer({ values, body, accept: "", now });
    return answer.kind === "answer"
      ? withCount({ ...answer, headers: answer.lines }, found.length, { properties: [] })
      : answer;
  };
}

interface Bulk {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly families: Families;
}

const DONE =
  /^(?:(?:total|num|number)?(?:updated|deleted|removed|moved|archived|created|added|inserted|imported|accepted|affected|processed|changed|modified|succeeded|successful|success|acknowledged)(?:count|total|items)?|count|total)$/;
const UNDONE = /^(?:failed|failures|skipped|rejected|errors?|ignored)(?:count|total)?$/;

/** @returns an answer that tells of how many items something was done, instead of whatever its numbers were. */
export function withCount(answer: Answer, count: number, { properties }: Pick<Resource, "properties">): Answer {
  const reading = answer.text === undefined ? undefined : readJson(answer.text, Infinity);
  if (reading === undefined || "fault" in reading || !isObject(reading.value)) return answer;
  const told = Object.entries<JsonValue>(reading.value).map(([name, value]): [string, JsonValue] => {
    const plain = properties.some((one) => one.name === name) ? "" : plainName(name);
    return typeof value !== "number"
      ? [name, value]
      : [name, DONE.test(plain) ? count : UNDONE.test(plain) ? 0 : value];
  });
  return { ...answer, text: writeJson(Object.fromEntries(told)) };
}
