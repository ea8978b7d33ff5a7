// One understanding of which property has the state of a thing.
import { expect, test } from "vitest";
import { createMock } from "../../src/library/create-mock.ts";
import type { Spec } from "../../src/library/contracts.ts";
import { subscribed } from "../../src/resource/events/subscriptions.ts";
import type { Resource } from "../../src/resource/model.ts";
import { carries, itemOf } from "../resource/documents.ts";

const NAMES = ["status", "state", "phase", "stage", "lifecycle"];

test.each(NAMES)("a flag of a generated thing says the same as its %s", async (name) => {
  const task = itemOf({ id: { type: "integer" }, done: { type: "boolean" }, [name]: { enum: ["open", "done"] } });
  const spec = {
    openapi: "3.1.0",
    info: { title: "Tasks", version: "1" },
    paths: { "/tasks": { get: { responses: { "200": carries({ type: "array", items: task }) } } } },
  };
  await using mock = await createMock({ spec: spec as unknown as Spec });
  const tasks = (await (await fetch(`${mock.url}/tasks`)).json()) as Record<string, unknown>[];
  const told = tasks.filter((one) => one["done"] !== undefined && one[name] !== undefined);
  expect(told.length).toBeGreaterThan(0);
  for (const one of told) expect(one["done"]).toBe(one[name] === "done");
});

test.each(NAMES)("a subscription whose %s is paused gets nothing", (name) => {
  const shape = { resource: {} as Resource, url: ["url"], events: undefined };
  const wanted = { name: "order.created", kind: "created" } as const;
  expect(subscribed(shape, { url: "http://127.0.0.1/", [name]: "active" }, wanted)).toBeDefined();
  expect(subscribed(shape, { url: "http://127.0.0.1/", [name]: "paused" }, wanted)).toBeUndefined();
});
