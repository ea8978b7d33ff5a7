// What a schema of a document is to everything above: a function from a value to what is wrong with it.
import type { JsonObject, JsonValue } from "../json/value.ts";

/** What a keyword asks for, as far as it says so: decisions rest on this, never on the message. */
export interface ViolationParams {
  /** The bound, length, count or factor. */
  readonly limit?: number | bigint;
  readonly types?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  /** The values of an `enum`, the one of a `const`. */
  readonly values?: readonly JsonValue[];
  /** The property that is missing, that is one too many, or whose name is wrong. */
  readonly property?: string;
  /** Of a `oneOf`, the alternatives that the value matches, by their positions: none of them, or two. */
  readonly matching?: readonly number[];
}

/** One way in which a value is not what its schema says. */
export interface Violation {
  /** The JSON Schema keyword that refuses the value. */
  readonly keyword: string;
  readonly params: ViolationParams;
  /** JSON pointer into the value; "" is the whole value. */
  readonly at: string;
  /** What was expected there, for a person: "must be 100 or less". */
  readonly message: string;
  /** Pointer of the refusing schema in the document. */
  readonly pointer: string;
}

/** Judges a value. No violations means that the schema allows it. */
export type Validate = (value: unknown) => readonly Violation[];

/**
 * A schema stands in the document; or none is given at its place, so that every value is allowed; or it judges a part
 * of a value through the schema of the whole.
 */
type SchemaOrigin = "document" | "absent" | "derived";

export interface Schema {
  /** Where the schema is used; its definition may be a reference. */
  readonly pointer: string;
  readonly origin: SchemaOrigin;
  /** The definition as the document has it, `$ref`s included; only of one that stands there. */
  readonly definition?: JsonObject | boolean;
  readonly validate: Validate;
  /** The verdict without the reasons, which cost more than the verdict; for readers that have words of their own. */
  readonly accepts?: (value: unknown) => boolean;
  /** As `accepts`, but undefined for a value for which the schema leads back to itself: nothing is said of it. */
  readonly verdict?: (value: unknown) => boolean | undefined;
}

export interface Warning {
  readonly pointer: string;
  readonly message: string;
}
