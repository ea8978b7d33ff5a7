// The error that ends a check whose claim cannot be decided, with the reason.

/** Thrown when a request cannot be sent, or its answer cannot be judged; the runner turns it into `inconclusive`. */
export class Undecidable extends Error {
  readonly needs: string;
  constructor(why: string, needs: string) {
    super(why);
    this.name = "Undecidable";
    this.needs = needs;
  }
}

/** Thrown instead of sending a request that might change an item that the run did not create. */
export class ForeignItem extends Undecidable {}

/** The result of a promise, or why it cannot be decided. */
export async function orUndecidable<T>(asked: Promise<T>): Promise<T | Undecidable> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Undecidable) return error;
    throw error;
  }
}

/** What would allow a request that changes what existed before. */
export const CHANGE_EXISTING = "--change-existing, on a target where nothing can be lost";
