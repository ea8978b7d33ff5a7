// Runs independent requests concurrently, so that they do not wait for one another on a slow network.

/**
 * Does the same for each of many, concurrently. The run limits how many requests are really pending.
 * @returns the results in order
 * @throws the first error in order, once all have finished: nothing continues after the call
 */
export async function sideBySide<T, R>(all: Iterable<T>, act: (one: T) => Promise<R>): Promise<R[]> {
  const settled = await Promise.allSettled(Array.from(all, act));
  return settled.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
}
