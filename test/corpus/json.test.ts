// Each JSON document of the suite as a request body, unchanged and as the value of an undeclared property.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, startMock } from "../http/support.ts";
import { RawClient } from "../http/raw-client.ts";
import { jsonCases } from "./data.ts";
import type { JsonValue } from "../../src/json/value.ts";
import { readJson } from "../../src/json/read.ts";

const CASES = jsonCases();

let mock: Mock;
let client: RawClient;
beforeAll(async () => {
  mock = await startMock();
  client = new RawClient(mock);
});
afterAll(async () => {
  client.close();
  await mock.close();
});

function codeOf(value: JsonValue | undefined): unknown {
  return (value as { readonly code?: unknown } | undefined)?.code;
}

test("there are 318", () => {
  expect(CASES).toHaveLength(318);
});

describe("as a body", () => {
  test.each(CASES)("$name", async ({ name, wanted, bytes }) => {
    const { status, value } = await client.send("POST", "/pets", { body: bytes });
    expect(status).toBe(bytes.length > 65_536 ? 413 : 400);
    expect(codes(name, wanted, bytes.length)).toContain(codeOf(value));
  });
});

/** None of them is an item: the well-formed ones are refused for their content, the others for their syntax. */
function codes(name: string, wanted: string, length: number): readonly string[] {
  if (length > 65_536) return ["body_too_large"];
  if (wanted === "i") return ["invalid_body", "malformed_body"];
  // Without any bytes there is no body, which is refused as missing.
  if (length === 0) return ["invalid_body"];
  return wanted === "y" && !/duplicated_key/.test(name) ? ["invalid_body"] : ["malformed_body"];
}

describe("inside an item", () => {
  test.each(CASES)("$name", async ({ name, wanted, bytes }) => {
    const body = Buffer.concat([Buffer.from('{"name":"n","categoryId":1,"other":'), bytes, Buffer.from("}")]);
    const { status } = await client.send("POST", "/pets", { body });
    expect(status).toBeLessThan(500);
    expect(allowed(name, wanted)).toContain(status);
  });
});

/**
 * I-JSON (RFC 7493) forbids repeated keys in an object, so these are refused although JSON allows them.
 */
function allowed(name: string, wanted: string): readonly number[] {
  if (wanted === "y") return /duplicated_key/.test(name) ? [400] : [201];
  if (wanted === "n") return [400, 413];
  return [201, 400];
}

test("the reader alone agrees", () => {
  const wrong = CASES.filter(({ name, wanted, bytes }) => {
    const accepted = "value" in readJson(bytes.toString("utf8"));
    return wanted === "y" && !/duplicated_key/.test(name) && !accepted;
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});
