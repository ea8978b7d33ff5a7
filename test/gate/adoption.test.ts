// How a team configures the gate: which rules fail a run, which operations are compared, what goes into release notes.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { KINDS } from "../../src/gate/kinds/kinds.ts";
import { POLICY_RULES } from "../../src/gate/policy/rules.ts";
import { documentOf } from "./documents.ts";
import { Session } from "./session.ts";

let session: Session;
beforeEach(() => {
  session = new Session();
  session.put("old.json", api({ maximum: 9, values: ["a"] }));
});
afterEach(() => session.end());

const OK = { "200": { description: "OK" } };

/** Two operations: a limit of a request, and the values of a response. */
function api({ maximum, values, more = {} }: { maximum: number; values: string[]; more?: object }) {
  const schema = { type: "object", properties: { state: { enum: values } } };
  const answer = { "200": { description: "OK", content: { "application/json": { schema } } } };
  const limit = { name: "limit", in: "query", schema: { type: "integer", maximum } };
  return documentOf({
    "/orders": { get: { operationId: "listOrders", tags: ["orders"], parameters: [limit], responses: OK } },
    "/states": { get: { operationId: "getState", tags: ["states"], responses: answer } },
    ...more,
  });
}

const run = (...words: string[]) => session.gate(["old.json", "new.json", ...words]);

describe("the severity of a rule", () => {
  beforeEach(() => session.put("new.json", api({ maximum: 5, values: ["a", "b"] })));

  test("is raised or lowered by its name", async () => {
    expect((await run()).code).toBe(1);
    expect((await run("--severity", "request-maximum=warning")).code).toBe(0);
    const both = await run("--severity", "request-maximum=none", "--severity", "response-enum-grown=error");
    expect([both.code, both.stdout.trim().split("\n").at(-1)]).toEqual([1, "Exit code 1: 1 policy error."]);
  });

  test("can be set in a file, which --severity overrides", async () => {
    session.put("rules.yaml", "request-maximum: none\nresponse-enum-grown: none\n");
    expect((await run("--severity-file", "rules.yaml")).code).toBe(0);
    expect((await run("--severity-file", "rules.yaml", "--severity", "response-enum-grown=error")).code).toBe(1);
  });

  test.each([
    [["--severity", "request-maximun=none"], 'there is no rule "request-maximun"; did you mean request-maximum?'],
    [["--severity", "request-maximum=off"], 'the severity must be error, warning or none, not "off"'],
    [["--severity", "request-maximum"], "--severity must be a rule and a level, such as request-maxLength=warning"],
    [["--notice-days", "gamma=3"], "after stable= or beta= for one of them"],
    [["--severity-file", "none.yaml"], "none.yaml"],
  ])("%j is refused, with a hint about what is allowed", async (words, said) => {
    const { code, stderr } = await run(...words);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
  });
});

describe("operations", () => {
  beforeEach(() => session.put("new.json", api({ maximum: 5, values: ["a", "b"] })));

  test("can be selected or excluded by path, tag and id, with globs", async () => {
    expect((await run("--only", "path:/states*")).code).toBe(0);
    expect((await run("--only", "tag:orders")).code).toBe(1);
    expect((await run("--except", "operation:list*")).code).toBe(0);
    const { stdout } = await run("--only", "tag:states");
    expect(stdout).not.toContain("/orders");
  });

  test("that do not exist are an error, not a clean run", async () => {
    const { code, stderr } = await run("--only", "path:/order");
    expect(code).toBe(2);
    expect(stderr).toContain("--only path:/order names nothing here: did you mean /orders?");
  });
});

test("release notes list additions, removals, deprecations and changes, without a verdict", async () => {
  const late = { get: { summary: "List parcels", responses: OK } };
  const gone = { get: { deprecated: true, "x-sunset": "2030-12-05", summary: "Old", responses: OK } };
  session.put("old.json", api({ maximum: 9, values: ["a"], more: { "/old": { get: { responses: OK } } } }));
  session.put("new.json", api({ maximum: 5, values: ["a", "b"], more: { "/old": gone, "/parcels": late } }));
  const { code, stdout } = await run("--changelog", "--today", "2026-01-01");
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "# Changes: 1.0.0

    ## Deprecated

    - \`GET /old\`: Old (served until 2030-12-05)

    ## Added

    - \`GET /parcels\`: List parcels

    ## Changed

    ### \`GET /orders\`

    - **Breaking:** query parameter limit: maximum changed from 9 to 5

    ### \`GET /states\`

    - body of 200, at state: allowed values: added "b"
    "
  `);
  const json = await run("--changelog", "json", "--today", "2026-01-01");
  expect(JSON.parse(json.stdout)).toMatchObject({
    added: [{ operation: "GET /parcels", summary: "List parcels" }],
    deprecated: [{ operation: "GET /old", sunset: "2030-12-05" }],
    removed: [],
  });
});

test("release notes mention a removed property once, and nothing that only its owner can fix", async () => {
  const answer = (schema: object): unknown => ({
    openapi: "3.0.3",
    info: { title: "T", version: "1.0.0" },
    paths: {
      "/a": { get: { responses: { "200": { description: "", content: { "application/json": { schema } } } } } },
    },
  });
  const text = { type: "string" };
  const size = { type: "string", enum: ["S"] };
  session.put("old.json", answer({ required: ["a"], properties: { a: text, b: text, size } }));
  session.put("new.json", answer({ required: ["b"], properties: { b: text, size: { ...size, nullable: true } } }));
  const { stdout } = await run("--changelog");
  expect(stdout.split("\n").filter((line) => line.startsWith("- "))).toEqual([
    '- **Breaking:** body of 200: "a" is gone from the response',
    '- body of 200: "b" is always there now',
    "- body of 200, at size: may now be null",
  ]);
});

test("release notes describe several properties of one object in one line", async () => {
  const answer = (...required: string[]): unknown => ({
    openapi: "3.1.0",
    info: { title: "T", version: "1.0.0" },
    paths: {
      "/a": {
        get: {
          responses: {
            "200": {
              description: "",
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    properties: {
                      a: {},
                      b: {},
                      c: {},
                      list: { items: { required, properties: { a: {}, b: {}, c: {} } } },
                    },
                    required,
                  },
                },
              },
            },
          },
        },
      },
    },
  });
  session.put("old.json", answer("a", "c"));
  session.put("new.json", answer("b"));
  const { stdout } = await run("--changelog");
  expect(stdout.split("\n").filter((line) => line.startsWith("- "))).toEqual([
    '- **Breaking:** body of 200: "a" and "c" are no longer required (and at 1 other place)',
    '- body of 200: "b" is always there now (and at 1 other place)',
  ]);
});

describe("the kinds of changes", () => {
  test("are listed with their meaning", async () => {
    const { code, stdout } = await session.gate(["--rules"]);
    expect(code).toBe(0);
    for (const [name, { meaning, help }] of KINDS) {
      expect(stdout).toContain(`${name}\n  ${meaning}\n  safe: ${help}\n`);
    }
  });

  test("have frozen names, because exemptions, severities and dashboards use them", () => {
    expect([...KINDS.keys()]).toMatchSnapshot();
  });

  test("have the same descriptions as before", () => {
    const all = [...KINDS].map(([name, { meaning, help, isAddition = false }]) => [name, meaning, help, isAddition]);
    expect(all).toMatchSnapshot();
  });

  test("include every rule of the policy", () => {
    expect(POLICY_RULES.filter(({ id }) => !KINDS.has(id))).toEqual([]);
  });

  test("are listed in SARIF with their meaning and help", async () => {
    session.put("new.json", api({ maximum: 5, values: ["a"] }));
    await run("--report", `sarif=${session.folder}/gate.sarif`);
    const log = JSON.parse(session.text("gate.sarif")) as {
      runs: {
        tool: { driver: { rules: { id: string; shortDescription: { text: string }; help: { text: string } }[] } };
      }[];
    };
    const rule = log.runs[0]?.tool.driver.rules.find(({ id }) => id === "request-maximum");
    expect(rule?.shortDescription.text).toBe("a value that clients send has a different maximum");
    expect(rule?.help.text).toContain("Safe would be: do not lower it");
  });
});
