// Formats that bound a number (OpenAPI 3.1 section 4.4, and its format registry).

/** The integers of each format, exactly. */
export const INTEGER_FORMATS: ReadonlyMap<string, { readonly minimum: bigint; readonly maximum: bigint }> = new Map([
  ["int32", { minimum: -(2n ** 31n), maximum: 2n ** 31n - 1n }],
  ["int64", { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n }],
]);

/** The largest number that single precision, the format `float`, can hold. */
export const MAX_FLOAT = 3.4028234663852886e38;

/** A number that single precision cannot hold is no float; ajv-formats takes any number for one. */
export const FLOAT = { type: "number", validate: (value: number): boolean => Math.abs(value) <= MAX_FLOAT } as const;
