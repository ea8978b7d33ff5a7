// How much of a large set a run takes. `npm test` has a minute for everything: it takes a share that has some of
// each kind, and `npm run test:proof`, which sets ANIMAL_STORE_LONG, takes all. The proof runs every test file that imports
// this one, except those of `test/corpus/` and `test/browser/`.

/** Whether whole sets are taken: `test.runIf(IN_PROOF)` leaves a test to the proof where each run has another of its kind. */
export const IN_PROOF = process.env["ANIMAL_STORE_LONG"] !== undefined;

/** What CI sets to take samples: a number that it draws. */
const SAMPLE = process.env["ANIMAL_STORE_SAMPLE"];

/** Every `step`th of a set; the proof takes all of it, except in CI, where each commit draws a third. */
export function shareOf<T>(all: readonly T[], step: number): T[] {
  if (!IN_PROOF) return all.filter((_, index) => index % step === 0);
  const sample = sampleOf(all, 3);
  return sample.length === 0 ? all.slice(0, 1) : sample;
}

/** How many random cases are drawn: fewer in each run than in the proof, of which CI takes a fifth. */
export function drawn({ each, proof }: { readonly each: number; readonly proof: number }): number {
  if (!IN_PROOF) return each;
  return SAMPLE === undefined ? proof : Math.max(each, Math.ceil(proof / 5));
}

/** Every so many of the public test data where CI takes a sample, another one for each commit; otherwise all. */
export function sampleOf<T>(all: readonly T[], step: number): T[] {
  return SAMPLE === undefined ? [...all] : all.filter((_, index) => index % step === Number(SAMPLE) % step);
}

/** How often something is repeated: less often where CI takes a sample. */
export function repeated({ all, sample }: { readonly all: number; readonly sample: number }): number {
  return SAMPLE === undefined ? all : sample;
}
