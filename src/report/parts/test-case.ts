// A finding as a test case, for the formats of test reports: its name, its share of the time, and what went wrong.
import type { Evidence, Finding, Report } from "../finding.ts";
import { clip, oneLine } from "../text.ts";
import { placeText } from "./place.ts";

/** Characters to keep of each request and response. */
export const EXCHANGE = 4000;

/**
 * How much of the run each test took, in whole milliseconds that add up to the run: readers add them up, but
 * checks run side by side. Tests whose time is unknown have equal shares.
 */
export function shares({ findings, durationMs }: Report): Map<Finding, number> {
  const isTimed = findings.some(({ milliseconds = 0 }) => milliseconds > 0);
  const weightOf = ({ milliseconds = 0 }: Finding): number => (isTimed ? Math.max(0, milliseconds) : 1);
  const all = findings.reduce((sum, finding) => sum + weightOf(finding), 0);
  const whole = Math.round(Math.max(0, durationMs));
  let [weight, given] = [0, 0];
  return new Map(
    findings.map((finding) => {
      weight += weightOf(finding);
      const share = Math.round((weight / all) * whole) - given;
      given += share;
      return [finding, share];
    }),
  );
}

/** The same in every run: derived from the finding alone, with a number only if two are alike. */
export function uniqueName({ id, subject, title }: Finding, names: Set<string>): string {
  const base = clip(oneLine(`${subject}: ${title} [${id}]`), 500);
  let name = base;
  for (let number = 2; names.has(name); number += 1) name = `${base} (${number})`;
  names.add(name);
  return name;
}

/** What went wrong, in one line. */
export function messageOf({ title, details }: Finding): string {
  return clip([title, ...details.slice(0, 1)].join(": "), 1000);
}

/** All that is known of it. @param exchange characters to keep of each request and response; none if 0 */
export function textOf(finding: Finding, exchange: number): string {
  const lines = [finding.title, ...finding.details];
  if (finding.place) lines.push(`Document: ${placeText(finding.place)}`);
  if (finding.cause !== undefined) lines.push(`Cause: ${finding.cause}`);
  if (finding.help !== undefined) lines.push(`Help: ${finding.help}`);
  const evidence = exchange > 0 ? finding.evidence.map((item) => exchangeText(item, exchange)) : [];
  return [clip(lines.join("\n"), 10_000), ...evidence].join("\n\n");
}

/** A request and its response. */
export function exchangeText({ title, curl, request, response }: Evidence, limit: number): string {
  const parts = [title, curl, request, response].filter((part) => part !== undefined && part !== "");
  return parts.map((part) => clip(part ?? "", limit)).join("\n\n");
}
