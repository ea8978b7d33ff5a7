// The control plane: served from spec/control.yaml by the same pipeline as any document, and protected against foreign
// pages.
import { pageRefusal } from "./guard.ts";
import type { Contract, Operation } from "../../contract/model.ts";
import { groupsOf } from "../../memo.ts";
import { ErrorBodies } from "../../mock/errors/body.ts";
import type { MockRequest } from "../../mock/roles/basis.ts";
import { refuse } from "../../mock/errors/refusal.ts";
import { inferResources } from "../../resource/infer.ts";
import { readSession } from "../routing/dispatch.ts";
import type { Visit } from "../routing/visit.ts";
import { type Admission, type OperationEntry, PathItem, operationEntry } from "../routing/path-item.ts";
import { Replies } from "../answer/replies.ts";
import { BodyLimits } from "../request/body/limits.ts";
import { KeyRing } from "../request/admission/security.ts";
import { route } from "../routing/route.ts";
import type { Turns } from "../routing/turns.ts";
import { Router } from "../routing/router.ts";
import type { Call, ControlCalls, Outcome } from "./call.ts";
import type { HowAsked, LoadPlane, PlaneParts } from "./gate.ts";
import { CLOCK_CALLS } from "./calls/clock.ts";
import { REQUEST_CALLS } from "./calls/requests.ts";
import { RUN_CALLS } from "./calls/runs.ts";
import { SERVICE_CALLS } from "./calls/service.ts";
import { SITUATION_CALLS } from "./calls/situations.ts";
import { STATE_CALLS } from "./calls/state.ts";
import { WEBHOOK_CALLS } from "./calls/webhooks.ts";
import { loadControlContract } from "./contract.ts";

/** The largest body of a call: the items of a whole world. */
const LIMITS = new BodyLimits(16 * 1024 * 1024);

/** All calls, by the operationId of spec/control.yaml. */
export const CALLS: ReadonlyMap<string, ControlCalls[string]> = new Map(
  [STATE_CALLS, REQUEST_CALLS, SITUATION_CALLS, CLOCK_CALLS, SERVICE_CALLS, RUN_CALLS, WEBHOOK_CALLS].flatMap((calls) =>
    Object.entries(calls),
  ),
);

/** Calls that do what they do at once, in one world. */
const IN_WORLD = new Set([STATE_CALLS, SITUATION_CALLS, CLOCK_CALLS].flatMap((calls) => Object.keys(calls)));

const UNKNOWN = refuse("not_found", "path", "the control plane has no such path; spec/control.yaml lists those it has");

/** Everything needed to answer calls. */
interface Plane {
  readonly paths: Router<PathItem>;
  readonly replies: Replies;
}

/** Prepares all calls. */
export const loadPlane: LoadPlane = async (parts, prefix, streams) =>
  new ControlPlane({ parts, prefix, streams }, await loadControlContract());

/** Answers the calls that control a mock. */
class ControlPlane {
  readonly #parts: PlaneParts;
  readonly #prefix: string;
  readonly #streams: Set<() => void>;
  readonly #plane: Plane;

  constructor({ parts, prefix, streams }: Given, contract: Contract) {
    this.#parts = parts;
    this.#prefix = prefix;
    this.#streams = streams;
    this.#plane = this.#build(contract);
  }

  /** Answers a request whose host was already checked. */
  answer(visit: Visit, { method, expectation }: HowAsked): void {
    const { paths, replies } = this.#plane;
    visit.replies = replies;
    const directory = this.#parts.directory();
    const found = paths.find(visit.path);
    const entry = found?.value.entry(method);
    const refusal =
      pageRefusal(visit, this.#parts.proof) ??
      (found === undefined ? UNKNOWN : undefined) ??
      readSession(directory, visit, entry?.queryNames);
    if (refusal !== undefined || found === undefined) {
      replies.refuse(visit, refusal ?? UNKNOWN);
      return;
    }
    visit.texts = found.texts;
    visit.template = found.value.template;
    route(visit, found.value, { method, expectation, worlds: directory.worlds });
  }

  #build(contract: Contract): Plane {
    const errors = new ErrorBodies(contract, inferResources(contract));
    const { token, runs } = this.#parts.options;
    const everybody = guardOf(token);
    const runners = runs === undefined ? everybody : guardOf(runs.token);
    const replies = (): Replies => new Replies(contract, errors);
    const paths = new Router<PathItem>();
    for (const [template, operations] of groupsOf(contract.operations, ({ path }) => path)) {
      const guard = operations.every(isRun) ? runners : everybody;
      const entries = operations.map((operation) => this.#entry({ contract, errors, ...guard }, operation));
      paths.add(`${this.#prefix}${template}`, new PathItem(template, entries, { contract, ...guard, replies }));
    }
    return { paths, replies: replies() };
  }

  #entry({ contract, errors, ...guard }: EntryParts, operation: Operation): OperationEntry {
    if (!CALLS.has(operation.id)) throw new Error(`the control plane lacks ${operation.id}`);
    const parts = {
      contract,
      operation,
      basePaths: [this.#prefix],
      limits: LIMITS,
      fail: this.#parts.fail,
      handler: (visit: Visit, request: MockRequest) => void this.#handle(operation, visit, request),
    };
    return operationEntry(parts, errors, guard);
  }

  async #handle(operation: Operation, visit: Visit, { values, body }: MockRequest): Promise<void> {
    const { steered, options, fail } = this.#parts;
    const call: Call = {
      steered,
      actions: options.actions ?? {},
      runs: options.runs,
      world: visit.world,
      visit,
      streams: this.#streams,
      value: (name) => values[operation.parameters.findIndex((one) => one.name === name)],
      body,
    };
    try {
      const answer = CALLS.get(operation.id) as ControlCalls[string];
      const { turns } = steered();
      const outcome: Outcome = await (turns === undefined ? answer(call) : shared(operation, call, turns, answer));
      if (outcome === "taken") return;
      if ("kind" in outcome) visit.replies?.refuse(visit, outcome);
      else visit.replies?.answer(visit, outcome.status, outcome.text);
    } catch (error) {
      const refusal = steered().turns?.refusalOf(error);
      if (refusal === undefined || visit.replies === undefined) fail(visit, error);
      else visit.replies.refuse(visit, refusal);
    }
  }
}

/** Answers a call in a world that other processes share. */
async function shared({ id }: Operation, call: Call, turns: Turns, answer: ControlCalls[string]): Promise<Outcome> {
  const { visit, value } = call;
  const world = visit.session === undefined ? call.world : ((await turns.session(visit.session)) ?? call.world);
  const own = { ...call, world };
  if (IN_WORLD.has(id)) return turns.do(world, () => answer(own));
  if (Object.hasOwn(REQUEST_CALLS, id))
    await turns.readRecords(world, value("all") === true || id === "listDeprecatedCalls");
  else if (Object.hasOwn(WEBHOOK_CALLS, id)) await turns.do(world, () => undefined);
  return answer(own);
}

interface Given {
  readonly parts: PlaneParts;
  readonly prefix: string;
  readonly streams: Set<() => void>;
}

interface EntryParts extends Admission {
  readonly contract: Contract;
  readonly errors: ErrorBodies;
}

function guardOf(token: string | undefined): Admission {
  const keys = token === undefined ? new KeyRing([], "everybody") : new KeyRing([token]);
  return { keys, isOpen: token === undefined };
}

/** The security scheme of calls that start a process: it has a token of its own. */
const RUN_SCHEME = "run";

function isRun({ security }: Operation): boolean {
  return security.some((schemes) => schemes.some(({ name }) => name === RUN_SCHEME));
}
