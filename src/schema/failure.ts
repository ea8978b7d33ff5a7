// What to do if something fails while one part is compared: say so at that part, and go on with the others.
import { Work, WorkExceeded } from "./work.ts";

/** The keyword of a difference that stands for a part that could not be compared. */
export const NOT_COMPARED = "not-compared";

/**
 * Runs the comparison of one part.
 * @param otherwise the result if it fails, whatever the cause: a fault of the document, or one of ours
 * @throws WorkExceeded, because a budget that is used up ends more than one part
 */
export function attempt<Result, Other>(run: () => Result, otherwise: (why: string) => Other): Result | Other {
  try {
    return run();
  } catch (error) {
    if (error instanceof WorkExceeded) throw error;
    return otherwise(whyOf(error));
  }
}

/** Like `attempt`, for a part that may use up a budget. @returns undefined if it did */
export function tried<Result, Other>(run: () => Result, otherwise: (why: string) => Other): Result | Other | undefined {
  return Work.within(() => attempt(run, otherwise));
}

/** Why a part was not compared, in words. */
export function whyOf(error: unknown): string {
  const [said] = (error instanceof Error ? error.message : String(error)).split("\n");
  return `not compared, because ${said}`;
}
