// A few items that together carry all special values that the document allows, for every property.
import type { Operation } from "../../../src/contract/model.ts";
import { schemaAt } from "../../../src/schema/normal/schema-node.ts";
import { groupsOf, keptFor, once } from "../../../src/memo.ts";
import type { Plan, ResourceOperation } from "../../plan.ts";
import { bodySchema } from "../../operations.ts";
import { identityNames } from "./identities.ts";
import { otherOf, referred } from "./references.ts";
import { rangesIn } from "./order.ts";
import { type SpecialValue, placeOf, specialValues } from "./special-values.ts";
import { Work } from "../../../src/schema/work.ts";

import {
  type Variant,
  USUAL_TEXT,
  carrying,
  namesIn,
  ownValueOf,
  plainVariant,
  singleVariant,
  withValues,
} from "./variants.ts";

/** For properties that are too short for it. */
const SHORT_TEXT = "c";

/** The most values that a property may have to count as a short list. */
const FEW_VALUES = 5;

interface Pack {
  readonly variants: readonly Variant[];
  /** An item with all values that no service need keep, if there are any. */
  readonly edges: readonly Variant[];
  /** How many special values are in none of them, because validating them takes too much work. */
  readonly untried: number;
}

/** By plan, because bodies contain what the service of one run is known to take. */
const packsOf = once((_plan: Plan) => new Map<Operation, Pack>());

/** Units of work for finding out which values an item may have: a second or two. */
const MOST_WORK = 8_000_000;

/** Items that together carry all special values, each as many as possible. Computed once per run. */
export function packedVariants(plan: Plan, creator: ResourceOperation): Pack {
  return keptFor(packsOf(plan), creator.operation, () => pack(plan, creator));
}

function pack(plan: Plan, creator: ResourceOperation): Pack {
  const schema = bodySchema(creator.operation);
  const plain = plainVariant(plan, creator);
  if (schema === undefined || plain === undefined) return { variants: [], edges: [], untried: 0 };
  const work = new Work(MOST_WORK);
  // Generated once, because a large body takes as long to generate as to validate.
  const usual = plain.body(USUAL_TEXT);
  const valid = (carried: readonly SpecialValue[]): boolean => {
    const body = withValues(usual, carried, USUAL_TEXT);
    return schema.validate(body, work).length === 0;
  };
  const isIdentity = identityNames(creator.resource);
  const { properties } = schemaAt(plan.contract.document, schema.pointer, "request");
  const ends = new Set(rangesIn([...properties.keys()]).map(([, end]) => end));
  // What ends a range follows from its beginning.
  const isEnd = ({ property, mayBeRefused }: SpecialValue): boolean => mayBeRefused === true && ends.has(property);
  const references = new Set(referred(plan, creator, { required: true }).map(([name]) => name));
  const names = namesIn(plan, creator.operation);
  const namesNothing = (special: SpecialValue): boolean =>
    names.has(placeOf(special)) && ["number", "bigint"].includes(typeof ownValueOf(special));
  // Another item may have the identifier, and a reference has to name one.
  const free = [
    ...specialValues(plan.contract.document, schema.pointer, isIdentity).filter(
      (special) =>
        !isIdentity(special.property) && !references.has(special.property) && !namesNothing(special) && !isEnd(special),
    ),
    ...[...references].map((property): SpecialValue => ({
      property,
      name: "another item",
      // It is known as soon as there is one.
      value: (text) => otherOf(plan, creator.operation, property) ?? plain.body(text)[property] ?? null,
    })),
  ];
  let untried = 0;
  const single = free.flatMap((special) => {
    const shorter = { ...special, value: () => special.value(SHORT_TEXT) };
    const found =
      untried > 0 ? undefined : Work.within(() => [special, shorter].filter((one) => valid([one])).slice(0, 1));
    if (found === undefined) untried++;
    return found ?? [];
  });
  const edges = single.filter(({ isEdge }) => isEdge === true);
  const kept = single.filter(({ isEdge }) => isEdge !== true);
  const groups = [...groupsOf(kept, placeOf).values()];
  const rounds = Math.max(0, ...groups.map(({ length }) => length));
  const variants = Array.from({ length: rounds }, (_, round) => {
    // A property with fewer values than others repeats them, so that the combinations vary. After two rounds, a short
    // list stays at its first value. Items that fill pages have that one as well, so fewer of them are needed.
    const carries = groups.flatMap((values) => {
      const listed = values.length <= FEW_VALUES && round >= 2 * values.length;
      return (listed ? values[0] : values[round % values.length]) ?? [];
    });
    const packed = carrying(plan, creator.operation, plain, { name: `special values, ${round + 1}`, carries });
    const isValid = Work.within(() => valid(carries)) ?? false;
    return isValid ? [packed] : carries.map((special) => singleVariant(plan, creator.operation, plain, special));
  }).flat();
  const edge = carrying(plan, creator.operation, plain, { name: "edges of integers", carries: edges });
  return { variants, edges: edges.length === 0 ? [] : [edge], untried };
}
