// Rules about lifecycle promises: deprecation, sunset, notice, stability.
import { count } from "../../../report/text.ts";
import { daysBetween, isDeprecated, stabilityRank, sunsetOf } from "../../surface/lifecycle.ts";
import { ERROR, LIFECYCLE, type PolicyRule, WARNING, both, gone, show } from "./rule.ts";

export const LIFECYCLE_RULES = [
  {
    id: "removed-before-sunset",
    meaning: "something is removed before its promised day",
    on: ["operation", "parameter", "schema"],
    severity: ERROR,
    says: gone((base, _subject, { today }) => {
      const sunset = sunsetOf(base);
      return typeof sunset === "string" && today < sunset
        ? `it is removed before its sunset day, ${sunset}`
        : undefined;
    }),
    fix: "wait for the sunset day",
  },
  {
    id: "sunset-invalid",
    meaning: "x-sunset is not a date",
    on: LIFECYCLE,
    key: "x-sunset",
    severity: ERROR,
    says: ({ base, revision }) => {
      if (sunsetOf(revision) !== null && sunsetOf(base) !== null) return undefined;
      if (base !== undefined && revision !== undefined && show(base["x-sunset"]) === show(revision["x-sunset"]))
        return undefined;
      const wrong = sunsetOf(revision) === null ? revision : base;
      return `x-sunset ${show(wrong?.["x-sunset"])} is not a date`;
    },
    fix: 'write the date as "2030-12-05"',
  },
  {
    id: "sunset-moved-earlier",
    meaning: "a sunset day moved to an earlier day",
    on: LIFECYCLE,
    key: "x-sunset",
    severity: ERROR,
    says: both(({ base, revision }) => {
      const [before, after] = [sunsetOf(base), sunsetOf(revision)];
      if (typeof before !== "string" || typeof after !== "string" || after >= before) return undefined;
      return `the sunset day moved earlier, from ${before} to ${after}`;
    }),
    fix: "keep the day that was promised, or a later one",
  },
  {
    id: "sunset-removed",
    meaning: "a sunset day was removed, but not the deprecation",
    on: LIFECYCLE,
    key: "x-sunset",
    severity: ERROR,
    says: both(({ base, revision }) => {
      const reactivated = isDeprecated(base) && !isDeprecated(revision);
      if (sunsetOf(base) === undefined || sunsetOf(revision) !== undefined || reactivated) return undefined;
      return "the sunset day was removed and it is still deprecated";
    }),
    fix: "keep the day, or end the deprecation",
  },
  {
    id: "notice-too-short",
    meaning: "there are too few days between the announcement and the sunset day",
    on: LIFECYCLE,
    key: "x-sunset",
    severity: ERROR,
    says: both(({ base, revision }, _subject, { today, noticeDays }) => {
      const sunset = sunsetOf(revision);
      if (typeof sunset !== "string" || !isDeprecated(revision) || sunsetOf(base) === sunset) return undefined;
      const promised = isDeprecated(base) ? sunsetOf(base) : undefined;
      // A later day only helps clients that planned for the earlier one.
      if (typeof promised === "string" && promised >= today && promised < sunset) return undefined;
      const days = daysBetween(today, sunset);
      if (days >= noticeDays) return undefined;
      const given = days < 0 ? `was on ${sunset}, before today` : `${sunset} gives ${count(days, "day")} of notice`;
      return `the sunset day ${given}; ${count(noticeDays, "day")} of notice ${noticeDays === 1 ? "is" : "are"} asked for`;
    }),
    fix: "choose a later sunset day",
  },
  {
    id: "deprecated-without-sunset",
    meaning: "something was deprecated without a sunset day",
    on: LIFECYCLE,
    key: "deprecated",
    severity: WARNING,
    says: both(({ base, revision }) =>
      !isDeprecated(base) && isDeprecated(revision) && revision["x-sunset"] === undefined
        ? "it was deprecated without a sunset day"
        : undefined,
    ),
    fix: "give it a sunset day with x-sunset",
  },
  {
    id: "stability-invalid",
    meaning: "x-stability-level is not a known level",
    on: LIFECYCLE,
    key: "x-stability-level",
    severity: ERROR,
    says: both(({ base, revision }) => {
      const [before, after] = [base["x-stability-level"], revision["x-stability-level"]];
      if (show(before) === show(after)) return undefined;
      const wrong = [after, before].find((marker) => stabilityRank(marker) === undefined);
      return wrong === undefined ? undefined : `x-stability-level ${show(wrong)} is not a known level`;
    }),
    fix: "write experimental or beta, or leave it out for stable",
  },
  {
    id: "stability-lowered",
    meaning: "a stability level was lowered",
    on: LIFECYCLE,
    key: "x-stability-level",
    severity: ERROR,
    says: both(({ base, revision }) => {
      const before = stabilityRank(base["x-stability-level"]);
      const after = stabilityRank(revision["x-stability-level"]);
      if (before === undefined || after === undefined || after >= before) return undefined;
      return `its stability was lowered to ${show(revision["x-stability-level"])}`;
    }),
    fix: "keep the level: what was promised stays promised",
  },
] as const satisfies readonly PolicyRule[];
