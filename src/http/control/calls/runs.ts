// Runs of suite and gate: the console requests them, a separate process carries them out, and the caller receives their
// progress. If the caller disconnects, its run ends.
import type { ServerResponse } from "node:http";
import { isObject } from "../../../json/value.ts";
import { refuse } from "../../../mock/errors/refusal.ts";
import type { Call, ControlCalls, Outcome } from "../call.ts";
import type { RunAsked, RunEvent } from "../runs.ts";
import { beginStream } from "./stream.ts";

/** The maximum number of concurrent runs: each is a process. */
const MOST_RUNS = 2;

const NOWHERE = refuse(
  "not_implemented",
  "runs",
  "suite and gate can run from here only if the mock listens on this machine alone",
);
const ENOUGH = refuse("rate_limited", "runs", `${MOST_RUNS} runs are already in progress; end one of them`);

/** The number of active runs of each mock. */
const going = new WeakMap<object, number>();

export const RUN_CALLS: ControlCalls = {
  runVerify(call) {
    const { url, key, readOnly } = isObject(call.body) ? call.body : {};
    return begin(call, {
      kind: "verify",
      url: url as string,
      ...(typeof key === "string" && key !== "" ? { key } : {}),
      // A run that was not confirmed is read-only.
      readOnly: readOnly !== false,
    });
  },

  runGate: (call) => begin(call, { kind: "gate", document: (isObject(call.body) && call.body["document"]) as string }),
};

function begin({ visit, runs, streams }: Call, asked: RunAsked): Outcome {
  if (runs === undefined) return NOWHERE;
  const others = going.get(runs) ?? 0;
  if (others >= MOST_RUNS) return ENOUGH;
  going.set(runs, others + 1);
  const stop = new AbortController();
  // Only the Node server has a control plane.
  const res = visit.res as unknown as ServerResponse;
  const stream = beginStream(visit, res, streams, () => stop.abort());
  const tell = (event: RunEvent): void => stream.write(`data: ${JSON.stringify(event)}\n\n`);
  void runs
    .run(asked, tell, stop.signal)
    .catch(() => tell({ failure: "it failed because of an internal error" }))
    .finally(() => {
      going.set(runs, (going.get(runs) ?? 1) - 1);
      stream.end();
    });
  return "taken";
}
