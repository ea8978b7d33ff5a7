// The exercise of CONTRIBUTING.md, done: a keyword that JSON Schema does not have is one file and a row in the table. What
// was built is copied with both, and every command then knows the keyword.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Called, cliPath } from "../../cli/program.ts";
import type * as Program from "../../../src/program.ts";
import type * as Server from "../../../src/http/node/server.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const TABLE = "src/schema/keywords.ts";

/** The file of the keyword, as somebody would write it. */
const OWN_FILE = `// Draft 3's \`divisibleBy\`: what \`multipleOf\` says, under another name.
import { type NumberValue, isMultiple } from "../decimal.ts";
import { isNumeric } from "../../json/value.ts";
import type { Keywords } from "./keyword.ts";

export const DIVISIBLE: Keywords = {
  divisibleBy: {
    family: "multiple",
    type: "number",
    means: (said) => (isNumeric(said) ? { multiples: [said] } : undefined),
    accepts: (value, said) => isMultiple(value, said as NumberValue),
    comparedAs: "multipleOf",
    refusal: ({ limit }) => \`must divide by \${String(limit)}\`,
  },
};
`;

/** The table with the row, and the import that it needs. */
function withRow(table: string): string {
  const row = table.replace("...MULTIPLE,", "...MULTIPLE, ...DIVISIBLE,");
  expect(row).not.toBe(table);
  return `import { DIVISIBLE } from "./keywords/divisible.ts";\n${row}`;
}

let copy = "";
beforeAll(() => {
  const cache = join(ROOT, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  copy = mkdtempSync(join(cache, "made-up-"));
  cpSync(join(dirname(cliPath()), ".."), copy, { recursive: true });
  const files = {
    [TABLE]: withRow(readFileSync(join(ROOT, TABLE), "utf8")),
    "src/schema/keywords/divisible.ts": OWN_FILE,
  };
  for (const [name, source] of Object.entries(files)) {
    const { code } = transformSync(source, { loader: "ts", format: "cjs", target: "node20" });
    writeFileSync(join(copy, name.replace(/\.ts$/, ".js")), code.replaceAll(/(require\("\.[^"]*)\.ts"\)/g, '$1.js")'));
  }
});
afterAll(() => rmSync(copy, { recursive: true }));

const load = createRequire(import.meta.url);

async function call(...args: string[]): Promise<Called> {
  const { runProgram } = load(join(copy, "src", "program.js")) as typeof Program;
  let [stdout, stderr] = ["", ""];
  const code = await runProgram(args, {
    stdout: (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
    env: {},
    cwd: copy,
    color: false,
  });
  return { code, stdout, stderr };
}

/** A collection of shelves; what a document says of their width. */
const shelves = (width: object): string => {
  const schema = { $ref: "#/components/schemas/Shelf" };
  const json = { "application/json": { schema } };
  const shelf = { description: "The shelf", content: json };
  const list = { "application/json": { schema: { type: "array", items: schema } } };
  const id = { name: "id", in: "path", required: true, schema: { type: "string", minLength: 1, maxLength: 40 } };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Shelves", version: "1" },
    paths: {
      "/shelves": {
        get: { operationId: "listShelves", responses: { "200": { description: "All", content: list } } },
        post: {
          operationId: "createShelf",
          requestBody: { required: true, content: json },
          responses: { "201": shelf, "400": { description: "Refused" } },
        },
      },
      "/shelves/{id}": {
        parameters: [id],
        get: { operationId: "getShelf", responses: { "200": shelf, "404": { description: "None" } } },
      },
    },
    components: {
      schemas: {
        Shelf: {
          type: "object",
          required: ["width"],
          properties: {
            id: { type: "string", readOnly: true, maxLength: 40 },
            width: { type: "integer", minimum: 7, ...width },
          },
        },
      },
    },
  });
};

describe("a keyword that somebody added", () => {
  const document = (name: string, width: object): string => {
    const file = join(copy, `${name}.json`);
    writeFileSync(file, shelves(width));
    return file;
  };
  const sevens = (): string => document("sevens", { divisibleBy: 7 });

  it("is followed by what the mock makes and refuses, as the suite sees", async () => {
    const { createMockServer } = load(join(copy, "src", "http", "node", "server.js")) as typeof Server;
    const { loadContract } = load(join(copy, "src", "contract", "load.js")) as {
      loadContract(file: string): Promise<Parameters<typeof createMockServer>[0]>;
    };
    const server = createMockServer(await loadContract(sevens()));
    const { url } = await server.listen();
    const made = (await (await fetch(`${url}/shelves`)).json()) as { width: number }[];
    expect(made.length).toBeGreaterThan(0);
    expect(made.filter(({ width }) => width % 7 !== 0)).toEqual([]);
    const send = (width: number): Promise<Response> =>
      fetch(`${url}/shelves`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ width }),
      });
    expect((await send(21)).status).toBe(201);
    const refused = await send(20);
    expect(refused.status).toBe(400);
    const run = await call("verify", url, "--spec", sevens());
    expect(run.stdout + run.stderr).toContain("0 fail");
    await server.close();
  });

  it("is a requirement that a check of the suite tests", async () => {
    const { stdout } = await call("requirements", sevens());
    expect(stdout).toContain("divisibleBy");
  });

  it("breaks clients if it becomes stricter, which a request shows in its words, and does not if it becomes looser", async () => {
    const pair = [sevens(), document("fourteens", { divisibleBy: 14 })] as const;
    const stricter = await call("gate", ...pair);
    expect(stricter.stdout).toContain("must divide by 14");
    expect(stricter.code).toBe(1);
    const looser = await call("gate", pair[1], pair[0]);
    expect(looser.stdout).toContain("✓ `width` in the request body");
  });

  it("has no effect on a text, which lint says", async () => {
    const { stdout } = await call("lint", document("texts", { type: "string", divisibleBy: 7 }));
    expect(stdout).toContain('"divisibleBy" constrains a number');
  });

  it("does not stop explain", async () => {
    expect((await call("explain", sevens())).code).toBe(0);
  });
});
