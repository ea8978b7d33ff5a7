// Splits a run into shards. Checks of one collection stay together, because one check fetches what another one creates.
// Shards are about equally large, and the same each time.
import type { Operation } from "../src/contract/model.ts";
import { countsOf, keptFor } from "../src/memo.ts";
import type { Subject } from "./check.ts";
import { type Plan, resourceOf } from "./plan.ts";

/** One of several parts of a run: the second of four. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** Reads "2/4"; undefined for anything else. */
export function parseShard(text: string): Shard | undefined {
  const [, index, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  return shard.index >= 1 && shard.index <= shard.of ? shard : undefined;
}

/** The tasks of a shard. Checks of the run as a whole belong to every shard. */
export function inShard<T extends { readonly subject: Subject }>(
  tasks: readonly T[],
  { index, of }: Shard,
  plan: Plan,
): T[] {
  const names = new Map<Operation, string>();
  const nameOf = (operation: Operation): string => keptFor(names, operation, () => groupOf(plan, operation));
  const groups = countsOf(tasks.map(({ subject }) => nameOf(subject.operation)));
  const loads = Array.from({ length: of }, () => 0);
  const own = new Set<string>();
  // The largest group first, each to the shard with the least; groups of equal size stay in document order.
  for (const [name, weight] of [...groups].toSorted(([, a], [, b]) => b - a)) {
    const lightest = loads.indexOf(Math.min(...loads));
    loads[lightest] = (loads[lightest] ?? 0) + weight;
    if (lightest === index - 1) own.add(name);
  }
  return tasks.filter(({ subject }) => subject.isRun === true || own.has(nameOf(subject.operation)));
}

/** The name of the group that an operation belongs to: the collection that has its items, or else its path. */
function groupOf(plan: Plan, operation: Operation): string {
  const resource = resourceOf(plan, operation) ?? plan.actions.find((one) => one.operation === operation)?.resource;
  return resource === undefined ? operation.path : (resource.sharedWith ?? resource).collection;
}
