// The stages of a run, in order: which requests may be sent when.

/**
 * When a check runs. `untouched`: before anything is written. `refusing`: requests that must add nothing. `creating`: a
 * few items, each a test of its own. `early`: while the store is still that small. `main`: concurrently, after more
 * items were added if there are too few. `changing`: requests that change items, or should not. `risky`: one after
 * another, requests that a service may not survive, once the items of the run are removed. `record`: at the end, on all
 * recorded exchanges. In each stage, quiet checks come last: then nothing is written.
 */
export const STAGES = ["untouched", "refusing", "creating", "early", "main", "changing", "risky", "record"] as const;
export type Stage = (typeof STAGES)[number];
