// How much of a large set a run takes. `npm test` has a minute for everything: it takes a share that has some of
// each kind, and `npm run test:proof`, which sets ANIMAL_STORE_LONG, takes all.
const LONG = process.env["ANIMAL_STORE_LONG"] !== undefined;

/** Every so many of a set, from the first on; all of it in the proof. */
export function shareOf<T>(all: readonly T[], step: number): T[] {
  return LONG ? [...all] : all.filter((_, index) => index % step === 0);
}

/** How many random cases are drawn: fewer than in the proof. */
export function drawn(count: { readonly each: number; readonly proof: number }): number {
  return LONG ? count.proof : count.each;
}
