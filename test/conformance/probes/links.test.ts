// What a `Link` header says of the next page, however a service writes it (RFC 8288).
import { expect, test } from "vitest";
import { makePlan } from "../../../conformance/plan.ts";
import { goesOn } from "../../../conformance/probes/further-pages.ts";
import { linksIn } from "../../../src/contract/link-header.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { loadContract } from "../../../src/contract/load.ts";
import { JSON_TYPE, answered, operationOf } from "../exchanges.ts";

test.each([
  ['</pets?page=2>; rel="next"', true],
  ["</pets?page=2>; rel=next", true],
  ['</pets?page=2>; rel="last next"', true],
  ['</pets?page=2>; title="two, or more"; rel = "next"', true],
  ['</pets?page=1>; rel="prev"', false],
  ['</pets?page=1>; rel="nextcloud"', false],
  ['</pets?a=;rel=next>; rel="self"', false],
])("%s leads on: %s", async (link, isNext) => {
  const contract = await loadContract("spec/animal-store.yaml");
  const plan = makePlan(contract, inferResources(contract), "2026-11-27");
  const [resource] = plan.resources;
  if (resource === undefined) throw new Error("no resource");
  const page = answered(operationOf(contract, "listPets"), 200, "[]", [...JSON_TYPE, ["Link", link]]);
  expect(goesOn(plan, resource, page)).toBe(isNext);
  expect(linksIn(link).some(({ relations }) => relations.includes("next"))).toBe(isNext);
});
