// How much to measure: everything, or just enough to see that the benchmark works.

export interface Scale {
  readonly runs: number;
  /** Rounds in a run. Servers take turns in each. */
  readonly rounds: number;
  /** Requests in a round. */
  readonly amount: number;
  /** Requests sent first and not counted. */
  readonly warmUp: number;
  /** The same for a peer, which takes ten times as long for each. */
  readonly peerAmount: number;
  readonly peerWarmUp: number;
  /** Starts of each server in a run. */
  readonly starts: number;
  readonly few: number;
  readonly many: number;
}

export const FULL: Scale = {
  runs: 3,
  rounds: 5,
  amount: 4_000,
  warmUp: 8_000,
  peerAmount: 500,
  peerWarmUp: 1_500,
  starts: 5,
  few: 1_000,
  many: 1_000_000,
};

export const QUICK: Scale = {
  runs: 1,
  rounds: 1,
  amount: 100,
  warmUp: 16,
  peerAmount: 20,
  peerWarmUp: 4,
  starts: 1,
  few: 40,
  many: 200,
};
