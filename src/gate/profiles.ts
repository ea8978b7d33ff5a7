// The profiles of a run, and the severities that a change has in each.

/** Which promises count: those the document declares; also undeclared ones; also the names in generated code. */
export type Profile = "wire" | "strict" | "sdk";
export const PROFILES: readonly Profile[] = ["wire", "strict", "sdk"];

export type ChangeSeverity = "error" | "warning" | "none";
