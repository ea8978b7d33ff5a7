// Documents under a megabyte that ask for more than anybody has, through gate, lint, explain and serve: each is read
// within 10 s of the processor and 512 MB, or refused with a reason.
import { appendFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { allReaders, Readers, type Told, wrongIn } from "../reader/readers.ts";
import { SCHEMAS, type SchemaBomb } from "./schemas.ts";
import { TEXTS } from "./texts.ts";

const MOST_MS = 10_000;
const MOST_MEMORY = 512;
const LARGEST = 1_000_000;

/** A process for each half, so that two cores are busy. */
const readers = [new Readers(), new Readers()];
afterAll(() => readers.forEach((one) => one.end()));

/** The document of a schema that travels both ways, in a collection and by itself. */
function documentOf(bomb: SchemaBomb, edit: number): string {
  const { schema, schemas = {} } = bomb(edit);
  const bombRef = { $ref: "#/components/schemas/Bomb" };
  const content = { "application/json": { schema: bombRef } };
  const list = { "application/json": { schema: { type: "array", items: bombRef } } };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {
      "/things": {
        get: { responses: { "200": { description: "x", content: list } } },
        post: { requestBody: { content }, responses: { "201": { description: "x", content } } },
      },
      "/things/{id}": {
        get: {
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
          responses: { "200": { description: "x", content } },
        },
      },
      "/call": { put: { requestBody: { content }, responses: { "200": { description: "x", content } } } },
    },
    components: { schemas: { ...schemas, Bomb: schema } },
  });
}

async function readBy(
  which: number,
  name: string,
  [before, after]: readonly [string, string],
  kind: string,
): Promise<void> {
  expect(Math.max(before.length, after.length)).toBeLessThan(LARGEST);
  const [first, second] = [`before.${kind}`, `after.${kind}`];
  const told = await (readers[which] as Readers).ask({
    files: { [first]: before, [second]: after },
    runs: allReaders(second, [first, second]),
  });
  note(name, told);
  if (typeof told === "string") throw new Error(`it ${told}`);
  expect(wrongIn(told, MOST_MS)).toEqual([]);
  expect(told.memory).toBeLessThan(MOST_MEMORY);
}

/** Where ANIMAL_STORE_FIGURES names a file, what each took is written there. */
function note(name: string, told: Told | string): void {
  const file = process.env["ANIMAL_STORE_FIGURES"];
  if (file === undefined) return;
  const said =
    typeof told === "string"
      ? told.split("\n")[0]
      : told.all.map(({ reader, code, ms }) => `${reader} ${code} ${Math.round(ms)} ms`).join(", ");
  appendFileSync(file, `${name}: ${said}${typeof told === "string" ? "" : `, ${Math.round(told.memory)} MiB`}\n`);
}

const cases = [
  ...Object.entries(SCHEMAS).map(([name, bomb]) => [name, [documentOf(bomb, 0), documentOf(bomb, 1)], "json"] as const),
  ...Object.entries(TEXTS).map(([name, { file, make }]) => [name, [make(0), make(1)], file.slice(2)] as const),
];

describe.concurrent.each([0, 1])("half %i", (half) => {
  test.sequential.each(cases.filter((_, at) => at % 2 === half))("%s", async (name, texts, kind) => {
    await readBy(half, name, texts, kind);
  });
});
