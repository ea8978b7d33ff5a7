// Which validators judge a witness, how often, and that no verdict on one value is used for another.
import { afterEach, describe, expect, test, vi } from "vitest";
import { parseDocumentText } from "../../src/contract/load.ts";
import { Judge } from "../../src/gate/exchange/judge.ts";
import { UNLIMITED } from "../../src/schema/work.ts";
import { readSurface } from "../../src/gate/surface/read.ts";
import type { SurfaceMedia, SurfaceOperation } from "../../src/gate/surface/model.ts";
import type { WireRequest } from "../../src/gate/exchange/model.ts";
import { writeJson } from "../../src/json/write.ts";
import { compare, documentOf } from "./documents.ts";

afterEach(() => void vi.restoreAllMocks());

describe("a witness", () => {
  test("is confirmed by other validators than those of the search", async () => {
    const limited = (maximum: number) => {
      const schema = { type: "object", properties: { size: { type: "number", minimum: 1, maximum } } };
      const requestBody = { content: { "application/json": { schema } } };
      return documentOf({ "/things": { post: { requestBody, responses: { "204": { description: "Done" } } } } });
    };
    // A search that takes everything for allowed.
    vi.spyOn(Judge.prototype, "allows").mockReturnValue(true);
    const { changes } = await compare(limited(10), limited(5));
    expect(changes[0]).toMatchObject({ kind: "request-maximum", verdict: "breaking" });
    const exchange = changes[0]?.witness?.exchange;
    const { size } = (exchange?.body?.value ?? {}) as { readonly size?: number };
    expect(size).toBeGreaterThan(5);
    expect(size).toBeLessThanOrEqual(10);
    const same = await compare(limited(10), limited(20));
    expect(same.changes.filter(({ verdict }) => verdict === "breaking")).toEqual([]);
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
    return { judge: new Judge(read, UNLIMITED), operation: readSurface(read)[0] as SurfaceOperation };
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
    const said = new Judge(read, UNLIMITED).body(media, "client", { title: "", rows: [{ kind: 1 }] });
    expect(said.map(({ at }) => at)).not.toContain("/rows/0/kind");
    expect(said.map(({ at, keyword }) => [at, keyword])).toContainEqual(["/title", "minLength"]);
  });
});
