// A schema as all layers above see it: a function from a value to what is wrong with it.
import type { JsonObject, JsonValue } from "../json/value.ts";
import type { Work } from "./work.ts";

/** What a keyword requires, if it can say so. Decisions rest on this, never on the message. */
export interface ViolationParams {
  /** The bound, length, count or divisor. */
  readonly limit?: number | bigint;
  readonly types?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  /** The values of an `enum`, or the one of a `const`. */
  readonly values?: readonly JsonValue[];
  /** The property that is missing, that is one too many, or whose name is wrong. */
  readonly property?: string;
  /** For `oneOf`, the indexes of the alternatives that the value matches: none or two. */
  readonly matching?: readonly number[];
}

/** One way in which a value does not match its schema. */
export interface Violation {
  /** The JSON Schema keyword that rejects the value. */
  readonly keyword: string;
  readonly params: ViolationParams;
  /** JSON pointer into the value; "" is the whole value. */
  readonly at: string;
  /** What was expected, in words: "must be 100 or less". */
  readonly message: string;
  /** The pointer of the rejecting schema in the document. */
  readonly pointer: string;
}

/** Judges a value. Without violations, the schema allows it. A budget pays if there are thousands. @throws WorkExceeded */
export type Validate = (value: unknown, work?: Work) => readonly Violation[];

/**
 * A schema is in the document; or it is absent, so that every value is allowed; or it judges a part of a value using
 * the schema of the whole.
 */
type SchemaOrigin = "document" | "absent" | "derived";

export interface Schema {
  /** Where the schema is used; its definition may be a reference. */
  readonly pointer: string;
  readonly origin: SchemaOrigin;
  /** The definition as written, including `$ref`; only for a schema in the document. */
  readonly definition?: JsonObject | boolean;
  readonly validate: Validate;
  /** The verdict without the reasons, which cost more than the verdict. */
  readonly accepts?: (value: unknown) => boolean;
  /** Like `accepts`, but undefined for a value for which the schema leads back to itself and therefore says nothing. */
  readonly verdict?: (value: unknown, work?: Work) => boolean | undefined;
}

export interface DocumentSchema extends Schema {
  readonly verdict: NonNullable<Schema["verdict"]>;
  /** Like `verdict`, with the reasons. */
  readonly violations: (value: unknown, work?: Work) => readonly Violation[] | undefined;
}

export interface Warning {
  readonly pointer: string;
  readonly message: string;
}
