// What client libraries that were tried later (test/trial/README.md) expect of lists, amounts and counts, each kind in words of
// its own.
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { answers, at, body, list, number, object, query, text } from "./parts.ts";
import { serve, textOf } from "./kinds.ts";

const shown = (value: JsonValue | undefined): readonly JsonObject[] => value as readonly JsonObject[];
const namesIn = (value: JsonValue | undefined): JsonValue[] => shown(value).map((one) => one["name"] ?? null);

const club = object({ id: number, name: text }, "id", "name");
const making = { requestBody: body(object({ name: text }, "name")), responses: answers("201", club) };

test("a list that is said to begin with the newest does so, and turns its pages from there", async () => {
  const order = { type: "string", enum: ["normal", "desc", "asc"] };
  const page = object({ data: list(club), iterator: { type: ["string", "null"] }, done: { type: "boolean" } }, "data");
  await using mock = await serve({
    "/clubs": {
      get: { description: "The newest clubs come first.", responses: answers("200", list(club)) },
      post: making,
    },
    "/teams": {
      get: {
        parameters: query(
          { name: "order", schema: order },
          { name: "iterator", schema: text },
          { name: "limit", schema: number },
        ),
        responses: answers("200", page),
      },
      post: making,
    },
  });
  for (const name of ["Rowing", "Chess"]) for (const at of ["clubs", "teams"]) await mock.ask(`POST /${at}`, { name });
  expect(namesIn((await mock.ask("GET /clubs"))["list"]).slice(0, 2)).toEqual(["Chess", "Rowing"]);
  const first = await mock.ask("GET /teams?order=desc&limit=1");
  expect(first).toMatchObject({ data: [{ name: "Chess" }], done: false });
  const next = await mock.ask(`GET /teams?order=desc&limit=1&iterator=${textOf(first["iterator"])}`);
  expect(next).toMatchObject({ data: [{ name: "Rowing" }] });
  expect(await mock.ask("GET /teams")).toMatchObject({ done: true, iterator: null });
});

test("a filter compares what the things in a list are called, and the identifiers of a thing inside", async () => {
  const person = object({ personId: text, name: text }, "personId");
  const bill = object(
    { id: number, person, deputy: person, domains: list(object({ id: number, domain: text })) },
    "id",
  );
  const lists = (name: string): JsonObject => ({ name, schema: list(text), explode: false });
  await using mock = await serve({
    "/bills": {
      get: { parameters: query(lists("personIds"), lists("domains")), responses: answers("200", list(bill)) },
      post: {
        requestBody: body(object({ person, domains: list(object({ domain: text })) })),
        responses: answers("201", bill),
      },
    },
  });
  const { id } = await mock.ask("POST /bills", { person: { personId: "p7" }, domains: [{ domain: "oars.example" }] });
  for (const asked of ["personIds=p7,p8", "domains=oars.example"])
    expect((await mock.ask(`GET /bills?${asked}`))["list"]).toMatchObject([{ id }]);
  expect((await mock.ask("GET /bills?domains=none.example"))["list"]).toEqual([]);
});

