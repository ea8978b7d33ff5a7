// A keyword that says one thing of a value: how it is read off a normal form, and what proves that it became no
// stricter.
import { type NormalForm, allowsType } from "../normal/normal-form.ts";
import type { Compared, Fact } from "./fact.ts";
import { isAmong } from "../../json/value-set.ts";
import { type JsonArray, type JsonValue, equalJson } from "../../json/value.ts";

export interface Rule {
  readonly keyword: string;
  /** Types of values that the keyword judges; others pass it. Absent: all. */
  readonly type?: string;
  /** What is compared; undefined: nothing is said. */
  readonly read: (form: NormalForm) => JsonValue | undefined;
  readonly equal?: (a: JsonValue, b: JsonValue) => boolean;
  /** False where the consumer's keyword judges none of the producer's values. */
  readonly matters?: (sent: NormalForm, consumer: JsonValue) => boolean;
  /** Both are given and differ: the rule that proves it harmless, or undefined. */
  readonly proof?: (producer: JsonValue, consumer: JsonValue) => string | undefined;
  /** As `proof`, by what else is said. */
  readonly implied?: (given: NormalForm, consumer: JsonValue, compared: Compared) => string | undefined;
}

/** The difference in a keyword, with the rule that proves it harmless if there is one. */
export function ruleFacts(rule: Rule, compared: Compared): Fact[] {
  const { producer, consumer } = compared;
  // A value does not change its type on the way; what else is said of it may not hold for the text that it becomes.
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

/** A list as a value; undefined where there is none, or nothing in it. */
export const listed = (items: Iterable<JsonValue> | undefined): JsonValue | undefined =>
  items === undefined ? undefined : [...items];

/** As `listed`, where an empty list says nothing. */
export const some = (items: readonly JsonValue[]): JsonValue | undefined =>
  items.length === 0 ? undefined : [...items];

/** True for two lists with the same values, in any order. */
export function sameSet(a: JsonValue, b: JsonValue): boolean {
  return isPart(a, b) && isPart(b, a);
}

/** True where each value of a list is among those of another. */
export function isPart(part: JsonValue, whole: JsonValue): boolean {
  return (
    Array.isArray(part) && Array.isArray(whole) && part.every((value: JsonValue) => isAmong(whole as JsonArray, value))
  );
}
