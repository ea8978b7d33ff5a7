// The suite against our own mock, with requests and answers that are held up. How long is a number of later requests, not
// a time, so the order in which they arrive varies as on a busy machine, and nothing waits for a clock.
import { setImmediate as turn } from "node:timers/promises";
import { showSubject } from "../../conformance/check.ts";
import { CHECKS } from "../../conformance/checks/index.ts";
import type { Carrier } from "../../conformance/client/exchange.ts";
import { usualWrites } from "../../conformance/client/sending/budget.ts";
import { Transport, agentsFor } from "../../conformance/client/sending/transport.ts";
import { makePlan } from "../../conformance/plan.ts";
import { type Run, run } from "../../conformance/run.ts";
import type { Contract } from "../../src/contract/model.ts";
import { DEFAULT_KEY, createMockServer } from "../../src/http/node/server.ts";
import { inferResources } from "../../src/resource/infer.ts";
import { Random } from "../hostile/random.ts";

const AT_ONCE = 12;
/** The most later requests that a request or an answer is held up for. */
const MOST_LATER = 40;
/** Turns of the event loop without another request, after which none is awaited. */
const IDLE_TURNS = 40;

/** For how many later requests a request, and then its answer, is held up. */
type Delay = (method: string) => readonly [number, number];

/** The first two hold up whatever a list can be missing from; the others draw. */
function delayOf(seed: number): Delay {
  if (seed === 0) return (method) => (method === "GET" ? [0, MOST_LATER] : [0, 0]);
  if (seed === 1) return (method) => (method === "POST" ? [0, MOST_LATER] : [0, 0]);
  const random = new Random(seed);
  const draw = (): number => (random.chance(50) ? 0 : random.below(MOST_LATER));
  return () => [draw(), draw()];
}

function delayed(inner: Carrier, delay: Delay): Carrier {
  const sends = { count: 0 };
  const hold = async (requests: number): Promise<void> => {
    let [left, idle] = [requests, 0];
    while (left > 0 && idle < IDLE_TURNS) {
      const before = sends.count;
      await turn();
      left -= sends.count - before;
      idle = sends.count === before ? idle + 1 : 0;
    }
  };
  return {
    async send(request, fresh) {
      sends.count++;
      const [there, back] = delay(request.method);
      await hold(there);
      const sent = await inner.send(request, fresh);
      await hold(back);
      return sent;
    },
  };
}

/** A run of all checks against a new mock of a document. @param seed another number holds up other requests */
export async function delayedRun(contract: Contract, seed: number): Promise<Run> {
  const inference = inferResources(contract);
  const mock = createMockServer(contract, inference);
  const { url } = await mock.listen();
  const transport = new Transport(agentsFor(false, AT_ONCE), { secure: false, timeoutMs: 60_000 });
  const plan = makePlan(contract, inference, "2026-11-25");
  const target = {
    baseUrl: url,
    key: DEFAULT_KEY,
    readOnly: false,
    isLocal: true,
    headers: [],
    maxWrites: usualWrites(true, plan),
    marker: `conformance-a${seed}`,
  };
  try {
    const carrier = delayed(transport, delayOf(seed));
    return await run({ plan, target, checks: CHECKS, concurrency: AT_ONCE, transport: carrier });
  } finally {
    transport.close();
    await mock.close();
  }
}

/** The results that are not the same in each of so many runs, or that are errors, each with what was said. */
export async function unsteadyResults(contract: Contract, runs: number): Promise<string[]> {
  const seen = new Map<string, Map<string, string>>();
  for (let seed = 0; seed < runs; seed++) {
    for (const { check, subject, outcome } of (await delayedRun(contract, seed)).results) {
      const name = `${check.id} ${showSubject(subject)}`;
      const verdicts = seen.get(name) ?? new Map<string, string>();
      const said = outcome.verdict === "inconclusive" ? ` (${outcome.why})` : "";
      seen.set(name, verdicts.set(outcome.verdict, `${outcome.verdict}${said}`));
    }
  }
  const wrong = [...seen].filter(([, verdicts]) => verdicts.size > 1 || verdicts.has("error"));
  return wrong.map(([name, verdicts]) => `${name}: ${[...verdicts.values()].join(", ")}`);
}
