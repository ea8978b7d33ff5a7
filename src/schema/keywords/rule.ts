// A keyword that judges a value alone: how to read it from a normal form, and what proves that it became no stricter.
import { type NormalForm, allowsType } from "../form/normal-form.ts";
import type { Compared, Fact } from "./fact.ts";
import type { Keyword, Rule } from "./keyword.ts";
import { isAmong } from "../../json/value-set.ts";
import { type JsonArray, type JsonValue, equalJson } from "../../json/value.ts";

/** The difference in a keyword, with the rule that proves it harmless, if any. */
export function ruleFacts(keyword: string, { rule, type }: Pick<Keyword, "rule" | "type">, compared: Compared): Fact[] {
  if (rule === undefined) return [];
  const { producer, consumer } = compared;
  // A value keeps its type, but other keywords may not apply to the text it becomes.
  const given = keyword === "type" ? producer : compared.sent;
  const [before, after] = [rule.read(given), rule.read(consumer)];
  if (before === undefined && after === undefined) return [];
  const fact = { keyword, producer: rule.read(producer), consumer: after };
  const [told, other] = [before ?? rule.meant?.(given), after ?? rule.meant?.(consumer)];
  if (told !== undefined && other !== undefined && (rule.equal ?? equalJson)(told, other)) return [];
  const provedBy =
    after === undefined ? "constraint-dropped" : proofOf([keyword, type, rule], { compared, given, before, after });
  return [provedBy === undefined ? fact : { ...fact, provedBy }];
}

interface Given {
  readonly compared: Compared;
  readonly given: NormalForm;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue;
}

function proofOf(
  [keyword, type, rule]: readonly [string, Keyword["type"], Rule],
  { compared, given, before, after }: Given,
): string | undefined {
  const { sent } = compared;
  if (type !== undefined && !allowsType(sent, type)) return "type-not-sent";
  if (rule.matters?.(sent, after) === false) return `${keyword}-without-effect`;
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
