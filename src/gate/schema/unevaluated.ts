// `unevaluatedItems` and `unevaluatedProperties` judge what all other keywords left over. What the producer's
// schema looks at and the consumer's does not is such a rest, and no rule proves it accepted.
import { isObject } from "../../contract/json.ts";
import type { Fact } from "./rules.ts";
import type { Conjunction, Shape } from "./shape.ts";
import type { SchemaSpace } from "./space.ts";

/** Facts whose rule holds only where nobody asks what was left over: something that was looked at no longer is. */
const LOOKING = new Set(["properties", "additionalProperties", "anyOf", "oneOf", "items", "if", "dependentSchemas"]);
const NO_LONGER_LOOKED_AT = new Set([
  ...["property-undeclared", "constraint-dropped", "only-declared-properties-are-sent", "each-part-loosened"],
]);

export interface LookedAt {
  readonly given: { readonly space: SchemaSpace; readonly conjunction: Conjunction };
  readonly wanted: { readonly space: SchemaSpace; readonly conjunction: Conjunction };
}

/** The facts as they stand where the consumer judges what is left over. */
export function withLeftOver(facts: readonly Fact[], wanted: Shape, sides: LookedAt): readonly Fact[] {
  const keywords = new Set(wanted.opaque.map(({ keyword }) => keyword));
  const [items, properties] = [keywords.has("unevaluatedItems"), keywords.has("unevaluatedProperties")];
  if (!items && !properties) return facts;
  const doubted = facts.map((fact) => {
    const { wider, ...rest } = fact;
    return wider !== undefined && LOOKING.has(fact.keyword) && NO_LONGER_LOOKED_AT.has(wider) ? rest : fact;
  });
  const [own, other] = [lookedAt(sides.given), lookedAt(sides.wanted)];
  return [
    ...doubted,
    ...(items && !other.allItems ? itemFacts(own, other) : []),
    ...(properties && !other.allProperties ? propertyFacts(own, other) : []),
  ];
}

interface Look {
  readonly prefix: number;
  readonly allItems: boolean;
  readonly allProperties: boolean;
  readonly patterns: ReadonlySet<string>;
}

function lookedAt({ space, conjunction }: LookedAt["given"]): Look {
  const all = space.definitions(conjunction).map(({ definition }) => definition);
  const lists = all.map(({ prefixItems }) => (Array.isArray(prefixItems) ? prefixItems.length : 0));
  return {
    prefix: Math.max(0, ...lists),
    allItems: all.some(({ items }) => items !== undefined),
    allProperties: all.some(({ additionalProperties }) => additionalProperties !== undefined),
    patterns: new Set(
      all.flatMap(({ patternProperties }) => (isObject(patternProperties) ? Object.keys(patternProperties) : [])),
    ),
  };
}

function itemFacts(own: Look, other: Look): Fact[] {
  if (own.allItems) return [{ keyword: "items", producer: true, consumer: undefined }];
  return own.prefix > other.prefix ? [{ keyword: "prefixItems", producer: own.prefix, consumer: other.prefix }] : [];
}

function propertyFacts(own: Look, other: Look): Fact[] {
  if (own.allProperties) return [{ keyword: "additionalProperties", producer: true, consumer: undefined }];
  const lost = [...own.patterns].filter((pattern) => !other.patterns.has(pattern));
  return lost.length === 0 ? [] : [{ keyword: "patternProperties", producer: lost, consumer: undefined }];
}
