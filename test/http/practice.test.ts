// What the screens of an ordinary back office need of answers: names, ages and counts that fit, times of states, filters.
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { answers, at, body, list, number, object, query, text } from "./parts.ts";
import { serve, textOf } from "./kinds.ts";
import { startMock } from "./support.ts";

const time = { type: "string", format: "date-time" };
const orNull = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: "null" }] });

const Patient = object(
  {
    ...{
      id: text,
      first_name: text,
      last_name: text,
      full_name: text,
      date_of_birth: { type: "string", format: "date" },
      age: number,
    },
    visit_count: number,
    last_visit_at: orNull(time),
    updated_at: time,
  },
  "id",
);
const Visit = object(
  {
    id: number,
    patient_id: text,
    starts_at: time,
    status: { enum: ["scheduled", "checked_in", "done"] },
    checked_in_at: orNull(time),
    done_at: orNull(time),
    created_at: time,
  },
  "id",
);
const patient = { $ref: "#/components/schemas/Patient" };
const visit = { $ref: "#/components/schemas/Visit" };
const act = (name: string): JsonObject => ({
  [`/visits/{id}/${name}`]: { ...at("id"), post: { responses: answers("200", visit) } },
});
const PRACTICE = {
  "/patients": {
    get: { parameters: query({ name: "q", schema: orNull(text) }), responses: answers("200", list(patient)) },
    post: {
      requestBody: body(
        object({ first_name: text, last_name: text, date_of_birth: { type: "string", format: "date" } }),
      ),
      responses: answers("201", patient),
    },
  },
  "/patients/{id}": {
    ...at("id"),
    get: { responses: answers("200", patient) },
    patch: { requestBody: body(object({ last_name: text })), responses: answers("200", patient) },
  },
  "/visits": {
    get: {
      parameters: query(
        { name: "date_from", schema: orNull({ type: "string", format: "date" }) },
        { name: "date_to", schema: orNull({ type: "string", format: "date" }) },
      ),
      responses: answers("200", list(visit)),
    },
    post: { requestBody: body(object({ patient_id: text, starts_at: time })), responses: answers("201", visit) },
  },
  "/visits/{id}": { ...at("id"), get: { responses: answers("200", visit) }, delete: { responses: answers("204") } },
  ...act("check-in"),
  ...act("done"),
};

test("names, ages and counts follow what they are made of", async () => {
  await using mock = await serve(PRACTICE, { Patient, Visit });
  const { id, ...made } = await mock.ask("POST /patients", {
    first_name: "Mia",
    last_name: "Berg",
    date_of_birth: "1990-07-01",
  });
  expect(made).toMatchObject({ full_name: "Mia Berg", age: 35, visit_count: 0, last_visit_at: null });
  expect(await mock.ask(`PATCH /patients/${textOf(id)}`, { last_name: "Thal" })).toMatchObject({
    full_name: "Mia Thal",
    last_visit_at: null,
  });
  const { id: seen } = await mock.ask("POST /visits", { patient_id: id as string, starts_at: "2026-06-03T09:00:00Z" });
  expect(await mock.ask(`GET /patients/${textOf(id)}`)).toMatchObject({ visit_count: 1 });
  await mock.ask(`DELETE /visits/${textOf(seen)}`);
  expect(await mock.ask(`GET /patients/${textOf(id)}`)).toMatchObject({ visit_count: 0 });
});

test("a row of a list counts what only the whole thing shows", async () => {
  const shown = { id: text, photo: { ...text, format: "uri" } };
  const photos = list(object({ caption: text }, "caption"));
  const row = object({ ...shown, photo_count: number }, "id", "photo_count");
  const album = object({ ...shown, photos }, "id", "photos");
  await using mock = await serve({
    "/albums": {
      get: { responses: answers("200", list(row)) },
      post: { requestBody: body(object({ photos })), responses: answers("201", album) },
    },
    "/albums/{id}": { ...at("id"), get: { responses: answers("200", album) } },
  });
  const { id } = await mock.ask("POST /albums", { photos: [{ caption: "A" }, { caption: "B" }, { caption: "C" }] });
  const { list: rows } = await mock.ask("GET /albums");
  expect(rows).toContainEqual(expect.objectContaining({ id, photo_count: 3 }));
});

test("the time of a state is there once a thing has reached it, and stays", async () => {
  await using mock = await serve(PRACTICE, { Patient, Visit });
  const { id, ...made } = await mock.ask("POST /visits", { patient_id: "7", starts_at: "2026-06-03T09:00:00Z" });
  expect(made).toMatchObject({ status: "scheduled", checked_in_at: null, done_at: null });
  const { checked_in_at: received } = await mock.ask(`POST /visits/${textOf(id)}/check-in`);
  expect(textOf(received)).toMatch(/^2026-06-01T/);
  const done = await mock.ask(`POST /visits/${textOf(id)}/done`);
  expect(done).toMatchObject({ status: "done", checked_in_at: received });
  expect(textOf(done["done_at"])).toMatch(/^2026-06-01T/);
});

test("filters and searches that may be null are read", async () => {
  await using mock = await serve(PRACTICE, { Patient, Visit });
  await mock.ask("POST /patients", { first_name: "Zenobia", last_name: "Quist", date_of_birth: "1990-07-01" });
  expect((await mock.ask("GET /patients?q=zenobia"))["list"]).toHaveLength(1);
  await mock.ask("POST /visits", { patient_id: "7", starts_at: "2027-06-03T09:00:00Z" });
  expect((await mock.ask("GET /visits?date_from=2027-06-03&date_to=2027-06-03"))["list"]).toHaveLength(1);
  expect((await mock.ask("GET /visits?date_from=2027-06-04"))["list"]).toHaveLength(0);
});

test("what was sent below a thing is read where the document has it", async () => {
  const file = object({ id: number, filename: text }, "id");
  const sent = {
    content: { "multipart/form-data": { schema: object({ file: { type: "string", format: "binary" } }) } },
  };
  const bytes = {
    content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
    description: "D",
  };
  const mock = await startMock({
    openapi: "3.1.0",
    info: { title: "Files", version: "1" },
    paths: {
      "/patients/{id}/documents": { ...at("id"), post: { requestBody: sent, responses: answers("201", file) } },
      "/documents/{id}/content": { ...at("id"), get: { responses: { 200: bytes } } },
    },
  });
  try {
    const form = new FormData();
    form.append("file", new Blob(["hello bytes"]), "lab.txt");
    const made = (await (await fetch(`${mock.url}/patients/7/documents`, { method: "POST", body: form })).json()) as {
      id: number;
    };
    expect(await (await fetch(`${mock.url}/documents/${made.id}/content`)).text()).toBe("hello bytes");
  } finally {
    await mock.close();
  }
});

test("plurals of every kind name their things, and parts what they are below", async () => {
  const Course = object(
    {
      id: text,
      slug: text,
      title: text,
      capacity: number,
      seats_left: number,
      average_rating: orNull({ type: "number" }),
      booking_count: number,
    },
    "id",
    "title",
  );
  const Booking = object(
    { id: text, course_id: text, course_title: text, status: { enum: ["pending", "confirmed"] }, invoice_url: text },
    "id",
  );
  const Review = object({ id: text, course_id: text, rating: number }, "id");
  const [course, booking, review] = ["Course", "Booking", "Review"].map((name) => ({
    $ref: `#/components/schemas/${name}`,
  }));
  const row = object({ id: text, course_title: text, status: text });
  await using mock = await serve(
    {
      "/courses": {
        get: {
          parameters: query(
            { name: "page", schema: { type: "number" } },
            { name: "limit", schema: { type: "number" } },
          ),
          responses: answers("200", list(course as JsonObject)),
        },
        post: { requestBody: body(object({ title: text, capacity: number })), responses: answers("201", course) },
      },
      "/courses/{id}": {
        ...at("id"),
        get: { responses: answers("200", course) },
        patch: { requestBody: body(object({ capacity: number })), responses: answers("200", course) },
      },
      "/courses/{id}/reviews": {
        ...at("id"),
        get: { responses: answers("200", list(review as JsonObject)) },
        post: { requestBody: body(object({ rating: number })), responses: answers("201", review) },
      },
      "/bookings": {
        get: { responses: answers("200", list(booking as JsonObject)) },
        post: { requestBody: body(object({ course_id: text })), responses: answers("201", booking) },
      },
      "/bookings/{id}": { ...at("id"), get: { responses: answers("200", booking) } },
      "/bookings/{id}/invoice": {
        ...at("id"),
        get: { responses: { 200: { description: "D", content: { "application/pdf": { schema: text } } } } },
      },
      "/bookings/export": {
        get: { responses: { 200: { description: "D", content: { "text/csv": { schema: list(row) } } } } },
      },
      "/dashboard": {
        get: {
          responses: answers(
            "200",
            object({
              total_courses: number,
              bookings_by_status: { type: "object", additionalProperties: number },
              latest_bookings: list(booking as JsonObject),
            }),
          ),
        },
      },
    },
    { Course, Booking, Review },
  );
  const made = await mock.ask("POST /courses", { title: "Pottery, now!", capacity: 8 });
  expect(made).toMatchObject({ slug: "pottery-now", seats_left: 8, average_rating: null, booking_count: 0 });
  expect(await mock.ask(`PATCH /courses/${textOf(made["id"])}`, { capacity: 5 })).toMatchObject({ seats_left: 5 });
  const booked = await mock.ask("POST /bookings", { course_id: made["id"] as string });
  expect(booked).toMatchObject({
    course_title: "Pottery, now!",
    invoice_url: expect.stringMatching(new RegExp(`:\\d+/bookings/${textOf(booked["id"])}/invoice$`)) as string,
  });
  expect(await mock.ask(`GET /courses/${textOf(made["id"])}`)).toMatchObject({ booking_count: 1 });
  expect(await mock.ask(`POST /courses/${textOf(made["id"])}/reviews`, { rating: 4 })).toMatchObject({
    course_id: made["id"],
  });
  expect((await mock.ask("GET /courses?page=1&limit=2"))["list"]).toHaveLength(2);
  const all = (await mock.ask("GET /bookings"))["list"] as JsonObject[];
  const told = await mock.ask("GET /dashboard");
  expect(told).toMatchObject({ total_courses: ((await mock.ask("GET /courses"))["list"] as JsonObject[]).length });
  expect(
    Object.values(told["bookings_by_status"] as JsonObject).reduce<number>((sum, one) => sum + Number(one), 0),
  ).toBe(all.length);
  expect((told["latest_bookings"] as JsonObject[])[0]).toMatchObject({ id: booked["id"] });
});

test("a text or several are the message of an error, and a reason is its name", async () => {
  const example = (value: string | number): JsonObject => ({ example: value });
  const problem = object(
    {
      statusCode: { ...number, ...example(400) },
      message: { oneOf: [text, list(text)] },
      error: { ...text, ...example("Bad Request") },
    },
    "statusCode",
    "message",
  );
  await using mock = await serve({
    "/things": {
      post: {
        requestBody: body(object({ name: text }, "name")),
        responses: { ...answers("201", object({ id: text })), ...answers("400", problem) },
      },
    },
    "/things/{id}": {
      ...at("id"),
      get: { responses: { ...answers("200", object({ id: text })), ...answers("404", problem) } },
    },
  });
  const refused = await mock.ask("POST /things", {});
  expect(refused).toMatchObject({ statusCode: 400, error: "Bad Request" });
  expect(textOf(refused["message"])).toContain("name");
  expect(await mock.ask("GET /things/none")).toMatchObject({ statusCode: 404, error: "Not Found" });
});

test("a redirection leads to what the document has, and a Location of a new thing below its path", async () => {
  const location = { Location: { required: true, schema: { type: "string", format: "uri" } } };
  const mock = await startMock({
    openapi: "3.0.3",
    info: { title: "Ways", version: "1" },
    paths: {
      "/home": { get: { responses: answers("200", object({ ok: { type: "boolean" } })) } },
      "/old": { get: { responses: { 302: { description: "D", headers: location } } } },
      "/jobs": { post: { responses: { 201: { description: "D", headers: location } } } },
    },
  });
  try {
    const old = await fetch(`${mock.url}/old`, { redirect: "manual" });
    expect(old.headers.get("location")).toBe(`${mock.url}/home`);
    expect((await fetch(`${mock.url}/old`)).status).toBe(200);
    const made = await fetch(`${mock.url}/jobs`, { method: "POST" });
    expect(made.headers.get("location")).toBe(`${mock.url}/jobs/1`);
  } finally {
    await mock.close();
  }
});

test("things of any form start without any, so the first may be called as its client likes", async () => {
  const any = { type: "object" };
  await using mock = await serve({
    "/notes": { post: { requestBody: body(any), responses: answers("201", any) } },
    "/notes/{id}": { ...at("id"), get: { responses: answers("200", any) } },
  });
  expect(await mock.ask("POST /notes", { id: "1", text: "x" })).toEqual({ status: 201, id: "1", text: "x" });
  expect(await mock.ask("GET /notes/1")).toMatchObject({ text: "x" });
});

test("an example in one word does not say what every thing is, if a filter tells them apart", async () => {
  const issue = object({ id: number, state: { type: "string", example: "open" } }, "id", "state");
  const state = { name: "state", schema: { type: "string", enum: ["open", "closed", "all"] } };
  await using mock = await serve({
    "/issues": { get: { parameters: query(state), responses: answers("200", list(issue)) } },
    "/issues/{id}": { ...at("id"), get: { responses: answers("200", issue) } },
  });
  const count = async (which: string): Promise<number> =>
    ((await mock.ask(`GET /issues?state=${which}`))["list"] as unknown[]).length;
  const [open, closed] = [await count("open"), await count("closed")];
  expect(Math.min(open, closed)).toBeGreaterThan(0);
  expect(await count("all")).toBe(open + closed);
});
