// Work divided over several turns: an interrupted attempt is continued, and nothing is done twice.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { createFetchHandler } from "../../src/http/fetch/handler.ts";
import { documentWith } from "../contract/documents.ts";
import { type Mock, contractFrom, startMock } from "./support.ts";
import { divide } from "../../src/http/routing/dividing.ts";
import { turns } from "../../src/schema/turns.ts";

const usual = turns.most;
beforeEach(() => {
  turns.most = 0;
});
afterEach(() => {
  turns.most = usual;
});

const turn = (): Promise<void> => new Promise((done) => void setImmediate(done));

async function until(isDone: () => boolean): Promise<number> {
  let passed = 0;
  for (; !isDone(); passed++) await turn();
  return passed;
}

/** Does pieces of work, keeps their results, and says when all are done. */
function inPieces(count: number, log: string[]): { run: () => void; made: number[]; isDone: () => boolean } {
  const made: number[] = [];
  let done = false;
  const run = (): void => {
    for (let piece = 0; piece < count; piece++) {
      if (made.includes(piece)) continue;
      turns.pause();
      made.push(piece);
    }
    done = true;
    log.push(`${count}`);
  };
  return { run, made, isDone: () => done };
}

const never = (error: unknown): void => {
  throw error;
};

test("long work is done one piece per turn, with other work in between", async () => {
  const log: string[] = [];
  const slow = inPieces(10, log);
  divide(slow.run, never);
  expect(slow.made).toEqual([0]);
  await turn();
  divide(() => void log.push("cheap"), never);
  expect(await until(slow.isDone)).toBeGreaterThan(5);
  expect(log).toEqual(["cheap", "10"]);
  expect(slow.made).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("several long pieces of work all finish, the first one first", async () => {
  const log: string[] = [];
  const all = [4, 3, 2].map((count) => inPieces(count, log));
  for (const { run } of all) divide(run, never);
  await until(() => all.every(({ isDone }) => isDone()));
  expect(log).toEqual(["4", "3", "2"]);
});

test("work that has changed something is no longer interrupted", () => {
  let runs = 0;
  divide(() => {
    runs++;
    turns.settle();
    for (let piece = 0; piece < 5; piece++) turns.pause();
  }, never);
  expect(runs).toBe(1);
});

test("a value is computed once per request, for all of its attempts", async () => {
  const made: string[] = [];
  const pieces = inPieces(3, []);
  const run = (name: string) => (): void => {
    turns.once("value", () => made.push(name));
    pieces.run();
  };
  divide(run("one"), never);
  await until(pieces.isDone);
  divide(run("other"), never);
  expect(made).toEqual(["one", "other"]);
});

test("work outside requests is not divided", () => {
  expect(() => {
    for (let piece = 0; piece < 5; piece++) turns.pause();
  }).not.toThrow();
});

test("an error in a later turn is reported", async () => {
  const errors: unknown[] = [];
  const pieces = inPieces(2, []);
  divide(
    () => {
      pieces.run();
      throw new Error("of a later turn");
    },
    (error) => errors.push(error),
  );
  await until(() => errors.length > 0);
  expect(errors).toEqual([new Error("of a later turn")]);
});

test("work that would never finish if divided is eventually done in one piece", async () => {
  let runs = 0;
  let done = false;
  divide(() => {
    runs++;
    for (let piece = 0; piece < 2; piece++) turns.pause();
    done = true;
  }, never);
  await until(() => done);
  expect(runs).toBeGreaterThan(100);
});

const DEPTH = 12;
const content = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });
const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const answer = (schema: JsonObject): JsonObject => ({ description: "Done.", content: content(schema) });
const parameters = [{ name: "id", in: "path", required: true, schema: { type: "integer" } }];

/** Each schema refers to the next one, so the first item needs all of them compiled. */
function nested(): JsonObject {
  const schemas: Record<string, JsonObject> = {
    Thing: {
      type: "object",
      required: ["id", "name", "level0"],
      properties: { id: { type: "integer", readOnly: true }, name: { type: "string" }, level0: reference("Level0") },
    },
    Part: {
      type: "object",
      required: ["id", "label"],
      properties: { id: { type: "integer", readOnly: true }, label: { type: "string" }, level0: reference("Level0") },
    },
  };
  // The schemas of items are compiled at the start, with the first item; those of a report when it is first requested.
  for (const name of ["Level", "Chapter"])
    for (let level = 0; level <= DEPTH; level++) {
      const next = level < DEPTH ? { next: reference(`${name}${level + 1}`) } : {};
      schemas[`${name}${level}`] = {
        type: "object",
        required: ["rank", ...Object.keys(next)],
        properties: { rank: { type: "integer", minimum: level }, ...next },
      };
    }
  const body = (name: string): JsonObject => ({ required: true, content: content(reference(name)) });
  const missing = { description: "No such thing." };
  return documentWith({
    components: { schemas },
    paths: {
      "/things": {
        get: { responses: { "200": answer({ type: "array", items: reference("Thing") }) } },
        post: { requestBody: body("Thing"), responses: { "201": answer(reference("Thing")) } },
      },
      "/things/{id}": {
        parameters,
        get: { responses: { "200": answer(reference("Thing")), "404": missing } },
        put: { requestBody: body("Thing"), responses: { "200": answer(reference("Thing")), "404": missing } },
        delete: { responses: { "204": { description: "Gone." }, "404": missing } },
      },
      "/things/{id}/parts": {
        parameters,
        get: { responses: { "200": answer({ type: "array", items: reference("Part") }), "404": missing } },
        post: { requestBody: body("Part"), responses: { "201": answer(reference("Part")), "404": missing } },
      },
      "/report": { get: { "x-resource": false, responses: { "200": answer(reference("Chapter0")) } } },
      "/cheap": { get: { "x-resource": false, responses: { "204": { description: "Nothing." } } } },
    },
  });
}

let level: JsonObject = { rank: DEPTH };
for (let rank = DEPTH - 1; rank >= 0; rank--) level = { rank, next: level };

const SESSION: readonly (readonly [method: string, path: string, body?: JsonObject])[] = [
  ["GET", "/report"],
  ["POST", "/things", { name: "Argo", level0: level }],
  ["POST", "/things", { name: "Argo", level0: { rank: -1 } }],
  ["GET", "/things"],
  ["POST", "/things/1/parts", { label: "mast", level0: level }],
  ["GET", "/things/1/parts"],
  ["PUT", "/things/1", { name: "Bree", level0: level }],
  ["GET", "/things/1"],
  ["DELETE", "/things/1"],
  ["GET", "/things/1"],
  ["GET", "/things/1/parts"],
];

async function sessionOf(most: number): Promise<string[]> {
  turns.most = most;
  const mock = await startMock(nested());
  try {
    const seen: string[] = [];
    for (const [method, path, body] of SESSION) {
      const { status, text } = await send(mock, method, path, body);
      seen.push(`${method} ${path} ${status} ${text}`);
    }
    return seen;
  } finally {
    await mock.close();
  }
}

function send(mock: Mock, method: string, path: string, body?: JsonObject): ReturnType<Mock["send"]> {
  if (body === undefined) return mock.send(method, path);
  return mock.send(method, path, { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
}

test("divided requests have the same responses as undivided ones", async () => {
  const divided = await sessionOf(0);
  expect(divided).toEqual(await sessionOf(Infinity));
  expect(divided.map((line) => line.split(" ")[2])).toEqual([
    ...["200", "201", "400", "200", "201", "200", "200", "200", "204", "404", "404"],
  ]);
});

test("a cheap request does not wait for expensive ones before it", async () => {
  const handler = createFetchHandler(await contractFrom(nested()));
  const order: string[] = [];
  const ask = async (path: string): Promise<void> => {
    await handler(new Request(`http://localhost${path}`));
    order.push(path);
  };
  await Promise.all([ask("/report"), ask("/cheap")]);
  await Promise.all([ask("/report"), ask("/cheap")]);
  expect(order).toEqual(["/cheap", "/report", "/report", "/cheap"]);
});
