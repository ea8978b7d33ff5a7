// Several requests at once: what does not depend on one another need not wait for one another on a slow network.

/**
 * Does the same for each of many at once. How many requests are really under way is bounded by the run.
 * @returns what came of each, in order
 * @throws what the first of them in order throws, once all are through: nothing of them goes on behind the caller
 */
export async function sideBySide<T, R>(all: Iterable<T>, act: (one: T) => Promise<R>): Promise<R[]> {
  const settled = await Promise.allSettled(Array.from(all, act));
  return settled.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
}
