// Things with a path below others and one of their own: "/authors/{authorId}/books/{bookId}" and "/books/{bookId}".
import { afterEach, expect, test } from "vitest";
import { type Mock, startMock } from "./support.ts";
import type { JsonObject } from "../../src/json/value.ts";

let mock: Mock | undefined;
afterEach(async () => {
  await mock?.close();
  mock = undefined;
});

const text = { type: "string" };
const number = { type: "integer" };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const content = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });
const answers = (status: number, schema: JsonObject): JsonObject => ({
  responses: { [status]: { description: "ok", content: content(schema) }, 404: { description: "none" } },
});
const sent = (name: string): JsonObject => ({ requestBody: { content: content(ref(name)) } });
const listed = (name: string): JsonObject => answers(200, { type: "array", items: ref(name) });
const gone = { responses: { 204: { description: "gone" }, 404: { description: "none" } } };
const inPath = (...names: string[]): JsonObject[] =>
  names.map((name) => ({ name, in: "path", required: true, schema: number }));

const library = (bookId: JsonObject = number): JsonObject => ({
  openapi: "3.1.0",
  info: { title: "Library", version: "1" },
  paths: {
    "/authors": { get: listed("Author"), post: { ...sent("NewAuthor"), ...answers(201, ref("Author")) } },
    "/authors/{authorId}": { parameters: inPath("authorId"), get: answers(200, ref("Author")), delete: gone },
    "/authors/{authorId}/books": {
      parameters: inPath("authorId"),
      get: listed("Book"),
      post: { ...sent("NewBook"), ...answers(201, ref("Book")) },
    },
    "/authors/{authorId}/books/{bookId}": {
      parameters: [...inPath("authorId"), { name: "bookId", in: "path", required: true, schema: bookId }],
      get: answers(200, ref("Book")),
      patch: { ...sent("NewBook"), ...answers(200, ref("Book")) },
    },
    "/books": { get: listed("Book"), post: { ...sent("NewBook"), ...answers(201, ref("Book")) } },
    "/books/{bookId}": {
      parameters: [{ name: "bookId", in: "path", required: true, schema: bookId }],
      get: answers(200, ref("Book")),
      patch: { ...sent("NewBook"), ...answers(200, ref("Book")) },
      delete: gone,
    },
    "/books/{bookId}/notes": {
      parameters: [{ name: "bookId", in: "path", required: true, schema: bookId }],
      get: listed("Note"),
      post: { ...sent("NewNote"), ...answers(201, ref("Note")) },
    },
    "/notes/{noteId}": { parameters: inPath("noteId"), get: answers(200, ref("Note")) },
  },
  components: {
    schemas: {
      NewAuthor: { type: "object", required: ["name"], properties: { name: text } },
      Author: { type: "object", required: ["id", "name"], properties: { id: number, name: text } },
      NewBook: { type: "object", properties: { title: text, authorId: number } },
      Book: { type: "object", required: ["id", "title"], properties: { id: bookId, title: text, authorId: number } },
      NewNote: { type: "object", properties: { text } },
      Note: { type: "object", required: ["id"], properties: { id: number, text } },
    },
  },
});

interface Shown {
  readonly id: number;
  readonly title: string;
  readonly authorId: number;
}
const get = async (path: string): Promise<unknown> => (await mock?.send("GET", path))?.value;
const statusOf = async (path: string): Promise<number | undefined> => (await mock?.send("GET", path))?.status;
const add = async (path: string, body: JsonObject): Promise<Shown> =>
  (await mock?.send("POST", path, { body: JSON.stringify(body) }))?.value as unknown as Shown;

test("a thing is the same by both of its paths, from the start", async () => {
  mock = await startMock(library());
  const books = (await get("/books")) as Shown[];
  const below = (await get("/authors/1/books")) as Shown[];
  expect(below.length).toBeGreaterThan(1);
  expect(below).toEqual(books.filter(({ authorId }) => authorId === 1));
  for (const book of books) {
    expect(await get(`/books/${book.id}`)).toEqual(book);
    expect(await get(`/authors/${book.authorId}/books/${book.id}`)).toEqual(book);
  }
  expect(await statusOf(`/authors/2/books/${below[0]?.id}`)).toBe(404);
});

test("what is created or changed by one of two paths is so by the other", async () => {
  mock = await startMock(library());
  const one = await add("/authors/2/books", { title: "Tides" });
  expect(one).toMatchObject({ title: "Tides", authorId: 2 });
  expect(await get(`/books/${one.id}`)).toEqual(one);
  const other = await add("/books", { title: "Dunes", authorId: 2 });
  expect(other.id).not.toBe(one.id);
  expect(await get("/authors/2/books")).toEqual(expect.arrayContaining([one, other]));
  await mock.send("PATCH", `/authors/2/books/${other.id}`, { body: JSON.stringify({ title: "Dunes, revised" }) });
  expect(await get(`/books/${other.id}`)).toMatchObject({ title: "Dunes, revised" });
  await mock.send("PATCH", `/books/${other.id}`, { body: JSON.stringify({ authorId: 1 }) });
  expect(await statusOf(`/authors/2/books/${other.id}`)).toBe(404);
  expect(await statusOf(`/authors/1/books/${other.id}`)).toBe(200);
});

test("what is removed by one of two paths is gone by the other, with what is below it by either", async () => {
  mock = await startMock(library());
  const own = await add("/authors", { name: "Ursula" });
  const book = await add(`/authors/${own.id}/books`, { title: "Tides" });
  const note = await add(`/books/${book.id}/notes`, { text: "good" });
  expect(await statusOf(`/notes/${note.id}`)).toBe(200);
  await mock.send("DELETE", `/authors/${own.id}`);
  expect([await statusOf(`/books/${book.id}`), await statusOf(`/notes/${note.id}`)]).toEqual([404, 404]);
  const kept = await add("/authors/1/books", { title: "Rain" });
  await mock.send("DELETE", `/books/${kept.id}`);
  expect(await statusOf(`/authors/1/books/${kept.id}`)).toBe(404);
});

test("where clients say what things are called, each one above has names of its own", async () => {
  const document = library(text) as unknown as { components: { schemas: { NewBook: { properties: object } } } };
  document.components.schemas.NewBook = { ...document.components.schemas.NewBook, required: ["id"] } as never;
  Object.assign(document.components.schemas.NewBook.properties, { id: text });
  mock = await startMock(document as unknown as JsonObject);
  await add("/authors/1/books", { id: "tides", title: "Tides" });
  expect(await statusOf("/books/tides")).toBe(404);
  expect((await mock.send("POST", "/books", { body: '{"id":"tides","title":"Other"}' })).status).toBe(201);
});
