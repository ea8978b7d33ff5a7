// What a front end of a clinic shows: values that follow from others, free slots of a day, averages, links, and errors for forms.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Mock, createMock } from "../../src/library/create-mock.ts";
import type { Spec } from "../../src/library/contracts.ts";

const text = { type: "string" };
const integer = { type: "integer" };
const time = { type: "string", format: "date-time" };
const json = (schema: object): object => ({ "application/json": { schema } });
const ok = (schema: object): object => ({ description: "Fine.", content: json(schema) });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const list = (items: object): object => ({ type: "array", items });
const object = (properties: object, required: readonly string[] = Object.keys(properties)): object => ({
  type: "object",
  required,
  properties,
});
const tagged = (kind: string, more: object): object => object({ kind: { const: kind }, ...more });

const schemas = {
  Patient: object(
    {
      id: text,
      mrn: { ...text, example: "MRN-004812" },
      first_name: text,
      last_name: text,
      email: text,
      contacts: list(object({ name: text, phone: text })),
      cover: { oneOf: [tagged("public", { card: text }), tagged("private", { company: text, policy: text })] },
      links: object({ self: { ...text, format: "uri" }, prescriptions: { ...text, format: "uri" } }),
      next_visit_at: { type: ["string", "null"], format: "date-time" },
    },
    ["id", "first_name", "last_name", "links"],
  ),
  NewPatient: object({ first_name: text, last_name: text, cover: ref("Cover"), tags: list(text) }, [
    "first_name",
    "last_name",
  ]),
  Cover: { oneOf: [tagged("public", { card: text }), tagged("private", { company: text, policy: text })] },
  Doctor: object({
    id: text,
    name: text,
    average_rating: { type: "number" },
    review_count: integer,
    hours: list(
      object({
        day: { enum: ["mon", "tue"] },
        opens: { ...text, example: "18:00" },
        closes: { ...text, example: "17:30" },
      }),
    ),
  }),
  Slot: object({ id: text, starts_at: time, ends_at: time, free: { type: "boolean" } }),
  Review: object({ id: integer, rating: { ...integer, minimum: 1, maximum: 5 } }),
  Prescription: object({
    id: text,
    issued_at: time,
    expires_at: time,
    valid_days: integer,
    completed: { type: "boolean" },
    ...{
      status: { enum: ["open", "done"] },
      drugs: list(object({ line_no: { ...integer, readOnly: true }, name: text })),
    },
  }),
  Fault: object({ detail: list(object({ loc: list({ anyOf: [text, integer] }), msg: text, type: text })) }),
};
const invalid = { "422": { description: "Wrong.", content: json(ref("Fault")) } };
const parameter = (name: string, schema: object, more: object = {}): object => ({ name, in: "query", schema, ...more });
const inPath = (name: string): object => ({ name, in: "path", required: true, schema: text });

const clinic = {
  openapi: "3.1.0",
  info: { title: "Clinic", version: "1" },
  servers: [{ url: "/v1" }],
  paths: {
    "/patients": {
      get: {
        parameters: [
          parameter(
            "filter",
            { type: "object", properties: { tags: list(text) } },
            { style: "deepObject", explode: true },
          ),
        ],
        responses: { "200": ok(list(ref("Patient"))) },
      },
      post: {
        requestBody: { required: true, content: json(ref("NewPatient")) },
        responses: { "201": ok(ref("Patient")), ...invalid },
      },
    },
    "/patients/{id}": { parameters: [inPath("id")], get: { responses: { "200": ok(ref("Patient")) } } },
    "/patients/{id}/prescriptions": {
      parameters: [inPath("id")],
      get: { responses: { "200": ok(list(ref("Prescription"))) } },
      post: {
        requestBody: {
          required: true,
          content: json(object({ valid_days: integer, drugs: list(object({ name: text })) }, ["drugs"])),
        },
        responses: { "201": ok(ref("Prescription")), ...invalid },
      },
    },
    "/patients/{id}/scans": {
      parameters: [inPath("id")],
      post: {
        requestBody: {
          content: {
            "multipart/form-data": {
              schema: object({ about: object({ note: text }), scan: { contentMediaType: "application/octet-stream" } }),
              encoding: { scan: { contentType: "image/png, application/pdf" } },
            },
          },
        },
        responses: { "201": ok(object({ id: text, filename: text })), "415": { description: "Not taken." } },
      },
    },
    "/doctors": { get: { responses: { "200": ok(list(ref("Doctor"))) } } },
    "/doctors/{id}": { parameters: [inPath("id")], get: { responses: { "200": ok(ref("Doctor")) } } },
    "/doctors/{id}/slots": {
      parameters: [inPath("id")],
      get: {
        parameters: [
          parameter("date", { ...text, format: "date" }, { required: true }),
          parameter("free_only", { type: "boolean" }),
        ],
        responses: { "200": ok(list(ref("Slot"))) },
      },
    },
    "/doctors/{id}/reviews": {
      parameters: [inPath("id")],
      get: {
        parameters: [parameter("limit", integer), parameter("offset", integer)],
        responses: { "200": ok(object({ average_rating: { type: "number" }, reviews: list(ref("Review")) })) },
      },
      post: {
        requestBody: { content: json(object({ rating: { ...integer, minimum: 1, maximum: 5 } })) },
        responses: { "201": ok(ref("Review")) },
      },
    },
  },
  components: { schemas },
} as unknown as Spec;

type Thing = Readonly<Record<string, unknown>>;
let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ spec: clinic, auth: false });
});
beforeEach(() => mock.reset());
afterAll(() => mock.close());

async function ask(method: string, path: string, body?: object | FormData): Promise<{ status: number; body: never }> {
  const isForm = body instanceof FormData;
  const response = await fetch(path.includes("://") ? path : mock.url + path, {
    method,
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...(body === undefined || isForm ? {} : { headers: { "Content-Type": "application/json" } }),
  });
  const said = await response.text();
  return { status: response.status, body: (said === "" ? undefined : JSON.parse(said)) as never };
}
const get = async <T>(path: string): Promise<T> => (await ask("GET", path)).body;
const first = async (path: string): Promise<string> => String((await get<Thing[]>(path))[0]?.["id"]);

test("the slots of a day are on that day, one after another, and those that are free can be asked for", async () => {
  const path = `/doctors/${await first("/doctors")}/slots?date=2031-02-03`;
  const slots = await get<{ starts_at: string; ends_at: string; free: boolean }[]>(path);
  expect(slots.length).toBeGreaterThan(1);
  for (const [at, slot] of slots.entries()) {
    expect(slot.starts_at).toMatch(/^2031-02-03T/);
    expect(slot.ends_at > slot.starts_at && slot.starts_at >= (slots[at - 1]?.ends_at ?? "")).toBe(true);
  }
  expect(slots.map(({ free }) => free)).toContain(false);
  const free = await get<typeof slots>(`${path}&free_only=true`);
  expect(free).toEqual(slots.filter((one) => one.free));
});

test("an average is that of the ratings there are, beside their list and in the thing", async () => {
  const doctor = `/doctors/${await first("/doctors")}`;
  await ask("POST", `${doctor}/reviews`, { rating: 1 });
  const { average_rating: mean, reviews } = await get<{ average_rating: number; reviews: { rating: number }[] }>(
    `${doctor}/reviews`,
  );
  const sum = reviews.reduce((all, { rating }) => all + rating, 0);
  expect(mean).toBeCloseTo(sum / reviews.length, 2);
  expect(await get<Thing>(doctor)).toMatchObject({ average_rating: mean, review_count: reviews.length });
  expect(await get<Thing>(`${doctor}/reviews?limit=1&offset=1`)).toMatchObject({ average_rating: mean });
});

test("links lead to what is below a thing", async () => {
  const made = await ask("POST", "/patients", { first_name: "Mara", last_name: "Vogel" });
  const { links } = made.body as { links: { prescriptions: string } };
  expect(await ask("GET", links.prescriptions)).toEqual({ status: 200, body: [] });
});

test("the contacts of somebody are other people, numbers stay numbers, and nothing comes next for somebody new", async () => {
  type Patient = { first_name: string; last_name: string; mrn: string; contacts: { name: string }[] };
  for (const { first_name: name, last_name: family, mrn, contacts } of await get<Patient[]>("/patients")) {
    expect(mrn).toMatch(/^MRN-\d{6}$/);
    expect(contacts.map((one) => one.name)).not.toContain(`${name} ${family}`);
  }
  const { body } = await ask("POST", "/patients", { first_name: "Mara", last_name: "Vogel" });
  expect(body).toMatchObject({ next_visit_at: null });
});

test("what is closed was open before, and lines are counted", async () => {
  for (const { hours } of await get<{ hours: { opens: string; closes: string }[] }[]>("/doctors"))
    for (const { opens, closes } of hours) expect(closes > opens).toBe(true);
  const path = `/patients/${await first("/patients")}/prescriptions`;
  const { body } = await ask("POST", path, { valid_days: 10, drugs: [{ name: "A" }, { name: "B" }] });
  const {
    drugs,
    issued_at: issued,
    expires_at: ends,
  } = body as { drugs: Thing[]; issued_at: string; expires_at: string };
  expect(drugs).toEqual([
    { line_no: 1, name: "A" },
    { line_no: 2, name: "B" },
  ]);
  expect(Date.parse(ends) - Date.parse(issued)).toBe(10 * 86_400_000);
  for (const { completed, status } of await get<{ completed: boolean; status: string }[]>(path))
    expect(completed).toBe(status === "done");
});

describe("errors that a form can show", () => {
  const faults = async (body: object): Promise<unknown> => (await ask("POST", "/patients", body)).body;

  test("a tag says which kind is meant, and only what is wrong with that one is told", async () => {
    const mara = { first_name: "Mara", last_name: "Vogel" };
    expect(await faults({ ...mara, cover: { kind: "private", company: "Helvia" } })).toEqual({
      detail: [{ loc: ["body", "cover", "policy"], msg: "is required", type: "required" }],
    });
    expect(await faults({ ...mara, cover: { kind: "none" } })).toEqual({
      detail: [{ loc: ["body", "cover", "kind"], msg: 'must be one of "public", "private"', type: "enum" }],
    });
  });

  test("places in lists are numbers where the document allows them", async () => {
    const path = `/patients/${await first("/patients")}/prescriptions`;
    expect((await ask("POST", path, { drugs: [{ name: "A" }, {}] })).body).toEqual({
      detail: [{ loc: ["body", "drugs", 1, "name"], msg: "is required", type: "required" }],
    });
  });
});

test("a file of a type that the document does not list is refused, and the file is the one that comes back", async () => {
  const path = `/patients/${await first("/patients")}/scans`;
  const form = (type: string): FormData => {
    const made = new FormData();
    made.set("about", new Blob(['{"note":"left"}'], { type: "application/json" }));
    made.set("scan", new Blob(["x"], { type }), "knee.png");
    return made;
  };
  expect((await ask("POST", path, form("text/plain"))).status).toBe(415);
  expect(await ask("POST", path, form("image/png"))).toMatchObject({ status: 201, body: { filename: "knee.png" } });
});

test("a list inside a filter may be written by repeating its name", async () => {
  expect((await ask("GET", "/patients?filter[tags]=a&filter[tags]=b")).status).toBe(200);
  expect((await ask("GET", "/patients?filter[other]=a&filter[other]=b")).status).toBe(400);
});
