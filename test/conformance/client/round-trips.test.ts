// The duration of a run on a slow network, in consecutive round trips, because wall time depends on how busy a machine
// is.
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { CHECKS } from "../../../conformance/checks/index.ts";
import type { SentRequest, Transmission } from "../../../conformance/client/exchange.ts";
import { agentsFor, Transport } from "../../../conformance/client/sending/transport.ts";
import { makePlan } from "../../../conformance/plan.ts";
import { type Run, run } from "../../../conformance/run.ts";
import { DEFAULTS } from "../../../conformance/verify.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { startReference } from "../../faults/index.ts";
import { contractOf } from "../documents.ts";
import { complaints } from "../side-by-side.ts";

/** A run that has sent nothing for this many turns of the event loop is waiting for a response. */
const IDLE_TURNS = 20;

/** Holds back all responses until the run is waiting for one, and then releases them: this is one round trip. */
class Lockstep extends Transport {
  rounds = 0;
  most = 0;
  #underWay = 0;
  #sends = 0;
  readonly #answered: (() => void)[] = [];

  override async send(sent: SentRequest, fresh?: boolean): Promise<Transmission> {
    this.most = Math.max(this.most, ++this.#underWay);
    this.#sends++;
    const answer = await super.send(sent, fresh);
    await new Promise<void>((resolve) => {
      this.#answered.push(resolve);
      void this.#giveOut();
    });
    this.#underWay--;
    return answer;
  }

  async #giveOut(): Promise<void> {
    const sends = this.#sends;
    for (let turn = 0; turn < IDLE_TURNS; turn++) await setImmediate();
    if (this.#sends !== sends || this.#answered.length < this.#underWay || this.#answered.length === 0) return;
    this.rounds++;
    for (const resolve of this.#answered.splice(0)) resolve();
  }
}

async function lockstepRun(concurrency: number): Promise<{ readonly transport: Lockstep; readonly result: Run }> {
  const contract = await contractOf("the animal store");
  const store = await startReference();
  const transport = new Lockstep(agentsFor(false, concurrency), { secure: false, timeoutMs: 60_000 });
  try {
    const result = await run({
      plan: makePlan(contract, inferResources(contract), "2026-11-22"),
      checks: CHECKS,
      concurrency,
      transport,
      target: { baseUrl: store.url, key: store.key, readOnly: false, maxWrites: 200, headers: [], marker: "c-1" },
    });
    return { transport, result };
  } finally {
    transport.close();
    await store.close();
  }
}

test("a run waits for at most 49 round trips, one after another", { timeout: 60_000 }, async () => {
  const { transport, result } = await lockstepRun(DEFAULTS.concurrency);
  expect(complaints(result)).toEqual([]);
  expect(result.session.requests).toBeLessThanOrEqual(400);
  expect(transport.rounds).toBeLessThanOrEqual(49);
  expect(transport.most).toBeLessThanOrEqual(DEFAULTS.concurrency);
});
