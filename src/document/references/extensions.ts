// The files that a reference may name.

/** What the name of a file ends with; what a file calls itself often has no such end. */
export const EXTENSIONS = [".yaml", ".yml", ".json"];
