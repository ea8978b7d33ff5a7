// Summarizes in a few lines what is neither served nor tested, for the start of a mock and the end of a run.
import type { DocumentProblem } from "../document/document.ts";
import { showLocation } from "../document/location.ts";
import { countsOf } from "../memo.ts";
import { isCallable } from "./build.ts";
import { isParts } from "./representation/parts/parts.ts";
import { isSequence } from "./representation/sequence.ts";
import type { Contract, DescribedOperation, OperationKind } from "./model.ts";

/** Operations listed with their problems; `explain` lists the rest. */
const SHOWN = 3;

/**
 * One line for what cannot be understood, one for what only describes requests sent by the API, and one for each
 * further limit.
 * @param done what is not done with them
 * @param sent what the API sends that is dealt with, so that only what is not understood is left of it
 */
export function unservedLines(
  contract: Contract,
  done: "served" | "tested",
  sent: readonly OperationKind[] = [],
): string[] {
  const { operations, unserved, problems } = contract;
  const broken = unserved.filter(isCallable);
  const all = operations.length + broken.length;
  const streams = operations.filter(hasStream).length;
  return [
    ...(broken.length === 0
      ? []
      : [`${broken.length} of ${count(all, "operation")} cannot be ${done}: ${listed(broken.map(showBroken))}`]),
    ...(problems.length === 0 ? [] : [`not understood: ${listed(problems.map(showProblem))}`]),
    ...othersLine(
      unserved.filter(({ kind, problems }) => !sent.includes(kind) || problems.length > 0),
      done,
    ),
    ...(streams === 0
      ? []
      : [`${count(streams, "operation")} with a stream of items in the request: the items are not judged`]),
  ];
}

function listed(texts: readonly string[]): string {
  const more = texts.length - SHOWN;
  const shown = texts.slice(0, SHOWN).join(", ");
  return more > 0 ? `${shown} and ${more} more; animal-store explain lists them` : shown;
}

function showBroken({ name, problems: [problem] }: DescribedOperation): string {
  return problem === undefined ? name : `${name} (${showProblem(problem)})`;
}

/** "spec.yaml:12: the parameter has no name". */
export function showProblem({ location, message }: DocumentProblem): string {
  return `${showLocation(location)}: ${message.split("\n")[0]}`;
}

/** For example "2 webhooks and 1 QUERY operation are not served". */
function othersLine(unserved: readonly DescribedOperation[], done: string): string[] {
  const others = unserved.filter((operation) => !isCallable(operation));
  if (others.length === 0) return [];
  const counts = countsOf(others.map(({ kind, method }) => (kind === "path" ? `${method} operation` : kind)));
  const texts = [...counts].map(([what, number]) => count(number, what));
  const last = texts.at(-1) ?? "";
  const all = texts.length === 1 ? last : `${texts.slice(0, -1).join(", ")} and ${last}`;
  return [`${all} ${others.length === 1 ? "is" : "are"} not ${done}`];
}

function hasStream({ body }: DescribedOperation): boolean {
  return (
    body?.content.some(({ name, itemSchema }) => itemSchema !== undefined && !isSequence(name) && !isParts(name)) ===
    true
  );
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
