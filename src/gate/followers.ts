// One edit, one finding: the consequence of a reported change is not reported again.
import { appendPointer, lastStep, parentPointer } from "../json/pointer.ts";
import { type JsonValue, equalJson, isObject } from "../json/value.ts";
import { TAG } from "../schema/form/tags.ts";
import { schemaKind } from "./kinds/schema.ts";
import type { Draft } from "./model.ts";

/** The finding that a property is no longer required, for properties that are also reported as no longer described. */
const REQUIRED = "response-required";
const REMOVED: ReadonlySet<string> = new Set(["response-property-removed", "response-property"]);
/** Findings about alternatives, and the one about a discriminator that now chooses among other alternatives. */
const ALTERNATIVES: ReadonlySet<string> = new Set([
  "request-oneOf",
  "request-anyOf",
  "response-oneOf",
  "response-anyOf",
]);
const CHOICE = "discriminator-changed";

/** A parameter of a webhook or callback that its receivers require, and the one that it is no longer described. */
const ASKED = "request-parameter-required";
const GONE = "parameter-removed";

/** The type of a parameter: the policy tells what no exchange can show, such as a list that is read as one text. */
const RETYPED = "parameter-type-changed";
const TYPES: ReadonlySet<string> = new Set(["request-type", "response-type"]);

const ASKS: ReadonlySet<string> = new Set(["request-required", REQUIRED]);
/** Findings about alternatives with a discriminator that moved to another property. */
const MOVED: ReadonlySet<string> = new Set([schemaKind("request", TAG), schemaKind("response", TAG)]);

/**
 * The drafts without consequences of other drafts. A required response property that was removed is also no longer
 * required; the removal is the break. If a discriminator only gains an alternative, the finding is about the
 * alternative. A moved discriminator need not also be reported by the policy and by the property.
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
  const retyped = new Set(drafts.filter(({ kind, witness }) => TYPES.has(kind) && witness !== undefined).map(placesOf));
  const told = new Set(drafts.filter(({ kind }) => kind === RETYPED).map(placesOf));
  const missing = new Set(shown.filter(({ kind }) => kind === ASKED).map(({ basePointer }) => basePointer));
  const placeOf = ({ direction, basePointer = "" }: Draft): string => JSON.stringify([direction, basePointer]);
  const moves = drafts.filter(({ kind }) => MOVED.has(kind));
  const tags = new Map(moves.map((one) => [placeOf(one), one.values]));
  const moved = new Set(moves.filter(({ witness }) => witness !== undefined).map(placeOf));
  // The discriminator property is required without being listed in `required`.
  const asksForTag = (draft: Draft): boolean => {
    if (draft.witness !== undefined || !ASKS.has(draft.kind)) return false;
    const values = tags.get(placeOf({ ...draft, basePointer: appendPointer(draft.basePointer ?? "", TAG) }));
    return Array.isArray(values) && values.includes(draft.subject);
  };
  return drafts.filter((draft) => {
    const { kind, values, witness, basePointer = "", revisionPointer = "" } = draft;
    // The policy reports a moved discriminator if no witness could show it.
    if (MOVED.has(kind)) return witness !== undefined;
    if (kind === RETYPED) return !retyped.has(placesOf(draft));
    if (TYPES.has(kind) && draft.verdict === "unknown") return !told.has(placesOf(draft));
    if (kind === GONE && missing.has(basePointer)) return false;
    if ((kind === CHOICE && moved.has(placeOf(draft))) || asksForTag(draft)) return false;
    if (kind === CHOICE && hasOnlyMore(values))
      return ![basePointer, revisionPointer].some((pointer) => alternatives.has(parentPointer(pointer)));
    const property = JSON.stringify([parentPointer(parentPointer(basePointer)), lastStep(basePointer)]);
    return !REMOVED.has(kind) || !required.has(property);
  });
}

/** Where a schema is in both documents, whichever of its keywords a draft is about. */
function placesOf({ basePointer = "", revisionPointer = "" }: Draft): string {
  return JSON.stringify([basePointer, revisionPointer].map((pointer) => pointer.replace(/\/type$/, "")));
}

/** True if one of two discriminators has every mapping of the other, with the same values. */
function hasOnlyMore(values: JsonValue | undefined): boolean {
  const [own, other] = Array.isArray(values) ? (values as readonly JsonValue[]) : [];
  if (!isObject(own) || !isObject(other) || own["propertyName"] !== other["propertyName"]) return false;
  const [before, after] = [own["mapping"] ?? {}, other["mapping"] ?? {}];
  if (!isObject(before) || !isObject(after)) return false;
  const isPart = (part: typeof before, whole: typeof before): boolean =>
    Object.entries(part).every(([value, target]) => equalJson(target, whole[value] ?? null));
  return isPart(before, after) || isPart(after, before);
}
