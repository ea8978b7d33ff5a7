// What is written about a check for people, beside what it claims.

/** Markdown without line breaks. */
export interface Prose {
  /** What the document says, so that the claim holds. */
  readonly says: string;
  /** Other answers that are right too. */
  readonly alsoRight: string;
  readonly why: string;
  /** What the owner of the service does about a failure. */
  readonly fix: string;
}

/** The checks whose ids begin alike, as a chapter of the suite's page. */
export interface ProseOf<Family extends string = string> {
  readonly title: string;
  readonly intro?: string;
  readonly checks: Readonly<Record<`${Family}.${string}`, Prose>>;
}
