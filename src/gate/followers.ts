// One edit, one finding: what only follows from a break that is told is not told once more.
import { lastStep, parentPointer } from "../json/pointer.ts";

import { type JsonValue, equalJson, isObject } from "../json/value.ts";
import type { Draft } from "./model.ts";

/** The finding about a property that is required no longer, and those that say that it is no longer described. */
const REQUIRED = "response-required";
const REMOVED: ReadonlySet<string> = new Set(["response-property-removed", "response-property"]);
/** The findings about alternatives, and the one that says that a tag chooses among others now. */
const ALTERNATIVES: ReadonlySet<string> = new Set([
  "request-oneOf",
  "request-anyOf",
  "response-oneOf",
  "response-anyOf",
]);
const CHOICE = "discriminator-changed";

/**
 * The drafts without those that only follow from another: a required property of a response that is gone is no longer
 * required, and that is the break; and where a tag merely chooses one alternative more, the alternative is.
 */
export function withoutFollowers(drafts: readonly Draft[]): Draft[] {
  const shown = drafts.filter(({ witness }) => witness !== undefined);
  const required = new Set(
    shown
      .filter(({ kind }) => kind === REQUIRED)
      .map(({ basePointer = "", subject }) => JSON.stringify([parentPointer(basePointer), subject])),
  );
  const alternatives = new Set(
    shown
      .filter(({ kind }) => ALTERNATIVES.has(kind))
      .flatMap(({ basePointer = "", revisionPointer = "" }) => [
        parentPointer(basePointer),
        parentPointer(revisionPointer),
      ]),
  );
  return drafts.filter(({ kind, values, basePointer = "", revisionPointer = "" }) => {
    if (kind === CHOICE && hasOnlyMore(values))
      return ![basePointer, revisionPointer].some((pointer) => alternatives.has(parentPointer(pointer)));
    const property = JSON.stringify([parentPointer(parentPointer(basePointer)), lastStep(basePointer)]);
    return !REMOVED.has(kind) || !required.has(property);
  });
}

/** True where of two discriminators one chooses whatever the other chooses, by the same values. */
function hasOnlyMore(values: JsonValue | undefined): boolean {
  const [own, other] = Array.isArray(values) ? (values as readonly JsonValue[]) : [];
  if (!isObject(own) || !isObject(other) || own["propertyName"] !== other["propertyName"]) return false;
  const [before, after] = [own["mapping"] ?? {}, other["mapping"] ?? {}];
  if (!isObject(before) || !isObject(after)) return false;
  const isPart = (part: typeof before, whole: typeof before): boolean =>
    Object.entries(part).every(([value, target]) => equalJson(target, whole[value] ?? null));
  return isPart(before, after) || isPart(after, before);
}
