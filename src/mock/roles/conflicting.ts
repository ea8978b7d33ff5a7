// Actions in a wrong state, where the document has a 409: what it says of states, and otherwise the state that the action
// leads to, and those that nothing leads out of.
import { isStateName } from "../../document/names.ts";
import { quoted } from "../../json/quote.ts";
import { type JsonObject, type JsonValue, ownValue } from "../../json/value.ts";
import { initialOf, isFailure } from "../../realistic/texts/states.ts";
import type { Effect } from "../../resource/deeds/effects.ts";
import { plainName, wordsOf } from "../../resource/paths.ts";
import type { SchemaNode } from "../../schema/normal/schema-node.ts";
import { type Refusal, refuse } from "../errors/refusal.ts";
import type { BehaviourBasis } from "./basis.ts";

/** "The request could not be completed": that is about the request. */
const FAILED = /\b(?:can|could)(?: ?not|n't) be \w+/gi;
const DEMANDS = /\b(?:only|not|no longer|must|isn't|unless)\b/i;

/** What has come about can be called off no more. */
const ENDED = /^(?:delivered|complete|completed|done|finished|fulfilled|checkedout|returned|hired|closed)$/;
const UNDONE = /^(?:cancel|void|reject|declin|withdr)/;

/** @returns what refuses the action on an item, if its state does */
export function conflicting(
  { operation }: BehaviourBasis,
  { state, flags }: Effect,
  properties: ReadonlyMap<string, SchemaNode>,
): (item: JsonObject) => Refusal | undefined {
  const said = operation.responses.find(({ status }) => status === "409")?.description.replace(FAILED, "");
  const [name = state?.property, node] = [...properties].find(([one]) => isStateName(one)) ?? [];
  const end = name === state?.property ? state?.value : undefined;
  const values = node?.form.values ?? [];
  if (said === undefined) return () => undefined;
  const words = ` ${wordsOf(said).join(" ")} `;
  const named = values.filter((one) => typeof one === "string" && words.includes(` ${wordsOf(one).join(" ")} `));
  const [isDemanded, demanded] = [DEMANDS.test(said) && !/\balready\b/i.test(said), named.filter((one) => one !== end)];
  const isWrong = (own: JsonValue): boolean => {
    if (isDemanded && demanded.length > 0) return !demanded.includes(own);
    if (own === end || named.includes(own)) return true;
    if (end !== undefined && typeof own === "string" && ENDED.test(plainName(own)) && UNDONE.test(plainName(end)))
      return true;
    return end !== undefined && isFailure(own) && !isFailure(end) && end !== initialOf(values);
  };
  return (item) => {
    const own = name === undefined ? undefined : ownValue(item, name);
    const isDone = end === undefined && flags.length > 0 && flags.every(([flag, value]) => item[flag] === value);
    if (!isDone && (own === undefined || (end === undefined && demanded.length === 0) || !isWrong(own)))
      return undefined;
    return refuse("conflict", name ?? "state", isDone ? "it is so already" : `it is ${quoted(own)}`);
  };
}
