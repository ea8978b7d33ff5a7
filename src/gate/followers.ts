// One edit, one finding: the consequence of a reported change is not reported again.
import { appendPointer, lastStep, parentPointer } from "../json/pointer.ts";
import { type JsonValue, equalJson, isObject } from "../json/value.ts";
import { TAG } from "../schema/form/tags.ts";
import { schemaKind } from "./kinds/schema.ts";
import type { Draft } from "./model.ts";

/** Findings that follow from others, which lead to them. */
interface Following {
  readonly kinds: readonly string[];
  /** The followers among the findings of these kinds; by default all. */
  readonly which?: (draft: Draft) => boolean;
  /** The kinds of those that lead to them. */
  readonly from: readonly string[];
  /** Whether only a witness makes a finding a leader. */
  readonly isShown: boolean;
  /** The places of a follower: it follows a leader that shares one. */
  readonly at: (draft: Draft) => readonly string[];
  /** The places of a leader, if they are not the same. */
  readonly leadsAt?: (draft: Draft) => readonly string[];
}

const TYPES = ["request-type", "response-type"];
/** Findings about alternatives with a discriminator that moved to another property. */
const MOVED: readonly string[] = [schemaKind("request", TAG), schemaKind("response", TAG)];
/** The finding about a discriminator that now chooses among other alternatives. */
const CHOICE = "discriminator-changed";

const key = (...parts: readonly (JsonValue | undefined)[]): string => JSON.stringify(parts);

/** Where a schema is in both documents, whichever of its keywords a draft is about. */
const schemas = ({ basePointer = "", revisionPointer = "" }: Draft): string[] => [
  key(...[basePointer, revisionPointer].map((pointer) => pointer.replace(/\/(?:type|oneOf|anyOf)$/, ""))),
];

const isUnshown = ({ witness }: Draft): boolean => witness === undefined;

const REMOVED = ["request-property-removed", "response-property-removed"];
const LISTED = ["request-property", "response-property"];
const REQUIRED = ["request-required", "response-required"];

/** A property where it is described: in the revision if it is new. */
function ofProperty({ direction, property, basePointer = "", revisionPointer = "" }: Draft): string[] {
  const [side, pointer] = property?.became === "added" ? ["revision", revisionPointer] : ["base", basePointer];
  return [key(direction, side, parentPointer(parentPointer(pointer)), lastStep(pointer))];
}

/** A property as the object that requires it names it. */
function ofRequired({ direction, subject, basePointer = "", revisionPointer = "" }: Draft): string[] {
  return Object.entries({ base: basePointer, revision: revisionPointer }).map(([side, pointer]) =>
    key(direction, side, pointer.replace(/\/required$/, ""), subject),
  );
}

/** A schema of the base, whether a draft is about it or about its values. */
const inBase = ({ direction, basePointer }: Draft): string[] => [key(direction, basePointer?.replace(/\/enum$/, ""))];

/** A value of the same operations by its place in messages, or a property of it. */
const inMessage = ({ direction, operations, where }: Draft, name?: JsonValue): string => {
  const steps = [where?.path, typeof name === "string" ? name : undefined];
  return key(direction, [...operations].toSorted(), where?.part, steps.filter(Boolean).join("."));
};

const FOLLOWINGS: readonly Following[] = [
  // The policy tells of a type what no exchange can show, such as a list that is read as one text.
  { kinds: ["parameter-type-changed"], from: TYPES, isShown: true, at: schemas },
  {
    kinds: TYPES,
    from: ["parameter-type-changed"],
    isShown: false,
    at: schemas,
    which: ({ verdict }) => verdict === "unknown",
  },
  // Alternatives in place of a type change the type.
  {
    kinds: ["request-oneOf", "request-anyOf", "response-oneOf", "response-anyOf"],
    which: ({ verdict }) => verdict === "compatible",
    from: TYPES,
    isShown: false,
    at: (draft) => schemas(draft).map((place) => key(draft.direction, place)),
  },
  // A parameter of a webhook or callback that its receivers require is no longer described.
  {
    kinds: ["parameter-removed"],
    from: ["request-parameter-required"],
    isShown: true,
    at: ({ basePointer = "" }) => [basePointer],
  },
  // A moved discriminator need not also be reported by the policy, which only does so if no witness could show it.
  {
    kinds: [CHOICE],
    from: MOVED,
    isShown: true,
    at: ({ direction, basePointer = "" }) => [key(direction, basePointer)],
  },
  // Nor by its property, which is required without being listed in `required`.
  {
    kinds: ["request-required", "response-required"],
    which: isUnshown,
    from: MOVED,
    isShown: false,
    at: ({ direction, basePointer = "", subject }) => [key(direction, appendPointer(basePointer, TAG), subject)],
    leadsAt: ({ direction, basePointer = "", values }) =>
      Array.isArray(values) ? values.map((value: JsonValue) => key(direction, basePointer, value)) : [],
  },
  // If a discriminator only gains an alternative, the finding is about the alternative.
  {
    kinds: [CHOICE],
    which: ({ values }) => hasOnlyMore(values),
    isShown: true,
    from: ["request-oneOf", "request-anyOf", "response-oneOf", "response-anyOf"],
    at: ({ basePointer = "", revisionPointer = "" }) => [basePointer, revisionPointer].map(parentPointer),
  },
  // A property that came or went is also required or no longer required, which is the edit where a witness shows it.
  { kinds: [...REMOVED, ...LISTED], from: REQUIRED, isShown: true, at: ofProperty, leadsAt: ofRequired },
  {
    kinds: REQUIRED,
    from: [...REMOVED, ...LISTED],
    isShown: false,
    at: ofRequired,
    leadsAt: ofProperty,
    which: ({ verdict, property }) => verdict === "compatible" && property?.became !== "required",
  },
  // One that a closed object refuses is not ignored.
  { kinds: ["request-property-removed", "request-property"], from: ["request-refused"], isShown: true, at: inBase },
  // One that a closed object of a response ruled out is not only new.
  {
    kinds: LISTED,
    from: ["response-property-allowed"],
    isShown: true,
    at: ({ direction, revisionPointer }) => [key(direction, revisionPointer)],
  },
  // Properties by which clients tell alternatives apart are renamed with the discriminator.
  {
    kinds: [...REQUIRED, ...REMOVED, ...LISTED],
    from: MOVED,
    isShown: true,
    at: (draft) => [inMessage(draft, draft.property?.name)],
    leadsAt: (draft) => [draft.values ?? []].flat().map((name) => inMessage(draft, name)),
  },
  // Where clients know none of the values any more, an enum has broken rather than grown.
  {
    kinds: ["response-enum-grown"],
    which: isUnshown,
    isShown: true,
    at: inBase,
    from: ["response-enum", "request-enum"],
  },
  {
    kinds: ["parameter-style-changed"],
    from: ["request-style"],
    isShown: false,
    at: inBase,
    leadsAt: (draft) => (draft.verdict === "compatible" ? [] : inBase(draft)),
  },
  // A parameter and its schema may both say that it is deprecated.
  {
    kinds: ["deprecated-without-sunset"],
    from: ["deprecated-without-sunset"],
    isShown: false,
    at: ({ basePointer = "" }) => (basePointer.endsWith("/schema") ? [parentPointer(basePointer)] : []),
    leadsAt: ({ basePointer = "" }) => [basePointer],
  },
];

/** The drafts without consequences of other drafts. */
export function withoutFollowers(drafts: readonly Draft[]): Draft[] {
  const followings = FOLLOWINGS.map(({ from, isShown, at, leadsAt = at, ...followers }) => {
    const leaders = drafts.filter((draft) => from.includes(draft.kind) && !(isShown && isUnshown(draft)));
    return { ...followers, at, led: new Set(leaders.flatMap(leadsAt)) };
  });
  return drafts.filter((draft) => {
    if (MOVED.includes(draft.kind) && isUnshown(draft)) return false;
    return !followings.some(
      ({ kinds, which, at, led }) =>
        kinds.includes(draft.kind) && which?.(draft) !== false && at(draft).some((place) => led.has(place)),
    );
  });
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
