// A cause is told once, and named after what the request shows of it.
import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/json/value.ts";
import { type Answer, runOn } from "../answering.ts";
import { answers, at, body, list, number, object, text } from "../../http/parts.ts";

const ERROR = object({ error: text }, "error");
const LISTS = ["/books", "/authors", "/shelves"];
const KEY = { components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } }, security: [{ key: [] }] };

/** Lists that need a key. */
const paths = Object.fromEntries(
  LISTS.map((path) => [
    path,
    { get: { responses: { ...answers("200", list(object({}))), ...answers("401", ERROR), ...answers("404", ERROR) } } },
  ]),
) as JsonObject;

const answer: Answer = (method, path) => {
  if (!LISTS.includes(path)) return [404, { error: "path" }];
  return method === "GET" ? [200, []] : [405, { error: "method" }, { Allow: "GET" }];
};

test("a method that no operation has and that breaks all paths is one cause", async () => {
  const { report } = await runOn(paths, (...asked) => (asked[0] === "TRACE" ? [500, { error: "x" }] : answer(...asked)));
  const broken = (report.causes ?? []).filter(({ id }) => id.startsWith("server-error"));
  expect(broken.map(({ title }) => title)).toEqual(["TRACE /books and 2 more fail with a server error (5xx)"]);
});

test("an operation that leads everybody elsewhere lets them in, which is one cause", async () => {
  const { report } = await runOn(
    paths,
    (...asked) => (asked[1] === "/books" && asked[0] === "GET" ? [302, undefined, { Location: "/" }] : answer(...asked)),
    { key: "Key-4f9-of-somebody" },
    KEY,
  );
  expect((report.causes ?? []).map(({ id }) => id).filter((id) => /credential|auth\./.test(id))).toEqual(["credential"]);
});

test("a refusal that names another property than the one that was varied is about that one", async () => {
  const item = object({ id: number, title: text, rank: number }, "id", "title");
  const sent = object({ title: text, rank: number }, "title");
  const { report, json } = await runOn(
    {
      "/books": { post: { requestBody: body(sent), responses: { ...answers("201", item), ...answers("400", ERROR) } } },
      "/books/{id}": { ...at("id"), delete: { responses: answers("204") } },
    },
    (method, path, { title, rank = 0 }) => {
      if (method !== "POST" || path !== "/books") return [404, { error: "path" }];
      if (typeof title !== "string" || typeof rank !== "number") return [400, { error: "wrong" }];
      return rank >= 0 && rank < 10 ? [201, { id: 7, title, rank }] : [400, { error: "Rank: must be between 0 and 9" }];
    },
  );
  const causes = (report.causes ?? []).map(({ id }) => id).filter((id) => id.startsWith("check:create.accepts"));
  expect(causes).toEqual(["check:create.accepts:rank"]);
  expect(json).not.toContain("success for title");
});
