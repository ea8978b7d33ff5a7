// The findings as every kind of report shows them.
import { describe, expect, test } from "vitest";
import { type RunFacts, gateReport } from "../../src/gate/report.ts";
import type { Finding } from "../../src/report/finding.ts";
import { compare, documentOf, withOperation, withParameters, withRequest, withResponse } from "./documents.ts";
import type { JsonObject } from "../../src/json/value.ts";

const FACTS: RunFacts = { version: "1.0.0", startedAt: "", durationMs: 1, replays: new Map(), failures: [] };

async function findings(before: JsonObject, after: JsonObject): Promise<readonly Finding[]> {
  return gateReport(await compare(before, after), FACTS).findings;
}

describe("the details of a finding", () => {
  const query = (maximum: number) => withParameters({ name: "n", in: "query", schema: { type: "integer", maximum } });

  test("include what is sent, because an annotation shows nothing else", async () => {
    const [finding] = await findings(query(9), query(5));
    expect(finding?.details).toContain(
      "The request GET /things?n=6 is allowed by the base and refused by the revision: /query/n must be 5 or less (maximum, /paths/~1things/get/parameters/0/schema/maximum)",
    );
  });

  test("include the headers and cookies that are sent or received", async () => {
    const named = (place: string) => (maximum: number) =>
      withParameters({ name: "n", in: place, required: true, schema: { type: "integer", maximum } });
    for (const [place, said] of [
      ["header", "The request GET /things with the header n: 6 is allowed"],
      ["cookie", "The request GET /things with the cookie n=6 is allowed"],
    ] as const) {
      const [finding] = await findings(named(place)(9), named(place)(5));
      expect(finding?.details.join("\n")).toContain(said);
    }
    const answer = (maximum: number) => {
      const headers = { n: { required: true, schema: { type: "integer", maximum } } };
      return withOperation({ responses: { "200": { description: "OK", headers } } });
    };
    const [answered] = await findings(answer(5), answer(9));
    expect(answered?.details.join("\n")).toContain("The response 200 without a body with the header n: 6 is allowed");
  });

  test("include the body that is sent or received, truncated if it is long", async () => {
    const body = (maxLength: number) => ({ type: "string", minLength: 1000, maxLength });
    const [sent] = await findings(withRequest(body(1001)), withRequest(body(1000)));
    expect(sent?.details.join("\n")).toMatch(
      /The request POST \/things with "a{299}… \(703 more characters\) is allowed/,
    );
    const [answered] = await findings(withResponse({ const: 1 }), withResponse({ enum: [2] }));
    expect(answered?.details.join("\n")).toContain("The response 200 2 is allowed by the revision");
  });
});

describe("a change of a component that several operations share", () => {
  const thing = (required: readonly string[]) => ({ Thing: { type: "object", required, properties: { name: {} } } });
  const answer = (schema: unknown) => ({ description: "OK", content: { "application/json": { schema } } });
  const ref = { $ref: "#/components/schemas/Thing" };
  const holding = (properties: unknown) => answer({ type: "object", properties });
  const paths = {
    "/things": { post: { responses: { "201": holding({ made: ref }) } } },
    "/all": { get: { responses: { "200": holding({ found: { type: "array", items: ref } }) } } },
  };
  const document = (required: readonly string[]) => documentOf(paths, { components: { schemas: thing(required) } });

  test("is described as in the operation that is listed first", async () => {
    const [finding] = await findings(document(["name"]), document([]));
    expect([finding?.subject, finding?.title]).toEqual([
      "GET /all and 1 more",
      'body of 200, at found[]: "name" is no longer required',
    ]);
  });

  test("says which of them sends the response", async () => {
    const [finding] = await findings(document(["name"]), document([]));
    expect(finding?.details.join("\n")).toMatch(
      /The response (201 of POST \/things|200 of GET \/all) \{.*\} is allowed/,
    );
  });

  test("is also reported by the policy", async () => {
    const grown = (...list: string[]) => documentOf(paths, { components: { schemas: { Thing: { enum: list } } } });
    const found = await findings(grown("a"), grown("a", "b"));
    expect(found.map(({ subject, title }) => `${subject}: ${title}`)).toContain(
      'GET /all and 1 more: body of 200, at found[]: responses may hold values that clients do not know: "b"',
    );
  });
});

test("a key that moves is reported with both places", async () => {
  const keyed = (place: string, name: string) =>
    withOperation(
      { security: [{ key: [] }] },
      { components: { securitySchemes: { key: { type: "apiKey", in: place, name } } } },
    );
  const [finding] = await findings(keyed("query", "k"), keyed("header", "X-Key"));
  expect(finding?.title).toBe("the credential key (query k) is no longer enough: it is key (header x-key) now");
  expect(finding?.details.join("\n")).toContain("must carry key (header x-key)");
});

test("the operation is shown before its finding only once", async () => {
  const other = { "/other": { get: { responses: { "200": { description: "OK" } } } } };
  const gone = await findings(withOperation({}), documentOf(other));
  expect(gone.map(({ subject, title }) => [subject, title])).toContainEqual([
    "GET /things",
    "the operation was removed without notice",
  ]);
  const renamed = await findings(withOperation({ operationId: "a" }), withOperation({ operationId: "b" }));
  expect(renamed.map(({ subject, title }) => [subject, title])).toEqual([
    ["GET /things", 'the operationId "a" became "b"'],
  ]);
});

test("a break of a beta operation says why it is only a warning", async () => {
  const beta = (maximum: number) =>
    withOperation({
      "x-stability-level": "beta",
      parameters: [{ name: "n", in: "query", schema: { type: "integer", maximum } }],
    });
  const [finding] = await findings(beta(9), beta(5));
  expect([finding?.verdict, finding?.severity]).toEqual(["policy", "warning"]);
  expect(finding?.details).toContain("Only a warning: the base promises what it reaches as beta");
});

test("findings of one kind share a rule, so that alerts can be sorted by it", async () => {
  const limits = (maximum: number) =>
    withParameters(...["a", "b"].map((name) => ({ name, in: "query", schema: { type: "integer", maximum } })));
  const found = (await findings(limits(9), limits(5))).filter(({ verdict }) => verdict === "breaking");
  expect(found).toHaveLength(2);
  expect(new Set(found.map(({ id }) => id)).size).toBe(2);
  expect(new Set(found.map(({ rule }) => rule))).toEqual(new Set(["request-maximum"]));
});
