// Names in a document, whose authors spell them in many ways.

/** The words of a name, in lower case: "createWithList" and "create-with_list" have three. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** A name without differences in spelling. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "");
}

/** True for the name of a property with the state of a thing. */
export function isStateName(name: string): boolean {
  return /^(?:status|state|phase|stage|lifecycle)$/.test(plainName(name));
}

/** What a flag says: "active" for "is_active". */
export function flagName(name: string): string {
  return plainName(name).replace(/^is(?=.)/, "");
}
