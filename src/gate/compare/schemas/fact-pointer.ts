// The place of a difference in one of the documents.
import { appendPointer } from "../../../json/pointer.ts";
import { inTermsOf } from "../../../schema/keywords.ts";
import type { Fact } from "../../../schema/keywords/fact.ts";
import { type Conjunction, memberPointer } from "../../../schema/form/conjunction.ts";
import type { NormalForms } from "../../../schema/normal/normal-forms.ts";

/** The place of a fact on one side: the keyword if it is there, else the schema. */
export function factPointer(space: NormalForms, conjunction: Conjunction, fact: Fact): string | undefined {
  const definitions = space.definitions(conjunction);
  for (const keyword of inTermsOf(fact.keyword)) {
    const found = definitions.find(({ definition }) => {
      const value = definition[keyword];
      if (value === undefined) return false;
      if (fact.name === undefined) return true;
      return Array.isArray(value) ? value.includes(fact.name) : Object.hasOwn(value as object, fact.name);
    });
    if (found !== undefined)
      return appendPointer(found.pointer, keyword, ...(fact.keyword === "properties" ? [fact.name ?? ""] : []));
  }
  const [first] = conjunction.members;
  return definitions[0]?.pointer ?? (first === undefined ? undefined : memberPointer(first));
}
