// A keyword with a single meaning: how to read it from a normal form, and what proves that it became no stricter.
import { type NormalForm, allowsType } from "../form/normal-form.ts";
import type { Compared, Fact } from "./fact.ts";
import { isAmong } from "../../json/value-set.ts";
import { type JsonArray, type JsonValue, equalJson } from "../../json/value.ts";

export interface Rule {
  readonly keyword: string;
  /** The type of the values that the keyword judges; all if absent. */
  readonly type?: string;
  /** What is compared; undefined if nothing is said. */
  readonly read: (form: NormalForm) => JsonValue | undefined;
  readonly equal?: (a: JsonValue, b: JsonValue) => boolean;
  /** False if the consumer's keyword judges none of the producer's values. */
  readonly matters?: (sent: NormalForm, consumer: JsonValue) => boolean;
  /** The rule that proves a difference harmless, if both sides have the keyword; undefined if none does. */
  readonly proof?: (producer: JsonValue, consumer: JsonValue) => string | undefined;
  /** Like `proof`, using the other keywords. */
  readonly implied?: (given: NormalForm, consumer: JsonValue, compared: Compared) => string | undefined;
}

/** The difference in a keyword, with the rule that proves it harmless, if any. */
export function ruleFacts(rule: Rule, compared: Compared): Fact[] {
  const { producer, consumer } = compared;
  // A value keeps its type, but other keywords may not apply to the text it becomes.
  const given = rule.keyword === "type" ? producer : compared.sent;
  const [before, after] = [rule.read(given), rule.read(consumer)];
  if (before === undefined && after === undefined) return [];
  const fact = { keyword: rule.keyword, producer: rule.read(producer), consumer: after };
  if (before !== undefined && after !== undefined && (rule.equal ?? equalJson)(before, after)) return [];
  const provedBy = after === undefined ? "constraint-dropped" : proofOf(rule, compared, { given, before, after });
  return [provedBy === undefined ? fact : { ...fact, provedBy }];
}

interface Given {
  readonly given: NormalForm;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue;
}

function proofOf(rule: Rule, compared: Compared, { given, before, after }: Given): string | undefined {
  const { sent } = compared;
  if (rule.type !== undefined && !allowsType(sent, rule.type)) return "type-not-sent";
  if (rule.matters?.(sent, after) === false) return `${rule.keyword}-without-effect`;
  const proof = before === undefined ? undefined : rule.proof?.(before, after);
  return proof ?? rule.implied?.(given, after, compared);
}

/** A list as a value; undefined if it is absent or empty. */
export const listed = (items: Iterable<JsonValue> | undefined): JsonValue | undefined =>
  items === undefined ? undefined : [...items];

/** Like `listed`, for keywords whose empty list says nothing. */
export const some = (items: readonly JsonValue[]): JsonValue | undefined =>
  items.length === 0 ? undefined : [...items];

/** True for two lists with the same values, in any order. */
export function sameSet(a: JsonValue, b: JsonValue): boolean {
  return isPart(a, b) && isPart(b, a);
}

/** True if each value of a list is in another. */
export function isPart(part: JsonValue, whole: JsonValue): boolean {
  return (
    Array.isArray(part) && Array.isArray(whole) && part.every((value: JsonValue) => isAmong(whole as JsonArray, value))
  );
}
