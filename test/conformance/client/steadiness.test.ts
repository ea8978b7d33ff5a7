// How often the suite retries a request that a gateway may have answered, and when it gives up.
import { expect, test } from "vitest";
import { Steadiness, maybeOfAnother } from "../../../conformance/client/sending/steadiness.ts";
import type { Exchange } from "../../../conformance/client/exchange.ts";
import { contractOf } from "../documents.ts";
import { answered, operationOf } from "../exchanges.ts";

const contract = await contractOf("the animal store");
const answer = (id: string, status: number): Exchange => answered(operationOf(contract, id), status, "{}");

/** The waits between retries of a request that gets the same response each time. */
function waits(steadiness: Steadiness): number[] {
  const all: number[] = [];
  for (let answers = 1; all.length < 100; answers++) {
    const wait = steadiness.waitAfter(answers);
    if (wait === undefined) break;
    all.push(wait);
  }
  return all;
}

test("a request is retried five times, with twice the delay each time", () => {
  expect(waits(new Steadiness())).toEqual([20, 40, 80, 160, 320]);
});

test("after three requests that always got the same response, there is only one retry", () => {
  const steadiness = new Steadiness();
  steadiness.lasts();
  steadiness.lasts();
  expect(waits(steadiness)).toHaveLength(5);
  steadiness.lasts();
  expect(waits(steadiness)).toEqual([20]);
  steadiness.strayed(answer("listPets", 502));
  expect(waits(steadiness)).toHaveLength(5);
});

test.each([
  [1, 0],
  [2, 0],
  [3, 3],
])("on an unsteady target, of %i creations that only ever got 503, %i stay in the record", (made, left) => {
  const steadiness = new Steadiness();
  const record = Array.from({ length: made }, () => answer("createPet", 503));
  steadiness.doubtful.push(...record);
  steadiness.strayed(answer("listPets", 502));
  expect(steadiness.settle([...record, answer("listPets", 200)])).toHaveLength(left + 1);
});

test("on a steady target, every response counts", () => {
  const steadiness = new Steadiness();
  const record = [answer("createPet", 503), answer("listPets", 200)];
  steadiness.doubtful.push(...record.slice(0, 1));
  expect(steadiness.settle(record)).toHaveLength(2);
});

test("broken HTTP in answer to HEAD is the service's, and in answer to GET it may be left over from another answer", () => {
  const { response: _, ...lost } = answer("listPets", 200);
  const broken = { ...lost, loss: "broken" as const, failure: "HPE_CLOSED_CONNECTION: the answer is broken HTTP" };
  expect(maybeOfAnother({ ...broken, request: { ...lost.request, method: "HEAD" } })).toBe(false);
  expect(maybeOfAnother({ ...broken, request: { ...lost.request, method: "GET" } })).toBe(true);
});
