// Repeated keys: parsers disagree about which of the two counts. The gate reports the line, gives no verdict on the
// parts that it affects, and judges the rest.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Session } from "./session.ts";

let session: Session;
beforeEach(() => void (session = new Session()));
afterEach(() => session.end());

/** Two operations. The second is always judged. */
const TEXT = `openapi: 3.1.0
info: { title: Test, version: 1.0.0 }
paths:
  /apples:
    post:
      description: one
      operationId: postApple
      deprecated: false
      parameters:
        - name: size
          in: query
          required: false
          schema: { type: integer, maximum: 9 }
      requestBody:
        content:
          application/json:
            schema: { $ref: "#/components/schemas/Apple" }
      responses:
        "200":
          description: OK
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Apple" }
  /stones:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: 50 } }
      responses:
        "200": { description: OK }
components:
  schemas:
    Apple:
      type: object
      required: [colour]
      properties:
        colour: { type: string, maxLength: 9 }
        weight: { type: integer }
`;

interface Row {
  readonly what: string;
  /** The line after which to insert the repeated key, and the text to insert. */
  readonly after: string;
  readonly again: string;
  readonly pointer: string;
  /** A line that differs in the revision, and whether the fault prevents a verdict on it. */
  readonly change: readonly [from: string, to: string];
  readonly isUnclear: boolean;
}

const APPLE = "/components/schemas/Apple";
const TIGHTER = ["maxLength: 9", "maxLength: 5"] as const;

const ROWS: readonly Row[] = [
  {
    what: "a keyword of a schema",
    after: "      required: [colour]\n",
    again: "      required: [weight]\n",
    pointer: `${APPLE}/required`,
    change: ["required: [colour]", "required: [colour, weight]"],
    isUnclear: true,
  },
  {
    what: "a keyword next to another one that is still compared",
    after: "      required: [colour]\n",
    again: "      required: [colour]\n",
    pointer: `${APPLE}/required`,
    change: TIGHTER,
    isUnclear: false,
  },
  {
    what: "a property",
    after: "        colour: { type: string, maxLength: 9 }\n",
    again: "        colour: { type: string, maxLength: 3 }\n",
    pointer: `${APPLE}/properties/colour`,
    change: TIGHTER,
    isUnclear: true,
  },
  {
    what: "a component",
    after: "  schemas:\n",
    again: "    Apple: { type: string }\n",
    pointer: APPLE,
    change: TIGHTER,
    isUnclear: true,
  },
  {
    what: "all components",
    after: "components:\n",
    again: "  schemas: {}\n",
    pointer: "/components/schemas",
    change: TIGHTER,
    isUnclear: true,
  },
  {
    what: "a field of a parameter",
    after: "          required: false\n",
    again: "          required: true\n",
    pointer: "/paths/~1apples/post/parameters/0/required",
    change: ["maximum: 9", "maximum: 5"],
    isUnclear: true,
  },
  {
    what: "a description",
    after: "      description: one\n",
    again: "      description: two\n",
    pointer: "/paths/~1apples/post/description",
    change: TIGHTER,
    isUnclear: false,
  },
  {
    what: "the id of an operation, which no request contains",
    after: "      operationId: postApple\n",
    again: "      operationId: sendApple\n",
    pointer: "/paths/~1apples/post/operationId",
    change: TIGHTER,
    isUnclear: false,
  },
  {
    what: "whether an operation is deprecated",
    after: "      deprecated: false\n",
    again: "      deprecated: true\n",
    pointer: "/paths/~1apples/post/deprecated",
    change: TIGHTER,
    isUnclear: true,
  },
  {
    what: "a path",
    after: "paths:\n",
    again: "  /apples: {}\n",
    pointer: "/paths/~1apples",
    change: TIGHTER,
    isUnclear: true,
  },
];

const STONES = ["maximum: 50", "maximum: 40"] as const;

describe.each(ROWS)("$what", ({ after, again, pointer, change, isUnclear }) => {
  const changed = (text: string): string => text.replace(...change).replace(...STONES);
  const broken = TEXT.replace(after, after + again);

  test("in the revision fails the run", async () => {
    session.put("base.yaml", TEXT);
    session.put("revision.yaml", changed(broken));
    const { changes } = await session.report(["base.yaml", "revision.yaml"]);
    const fault = changes.find(({ kind }) => kind === "document-fault");
    expect(fault).toMatchObject({ verdict: "unknown", severity: "error", revision: { pointer } });
    // The finding names the line of the repeated key.
    const line = Number(/:(\d+)$/.exec(fault?.revision?.location ?? "")?.[1]);
    const key = /[\w/]+:/.exec(again)?.[0] ?? "";
    expect(
      changed(broken)
        .split("\n")
        .slice(0, line)
        .filter((one) => one.trimStart().startsWith(key)).length,
    ).toBeGreaterThan(1);
    const broke = changes.filter(({ verdict }) => verdict === "breaking").map(({ text }) => text);
    expect(broke).toHaveLength(isUnclear ? 1 : 2);
    expect(broke.some((text) => text.includes("50"))).toBe(true);
  });

  test("in the base does not block the change that fixes it", async () => {
    session.put("base.yaml", broken);
    session.put("mended.yaml", TEXT);
    const { changes } = await session.report(["base.yaml", "mended.yaml"]);
    expect(changes.find(({ kind }) => kind === "document-fault")).toMatchObject({
      verdict: "unknown",
      severity: "none",
      base: { pointer },
    });
    expect((await session.gate(["base.yaml", "mended.yaml"])).code).toBe(0);
    session.put("other.yaml", changed(TEXT));
    expect((await session.gate(["base.yaml", "other.yaml"])).code).toBe(1);
  });

  test("in both documents is reported and does not fail the run", async () => {
    session.put("base.yaml", broken);
    session.put("revision.yaml", `${broken}# one more line\n`);
    const { changes } = await session.report(["base.yaml", "revision.yaml"]);
    expect(changes).toMatchObject([{ kind: "document-fault", verdict: "unknown", severity: "none" }]);
  });
});

test.each([
  ["different values", '{ "type": "integer", "maximum": 5, "maximum": 9 }'],
  ["equal values", '{ "type": "integer", "maximum": 9, "maximum": 9 }'],
])("a key that is repeated in JSON, with %s", async (_, schema) => {
  const document = (text: string): string => `{ "openapi": "3.1.0", "info": { "title": "Test", "version": "1.0.0" },
  "paths": { "/a": { "get": { "responses": { "200": { "description": "OK" } }, "parameters": [
    { "name": "b", "in": "query", "schema": { "type": "integer", "maximum": 4 } },
    { "name": "a", "in": "query",
      "schema": ${text} } ] } } } }`;
  session.put("base.json", document('{ "type": "integer", "maximum": 9 }'));
  session.put("revision.json", document(schema).replace('"maximum": 4', '"maximum": 3'));
  const { code, stdout } = await session.gate(["base.json", "revision.json"]);
  expect(code).toBe(1);
  expect(stdout).toContain("revision.json:5");
  const { changes } = await session.report(["base.json", "revision.json"]);
  expect(changes.map(({ verdict, text, revision }) => [verdict, text, revision?.pointer])).toEqual(
    expect.arrayContaining([
      ["breaking", expect.stringContaining("from 4 to 3"), expect.anything()],
      [
        "unknown",
        'in the revision, the key "maximum" is written twice in one object',
        "/paths/~1a/get/parameters/1/schema/maximum",
      ],
    ]),
  );
  expect((await session.gate(["revision.json", "base.json"])).code).toBe(0);
});

test("a new document with a repeated key is refused", async () => {
  session.git("init", "-b", "main");
  session.put("readme.txt", "x");
  session.commit();
  session.put("new.yaml", TEXT.replace("    Apple:\n", "    Apple: {}\n    Apple:\n"));
  const { code, stderr } = await session.gate(["main:", "new.yaml"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('new.yaml:33:5: the document has the key "Apple" twice')]);
});
