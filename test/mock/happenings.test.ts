// What happens to a thing after its creation, where the document shows one that has lived: objects that tell of it, the state that
// waits for it, and paths for trying it out.
import { expect, test } from "vitest";
import { answers, at, body, list, number, object, text } from "../http/parts.ts";
import { serve, textOf } from "../http/kinds.ts";

const moment = { type: "string", format: "date-time" };
const orNull = (schema: ReturnType<typeof object>, example: ReturnType<typeof object>): ReturnType<typeof object> => ({
  ...schema,
  type: ["object", "null"],
  examples: [example],
});
const transfer = object(
  {
    id: number,
    amount: number,
    status: { type: "string", enum: ["pending_approval", "canceled", "complete", "returned"], examples: ["complete"] },
    approval: orNull(object({ approved_at: moment, approved_by: { type: ["string", "null"] } }, "approved_at"), {
      approved_at: "2020-01-31T23:59:59Z",
    }),
    cancellation: orNull(object({ canceled_at: moment }, "canceled_at"), { canceled_at: "2020-01-31T23:59:59Z" }),
    return: orNull(object({ created_at: moment, code: text }, "created_at"), { created_at: "2020-01-31T23:59:59Z" }),
  },
  "id",
  "amount",
  "status",
  "approval",
  "cancellation",
  "return",
);
const ref = { $ref: "#/components/schemas/Transfer" };
const acting = { ...at("transfer_id"), post: { responses: answers("200", ref) } };
const now = expect.stringMatching(/^2026-/) as string;

const paths = {
  "/transfers": {
    get: { responses: answers("200", list(ref)) },
    post: { requestBody: body(object({ amount: number }, "amount")), responses: answers("201", ref) },
  },
  "/transfers/{transfer_id}": { ...at("transfer_id"), get: { responses: answers("200", ref) } },
  "/transfers/{transfer_id}/approve": acting,
  "/transfers/{transfer_id}/cancel": acting,
  "/sandbox/transfers/{transfer_id}/return": acting,
};

test("nothing has happened to a new thing yet, whatever the document's example has seen", async () => {
  await using mock = await serve(paths, { Transfer: transfer });
  const made = await mock.ask("POST /transfers", { amount: 7 });
  expect(made).toMatchObject({ status: "pending_approval", approval: null, cancellation: null, return: null });
});

test("an action writes down when it happened, and ends the state that waits for it", async () => {
  await using mock = await serve(paths, { Transfer: transfer });
  const [one, other] = [
    await mock.ask("POST /transfers", { amount: 7 }),
    await mock.ask("POST /transfers", { amount: 8 }),
  ];
  const approved = await mock.ask(`POST /transfers/${textOf(one["id"])}/approve`);
  expect(approved).toMatchObject({ status: "complete", approval: { approved_at: now }, cancellation: null });
  await mock.ask(`POST /transfers/${textOf(other["id"])}/cancel`);
  const canceled = await mock.ask(`GET /transfers/${textOf(other["id"])}`);
  expect(canceled).toMatchObject({ status: "canceled", approval: null, cancellation: { canceled_at: now } });
});

test("a path for trying things out acts on those of the path inside it", async () => {
  await using mock = await serve(paths, { Transfer: transfer });
  const { id } = await mock.ask("POST /transfers", { amount: 7 });
  const returned = await mock.ask(`POST /sandbox/transfers/${textOf(id)}/return`);
  expect(returned).toMatchObject({ id, amount: 7, status: "returned", return: { created_at: now } });
  expect(await mock.ask(`GET /transfers/${textOf(id)}`)).toMatchObject({ status: "returned" });
});

test("a new thing has no last message, was never edited, and nothing is known to have happened to it", async () => {
  const note = object(
    {
      id: number,
      content: text,
      last_reply_id: { type: ["string", "null"] },
      edited_timestamp: { type: ["string", "null"], format: "date-time" },
      notices: list(object({ code: text, created_at: moment }, "code", "created_at")),
      account_number: text,
    },
    ...["id", "content", "last_reply_id", "edited_timestamp", "notices", "account_number"],
  );
  await using mock = await serve({
    "/notes": { post: { requestBody: body(object({ content: text }, "content")), responses: answers("201", note) } },
    "/account_numbers": { get: { responses: answers("200", list(object({ bank: text, number: text }, "number"))) } },
  });
  const made = await mock.ask("POST /notes", { content: "x" });
  expect(made).toMatchObject({ last_reply_id: null, edited_timestamp: null, notices: [] });
  expect(made["account_number"]).not.toBe("1");
});

test("an empty page in a new thing counts nothing", async () => {
  const track = object({ id: text, title: text }, "id");
  const page = object({ items: list(track), limit: number, total: number }, "items", "limit", "total");
  const deck = object({ id: number, name: text, tracks: page }, "id", "name", "tracks");
  await using mock = await serve({
    "/decks": { post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", deck) } },
  });
  expect(await mock.ask("POST /decks", { name: "A" })).toMatchObject({ tracks: { items: [], total: 0 } });
});

test("a new thing is not deleted, in numbers too, and its times are those of the clock, in texts of numbers too", async () => {
  const ms = { type: "integer", format: "int64", description: "The time in milliseconds that it was deleted" };
  const unix = { ...text, description: "When it was made, as a Unix timestamp (seconds since epoch)." };
  const clicked = { type: ["string", "null"], description: "The date and time when it was last clicked." };
  const link = object(
    { id: number, url: text, delete_at: ms, created_at: unix, lastClicked: clicked },
    "id",
    "lastClicked",
  );
  await using mock = await serve({
    "/links": {
      get: { responses: answers("200", list(link)) },
      post: { requestBody: body(object({ url: text }, "url")), responses: answers("201", link) },
    },
  });
  const made = await mock.ask("POST /links", { url: "https://a.test" });
  expect(made).toMatchObject({ delete_at: 0, lastClicked: null });
  expect(new Date(1000 * Number(made["created_at"])).toISOString()).toMatch(/^2026-06-01T/);
});

test("what a description says is always there is there, in quotes or not", async () => {
  const page = object({
    object: { ...text, description: "Will always be List." },
    data: { type: "array", items: object({ id: number }) },
  });
  const done = object({ status: { ...text, description: 'Will contain "ok" if the request was successful' } });
  await using mock = await serve({
    "/links": { get: { responses: answers("200", page) } },
    "/links/{id}": { ...at("id"), delete: { responses: answers("200", done) } },
  });
  expect(await mock.ask("GET /links")).toMatchObject({ object: "List" });
  expect(await mock.ask("DELETE /links/1")).toEqual({ status: "ok" });
});

test("a new thing has nothing of other things yet", async () => {
  const flags = object({ id: number, active: { type: "boolean" }, has_active_order: { type: "boolean" } });
  await using mock = await serve({
    "/users": { post: { requestBody: body(object({ name: text })), responses: answers("201", flags) } },
    "/users/{id}": { ...at("id"), get: { responses: answers("200", flags) } },
  });
  expect(await mock.ask("POST /users", { name: "A" })).toMatchObject({ active: true, has_active_order: false });
});
