// Which validators judge a witness, how often, and that no verdict on one value is used for another.
import { afterEach, describe, expect, test, vi } from "vitest";
import { parseDocumentText } from "../../src/contract/load.ts";
import { Judge } from "../../src/gate/exchange/judge.ts";
import { readSurface } from "../../src/gate/surface/read.ts";
import type { SurfaceMedia, SurfaceOperation } from "../../src/gate/surface/model.ts";
import type { WireRequest } from "../../src/gate/exchange/model.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";
import { compare, documentOf } from "./documents.ts";

afterEach(() => void vi.restoreAllMocks());

/** Several GET /item-N operations, which wrap the shared item in envelopes of their own; the last has no envelope. */
function enveloped(count: number, required: readonly string[]): JsonObject {
  const item = { $ref: "#/components/schemas/Item" };
  const schema = (index: number) => {
    const name = `item${index}`;
    return index === count - 1 ? item : { type: "object", required: [name], properties: { [name]: item } };
  };
  const answering = (index: number) => ({
    get: { responses: { "200": { description: "OK", content: { "application/json": { schema: schema(index) } } } } },
  });
  const paths = Object.fromEntries(Array.from({ length: count }, (_, index) => [`/item-${index}`, answering(index)]));
  const Item = { type: "object", required, properties: { id: { type: "integer" } } };
  return documentOf(paths, { components: { schemas: { Item } } });
}

describe("the second judgement of a witness", () => {
  test("sends the witness to its own operation, however many others the change affects", async () => {
    const again = vi.spyOn(Judge.prototype, "afresh");
    const responses = vi.spyOn(Judge.prototype, "wholeResponse");
    const { changes } = await compare(enveloped(12, ["id"]), enveloped(12, []));
    expect(changes[0]).toMatchObject({ kind: "response-required", verdict: "breaking" });
    expect(changes[0]?.operations).toHaveLength(12);
    const fresh = new Set(again.mock.results.map(({ value }) => value as Judge));
    expect(responses.mock.contexts.filter((judge) => fresh.has(judge as Judge))).toHaveLength(2);
  });
});

describe("the verdict on one value", () => {
  const parameters = [{ name: "limit", in: "query", schema: { type: "integer", maximum: 9 } }];
  const content = { "application/json": { schema: { type: "object", required: ["id"] } } };
  const operation = { parameters, requestBody: { content }, responses: { "200": { description: "OK" } } };
  const document = documentOf({ "/things": { post: operation } });
  const schema = "/paths/~1things/post/requestBody/content/application~1json/schema";

  async function judged(): Promise<{ judge: Judge; operation: SurfaceOperation }> {
    const read = await parseDocumentText(writeJson(document), "(object)");
    return { judge: new Judge(read), operation: readSurface(read)[0] as SurfaceOperation };
  }

  test("is not reused for the next", async () => {
    const { judge } = await judged();
    const good = { id: 1 };
    expect(judge.allows(schema, "client", good)).toBe(true);
    expect(judge.value(schema, "client", good)).toEqual([]);
    expect(judge.allows(schema, "client", {})).toBe(false);
    expect(judge.value(schema, "client", {})).toHaveLength(1);
    expect(judge.value(schema, "client", good)).toEqual([]);
  });

  test("is not reused for a parameter that is changed or left out", async () => {
    const { judge, operation: things } = await judged();
    const rest = { kind: "request", method: "POST", path: "/things", pathTexts: [], unplaced: [] } as const;
    const asked = (...query: WireRequest["query"]): number => {
      const request = { ...rest, query, headers: [], cookies: [], credentials: [] };
      return judge.wholeRequest(things, request).length;
    };
    expect(asked(["limit", "9"])).toBe(0);
    expect(asked(["limit", "10"])).toBe(1);
    expect(asked(["limit", "9"])).toBe(0);
    expect(asked(["limit", "10"])).toBe(1);
    expect(asked()).toBe(0);
  });
});

describe("a body that is sent as text", () => {
  test("is refused for what is wrong with the value, not with another way to read the text", async () => {
    const row = { type: "object", properties: { kind: { type: "integer" } } };
    const properties = { title: { type: "string", minLength: 1 }, rows: { type: "array", items: row } };
    // When read by the first alternative, the kind of a row stays a string.
    const schema = {
      oneOf: [
        { type: "object", required: ["other"] },
        { type: "object", properties },
      ],
    };
    const content = { "application/x-www-form-urlencoded": { schema } };
    const operation = { requestBody: { content }, responses: { "204": { description: "Done" } } };
    const read = await parseDocumentText(writeJson(documentOf({ "/things": { post: operation } })), "(object)");
    const media = readSurface(read)[0]?.body?.content[0] as SurfaceMedia;
    const said = new Judge(read).body(media, "client", { title: "", rows: [{ kind: 1 }] });
    expect(said.map(({ at }) => at)).not.toContain("/rows/0/kind");
    expect(said.map(({ at, keyword }) => [at, keyword])).toContainEqual(["/title", "minLength"]);
  });
});
