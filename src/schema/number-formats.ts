// Formats that bound a number (OpenAPI 3.1 section 4.4, and its format registry).

/** The exact integers of each format. */
export const INTEGER_FORMATS: ReadonlyMap<string, { readonly minimum: bigint; readonly maximum: bigint }> = new Map([
  ["int32", { minimum: -(2n ** 31n), maximum: 2n ** 31n - 1n }],
  ["int64", { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n }],
]);

/** The largest number in single precision, the format `float`. */
export const MAX_FLOAT = 3.4028234663852886e38;

/** A number that single precision cannot hold is not a float; ajv-formats accepts any number. */
export const FLOAT = { type: "number", validate: (value: number): boolean => Math.abs(value) <= MAX_FLOAT } as const;
