// Recognizes schemas without common values, as far as types, values and tags show.
import { type NormalForm, isOnly } from "../../form/normal-form.ts";
import type { NormalForms } from "../../normal/normal-forms.ts";
import { mergeForms } from "../../normal/merge.ts";
import { propertyConstraint } from "../../keywords/properties.ts";
import type { Work } from "../../work.ts";

interface Spaces {
  readonly producer: NormalForms;
  readonly consumer: NormalForms;
  readonly work: Work;
}

/**
 * True if no value of the producer's shape is valid for the consumer's: by type, by value, or by a property that both
 * require.
 */
export function areApart({ producer, consumer, work }: Spaces, given: NormalForm, wanted: NormalForm): boolean {
  // Alternatives refuse more, and merging hundreds of them takes long.
  const met = mergeForms({ ...given, groups: [] }, { ...wanted, groups: [] }, work);
  if (met.never) return true;
  if (!isOnly(met, "object")) return false;
  return [...given.required].some((name) => {
    if (!wanted.required.has(name)) return false;
    const own = producer.form(propertyConstraint(given, name, work));
    return mergeForms(own, consumer.form(propertyConstraint(wanted, name, work)), work).never;
  });
}
