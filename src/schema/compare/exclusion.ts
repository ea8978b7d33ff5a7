// What `not` says about a whole: a schema that excludes all that it allows has no values, and alternatives of which one
// allows all that another excludes allow every value.
import { isExact } from "../keywords/alternatives.ts";
import { tellingKeywords } from "../form/composition.ts";
import { Conjunction } from "../form/conjunction.ts";
import type { Group, NormalForm } from "../form/normal-form.ts";
import type { NormalForms } from "../normal/normal-forms.ts";
import type { Graph } from "./graph.ts";

/** True if a schema of the producer excludes all that it allows otherwise. */
export function excludesItself(graph: Graph, producer: Conjunction, given: NormalForm): boolean {
  if (!given.opaque.some(({ keyword }) => keyword === "not")) return false;
  const own = graph.within("producer");
  return (
    own !== undefined &&
    excludedBy(graph.sides.producer, producer).some((excluded) => own.contained(producer, excluded))
  );
}

/** True if all that a schema of the producer allows otherwise matches two of the alternatives of which one must match alone. */
export function matchesTwice(graph: Graph, producer: Conjunction, { groups }: NormalForm): boolean {
  const own = graph.sides.open && groups.some(isExact) ? graph.within("producer") : undefined;
  if (own === undefined) return false;
  return groups.some(
    (group) => isExact(group) && group.branches.filter((branch) => own.contained(producer, branch)).length > 1,
  );
}

/** True if of the consumer's alternatives one allows all that another excludes. */
export function takesAll(graph: Graph, group: Group): boolean {
  const { consumer, open } = graph.sides;
  if (open && isExact(group)) return false;
  return group.branches.some((branch) => {
    const [part, ...more] = consumer.definitions(branch);
    if (part === undefined || more.length > 0 || String(tellingKeywords(part.definition)) !== "not") return false;
    const [excluded] = excludedBy(consumer, branch);
    const own = graph.within("consumer");
    if (excluded === undefined || own === undefined) return false;
    return group.branches.some((other) => other !== branch && own.contained(excluded, other));
  });
}

/** What the members of a conjunction exclude, unless it leads back to them: such a schema says nothing. */
function excludedBy(space: NormalForms, { members }: Conjunction): Conjunction[] {
  return members.flatMap((member) => {
    const parts = space.form(Conjunction.ordered([member])).opaque.filter(({ keyword }) => keyword === "not");
    const leadsBack = (start: Conjunction): boolean => {
      const found = new Set([start]);
      for (const one of found) {
        if (one.members.some(({ id }) => id === member.id)) return true;
        const { groups, opaque } = space.form(one);
        for (const { branches } of groups) for (const branch of branches) found.add(branch);
        for (const { keyword, schemas } of opaque)
          if (IN_PLACE.has(keyword)) for (const inner of schemas) found.add(inner);
      }
      return false;
    };
    return parts.flatMap(({ schemas }) => schemas).filter((schema) => !leadsBack(schema));
  });
}

/** Keywords with schemas for the same value. */
const IN_PLACE = new Set(["not", "if", "dependentSchemas"]);
