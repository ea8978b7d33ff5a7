// Items that show a copy of what they name, such as the title of a course: the copy is no second creation.
import { expect, test } from "vitest";
import { contractOf, documentOfValue } from "../../../src/contract/load.ts";
import { type JsonObject, type JsonValue } from "../../../src/json/value.ts";
import { type Handlers, type Seeded, missing, ok, startSeeded, textOf } from "../../faults/seeded/host.ts";
import { complaints, judge } from "../side-by-side.ts";

const json = (schema: JsonObject): JsonObject => ({ description: "so", content: { "application/json": { schema } } });
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string", maxLength: 400 };
const uuid = { type: "string", format: "uuid" };
const object = (properties: JsonObject): JsonObject => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});

/** A collection with items that can be listed, created and fetched. */
const paths = (name: string, thing: string): JsonObject => ({
  [`/${name}`]: {
    get: { operationId: `list-${name}`, responses: { "200": json({ type: "array", items: ref(thing) }) } },
    post: {
      operationId: `add-${name}`,
      requestBody: { required: true, content: { "application/json": { schema: ref(`New${thing}`) } } },
      responses: { "201": json(ref(thing)), "422": { description: "wrong" } },
    },
  },
  [`/${name}/{id}`]: {
    get: {
      operationId: `get-${name}`,
      parameters: [{ name: "id", in: "path", required: true, schema: uuid }],
      responses: { "200": json(ref(thing)), "404": { description: "none" } },
    },
  },
});

const DOCUMENT = {
  openapi: "3.0.3",
  info: { title: "School", version: "1" },
  servers: [{ url: "https://school.example.com/api" }],
  security: [{ key: [] }],
  paths: { ...paths("courses", "Course"), ...paths("enrolments", "Enrolment"), ...paths("marks", "Mark") },
  components: {
    securitySchemes: { key: { type: "http", scheme: "bearer" } },
    schemas: {
      NewCourse: object({ title: text }),
      Course: object({ id: uuid, title: text }),
      NewEnrolment: object({ student: text, courseId: uuid }),
      Enrolment: object({ id: uuid, student: text, courseId: uuid, courseTitle: text }),
      NewMark: object({ enrolmentId: uuid, remark: text }),
      Mark: object({ id: uuid, enrolmentId: uuid, remark: text }),
    },
  },
};

/** @param twice true if each enrolment is kept twice */
function school(twice: boolean): Seeded {
  const start = (): Handlers => {
    const all = { courses: new Map<string, JsonObject>(), enrolments: new Map(), marks: new Map() };
    const add = (store: Map<string, JsonObject>, item: Readonly<Record<string, JsonValue>>, copies = 1): JsonObject => {
      const made = { ...item, id: crypto.randomUUID() };
      store.set(made.id, made);
      if (copies > 1) add(store, item);
      return made;
    };
    const handlers = Object.entries<Map<string, JsonObject>>(all).map(([name, store]): Handlers => ({
      [`list-${name}`]: () => ok([...store.values()]),
      [`get-${name}`]: ({ path }) => {
        const item = store.get((path["id"] ?? "").toLowerCase());
        return item === undefined ? missing() : ok(item);
      },
      [`add-${name}`]: ({ body }) => {
        const course = all.courses.get(textOf(body["courseId"]).toLowerCase());
        const needsCourse = name === "enrolments";
        const isLost = name === "marks" && !all.enrolments.has(textOf(body["enrolmentId"]).toLowerCase());
        if ((needsCourse && course === undefined) || isLost) return { status: 422, body: { title: "no such thing" } };
        const copy = needsCourse ? { courseTitle: course?.["title"] ?? "" } : {};
        return { status: 201, body: add(store, { ...body, ...copy }, needsCourse && twice ? 2 : 1) };
      },
    }));
    return Object.assign({}, ...handlers) as Handlers;
  };
  return { name: "school", document: "", bugs: [], start };
}

const run = async (twice: boolean): Promise<string[]> => {
  const contract = contractOf(await documentOfValue(DOCUMENT));
  return complaints(await judge(contract, await startSeeded(school(twice), contract)), ["fail", "error"]);
};

test("the title of a course in two enrolments is no second enrolment", async () => {
  expect(await run(false)).toEqual([]);
});

test("an enrolment that is kept twice is found", async () => {
  expect((await run(true)).filter((line) => line.includes("lists.created-once"))).toHaveLength(1);
});
