// One keyword that differs between two schemas, and what its rules need to know about how values are sent.
import type { NormalForm } from "../form/normal-form.ts";
import type { Work } from "../work.ts";
import type { JsonValue } from "../../json/value.ts";

/** A difference between what the producer may send and what the consumer accepts. */
export interface Fact {
  /** The JSON Schema keyword that differs. */
  readonly keyword: string;
  /** The property in question, for `required` and `properties`. */
  readonly name?: string;
  readonly producer: JsonValue | undefined;
  readonly consumer: JsonValue | undefined;
  /** The rule by which every value of the producer stays accepted; absent if not proved. */
  readonly provedBy?: string;
  /** Set if every refusal at its place is its consequence, whatever keyword reports it. */
  readonly refusedBy?: "any";
}

/** How values are sent, as far as it matters to the rules, and the budget of the comparison. */
export interface Medium {
  readonly textual: boolean;
  readonly leavesToPolicy: boolean;
  readonly work: Work;
  /** The maximum number of properties, or items, in values of the producer's shape; undefined if there is none. */
  readonly mostProperties?: (producer: NormalForm) => number | undefined;
  readonly mostItems?: (producer: NormalForm) => number | undefined;
}

/** Two forms whose keywords are compared. */
export interface Compared {
  /** As its schema is written, for messages. */
  readonly producer: NormalForm;
  /** As its values are sent. */
  readonly sent: NormalForm;
  readonly consumer: NormalForm;
  readonly medium: Medium;
}
