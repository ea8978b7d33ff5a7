// Headers that count a list: what the mock writes is what the suite reads.
import { expect, test } from "vitest";
import { listMetadataOf } from "../../../conformance/probes/list-metadata.ts";
import { makePlan } from "../../../conformance/plan.ts";
import { loadContract } from "../../../src/contract/load.ts";
import { createMock } from "../../../src/library/create-mock.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { carries, itemOf } from "../../resource/documents.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import type { Spec } from "../../../src/library/contracts.ts";

const integer = { type: "integer" };
const listOf = (header: string): JsonObject => ({
  openapi: "3.1.0",
  info: { title: "Lines", version: "1" },
  paths: {
    "/lines": {
      get: {
        responses: {
          "200": {
            ...carries({ type: "array", items: itemOf({ id: integer, text: { type: "string" } }) }),
            headers: { [header]: { required: true, schema: integer } },
          },
        },
      },
    },
  },
});

test.each(["X-Total-Count", "Total-Count", "X-WP-Total", "X-Pagination-Total-Count", "X-Paging-Total"])(
  "%s counts the items, for both",
  async (header) => {
    const spec = listOf(header) as Parameters<typeof loadContract>[0] & Spec;
    await using mock = await createMock({ spec });
    const response = await fetch(`${mock.url}/lines`);
    expect(response.headers.get(header)).toBe(String(((await response.json()) as unknown[]).length));
    const contract = await loadContract(spec);
    const plan = makePlan(contract, inferResources(contract), "2026-11-21");
    const [list] = contract.operations;
    expect(list && listMetadataOf(plan, list).map(({ metadata, steps }) => [metadata, ...steps])).toEqual([
      ["total", header],
    ]);
  },
);
