// Forms: a value that can be written is read back unchanged.
import { array, assert, boolean, double, integer, nat, property, record, string } from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { loadContract } from "../../../src/contract/load.ts";
import { FormReader, isFormMedia } from "../../../src/contract/representation/forms/form-reader.ts";
import { FormWriter, isRefused } from "../../../src/contract/representation/forms/form-writer.ts";
import { readMultipart } from "../../../src/contract/serialization/multipart.ts";
import { type JsonObject, equalJson } from "../../../src/json/value.ts";
import { drawn } from "../../share.ts";

const URLENCODED = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";
const ITEM = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string" },
    age: { type: "integer", minimum: 0 },
    weight: { type: "number" },
    vip: { type: "boolean" },
    tags: { type: "array", items: { type: "string" } },
    home: { type: "object", properties: { zip: { type: "integer" }, street: { type: "string" } } },
    deep: {
      type: "object",
      properties: { lines: { type: "array", items: { type: "object", properties: { price: { type: "integer" } } } } },
    },
    note: { type: ["string", "null"] },
    word: { anyOf: [{ type: "string" }, { type: "null" }] },
    size: { enum: ["small", "large"] },
    picture: { type: "string", format: "binary" },
  },
};

const forms = new Map<string, FormWriter>();
const readers = new Map<string, FormReader>();
beforeAll(async () => {
  const encoding = { deep: { style: "deepObject", explode: true } };
  const media = { schema: ITEM, encoding };
  const post = (name: string): object => ({
    requestBody: { content: { [name]: media } },
    responses: { "204": { description: "Taken." } },
  });
  const contract = await loadContract({
    openapi: "3.1.0",
    info: { title: "Forms", version: "1" },
    paths: { "/form": { post: post(URLENCODED) }, "/parts": { post: post(MULTIPART) } },
  } as unknown as JsonObject);
  for (const { body } of contract.operations)
    for (const one of (body?.content ?? []).filter(isFormMedia)) {
      forms.set(one.name, new FormWriter(contract.document, one, () => undefined));
      readers.set(one.name, new FormReader(contract.document, one));
    }
});

const formOf = (name: string): FormWriter => forms.get(name) as FormWriter;
const KINDS = [URLENCODED, MULTIPART];

describe.each(KINDS)("%s", (kind) => {
  test("a value that it can represent is read back unchanged", () => {
    const text = string({ unit: "grapheme", maxLength: 12 });
    const value = record(
      {
        name: text,
        age: nat(),
        weight: double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Number.isInteger(one)),
        vip: boolean(),
        tags: array(text, { minLength: 1, maxLength: 3 }),
        home: record({ zip: integer(), street: text }),
        deep: record({ lines: array(record({ price: integer() }), { minLength: 1, maxLength: 3 }) }),
      },
      { requiredKeys: ["name"] },
    );
    assert(
      property(value, (one) => {
        const form = formOf(kind);
        const fields = form.write(one);
        expect(fields).toBeDefined();
        const { body, mediaType } = form.text(fields ?? []);
        const sent =
          kind === MULTIPART
            ? readMultipart(new TextEncoder().encode(body), mediaType)
            : [...new URLSearchParams(body)].map(([name, part]) => ({ name, text: encodeURIComponent(part) }));
        if ("fault" in sent) throw new Error(sent.fault);
        const reading = (readers.get(kind) as FormReader).read(sent);
        if ("fault" in reading) throw new Error(reading.fault.message);
        expect(reading.violations).toEqual([]);
        expect(equalJson(reading.value, one)).toBe(true);
      }),
      { numRuns: drawn({ each: 40, proof: 1000 }) },
    );
  });

  test.each<[string, JsonObject, "allowed" | "refused" | "neither"]>([
    ["what the schema allows", { name: "Bo", age: 3 }, "allowed"],
    ["a number where a string is required, which becomes a string", { name: 5 }, "neither"],
    ["text where a number is required", { name: "Bo", age: "old" }, "refused"],
    ["a number outside its bounds", { name: "Bo", age: -1 }, "refused"],
    ["a property that is missing", { age: 3 }, "refused"],
    ["null, which text cannot represent", { name: "Bo", note: null }, "neither"],
    ["an empty list, which leaves no trace", { name: "Bo", tags: [] }, "neither"],
    ["a string that would be read as a number", { name: "Bo", deep: { lines: [{ price: "7" }] } }, "neither"],
    ["half a character", { name: "\ud800" }, "neither"],
    ["a string where two types are allowed", { name: "Bo", word: "old" }, "allowed"],
    ["one of the enum's values, without a type", { name: "Bo", size: "small" }, "allowed"],
    ["none of the enum's values", { name: "Bo", size: "huge" }, "refused"],
    ["the bytes of a file", { name: "Bo", picture: "\u0089PNG" }, "allowed"],
  ])("%s: %j is %s", (_, value, wanted) => {
    const violations = formOf(kind).validate(value, true);
    const verdict = violations.length === 0 ? "allowed" : isRefused(violations) ? "refused" : "neither";
    expect(verdict).toBe(wanted);
  });

  test("without fields there is no body: refused if a body is required, undecided if not", () => {
    expect(isRefused(formOf(kind).validate({}, true))).toBe(true);
    expect(isRefused(formOf(kind).validate({}, false))).toBe(false);
  });
});
