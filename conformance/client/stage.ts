// The stages of a run, in order: which requests may go out when.

/**
 * When a check runs. `untouched`: before anything is written. `refusing`: requests that must add nothing. `creating`:
 * a few items, each a test of its own. `early`: while the store is as small as that. `main`: side by side, after more
 * items were added where there are too few. `resting`: nothing is written any more, so lists can be walked. `changing`: what changes items, or should not. `record`: at the end, on
 * all exchanges that were recorded.
 */
export const STAGES = ["untouched", "refusing", "creating", "early", "main", "resting", "changing", "record"] as const;
export type Stage = (typeof STAGES)[number];
