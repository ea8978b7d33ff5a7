// Which responses to random requests are failures, and which are accepted.
import { expect, test } from "vitest";
import { type Aim, faultIn } from "../../../conformance/explore/judge.ts";
import { makePlan } from "../../../conformance/plan.ts";
import { loadContract } from "../../../src/contract/load.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { answered, operationOf } from "../exchanges.ts";

const contract = await loadContract("spec/animal-store.yaml");
const plan = makePlan(contract, inferResources(contract), "2026-11-21");
const ERROR = '{"code":"refused","message":"no","status":400}';
const pets = (count: number): string =>
  JSON.stringify(Array.from({ length: count }, (_, at) => ({ id: at + 1, name: "a", categoryId: 1 })));

type Case = readonly [aim: Aim, status: number, body: string, wrong?: string];

/** The finding about a response of the list. */
function told([aim, status, body, wrong]: Case): string {
  const list = operationOf(contract, "listPets");
  const parameter = list.parameters.find(({ name }) => name === wrong);
  const drawn = parameter === undefined ? {} : { wrong: parameter };
  const fault = faultIn(answered(list, status, body), plan, aim, drawn);
  return fault === undefined ? "" : `${fault.claim}: ${fault.expected}; ${fault.seen}`;
}

test.each<[string, Case]>([
  ["a wrong page size is refused", ["invalid-parameter", 400, ERROR, "limit"]],
  ["a wrong page size is reduced to the maximum", ["invalid-parameter", 200, pets(100), "limit"]],
  ["another wrong parameter is refused", ["invalid-parameter", 400, ERROR, "status"]],
  ["a valid request is answered", ["valid", 200, "[]"]],
])("there is no failure if %s", (_, one) => {
  expect(told(one)).toBe("");
});

test.each<[string, Case, RegExp]>([
  [
    "a wrong page size is accepted",
    ["invalid-parameter", 200, pets(101), "limit"],
    /^invalid-parameter: a refusal \(4xx\), or 100 items at most; 101 items$/,
  ],
  [
    "the key is refused, not the page size",
    ["invalid-parameter", 401, ERROR, "limit"],
    /^invalid-parameter: .* 100 items at most; 401 /,
  ],
  ["another wrong parameter is accepted", ["invalid-parameter", 200, "[]", "status"], /^invalid-parameter: .*; 200 /],
  ["a valid request is refused", ["valid", 400, ERROR], /^valid: 200 for a request that .*; 400 /],
  ["the service fails", ["valid", 500, ERROR], /^answer: an answer below 500; 500 /],
  ["the success status is not described", ["valid", 202, "[]"], /^answer: one of 200, .*; 202 /],
  ["the body does not match", ["valid", 200, "{}"], /^answer: the body that the document describes; /],
])("there is a failure if %s", (_, one, fault) => {
  expect(told(one)).toMatch(fault);
});
