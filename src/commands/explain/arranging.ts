// Describes the parameters that sort, search and shorten a list, for `explain`.
import type { Arranging, Resource } from "../../resource/model.ts";

/** The parameters that arrange a resource's list, for programs. */
export function arrangedBy(resource: Resource): object {
  const { sort, search, fields } = arrangingIn(resource);
  return {
    sort: sort === undefined ? null : { parameter: sort.parameter.name, direction: sort.direction?.name ?? null },
    search: search?.parameter.name ?? null,
    fields: fields?.parameter.name ?? null,
  };
}

const RELATIONS = {
  equal: "with",
  entry: "with entries of",
  above: "above",
  from: "from",
  below: "below",
  to: "up to",
  day: "on the day of",
  flag: "only with",
} as const;

/** The same in words, one line each. */
export function arrangingTexts(resource: Resource): string[] {
  const { sort, search, fields, comparisons } = arrangingIn(resource);
  const way = sort?.direction === undefined ? "" : `, which way by ${sort.direction.name}`;
  return [
    ...(sort === undefined ? [] : [`  sorted      where ${sort.parameter.name} names a property${way}`]),
    ...(search === undefined
      ? []
      : [`  searched    for the text of ${search.parameter.name} in ${search.properties.join(", ")}`]),
    ...(fields === undefined
      ? []
      : [`  shown       what must be there, and the properties that ${fields.parameter.name} names`]),
    ...comparisons.map(
      ({ parameter, path, relation }) => `  compared    ${path.join(".")} ${RELATIONS[relation]} ${parameter.name}`,
    ),
  ];
}

function arrangingIn({ operations, arranging }: Resource): Arranging {
  return (operations.list === undefined ? undefined : arranging.get(operations.list)) ?? { comparisons: [] };
}
