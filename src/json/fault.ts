// Why a JSON text is rejected.

export type JsonFaultKind =
  | "encoding"
  | "byte-order-mark"
  | "syntax"
  | "depth"
  | "duplicate-key"
  | "forbidden-key"
  | "number-range"
  | "surrogate";

/** Why a text is rejected: what is wrong, and where (line and column count from 1). */
export interface JsonFault {
  readonly kind: JsonFaultKind;
  readonly message: string;
  /** JSON pointer (RFC 6901) of the place, if known. */
  readonly pointer?: string;
}
