// What a schema allows a string to mean: the types, items and properties to try when reading it.
import { keptFor } from "../../memo.ts";
import { cases } from "../../schema/normal/cases.ts";
import { propertyConstraint } from "../../schema/keywords/properties.ts";
import type { Conjunction } from "../../schema/form/conjunction.ts";
import type { NormalForm } from "../../schema/form/normal-form.ts";
import type { NormalForms } from "../../schema/normal/normal-forms.ts";
import { typeOf } from "../../schema/types.ts";

/** One way to satisfy a schema, with its alternatives chosen. */
export interface ExpectedCase {
  /** The allowed types; all if absent. */
  readonly types: ReadonlySet<string> | undefined;
  /** The named properties. */
  readonly names: ReadonlySet<string>;
  /** True if properties with other names are allowed by the contract. */
  readonly freeNames: boolean;
  item(index: number): Expected;
  property(name: string): Expected;
}

/** All ways to satisfy a schema. */
export interface Expected {
  readonly cases: readonly ExpectedCase[];
}

const ANYTHING: Expected = {
  cases: [{ types: undefined, names: new Set(), freeNames: false, item: () => ANYTHING, property: () => ANYTHING }],
};

/** What the schema at a pointer allows strings to mean. Without a pointer there is no schema, and anything goes. */
export function expectedAt(forms: NormalForms, pointer: string | undefined): Expected {
  return pointer === undefined ? ANYTHING : expectedOf(forms, forms.conjunction(pointer));
}

/** The same for schemas that apply together. */
export function expectedOf(forms: NormalForms, conjunction: Conjunction): Expected {
  return new ExpectedBySchema(forms, conjunction);
}

/** Explores schemas only as deep as the strings do, because schemas may be recursive. */
class ExpectedBySchema implements Expected {
  readonly #forms: NormalForms;
  readonly #conjunction: Conjunction;
  readonly #inside = new Map<Conjunction, Expected>();
  #cases: readonly ExpectedCase[] | undefined;

  constructor(forms: NormalForms, conjunction: Conjunction) {
    this.#forms = forms;
    this.#conjunction = conjunction;
  }

  get cases(): readonly ExpectedCase[] {
    return (this.#cases ??= cases(this.#forms, this.#forms.form(this.#conjunction)).map((form) => this.#case(form)));
  }

  #case(form: NormalForm): ExpectedCase {
    return {
      types: form.types ?? (form.values === undefined ? undefined : new Set(form.values.map(typeOf))),
      names: new Set(form.properties.keys()),
      freeNames: form.freeNames,
      item: (index) => this.#within(form.prefix[index] ?? form.items),
      property: (name) => {
        const constraint = propertyConstraint(form, name, this.#forms.work);
        // Do not keep names described only by patterns, because there is no end of them.
        const isKept = form.properties.has(name) || constraint === form.additional;
        return isKept ? this.#within(constraint) : expectedOf(this.#forms, constraint);
      },
    };
  }

  #within(conjunction: Conjunction): Expected {
    return keptFor(this.#inside, conjunction, () => expectedOf(this.#forms, conjunction));
  }
}
