// Values that a screen can show: in the shape of an example, by the name of the property, at times that make sense.
import { expect, test } from "vitest";
import { documentOfValue } from "../../../src/schema/load/value-document.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { ValuePlace } from "../../../src/schema/generate/place.ts";
import { nthValue, seededValue } from "../../../src/realistic/seeded-values.ts";

async function placeOf(properties: JsonObject): Promise<ValuePlace> {
  const schema = { type: "object", required: Object.keys(properties), properties };
  return ValuePlace.at(
    await documentOfValue({ openapi: "3.1.0", components: { schemas: { Customer: schema } } }),
    POINTER,
    "response",
  );
}
const POINTER = "/components/schemas/Customer";

async function many(properties: JsonObject, count = 12): Promise<Record<string, unknown>[]> {
  const place = await placeOf(properties);
  return Array.from({ length: count }, (_, turn) => nthValue(place, turn) as Record<string, unknown>);
}

const text = (example: string): JsonObject => ({ type: "string", example });

test.each([
  ["joe@shop.example", /^[a-z]+\.[a-z]+@shop\.example$/],
  ["5ba682d23d7cf92bef87bfd4", /^[\da-f]{24}$/],
  ["usr_8fK2", /^usr_\d[a-z][A-Z]\d$/],
  ["3f2b8f0a-5c1d-4e6f-8a9b-0c1d2e3f4a5b", /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/],
  ["https://cdn.example.com/img/17.png", /^https:\/\/cdn\.example\.com\/img\/\d\d\.png$/],
  ["2023-10-06 23:47:56.678+00", /^2025-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\+00$/],
  ["Thu, 24 Aug 2023 05:01:45 +0000", /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} 2025 \d\d:\d\d:\d\d \+0000$/],
  ["DE89370400440532013000", /^DE\d{20}$/],
  ["INV-2024-0017", /^INV-\d{4}-0\d{3}$/],
])("values like %j keep its shape and differ", async (example, shape) => {
  const [first, ...values] = (await many({ value: text(example) })).map(({ value }) => value);
  expect(first).toBe(example);
  expect(values.filter((value) => typeof value !== "string" || !shape.test(value))).toEqual([]);
  expect(new Set(values).size).toBeGreaterThan(8);
});

test("a property whose example is one word is that word in each thing", async () => {
  const values = await many({ object: text("customer"), scheme: text("bearer") });
  expect(new Set(values.map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify({ object: "customer", scheme: "bearer" })]),
  );
});

test("an address and a name belong to one person", async () => {
  for (const { name, email } of await many({ name: { type: "string" }, email: { type: "string", format: "email" } })) {
    const [first = ""] = String(name).split(" ");
    const plain = first.normalize("NFD").replaceAll(/[^A-Za-z]/g, "");
    expect(String(email).startsWith(plain.toLowerCase())).toBe(true);
  }
});

test("things are created one after another, and changed after they were created", async () => {
  const unix = { type: "integer", description: "Seconds since the Unix epoch" };
  const at = { type: "string", format: "date-time" };
  const values = await many({ created: unix, createdAt: at, updated_at: at, expiresAt: at, birthday: at }, 400);
  const moments = values.map(({ createdAt }) => Date.parse(String(createdAt)));
  expect(moments.every((moment) => moment < Date.parse("2026-01-05"))).toBe(true);
  expect(moments.slice(0, 20)).toEqual(moments.slice(0, 20).toSorted((a, b) => a - b));
  for (const { created, createdAt, updated_at, expiresAt, birthday } of values) {
    expect(Number(created)).toBe(Date.parse(String(createdAt)) / 1000);
    expect(String(updated_at) > String(createdAt)).toBe(true);
    expect(String(expiresAt) > String(updated_at)).toBe(true);
    expect(String(birthday) < "2010").toBe(true);
  }
});

test("few of many things have failed, and one alone is in its first state", async () => {
  const status = { type: "string", enum: ["failed", "queued", "done", "expired"] };
  const values = (await many({ status }, 40)).map((one) => one["status"]);
  expect(values.filter((value) => value === "failed" || value === "expired").length).toBeLessThan(8);
  const document = await documentOfValue({ openapi: "3.1.0", components: { schemas: { Customer: status } } });
  expect(seededValue(document, POINTER)).toBe("queued");
});
