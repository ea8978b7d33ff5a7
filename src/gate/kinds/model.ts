// The description of a kind of change, wherever kinds are listed, and what its severity depends on.

export interface KindInfo {
  /** What happened, for a reader who sees the name for the first time. */
  readonly meaning: string;
  /** What several values have in common, after their names: "has a different maximum length". */
  readonly have?: string;
  /** What would make such a change safe. */
  readonly help: string;
  /** True for additions: semver asks for a minor version. */
  readonly isAddition?: boolean;
}

/** Which promises count: those the document declares; also undeclared ones; also the names in generated code. */
export type Profile = "wire" | "strict" | "sdk";
export const PROFILES: readonly Profile[] = ["wire", "strict", "sdk"];

export type ChangeSeverity = "error" | "warning" | "none";
