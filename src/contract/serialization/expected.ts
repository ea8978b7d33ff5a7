// What a schema lets texts stand for: the types, items and properties to try when a text is read.
import { cases } from "../../schema/normal/cases.ts";
import { propertyConstraint } from "../../schema/families/objects.ts";
import type { Conjunction } from "../../schema/normal/conjunction.ts";
import type { NormalForm } from "../../schema/normal/normal-form.ts";
import type { NormalForms } from "../../schema/normal/normal-forms.ts";
import { typeOf } from "../../schema/types.ts";

/** One way in which a schema may be met, its alternatives chosen. */
export interface ExpectedCase {
  /** The types allowed; absent: all. */
  readonly types: ReadonlySet<string> | undefined;
  /** The properties that are named. */
  readonly names: ReadonlySet<string>;
  /** True where properties of other names are part of the contract. */
  readonly freeNames: boolean;
  item(index: number): Expected;
  property(name: string): Expected;
}

/** Every way in which a schema may be met. */
export interface Expected {
  readonly cases: readonly ExpectedCase[];
}

const ANYTHING: Expected = {
  cases: [{ types: undefined, names: new Set(), freeNames: false, item: () => ANYTHING, property: () => ANYTHING }],
};

/** What the schema at a pointer lets texts stand for. No pointer: no schema, anything goes. */
export function expectedAt(forms: NormalForms, pointer: string | undefined): Expected {
  return pointer === undefined ? ANYTHING : expectedOf(forms, forms.conjunction(pointer));
}

/** The same for schemas that hold together. */
export function expectedOf(forms: NormalForms, conjunction: Conjunction): Expected {
  return new ExpectedBySchema(forms, conjunction);
}

/** Looks at schemas only as far as the texts lead: schemas may hold themselves. */
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
        const constraint = propertyConstraint(form, name);
        // Of names that only patterns describe there is no end.
        const isKept = form.properties.has(name) || constraint === form.additional;
        return isKept ? this.#within(constraint) : expectedOf(this.#forms, constraint);
      },
    };
  }

  #within(conjunction: Conjunction): Expected {
    const known = this.#inside.get(conjunction) ?? expectedOf(this.#forms, conjunction);
    this.#inside.set(conjunction, known);
    return known;
  }
}
