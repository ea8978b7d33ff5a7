// What a reviewer reads first: one line an edit, under the heading that fits.
import { describe, expect, test } from "vitest";
import { gateReport } from "../../src/gate/report.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { renderConsole } from "../../src/report/renderers/terminal.ts";
import { renderHtml } from "../../src/report/renderers/html.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { compare, documentOf, withOperation, withParameters, withRequest, withResponse } from "./documents.ts";

const FACTS = { version: "1.0.0", startedAt: "", durationMs: 1, replays: new Map(), failures: [] };

async function reportOf(before: JsonObject, after: JsonObject) {
  return gateReport(await compare(before, after), FACTS);
}

/** "Breaking: `name` … · GET /things" for each line, without what follows from any break. */
async function lines(before: JsonObject, after: JsonObject): Promise<string[]> {
  const { outline = [] } = await reportOf(before, after);
  return outline
    .flatMap(({ heading, edits }) =>
      edits.map(({ text, where }) => `${heading}: ${text}${where === "" ? "" : ` · ${where}`}`),
    )
    .filter((line) => !line.includes("the version is still"));
}

const object = (properties: JsonObject, more: object = {}) => ({ type: "object", properties, ...more });
const text = { type: "string" };
const failing = (schema: object): JsonObject => {
  const error = {
    description: "Failed",
    content: { "application/json": { schema: { $ref: "#/components/schemas/E" } } },
  };
  return withOperation({ responses: { "400": error, "404": error } }, { components: { schemas: { E: schema } } });
};

describe("a line names the thing before the rule", () => {
  test.each<[string, JsonObject, JsonObject, string]>([
    [
      "a limit of a request",
      withRequest(object({ name: { type: "string", maxLength: 64 } })),
      withRequest(object({ name: { type: "string", maxLength: 32 } })),
      "Breaking: `name` in the request body: maximum length changed from 64 to 32 · POST /things",
    ],
    [
      "a property that must be sent",
      withRequest(object({ name: text })),
      withRequest(object({ name: text }, { required: ["name"] })),
      "Breaking: `name` must now be sent in the request body · POST /things",
    ],
    [
      "a property of a response that may be missing",
      withResponse(object({ owner: object({ name: text }, { required: ["name"] }) })),
      withResponse(object({ owner: object({ name: text }) })),
      "Breaking: `owner.name` may now be missing from the 200 response · GET /things",
    ],
    [
      "a property of a response that was always sent and is described no more",
      withResponse(object({ owner: object({ name: text, age: text }, { required: ["name"] }) })),
      withResponse(object({ owner: object({ age: text }) })),
      "Breaking: `owner.name` is gone from the 200 response · GET /things",
    ],
    [
      "a property of a response that one alternative still describes",
      withResponse(object({ name: text }, { required: ["name"] })),
      withResponse(object({}, { anyOf: [object({ name: text }), object({ age: text }, { required: ["age"] })] })),
      'Breaking: the 200 response: alternatives: added "object with age" · GET /things\n' +
        "Breaking: `name` may now be missing from the 200 response · GET /things",
    ],
    [
      "a property of a response that nobody was promised",
      withResponse(object({ name: text, age: text })),
      withResponse(object({ age: text })),
      "Policy: `name` is gone from the 200 response · GET /things",
    ],
    [
      "a property of a request that is described no more",
      withRequest(object({ name: text, age: text })),
      withRequest(object({ age: text })),
      "Policy: `name` is gone from the request body · POST /things",
    ],
    [
      "a property of a response that the base ruled out",
      withResponse(object({ name: text }, { additionalProperties: false })),
      withResponse(object({ name: text, age: text }, { additionalProperties: false })),
      "Breaking: `age` in the 200 response: may now come, which the base ruled out · GET /things",
    ],
    [
      "properties with dots in their names",
      withResponse({ type: "array", items: object({ name: text }) }),
      withResponse({ type: "array", items: object({ name: text, "@ui.hidden": text, "@client.sync": text }) }),
      "Added: `@ui.hidden` and `@client.sync` are new in the 200 response · GET /things",
    ],
    [
      "properties of the values of a map",
      withResponse({ type: "object", additionalProperties: object({ name: text }) }),
      withResponse({ type: "object", additionalProperties: object({ name: text, age: text }) }),
      "Added: `*.age` is new in the 200 response · GET /things",
    ],
    [
      "a property of an error that several statuses share",
      failing(object({ message: text, code: text })),
      failing(object({ message: text })),
      "Policy: `code` is gone from the 400 and 404 responses · GET /things",
    ],
    [
      "items of a parameter",
      withParameters({ name: "ids", in: "query", schema: { type: "array", items: text } }),
      withParameters({ name: "ids", in: "query", schema: { type: "array", items: { ...text, maxLength: 9 } } }),
      "Breaking: `ids[]` in the query: maximum length 9 was added · GET /things",
    ],
    [
      "properties of a request that are not described, and no longer accepted",
      withRequest(object({ name: text })),
      withRequest(object({ name: text }, { additionalProperties: false })),
      "Changed: the request body: only described properties are accepted now · POST /things",
    ],
    [
      "properties of a request that the base allows by any name",
      withRequest(object({ tags: { type: "object", additionalProperties: text } })),
      withRequest(object({ tags: { type: "object", additionalProperties: { type: "integer" } } })),
      'Breaking: other properties of `tags` in the request body: type changed from "string" to "integer" · POST /things',
    ],
    [
      "any property of a request that may no longer be sent",
      withRequest(object({ name: text }, { additionalProperties: true })),
      withRequest(object({ name: text }, { additionalProperties: false })),
      "Breaking: other properties in the request body: may no longer be sent · POST /things",
    ],
    [
      "properties of a response that are not described, and may come now",
      withResponse(object({ name: text }, { additionalProperties: false })),
      withResponse(object({ name: text })),
      "Changed: the 200 response: properties that are not described may come, too · GET /things",
    ],
    [
      "how many alternatives fit",
      withRequest({ oneOf: [text, { type: "integer" }] }),
      withRequest({ anyOf: [text, { type: "integer" }] }),
      "Changed: the request body: several of the alternatives may fit now · POST /things",
    ],
    [
      "a parameter",
      withParameters({ name: "limit", in: "query", schema: { type: "integer", maximum: 100 } }),
      withParameters({ name: "limit", in: "query", schema: { type: "integer", maximum: 50 } }),
      "Breaking: `limit` in the query: maximum changed from 100 to 50 · GET /things",
    ],
    [
      "a whole body",
      withResponse({ type: "integer" }),
      withResponse({ type: ["integer", "null"] }),
      "Breaking: the 200 response: may now be null · GET /things",
    ],
    [
      "a new property",
      withResponse(object({})),
      withResponse(object({ colour: text })),
      "Added: `colour` is new in the 200 response · GET /things",
    ],
  ])("%s", async (_, before, after, expected) => {
    expect((await lines(before, after)).join("\n")).toBe(expected);
  });
});

describe("each edit is one line", () => {
  test("of an alternative that puts together other components than before, beside one that is new", async () => {
    const parts = ["id", "m", "n", "y", "k"];
    const components = {
      schemas: Object.fromEntries(parts.map((name) => [name, object({ [name]: text }, { required: [name] })])),
    };
    const union = (...all: (readonly string[])[]) =>
      withResponse(
        { oneOf: all.map((names) => ({ allOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) })) },
        { components },
      );
    const before = union(["id", "m", "y"], ["id", "n"]);
    for (const after of [union(["id", "m"], ["id", "n"], ["k"]), union(["k"], ["id", "n"], ["id", "m"])]) {
      expect((await lines(before, after)).toSorted()).toEqual([
        "Breaking: `y` is gone from the 200 response · GET /things",
        'Breaking: the 200 response: alternatives: added "k" · GET /things',
      ]);
    }
  });

  const one = {
    description: "OK",
    content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
  };
  const shared = (maxLength: number) => {
    const paths = Object.fromEntries(
      ["a", "b", "c"].map((name) => [`/${name}`, { get: { responses: { "200": one } } }]),
    );
    return documentOf(paths, { components: { schemas: { Thing: object({ name: { type: "string", maxLength } }) } } });
  };

  test("of a component, whatever the number of operations that show it", async () => {
    expect(await lines(shared(5), shared(9))).toEqual([
      "Breaking: `name` in the 200 response: maximum length changed from 5 to 9 · 3 operations",
    ]);
  });

  test("of several properties that lost the same rule", async () => {
    const named = (more: object) => withResponse(object({ first: { ...text, ...more }, last: { ...text, ...more } }));
    expect(await lines(named({ maxLength: 9 }), named({}))).toEqual([
      "Breaking: `first` and `last` in the 200 response: maximum length 9 was removed · GET /things",
    ]);
  });

  test("even if the policy and the proof both speak of it", async () => {
    const status = (...values: string[]) => withResponse(object({ status: { type: "string", enum: values } }));
    expect(await lines(status("open"), status("open", "closed"))).toEqual([
      expect.stringMatching(/^Policy: `status` in the 200 response: responses may hold values/),
    ]);
  });
});

describe("operations that came or went", () => {
  const get = (summary: string, tags: string[] = []) => ({
    summary,
    tags,
    responses: { "200": { description: "OK" } },
  });
  const users = { "/users": { get: get("List users") } };
  const threads = Object.fromEntries(
    ["", "/{id}", "/{id}/notes", "/{id}/runs"].map((end) => [`/threads${end}`, { get: get("") }]),
  );
  const tagged = Object.fromEntries(["/a", "/b", "/c", "/d"].map((path) => [path, { get: get("", ["old"]) }]));

  test("are listed with their summaries, a whole path prefix or tag as one line", async () => {
    expect(await lines(documentOf({ ...users, ...threads, ...tagged }), documentOf({}))).toEqual([
      "Removed: tag `old`: 4 operations",
      "Removed: `/threads`: 4 operations",
      "Removed: `GET /users`: List users",
    ]);
    expect(await lines(documentOf({}), documentOf({ ...users, ...threads }))).toEqual([
      "Added: `/threads`: 4 operations",
      "Added: `GET /users`: List users",
    ]);
  });

  test("are not folded if some of them stay", async () => {
    const before = documentOf({ ...threads, "/threads/{id}/steps": { get: get("Steps") } });
    const after = documentOf({ "/threads/{id}/steps": { get: get("Steps") } });
    expect(await lines(before, after)).toHaveLength(4);
  });

  test("and those that are deprecated have a heading", async () => {
    const before = withOperation({ summary: "Things" });
    const after = withOperation({ summary: "Things", deprecated: true, "x-sunset": "2030-01-01" });
    expect(await lines(before, after)).toEqual(["Deprecated: `GET /things`: Things"]);
  });
});

test("a long report fits on two screens, and its heading, its last line and the worst edits are there", async () => {
  const wide = (limit: number) => {
    const names = Array.from(
      { length: 300 },
      (_, at) =>
        [
          `/p${at}/x`,
          {
            get: {
              parameters: [{ name: `q${at}`, in: "query", schema: { type: "integer", maximum: limit + at } }],
              responses: { "200": { description: "OK" } },
            },
          },
        ] as const,
    );
    return documentOf(Object.fromEntries(names.slice(limit === 9 ? 0 : 100)));
  };
  const report = await reportOf(wide(9), wide(5));
  const printed = renderConsole(report, { color: false, width: 100, verbose: false, worstFirst: true, lines: 100 });
  expect(printed.trimEnd().split("\n").length).toBeLessThanOrEqual(100);
  expect(printed).toContain("Removed (100 breaking)");
  expect(printed).toContain("`q100`, `q101`, `q102` and 197 more in the query: different maximum · 200 operations");
  expect(printed.split("\n").every((line) => line.length <= 100)).toBe(true);
});

describe("names from a hostile document", () => {
  const hostile = "a`</code><img src=x onerror=alert(1)>`@everyone";
  const pair = [
    withResponse(object({ [hostile]: { type: "string", maxLength: 5 } })),
    withResponse(object({ [hostile]: { type: "string", maxLength: 9 } })),
  ] as const;

  test("are text in HTML and Markdown", async () => {
    const report = await reportOf(...pair);
    for (const page of [renderHtml(report), renderMarkdown(report)]) {
      expect(page).toContain("onerror");
      expect(page.replaceAll(/^(```+)\w+\n.*?^\1$/gms, "")).not.toContain("<img");
    }
  });
});

test("the page filters by each operation and tag of an edit", async () => {
  const tagged = (maxLength: number) => {
    const schema = { $ref: "#/components/schemas/Thing" };
    const responses = { "200": { description: "OK", content: { "application/json": { schema } } } };
    const paths = { "/a": { get: { tags: ["first"], responses } }, "/b": { get: { tags: ["second"], responses } } };
    return documentOf(paths, { components: { schemas: { Thing: { type: "string", maxLength } } } });
  };
  const page = renderHtml(await reportOf(tagged(5), tagged(9)));
  const [numbers] = /data-subject=" (\w+) (\w+) " data-tag=" (\w+) (\w+) "/.exec(page)?.slice(1).join() ?? "";
  expect(numbers).toBeDefined();
  for (const name of ["GET /a", "GET /b", "first", "second"])
    expect(page).toMatch(new RegExp(`<option value="\\w+">${name}<`));
});
