// A run in parts: together they cover everything, and each has all the exchanges it needs.
import { describe, expect, test } from "vitest";
import { CHECKS } from "../../conformance/checks/index.ts";
import { makePlan } from "../../conformance/plan.ts";
import { type Task, tasksOf } from "../../conformance/scope.ts";
import { inShard, parseShard } from "../../conformance/shard.ts";
import { loadContract } from "../../src/contract/load.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { inferResources } from "../../src/resource/infer.ts";
import { SHAPES } from "../faults/shapes/index.ts";
import { IN_PROOF } from "../share.ts";
import { contractOfShape } from "./shape-contracts.ts";
import { complaints, judge } from "./side-by-side.ts";

const nameOf = ({ check, subject }: Task): string =>
  `${check.id} ${subject.isRun === true ? "" : subject.operation.id} ${subject.about ?? ""}`;

const NAMED = SHAPES.map((shape) => [shape.name, shape] as const);

describe.each(NAMED)("%s", (_, shape) => {
  test("three shards have every check once, and the same ones each time", async () => {
    const contract = await contractOfShape(shape);
    const plan = makePlan(contract, inferResources(contract), "2030-01-01");
    const tasks = tasksOf(CHECKS, plan);
    const parts = [1, 2, 3].map((index) => inShard(tasks, { index, of: 3 }, plan));
    const single = (part: readonly Task[]): Task[] => part.filter(({ subject }) => subject.isRun !== true);
    expect(parts.flatMap(single).map(nameOf).toSorted()).toEqual(single(tasks).map(nameOf).toSorted());
    expect(inShard(tasks, { index: 2, of: 3 }, plan).map(nameOf)).toEqual(parts[1]?.map(nameOf));
  });
});

describe.runIf(IN_PROOF).each(NAMED)("%s", (_, shape) => {
  test("two shards decide what a whole run decides", { timeout: 240_000 }, async () => {
    const contract = await contractOfShape(shape);
    const open = async (options: object): Promise<string[]> =>
      complaints(await judge(contract, await shape.start(), options), ["inconclusive", "fail", "error"]);
    const whole = await open({});
    const parts = [...(await open({ shard: { index: 1, of: 2 } })), ...(await open({ shard: { index: 2, of: 2 } }))];
    expect(parts.filter((line) => !whole.includes(line))).toEqual([]);
  });
});

test("an action is in the same shard as the items that it acts on", async () => {
  const body = {
    content: { "application/json": { schema: { type: "object", properties: { id: { type: "integer" } } } } },
  };
  const created = { responses: { "201": { description: "Created", ...body } } };
  const fetched = { responses: { "200": { description: "OK", ...body } } };
  const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  const paths = ["jobs", "runs", "tests"].map((name) => ({
    [`/${name}`]: { post: { requestBody: body, ...created } },
    [`/${name}/{id}`]: { parameters: [id], get: fetched },
    [`/${name}/{id}/cancel`]: { parameters: [id], post: fetched },
  }));
  const info = { title: "Jobs", version: "1" };
  const contract = await loadContract({ openapi: "3.1.0", info, paths: Object.assign({}, ...paths) as JsonObject });
  const plan = makePlan(contract, inferResources(contract), "2030-01-01");
  expect(plan.actions).toHaveLength(3);
  const tasks = tasksOf(CHECKS, plan).filter(({ subject }) => subject.isRun !== true);
  const partsOf = [1, 2, 3].map((index) => {
    const paths = inShard(tasks, { index, of: 3 }, plan).map(({ subject }) => subject.operation.path);
    return [...new Set(paths.map((path) => path.split("/")[1]))];
  });
  expect(partsOf).toEqual([["jobs"], ["runs"], ["tests"]]);
});

test("a shard is named by its number and the number of shards", () => {
  expect(["1/1", "2/4", "4/4"].map(parseShard)).toEqual([
    { index: 1, of: 1 },
    { index: 2, of: 4 },
    { index: 4, of: 4 },
  ]);
  expect(["0/4", "5/4", "2", "2/", "a/b", "1/0", "-1/2"].filter((text) => parseShard(text) !== undefined)).toEqual([]);
});
