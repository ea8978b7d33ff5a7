// One edit, one finding: what only follows from a break that is told is not told once more.
import { appendPointer, lastStep, parentPointer } from "../json/pointer.ts";
import { type JsonValue, equalJson, isObject } from "../json/value.ts";
import { TAG } from "../schema/normal/tags.ts";
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

const ASKS: ReadonlySet<string> = new Set(["request-required", REQUIRED]);
/** The findings about alternatives that another property tells apart. */
const MOVED: ReadonlySet<string> = new Set(["request-discriminator", "response-discriminator"]);

/**
 * The drafts without those that only follow from another: a required property of a response that is gone is no longer
 * required, and that is the break; where a tag merely chooses one alternative more, the alternative is; and what tells
 * of a tag that moved need not be told by the policy and by the property too.
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
  const placeOf = ({ direction, basePointer = "" }: Draft): string => JSON.stringify([direction, basePointer]);
  const moves = drafts.filter(({ kind }) => MOVED.has(kind));
  const tags = new Map(moves.map((one) => [placeOf(one), one.values]));
  const moved = new Set(moves.filter(({ witness }) => witness !== undefined).map(placeOf));
  // A tag is asked for without being listed among the required properties.
  const asksForTag = ({ kind, subject, witness, ...draft }: Draft): boolean => {
    const basePointer = appendPointer(draft.basePointer ?? "", TAG);
    const values = tags.get(placeOf({ ...draft, kind, subject, basePointer }));
    return witness === undefined && ASKS.has(kind) && Array.isArray(values) && values.includes(subject);
  };
  return drafts.filter((draft) => {
    const { kind, values, witness, basePointer = "", revisionPointer = "" } = draft;
    // The policy tells of a tag that moved, where that could not be shown.
    if (MOVED.has(kind)) return witness !== undefined;
    if ((kind === CHOICE && moved.has(placeOf(draft))) || asksForTag(draft)) return false;
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
