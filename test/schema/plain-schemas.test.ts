// A document is read without compiling its schemas, and their faults are still reported.
import { describe, expect, it } from "vitest";
import { loadContract } from "../../src/contract/load.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { SchemaCompiler } from "../../src/schema/compile/compile.ts";
import { KEYWORDS } from "../../src/schema/keywords.ts";
import { documentOfValue } from "../../src/schema/load/load-document.ts";
import type { Schema } from "../../src/schema/model.ts";
import { spentOn } from "../spent.ts";
import { shareOf } from "../share.ts";

const ODD: readonly JsonValue[] = [
  ...[null, true, "a", "", "(", "#", "#/components/schemas/None", "#/%", -1, 1.5, 10n ** 30n],
  ...[[], [1], ["a"], [{}], {}, { a: 1 }, { a: {} }, { "(": {} }, { a: ["b"] }],
];

function documentWith(openapi: string, schemas: JsonObject): JsonObject {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Outer" } } };
  return {
    openapi,
    info: { title: "t", version: "1" },
    paths: { "/a": { get: { responses: { "200": { description: "d", content } } } } },
    components: {
      schemas: { Outer: { type: "object", properties: { a: { $ref: "#/components/schemas/Inner" } } }, ...schemas },
    },
  };
}

function outcome(work: () => void): string {
  try {
    work();
    return "compiles";
  } catch {
    return "refused";
  }
}

describe("any value of a keyword", () => {
  it.for([...KEYWORDS.keys()])("%s is refused at the start if it does not compile", async (keyword) => {
    for (const openapi of ["3.0.3", "3.1.0"]) {
      for (const value of shareOf(ODD, 10)) {
        const document = await documentOfValue(documentWith(openapi, { Inner: { [keyword]: value } })).catch(
          () => undefined,
        );
        if (document === undefined) continue;
        const outer = "/components/schemas/Outer";
        const compiled = outcome(() => void new SchemaCompiler(document).validator(outer, "response"));
        const ensured = outcome(() => new SchemaCompiler(document, { deferred: true }).ensure(outer, "response"));
        expect([value, ensured]).toEqual([value, compiled]);
      }
    }
  });
});

it("only operations that lead to a schema that does not compile are left out", async () => {
  const broken = documentWith("3.0.3", { Inner: { $ref: "#/components/schemas/Wrong" }, Wrong: { maxLength: "ten" } });
  const { paths } = broken as { paths: Record<string, JsonValue> };
  const good = { get: { responses: { "200": { description: "d" } } } };
  const document = { ...broken, paths: { ...paths, "/b": paths["/a"] as JsonValue, "/good": good } };
  const { operations, unserved } = await loadContract(document, { lenient: true });
  expect(operations.map(({ path }) => path)).toEqual(["/good"]);
  expect(unserved.map(({ path, problems }) => [path, problems.map(({ pointer }) => pointer)])).toEqual([
    ["/a", ["/components/schemas/Wrong"]],
    ["/b", ["/components/schemas/Wrong"]],
  ]);
});

it("a large number of schemas is compiled on first use, not before", async () => {
  const schemas: Record<string, JsonValue> = { Inner: { type: "object", properties: {} } };
  const properties: Record<string, JsonValue> = {};
  for (let index = 0; index < 900; index++) {
    schemas[`S${index}`] = { type: "object", properties: { one: { $ref: `#/components/schemas/S${index + 1}` } } };
    properties[`p${index}`] = { $ref: `#/components/schemas/S${index}` };
  }
  schemas["S900"] = { type: "string", maxLength: 2 };
  schemas["Inner"] = { type: "object", properties };
  let schema: Schema | undefined;
  const read = await spentOn(async () => {
    const { operations } = await loadContract(documentWith("3.0.3", schemas));
    schema = operations[0]?.responses[0]?.content[0]?.schema;
  });
  const judged = await spentOn(() =>
    expect(schema?.validate({ a: { p899: { one: "abc" } } }).map(({ at }) => at)).toEqual(["/a/p899/one"]),
  );
  expect(read).toBeLessThan(1_000);
  expect(judged).toBeGreaterThan(read);
});

it("a schema is compiled on first use, unless it is nested deeper than 60 levels", async () => {
  const schema = (levels: number): JsonObject =>
    levels === 0 ? { type: "string" } : { type: "object", properties: { a: schema(levels - 1) } };
  const spentFor = (levels: number): Promise<number> =>
    spentOn(() => loadContract(documentWith("3.0.3", { Inner: schema(levels) })));
  expect(await spentFor(60)).toBe(0);
  expect(await spentFor(61)).toBeGreaterThan(1_000);
});
