// The description of a kind of change, wherever kinds are listed.

export interface KindInfo {
  /** What happened, for a reader who sees the name for the first time. */
  readonly meaning: string;
  /** What several values have in common, after their names: "has a different maximum length". */
  readonly have?: string;
  /** What would make such a change safe. */
  readonly help: string;
  /** Set if the comparison of schemas reports the same edit, with the proof that it breaks nothing by itself. */
  readonly isAlsoProved?: true;
  /** True for additions: semver asks for a minor version. */
  readonly isAddition?: boolean;
}
