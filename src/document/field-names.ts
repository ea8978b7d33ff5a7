// Names of fields that much is decided by, apart from the grammar: most that asks for these needs no more of it.

/** The methods that have had a field since 3.0, in the order of the specification (section 4.8.9 of 3.1). */
export const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

/** True for the name of an extension, which any kind of object may have. */
export function isExtension(name: string): boolean {
  return name.startsWith("x-");
}
