// What the validators do not know of OpenAPI: where alternatives have a tag, it must be there, and
// where others build upon a schema with one, it says which of them holds besides.
import { appendPointer } from "../../json/pointer.ts";
import { tagOf, tagPlace } from "../../schema/normal/tags.ts";
import type { Conjunction } from "../../schema/normal/conjunction.ts";
import type { NormalForms } from "../../schema/normal/normal-forms.ts";
import { propertyConstraint } from "../../schema/families/objects.ts";
import type { Violation } from "../../schema/model.ts";
import { type JsonValue, isObject } from "../../json/value.ts";

/** Judges a value by the schema at a pointer. */
type JudgeBy = (pointer: string, value: JsonValue) => readonly Violation[];

/** Objects among alternatives that lack the property which tells them apart, or are not what it says. */
export function tagViolations(
  { space, judgeBy }: { readonly space: NormalForms; readonly judgeBy: JudgeBy },
  conjunction: Conjunction,
  value: JsonValue,
  at = "",
): Violation[] {
  const judging = { space, judgeBy };
  if (typeof value !== "object" || value === null || conjunction.isEmpty) return [];
  const shape = space.form(conjunction);
  if (Array.isArray(value)) {
    return value.flatMap((item: JsonValue, index) =>
      tagViolations(judging, shape.prefix[index] ?? shape.items, item, appendPointer(at, index)),
    );
  }
  if (!isObject(value)) return [];
  const own = space.definitions(conjunction).flatMap(({ pointer, definition }): Violation[] => {
    const tag = tagOf(definition);
    if (tag === undefined || Object.hasOwn(value, tag)) return [];
    const message = `must have the property ${JSON.stringify(tag)}, by which its alternatives are told apart`;
    const place = tagPlace(pointer);
    return [{ keyword: "required", params: { property: tag }, at, message, pointer: place }];
  });
  const inner = Object.entries(value).flatMap(([name, item]) =>
    tagViolations(judging, propertyConstraint(shape, name), item, appendPointer(at, name)),
  );
  const kinds = space.kinds(conjunction);
  const tag = kinds === undefined ? undefined : value[kinds.property];
  const target = typeof tag === "string" ? kinds?.targets.get(tag) : undefined;
  const chosen = target === undefined ? [] : judgeBy(target, value);
  return [...own, ...chosen.map((violation) => ({ ...violation, at: at + violation.at })), ...inner];
}
