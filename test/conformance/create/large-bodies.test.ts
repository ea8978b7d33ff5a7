// Bodies with too many values to try them all: the report says what was not tried.
import { expect, test } from "vitest";
import { CHECKS } from "../../../conformance/checks/index.ts";
import { makePlan } from "../../../conformance/plan.ts";
import { tasksOf } from "../../../conformance/scope.ts";
import { loadContract } from "../../../src/contract/load.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { spentOn } from "../../spent.ts";
import { IN_PROOF } from "../../share.ts";

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const FEW = times(12, (value) => `v${value}`);

const bodyOf = (properties: number, listed: readonly string[]) => ({
  type: "object",
  properties: Object.fromEntries(times(properties, (at) => [`p${at}`, { enum: listed }])),
  required: times(properties, (at) => `p${at}`),
});

async function planOf(properties: number, listed = FEW) {
  const content = { "application/json": { schema: bodyOf(properties, listed) } };
  const list = { "application/json": { schema: { type: "array", items: bodyOf(1, listed) } } };
  const contract = await loadContract({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {
      "/things": {
        get: { responses: { "200": { description: "x", content: list } } },
        post: { requestBody: { content }, responses: { "201": { description: "x", content } } },
      },
      "/things/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        get: { responses: { "200": { description: "x", content } } },
      },
    },
  });
  return makePlan(contract, inferResources(contract), "2030-01-01");
}

const many = 600;

// It takes a quarter of a minute.
test.runIf(IN_PROOF)(
  `for a body with ${many} enums, some values are tested, and the number of others is reported`,
  async () => {
    const plan = await planOf(many);
    let tasks: ReturnType<typeof tasksOf> = [];
    const spent = await spentOn(() => void (tasks = tasksOf(CHECKS, plan)));
    expect(spent).toBeLessThan(40_000_000);
    const about = (id: string): string[] =>
      tasks.filter(({ check }) => check.id === id).map(({ subject }) => subject.about ?? "");
    expect(about("create.accepts").length).toBeGreaterThan(12);
    expect(about("create.accepts").at(-1)).toMatch(/^\d+ more values$/);
    expect(about("create.refuses-unlisted").length).toBeGreaterThan(20);
    expect(about("create.refuses-unlisted").at(-1)).toMatch(/^wrong values of \d+ more properties$/);
  },
);

test("for a body with 60 enums, all values are tested", async () => {
  const subjects = tasksOf(CHECKS, await planOf(60)).map(({ subject }) => subject.about ?? "");
  expect(subjects).toContain('p59: "v11"');
  expect(subjects.filter((about) => about.includes("more"))).toEqual([]);
});

test("of a long list, some values are tested, and the number of others is reported", async () => {
  const countries = times(200, (at) => `country ${at}`);
  const tasks = tasksOf(CHECKS, await planOf(1, countries));
  const about = tasks.flatMap(({ check, subject }) => (check.id === "create.accepts" ? [subject.about ?? ""] : []));
  expect(about.filter((one) => one.includes('"country'))).toHaveLength(12);
  expect(about).toContain('p0: "country 199"');
  expect(about).toContain("p0: 188 more of the listed values");
});
