// `animal-store checks`: lists every check and the places in the document that it tests.
import type { AnyCheck } from "../../../conformance/check.ts";
import { CHECKS as SUITE } from "../../../conformance/checks/index.ts";
import { EXPLORE_CHECKS } from "../../../conformance/explore/explore.ts";
import { TRAFFIC_CHECKS } from "../../../conformance/traffic.ts";
import { type Plan, makePlan } from "../../../conformance/plan.ts";
import { showLocation } from "../../document/location.ts";
import { inferResources } from "../../resource/infer.ts";
import { listing } from "../listing.ts";

const HELP = `
Examples:
  $ animal-store checks
  $ animal-store checks openapi.yaml --json
  $ animal-store verify --explain auth.missing

Exit codes: 0 listed, 2 an unusable document.`;

export const checksCommand = listing({
  name: "checks",
  description: "list every check in the suite: id, level, claim, what the claim is based on, and where it applies",
  help: HELP,
  find(contract) {
    const plan = makePlan(contract, inferResources(contract), new Date().toISOString().slice(0, 10));
    const list = CHECKS.map((check) => listed(check, plan));
    return { json: () => list, text: () => asText(list) };
  },
});

/** The checks of the suite, and those that only some runs include. */
const CHECKS: readonly AnyCheck[] = [...SUITE, ...Object.values(EXPLORE_CHECKS), ...Object.values(TRAFFIC_CHECKS)];

interface Listed extends Pick<AnyCheck, "id" | "family" | "level" | "claim" | "basis"> {
  readonly fault: string | null;
  /** Where the document makes the claim, as "file:line"; empty if this document does not make it. */
  readonly places: readonly string[];
}

function listed(check: AnyCheck, plan: Plan): Listed {
  const { id, family, level, claim, basis, fault } = check;
  const { document } = plan.contract;
  const places = check.applies(plan).map(({ pointer }) => showLocation(document.locate(pointer)));
  return { id, family, level, claim, basis, fault: fault ?? null, places: [...new Set(places)] };
}

function asText(list: readonly Listed[]): string {
  const width = Math.max(...list.map(({ id }) => id.length));
  const indent = " ".repeat(width + 10);
  const lines = list.map(
    ({ id, level, claim, basis, places }) =>
      `${id.padEnd(width)}  ${level.padEnd(6)}  ${claim}\n${indent}${basis}\n${indent}${showPlaces(places)}`,
  );
  return `${lines.join("\n")}\n\n${list.length} checks. animal-store verify --explain ID says more about one.\n`;
}

function showPlaces([first, ...others]: readonly string[]): string {
  if (first === undefined) return "not claimed of this document";
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
