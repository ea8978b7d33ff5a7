// What the validators do not know of OpenAPI: where alternatives have a discriminator, its property must be there, and
// where others build upon a schema with one, its property says which of them holds besides.
import { type JsonValue, isObject } from "../../contract/json.ts";
import type { Violation } from "../../contract/model.ts";
import { appendPointer } from "../../contract/pointer.ts";
import { discriminatorOf } from "../schema/discriminator.ts";
import { propertyConstraint } from "../schema/merge.ts";
import type { Conjunction } from "../schema/shape.ts";
import type { SchemaSpace } from "../schema/space.ts";

/** Judges a value by the schema at a pointer. */
type JudgeBy = (pointer: string, value: JsonValue) => readonly Violation[];

/** Objects among alternatives that lack the property which tells them apart, or are not what it says. */
export function discriminatorViolations(
  { space, judgeBy }: { readonly space: SchemaSpace; readonly judgeBy: JudgeBy },
  conjunction: Conjunction,
  value: JsonValue,
  at = "",
): Violation[] {
  const judging = { space, judgeBy };
  if (typeof value !== "object" || value === null || conjunction.length === 0) return [];
  const shape = space.shape(conjunction);
  if (Array.isArray(value)) {
    return value.flatMap((item: JsonValue, index) =>
      discriminatorViolations(judging, shape.prefix[index] ?? shape.items, item, appendPointer(at, index)),
    );
  }
  if (!isObject(value)) return [];
  const own = space.definitions(conjunction).flatMap(({ pointer, definition }): Violation[] => {
    const tag = discriminatorOf(definition);
    if (tag === undefined || Object.hasOwn(value, tag)) return [];
    const message = `must have the property ${JSON.stringify(tag)}, by which its alternatives are told apart`;
    return [{ keyword: "required", at, message, pointer: appendPointer(pointer, "discriminator", "propertyName") }];
  });
  const inner = Object.entries(value).flatMap(([name, item]) =>
    discriminatorViolations(judging, propertyConstraint(shape, name), item, appendPointer(at, name)),
  );
  const kinds = space.kinds(conjunction);
  const tag = kinds === undefined ? undefined : value[kinds.property];
  const target = typeof tag === "string" ? kinds?.targets.get(tag) : undefined;
  const chosen = target === undefined ? [] : judgeBy(target, value);
  return [...own, ...chosen.map((violation) => ({ ...violation, at: at + violation.at })), ...inner];
}
