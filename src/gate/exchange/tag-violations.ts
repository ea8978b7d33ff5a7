// Discriminator rules of OpenAPI that the validators do not know. Alternatives with a discriminator require its
// property. If other schemas extend one that has a discriminator, its value says which of them also applies. If the
// discriminator has moved to another property, its value must also name an alternative: any other value leaves a client
// without a schema (OpenAPI 3.1.1 section 4.8.25).
import { appendPointer } from "../../json/pointer.ts";
import { isMoved } from "../../schema/compare/alternatives/tags.ts";
import { TAG, choiceOf, tagOf, tagPlace } from "../../schema/form/tags.ts";
import type { Conjunction } from "../../schema/form/conjunction.ts";
import type { NormalForms } from "../../schema/normal/normal-forms.ts";
import { propertyConstraint } from "../../schema/keywords/properties.ts";
import type { Violation } from "../../schema/model.ts";
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";

/** Judges a value by the schema at a pointer. */
type JudgeBy = (pointer: string, value: JsonValue) => readonly Violation[];

interface Judging {
  readonly space: NormalForms;
  readonly judgeBy: JudgeBy;
  /** The other version of the document, if two are compared. */
  readonly other: JsonObject | undefined;
}

/** Violations of objects among alternatives: no discriminator property, or no match with the schema that it names. */
export function tagViolations(judging: Judging, conjunction: Conjunction, value: JsonValue, at = ""): Violation[] {
  const { space, judgeBy, other } = judging;
  if (conjunction.isEmpty) return [];
  if (Array.isArray(value)) {
    const { prefix, items } = space.form(conjunction);
    return value.flatMap((item: JsonValue, index) =>
      tagViolations(judging, prefix[index] ?? items, item, appendPointer(at, index)),
    );
  }
  if (!isObject(value)) return [];
  const own = space.definitions(conjunction).flatMap(({ pointer, definition }): Violation[] => {
    const tag = tagOf(definition);
    if (tag === undefined) return [];
    const moved = other !== undefined && isMoved(tag, pointer, other);
    const keyword = moved ? TAG : "required";
    const about = { keyword, params: { property: tag }, pointer: tagPlace(pointer) };
    const named = ownValue(value, tag);
    if (named === undefined) {
      const message = `must have the discriminator property ${JSON.stringify(tag)}`;
      return [{ ...about, at, message }];
    }
    const names = moved && typeof named === "string" ? choiceOf(definition)?.mapping : undefined;
    if (names === undefined || names.size === 0 || names.has(named as string)) return [];
    const message = `must be one of the names that its alternatives are chosen by: ${[...names.keys()].map((name) => JSON.stringify(name)).join(", ")}`;
    return [{ ...about, at: appendPointer(at, tag), message }];
  });
  const shape = space.form(conjunction);
  const inner = Object.entries(value).flatMap(([name, item]) =>
    tagViolations(judging, propertyConstraint(shape, name, space.work), item, appendPointer(at, name)),
  );
  const kinds = space.kinds(conjunction);
  const tag = kinds === undefined ? undefined : value[kinds.property];
  const target = typeof tag === "string" ? kinds?.targets.get(tag) : undefined;
  const chosen = target === undefined ? [] : judgeBy(target, value);
  return [...own, ...chosen.map((violation) => ({ ...violation, at: at + violation.at })), ...inner];
}
