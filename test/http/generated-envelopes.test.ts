// Documents as Django REST framework and Laravel generate them: one schema for what is sent and shown, and their pages.
import { afterEach, describe, expect, test } from "vitest";
import { createMock, type Mock } from "../../src/library/create-mock.ts";
import type { Spec } from "../../src/library/contracts.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";

let mock: Mock | undefined;
afterEach(async () => {
  await mock?.close();
  mock = undefined;
});

const text = { type: "string" };
const number = { type: "integer" };
const moment = { type: "string", format: "date-time" };
const orNull = (type: string): JsonObject => ({ type: [type, "null"] });
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const objectOf = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: "object",
  properties,
  required: [...required],
});
const whole = (properties: JsonObject): JsonObject => objectOf(properties, Object.keys(properties));
const json = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const answers = (schema: JsonObject, status = 200): JsonObject => ({
  responses: { [status]: { description: "ok", ...json(schema) } },
});
const sends = (schema: JsonObject): JsonObject => ({ requestBody: { required: true, ...json(schema) } });
const asked = (name: string, schema: JsonObject): JsonObject => ({ name, in: "query", schema });
const listOf = (items: JsonObject): JsonObject => ({ type: "array", items });

type Shown = Record<string, JsonValue>;
const start = async (paths: JsonObject, schemas: JsonObject, more: JsonObject = {}): Promise<void> => {
  const document = {
    openapi: "3.1.0",
    info: { title: "Office", version: "1" },
    paths,
    components: { schemas },
    ...more,
  };
  mock = await createMock({ spec: document as unknown as Spec });
};
const call = async (method: string, path: string, body?: JsonObject, headers = {}): Promise<Shown> => {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const init = { method, headers: { "Content-Type": "application/json", ...headers }, ...sent };
  return (await (await fetch(new URL(path, mock?.url), init)).json()) as Shown;
};
const get = async (path: string): Promise<Shown> => call("GET", path);

describe("Django REST framework", () => {
  const shown = { readOnly: true };
  const pages = (of: string): JsonObject =>
    objectOf(
      {
        count: number,
        next: { ...orNull("string"), format: "uri" },
        previous: { ...orNull("string"), format: "uri" },
        results: listOf(ref(of)),
      },
      ["count", "results"],
    );
  const paths = {
    "/patients/": {
      get: { parameters: [asked("page", number)], ...answers(pages("Patient")) },
      post: { ...sends(ref("Patient")), ...answers(ref("Patient"), 201) },
    },
    "/patients/{id}/": {
      parameters: [{ name: "id", in: "path", required: true, schema: number }],
      get: answers(ref("Patient")),
    },
    "/doctors/": { get: answers(listOf(ref("Doctor"))) },
    "/appointments/": {
      get: { parameters: [asked("patient", number)], ...answers(pages("Appointment")) },
      post: { ...sends(ref("Appointment")), ...answers(ref("Appointment"), 201) },
    },
  };
  const schemas = {
    Patient: objectOf({
      id: { ...number, ...shown },
      last_name: text,
      appointment_count: { ...number, ...shown },
      url: { type: "string", format: "uri", ...shown },
    }),
    Doctor: whole({ id: number, full_name: text }),
    Appointment: objectOf({
      id: { ...number, ...shown },
      patient: number,
      doctor: number,
      starts_at: moment,
      doctor_name: { ...text, ...shown },
    }),
  };

  test("what only the service decides follows from other things, though one schema says what is sent and shown", async () => {
    await start(paths, schemas);
    const patient = await call("POST", "/patients/", { last_name: "Lund" });
    expect(patient).toMatchObject({
      appointment_count: 0,
      url: new URL(`/patients/${Number(patient["id"])}/`, mock?.url).href,
    });
    const doctors = (await get("/doctors/")) as unknown as Shown[];
    const body = { patient: patient["id"] ?? 0, doctor: 2, starts_at: "2030-12-01T09:00:00Z" };
    const appointment = await call("POST", "/appointments/", body);
    expect(appointment["doctor_name"]).toBe(doctors.find(({ id }) => id === 2)?.["full_name"]);
    expect(await get(`/patients/${Number(patient["id"])}/`)).toMatchObject({ appointment_count: 1 });
  });

  test("a page without a size leads back to the first", async () => {
    await start(paths, schemas);
    const page = await get("/patients/?page=2");
    expect(page).toMatchObject({ next: null, previous: new URL("/patients/?page=1", mock?.url).href, results: [] });
  });
});

describe("Laravel", () => {
  const client = whole({ id: number, name: text, outstanding_balance: { type: "number" } });
  const link = whole({ url: orNull("string"), label: text, active: { type: "boolean" } });
  const page = whole({
    data: listOf(ref("Client")),
    links: whole({ first: orNull("string"), last: orNull("string"), prev: orNull("string"), next: orNull("string") }),
    meta: whole({
      ...{
        current_page: number,
        from: orNull("integer"),
        last_page: number,
        links: listOf(link),
        path: orNull("string"),
      },
      per_page: number,
      to: orNull("integer"),
      total: number,
    }),
  });
  const user = whole({ id: number, name: text, email: text });
  const paths = {
    "/login": {
      post: {
        security: [],
        ...sends(whole({ email: text, password: text })),
        ...answers(whole({ token: text, user: ref("User") })),
      },
    },
    "/user": { get: answers(whole({ data: ref("User") })) },
    "/clients": {
      get: {
        security: [],
        parameters: [asked("page", number), asked("per_page", { ...number, default: 5 })],
        ...answers(page),
      },
      post: { security: [], ...sends(whole({ name: text })), ...answers(whole({ data: ref("Client") }), 201) },
    },
  };
  const more = {
    security: [{ http: [] }],
    components: {
      schemas: { Client: client, User: user },
      securitySchemes: { http: { type: "http", scheme: "bearer" } },
    },
  };

  test("a page counts from, to, and links its numbers", async () => {
    await start(paths, {}, more);
    const { links, meta } = await get("/clients?page=2");
    const at = (number: number): string => new URL(`/clients?page=${number}`, mock?.url).href;
    expect(links).toEqual({ first: at(1), last: at(3), prev: at(1), next: at(3) });
    expect(meta).toEqual({
      current_page: 2,
      from: 6,
      to: 10,
      last_page: 3,
      per_page: 5,
      total: 12,
      path: new URL("/clients", mock?.url).href,
      links: [
        { url: at(1), label: "&laquo; Previous", active: false },
        ...[1, 2, 3].map((one) => ({ url: at(one), label: String(one), active: one === 2 })),
        { url: at(3), label: "Next &raquo;", active: false },
      ],
    });
  });

  test("a new client owes nothing, and who logs in is the user", async () => {
    await start(paths, {}, more);
    expect(await call("POST", "/clients", { name: "Acme" })).toMatchObject({ data: { outstanding_balance: 0 } });
    const login = await call("POST", "/login", { email: "eva@example.com", password: "secret" });
    expect(login["user"]).toMatchObject({ email: "eva@example.com" });
    const own = await call("GET", "/user", undefined, { Authorization: `Bearer ${login["token"] as string}` });
    expect(own["data"]).toEqual(login["user"]);
  });
});

test("what an answer tells of itself went well, though nothing says so", async () => {
  const id = { name: "id", in: "path", required: true, schema: number };
  const sent = whole({ sent: { type: "boolean" }, acknowledged: { type: "boolean" }, archived: { type: "boolean" } });
  await start({ "/letters/{id}/resend": { parameters: [id], post: answers(sent) } }, {});
  expect(await call("POST", "/letters/1/resend")).toEqual({ sent: true, acknowledged: true, archived: false });
});

test("Rails: parts that a client sends under a longer name stay, though an operation adds more", async () => {
  const keyword = objectOf({ keyword: text });
  const shown = objectOf({ id: number, keyword: text });
  const id = { name: "id", in: "path", required: true, schema: number };
  await start(
    {
      "/filters": {
        get: answers(listOf(ref("Filter"))),
        post: { ...sends(objectOf({ title: text, keywords_attributes: listOf(keyword) })), ...answers(ref("Filter")) },
      },
      "/filters/{id}": { parameters: [id], get: answers(ref("Filter")) },
      "/filters/{id}/keywords": {
        parameters: [id],
        get: answers(listOf(ref("Keyword"))),
        post: { ...sends(keyword), ...answers(ref("Keyword")) },
      },
    },
    { Keyword: shown, Filter: objectOf({ id: number, title: text, keywords: listOf(ref("Keyword")) }) },
  );
  const body = { title: "Work", keywords_attributes: [{ keyword: "overtime" }] };
  const made = await call("POST", "/filters", body);
  expect(made["keywords"]).toMatchObject([{ keyword: "overtime" }]);
  await call("POST", `/filters/${Number(made["id"])}/keywords`, { keyword: "weekend" });
  const { keywords } = await get(`/filters/${Number(made["id"])}`);
  expect(keywords).toMatchObject([{ keyword: "overtime" }, { keyword: "weekend" }]);
});
