// One keyword that differs between two schemas, and what the rules about it need to know of how values travel.
import type { NormalForm } from "../normal/normal-form.ts";
import type { JsonValue } from "../../json/value.ts";

/** What differs between what the producer may send and what the consumer accepts. */
export interface Fact {
  /** The JSON Schema keyword that differs. */
  readonly keyword: string;
  /** The property it is about, for `required` and `properties`. */
  readonly name?: string;
  readonly producer: JsonValue | undefined;
  readonly consumer: JsonValue | undefined;
  /** The rule by which every value of the producer stays accepted; absent: not proved. */
  readonly provedBy?: string;
}

/** How values travel, as far as the rules care. */
export interface Medium {
  readonly textual: boolean;
  readonly leavesToPolicy: boolean;
  /** The most properties, or items, that values of the producer's shape have; undefined where there is no end. */
  readonly mostProperties?: (producer: NormalForm) => number | undefined;
  readonly mostItems?: (producer: NormalForm) => number | undefined;
}

/** Two forms whose keywords are compared. */
export interface Compared {
  /** As its schema is written: what a reader is told. */
  readonly producer: NormalForm;
  /** As its values travel. */
  readonly sent: NormalForm;
  readonly consumer: NormalForm;
  readonly medium: Medium;
}

/** For keywords that differ, the keywords by which validators refuse what came of it; other keywords refuse by themselves. */
export type Refusals = readonly (readonly [keyword: string, refusedBy: readonly string[] | "any"])[];
