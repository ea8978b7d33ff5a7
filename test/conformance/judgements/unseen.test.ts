// Inconclusive claims: why there was no evidence, and what the user can do so that the next run decides them.
import { expect, test } from "vitest";
import { inconclusive } from "../../../conformance/check.ts";
import type { Exchange } from "../../../conformance/client/exchange.ts";
import { Stop, type StopOptions } from "../../../conformance/client/stop.ts";
import { Session, type TargetOptions } from "../../../conformance/client/target.ts";
import { nothingSent, unseen } from "../../../conformance/judgements/unseen.ts";
import { makePlan } from "../../../conformance/plan.ts";
import { loadContract } from "../../../src/contract/load.ts";
import type { Operation } from "../../../src/contract/model.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { answers, at, body, list, object, text } from "../../http/parts.ts";
import { answered } from "../exchanges.ts";

const ship = object({ id: text, name: text }, "id", "name");
const contract = await loadContract({
  openapi: "3.1.0",
  info: { title: "Ships", version: "1" },
  paths: {
    "/ships": {
      get: { responses: answers("200", list(ship)) },
      post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", ship) },
    },
    "/ships/{id}": { ...at("id"), get: { responses: answers("200", ship) } },
    "/weather": { get: { responses: answers("200") } },
    "/sails/hoist": { post: { responses: answers("204") } },
  },
});
const plan = makePlan(contract, inferResources(contract), "2030-01-01");

const operation = (name: string): Operation => {
  const found = contract.operations.find(({ method, path }) => `${method} ${path}` === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
};
const LIST = operation("GET /ships");
const FETCH = operation("GET /ships/{id}");

/** A run that has sent nothing yet. */
function sessionOf(options: Partial<TargetOptions> = {}, record: readonly Exchange[] = []): Session {
  const usual = { baseUrl: "http://127.0.0.1:9", readOnly: false, maxWrites: 200, headers: [], marker: "m" };
  const transport = { send: () => Promise.reject(new Error("nothing is sent")) };
  const session = new Session(plan, { ...usual, ...options }, transport);
  session.record.push(...record);
  return session;
}

const late = { maxTimeMs: 0 };
const interrupted = { signal: AbortSignal.abort() };

const AS_IT_MAY_CHANGE = "nothing was sent, as it may change something and nobody knows what it does";
const NOTHING_SENT = "nothing was sent to the operation";
const SAY_WHAT = "x-resource, in the document or in an overlay, that says what it does";

test.each<[asked: string, options: Partial<TargetOptions>, stop: StopOptions, says: [why: string, needs: string]]>([
  ["POST /sails/hoist", {}, {}, [AS_IT_MAY_CHANGE, SAY_WHAT]],
  ["POST /sails/hoist", { readOnly: true }, late, [AS_IT_MAY_CHANGE, SAY_WHAT]],
  ["GET /weather", {}, {}, [NOTHING_SENT, "a store that holds an item to ask for"]],
  ["GET /ships/{id}", { readOnly: true }, {}, [NOTHING_SENT, "a store that holds an item to ask for"]],
  ["GET /ships/{id}", {}, late, [NOTHING_SENT, "a larger --max-time"]],
  ["GET /ships/{id}", {}, interrupted, [NOTHING_SENT, "a run without an interruption"]],
  ["POST /ships", {}, {}, [NOTHING_SENT, "a target on which creation works"]],
  ["POST /ships", { readOnly: true }, {}, [NOTHING_SENT, "a run without --read-only"]],
  ["POST /ships", { maxWrites: 0 }, {}, [NOTHING_SENT, "a larger --max-writes"]],
  ["POST /ships", { readOnly: true }, late, [NOTHING_SENT, "a larger --max-time"]],
])(
  "if nothing was sent to %s in a run with %j, the reason says so, and what to change",
  (name, options, ending, says) => {
    const stop = new Stop(ending);
    const session = sessionOf({ ...options, stop });
    const [asked, outcome] = [operation(name), inconclusive(...says)];
    expect([nothingSent(session, asked), unseen(session, asked, [])]).toEqual([outcome, outcome]);
    stop.close();
  },
);

const sent = (to: Operation, status: number, intent: Exchange["intent"] = "valid"): Exchange => ({
  ...answered(to, status, "{}"),
  intent,
});
/** A valid request without a response. */
const unanswered = (to: Operation): Exchange => {
  const { response: _, ...request } = sent(to, 200);
  return request;
};

const OTHERS = "no answer that the claim is about was seen";
const KEY = "a key that the target accepts";
const ANOTHER = "a target that gives one";
const keyed: Partial<TargetOptions> = { key: "k" };
const readOnly: Partial<TargetOptions> = { readOnly: true, key: "k" };

interface Seen {
  /** The requests sent to the operation. */
  readonly own: readonly Exchange[];
  /** The requests sent to other operations. */
  readonly others?: readonly Exchange[];
  readonly options?: Partial<TargetOptions>;
}

test.each<[what: string, seen: Seen, why: string, needs: string]>([
  ["one request without a response", { own: [unanswered(FETCH)] }, "no answer came", "a target that answers"],
  [
    "two, both without a response",
    { own: [unanswered(FETCH), unanswered(FETCH)] },
    "no answer came",
    "a target that answers",
  ],
  ["two, one without a response", { own: [unanswered(FETCH), sent(FETCH, 404)] }, OTHERS, ANOTHER],
  ["one with a response", { own: [sent(FETCH, 404)], options: keyed }, OTHERS, ANOTHER],
  [
    "one with a response, in a read-only run",
    { own: [sent(FETCH, 404)], options: readOnly },
    OTHERS,
    "a target that gives one, or a run without --read-only",
  ],
  ["401 without a key", { own: [sent(FETCH, 401)] }, OTHERS, "--key, or --key-env"],
  ["401 with a key", { own: [sent(FETCH, 401)], options: keyed }, OTHERS, KEY],
  ["403 with a key", { own: [sent(FETCH, 403)], options: readOnly }, OTHERS, KEY],
  [
    "401 with a key, though others got 200",
    { own: [sent(FETCH, 401)], others: [sent(LIST, 200)] },
    OTHERS,
    "--key, or --key-env",
  ],
  ["401 and 200 with a key", { own: [sent(FETCH, 401), sent(FETCH, 200)], options: keyed }, OTHERS, ANOTHER],
  ["only without the key", { own: [sent(FETCH, 401, "unauthenticated")], options: keyed }, OTHERS, KEY],
  ["only with another method", { own: [sent(FETCH, 200, "foreign")], options: keyed }, OTHERS, KEY],
  [
    "only without the key, and others 200 with it",
    { own: [sent(FETCH, 401, "unauthenticated")], others: [sent(LIST, 200)], options: keyed },
    OTHERS,
    ANOTHER,
  ],
  [
    "no response with the key, and others 403 with it",
    { own: [sent(FETCH, 401, "unauthenticated"), unanswered(FETCH)], others: [sent(LIST, 403)], options: keyed },
    OTHERS,
    KEY,
  ],
])("the requests sent to an operation: %s", (_, { own, others = [], options = {} }, why, needs) => {
  expect(unseen(sessionOf(options, [...own, ...others]), FETCH, own)).toEqual(inconclusive(why, needs));
});

test.each([
  [late, "a larger --max-time"],
  [interrupted, "a run without an interruption"],
])("if the run ended by %j, it has to finish first", (ending, needs) => {
  const stop = new Stop(ending);
  const own = [sent(FETCH, 401)];
  expect(unseen(sessionOf({ stop }, own), FETCH, own)).toEqual(inconclusive(OTHERS, needs));
  stop.close();
});
