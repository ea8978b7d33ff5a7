// The shape of a policy rule, and common ways to compare a part before and after.
import type { ChangeSeverity, Profile } from "../../profiles.ts";
import { isDeprecated, sunsetOf } from "../../surface/lifecycle.ts";
import { writeJson } from "../../../json/write.ts";
import type { PolicyDay, Subject, SubjectKind } from "../../parts/model.ts";
import type { JsonObject, JsonValue } from "../../../json/value.ts";

export interface PolicyRule {
  /** The kind of the changes that it finds. */
  readonly id: string;
  /** What happened, for a reader who sees the id for the first time. */
  readonly meaning: string;
  readonly on: readonly SubjectKind[];
  readonly severity: Readonly<Record<Profile, ChangeSeverity>>;
  /** What is wrong, in words; undefined if nothing is. */
  readonly says: (subject: Subject, day: PolicyDay) => string | undefined;
  readonly fix: string;
  /** What would make such a change safe, in general, unless `fix` says so. */
  readonly help?: string;
  /** Set if the comparison of schemas reports the same edit, with the proof that it breaks nothing by itself. */
  readonly isAlsoProved?: true;
  /** The place in the document, for rules about the whole of it. */
  readonly at?: string;
  /** The key that the rule is about: if the part has it, reports point to its line. */
  readonly key?: string;
}

export type Parts = { readonly base: JsonObject; readonly revision: JsonObject };

export const ERROR: PolicyRule["severity"] = { wire: "error", strict: "error", sdk: "error" };
export const WARNING: PolicyRule["severity"] = { wire: "warning", strict: "warning", sdk: "warning" };
export const SDK: PolicyRule["severity"] = { wire: "none", strict: "none", sdk: "error" };
export const SDK_WARNING: PolicyRule["severity"] = { wire: "warning", strict: "warning", sdk: "error" };

export const LIFECYCLE: readonly SubjectKind[] = ["operation", "parameter", "schema", "parameter-schema"];
export const SCHEMAS: readonly SubjectKind[] = ["schema", "parameter-schema"];

/** A rule for a part that both documents have. */
export const both =
  (says: (parts: Parts, subject: Subject, day: PolicyDay) => string | undefined): PolicyRule["says"] =>
  (subject, day) =>
    subject.base === undefined || subject.revision === undefined
      ? undefined
      : says({ base: subject.base, revision: subject.revision }, subject, day);

export const gone =
  (says: (base: JsonObject, subject: Subject, day: PolicyDay) => string | undefined): PolicyRule["says"] =>
  (subject, day) =>
    subject.base !== undefined && subject.revision === undefined ? says(subject.base, subject, day) : undefined;

/** Like `gone`, except for a part whose sunset has passed: nobody relies on it any more. */
export const goneUnannounced = (
  says: (base: JsonObject, subject: Subject, day: PolicyDay) => string | undefined,
): PolicyRule["says"] =>
  gone((base, subject, day) => {
    const sunset = sunsetOf(base);
    const announced = isDeprecated(base) && typeof sunset === "string" && sunset <= day.today;
    return announced ? undefined : says(base, subject, day);
  });

/** A rule that reports a keyword whose value changed. */
export const differs = (keyword: string, what: string): PolicyRule["says"] =>
  both(({ base, revision }) => {
    const [before, after] = [show(base[keyword]), show(revision[keyword])];
    return before === after ? undefined : `${what} changed from ${before} to ${after}`;
  });

/** A value as text, "none" if it is absent. */
export function show(value: JsonValue | undefined): string {
  return value === undefined ? "none" : writeJson(value);
}

/** The strings in a list. */
export function strings(value: JsonValue | undefined): string[] {
  return Array.isArray(value)
    ? value.map((item: JsonValue) => (typeof item === "string" ? item : writeJson(item)))
    : [];
}
