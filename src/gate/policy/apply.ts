// Applies the table of rules to every part that both documents have or that only one has.
import { appendPointer } from "../../json/pointer.ts";
import type { Draft, GateSettings } from "../model.ts";
import type { Stabilities } from "../surface/stabilities.ts";
import { POLICY_RULES, type PolicyKind } from "./rules.ts";
import type { Subject } from "../parts/model.ts";
import { isAmong } from "../../json/value-set.ts";
import type { JsonArray, JsonObject, JsonValue } from "../../json/value.ts";

/** What the policy knows about the comparison. */
export interface Surroundings {
  /** True if some change is proved breaking. */
  readonly breaks: boolean;
  readonly stabilities: Stabilities;
}

/** Kinds about the lifecycle markers themselves, which must be valid on experimental operations, too. */
const MARKERS: ReadonlySet<string> = new Set<PolicyKind>(["stability-invalid", "stability-lowered", "sunset-invalid"]);

/** The changes that the policy finds in the subjects. */
export function applyPolicy(
  subjects: readonly Subject[],
  { profile, today, noticeDays }: GateSettings,
  { breaks, stabilities }: Surroundings,
): Draft[] {
  // Grouping the hundred rules by kind of subject saves time, because there may be tens of thousands of subjects.
  const rulesOn = new Map(
    [...new Set(subjects.map(({ on }) => on))].map((on) => [on, POLICY_RULES.filter((rule) => rule.on.includes(on))]),
  );
  return subjects.flatMap((subject) => {
    const day = { today, noticeDays: noticeDays[stabilities.levelOf(subject.operations)], breaks };
    const isFree = stabilities.areFree(subject.operations);
    return (rulesOn.get(subject.on) ?? []).flatMap((rule): Draft[] => {
      const severity = rule.severity[profile];
      if (severity === "none") return [];
      if (isFree && !MARKERS.has(rule.id)) return [];
      const said = rule.says(subject, day);
      if (said === undefined) return [];
      return [
        {
          kind: rule.id,
          subject: subject.on === "schema" ? "" : subject.label,
          ...(rule.key === undefined
            ? {}
            : { values: differing(subject.base?.[rule.key], subject.revision?.[rule.key]) }),
          verdict: "policy",
          severity,
          operations: subject.operations,
          direction: subject.direction,
          basePointer: rule.at ?? within(subject.base, subject.basePointer, rule.key),
          revisionPointer: rule.at ?? within(subject.revision, subject.revisionPointer, rule.key),
          text: subject.on === "document" ? said : `${subject.label}: ${said}`,
          ...(subject.on === "document" ? {} : { edit: isPlaced(subject) ? said : `${subject.label}: ${said}` }),
          ...placeOf(subject),
          fix: rule.fix,
        },
      ];
    });
  });
}

/** Where in a message it is: a parameter is a part of its own. */
function placeOf({ where, on, label }: Subject): Pick<Draft, "where"> {
  if (where !== undefined) return { where };
  return on === "parameter" ? { where: { part: label, path: "" } } : {};
}

/** True if the place is told anyway, beside what is said of it. */
function isPlaced(subject: Subject): boolean {
  return placeOf(subject).where !== undefined || subject.operations.has(subject.label);
}

/** A value before and after; for lists, the entries that only one of them has. */
function differing(before: JsonValue = null, after: JsonValue = null): JsonValue {
  if (!Array.isArray(before) || !Array.isArray(after)) return [before, after];
  const [own, other]: readonly JsonArray[] = [before, after];
  const only = (list: JsonArray = [], twin: JsonArray = []): JsonValue =>
    list.filter((value: JsonValue) => !isAmong(twin, value));
  return [only(own, other), only(other, own)];
}

/** The place of a key if the part has it, else the place of the part. */
function within(part: JsonObject | undefined, pointer: string, key: string | undefined): string {
  return key === undefined || part === undefined || !Object.hasOwn(part, key) ? pointer : appendPointer(pointer, key);
}
