// Documents as frameworks generate them: pages, sorting, identifiers and relations in the style of each.
import { afterEach, describe, expect, test } from "vitest";
import { createMock } from "../../src/library/create-mock.ts";
import type { Spec } from "../../src/library/contracts.ts";
import { type Mock, startMock } from "./support.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";

let mock: Mock | undefined;
afterEach(async () => {
  await mock?.close();
  mock = undefined;
});

const text = { type: "string" };
const number = { type: "integer", format: "int64" };
const amount = { type: "number" };
const flag = { type: "boolean" };
const uuid = { type: "string", format: "uuid" };
const moment = { type: "string", format: "date-time" };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const listOf = (items: JsonObject): JsonObject => ({ type: "array", items });
const objectOf = (properties: JsonObject, required: string[] = []): JsonObject => ({
  type: "object",
  required,
  properties,
});
const json = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const answers = (schema: JsonObject, status = 200): JsonObject => ({
  responses: { [status]: { description: "ok", ...json(schema) } },
});
const sends = (name: string): JsonObject => ({ requestBody: json(ref(name)) });
const at = (place: "path" | "query", name: string, schema: JsonObject): JsonObject => ({
  name,
  in: place,
  schema,
  ...(place === "path" ? { required: true } : {}),
});
const documentOf = (paths: JsonObject, schemas: JsonObject, openapi = "3.0.1"): JsonObject => ({
  openapi,
  info: { title: "Shop", version: "1" },
  paths,
  components: { schemas },
});

type Shown = Record<string, JsonValue>;
const get = async (path: string): Promise<Shown> => (await mock?.send("GET", path))?.value as unknown as Shown;
const send = async (method: string, path: string, body: JsonObject): Promise<Shown> =>
  (await mock?.send(method, path, { body: JSON.stringify(body) }))?.value as unknown as Shown;

describe("springdoc", () => {
  const sort = objectOf({ empty: flag, sorted: flag, unsorted: flag });
  const pageable = objectOf({
    page: { type: "integer", minimum: 0 },
    size: { type: "integer", minimum: 1 },
    sort: listOf(text),
  });
  const document = documentOf(
    {
      "/customers": {
        get: {
          parameters: [{ ...at("query", "pageable", ref("Pageable")), required: true }, at("query", "city", text)],
          ...answers(ref("Page")),
        },
        post: { ...sends("Customer"), ...answers(ref("Customer")) },
      },
      "/customers/{id}": {
        parameters: [at("path", "id", number)],
        get: answers(ref("Customer")),
        put: { ...sends("Customer"), ...answers(ref("Customer")) },
      },
      "/customers/{id}/orders": { parameters: [at("path", "id", number)], get: answers(listOf(ref("Order"))) },
      "/orders": { post: { ...sends("NewOrder"), ...answers(ref("Order")) } },
      "/orders/{orderId}": { parameters: [at("path", "orderId", uuid)], get: answers(ref("Order")) },
    },
    {
      Pageable: pageable,
      Customer: objectOf(
        {
          id: number,
          lastName: text,
          email: text,
          city: text,
          birthDate: { type: "string", format: "date" },
          createdDate: moment,
          vip: flag,
          active: flag,
        },
        ["lastName", "email"],
      ),
      Page: objectOf({
        totalPages: number,
        totalElements: number,
        first: flag,
        last: flag,
        size: number,
        number,
        empty: flag,
        content: listOf(ref("Customer")),
        numberOfElements: number,
        sort,
        pageable: objectOf({ offset: number, sort, pageNumber: number, pageSize: number, paged: flag, unpaged: flag }),
      }),
      NewOrder: objectOf({ customerId: number, lines: listOf(objectOf({ sku: text, quantity: number })) }),
      Order: objectOf({
        id: uuid,
        customerId: number,
        total: amount,
        lines: listOf(objectOf({ sku: text, quantity: number, unitPrice: amount, lineTotal: amount })),
      }),
    },
  );

  test("an object in the query is sent property by property, and pages and sorts", async () => {
    mock = await startMock(document);
    const page = await get("/customers?page=1&size=5&sort=lastName,desc");
    const names = (page["content"] as unknown as Shown[]).map(({ lastName }) => lastName as string);
    expect(names).toHaveLength(5);
    expect(names).toEqual(names.toSorted().toReversed());
    const { content: _, ...around } = page;
    const sorted = { empty: false, sorted: true, unsorted: false };
    expect(around).toEqual({
      totalPages: 3,
      totalElements: 12,
      first: false,
      last: false,
      size: 5,
      number: 1,
      empty: false,
      numberOfElements: 5,
      sort: sorted,
      pageable: { offset: 5, sort: sorted, pageNumber: 1, pageSize: 5, paged: true, unpaged: false },
    });
    expect((await mock.send("GET", "/customers?page=x")).status).toBe(400);
  });

  test("an empty page says so", async () => {
    mock = await startMock(document);
    const page = await get("/customers?page=0&size=5&city=Nowhere");
    expect(page).toMatchObject({ totalPages: 0, totalElements: 0, empty: true, first: true, last: true });
    expect(page["sort"]).toEqual({ empty: true, sorted: false, unsorted: true });
  });

  test("a replacement keeps the time of the creation, and flags that mark what is special are off", async () => {
    mock = await startMock(document);
    const before = await get("/customers/2");
    expect(before["createdDate"]).toEqual(expect.any(String));
    const after = await send("PUT", "/customers/2", { lastName: "Lund", email: "eva@example.com" });
    expect(after["createdDate"]).toBe(before["createdDate"]);
    const made = await send("POST", "/customers", { lastName: "Lund", email: "eva@example.com" });
    expect(made).toMatchObject({ vip: false, active: true });
  });

  test("orders are below the customer that they name, and their lines add up", async () => {
    mock = await startMock(document);
    const lines = [
      { sku: "A-1", quantity: 2 },
      { sku: "B-2", quantity: 3 },
    ];
    const order = await send("POST", "/orders", { customerId: 3, lines });
    const shown = order["lines"] as unknown as Record<string, number>[];
    for (const { quantity = 0, unitPrice = 0, lineTotal } of shown) expect(lineTotal).toBeCloseTo(quantity * unitPrice);
    expect(order["total"]).toBeCloseTo(shown.reduce((sum, { lineTotal = 0 }) => sum + lineTotal, 0));
    expect(await get("/customers/3/orders")).toContainEqual(order);
    expect(await get("/customers/4/orders")).not.toContainEqual(order);
  });
});

describe("FastAPI", () => {
  const orNull = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: "null" }] });
  const document = documentOf(
    {
      "/auth/token": {
        post: {
          requestBody: {
            content: { "application/x-www-form-urlencoded": { schema: objectOf({ username: text, password: text }) } },
          },
          ...answers(objectOf({ access_token: text, token_type: text }, ["access_token", "token_type"])),
        },
      },
      "/users/": { post: { ...sends("NewUser"), ...answers(ref("User"), 201) } },
      "/users/me": { get: { ...answers(ref("User")), security: [{ token: [] }] } },
      "/rooms/": { get: answers(listOf(ref("Room"))), post: { ...sends("NewRoom"), ...answers(ref("Room"), 201) } },
      "/rooms/{room_id}": { parameters: [at("path", "room_id", number)], get: answers(ref("Room")) },
      "/rooms/{room_id}/bookings": {
        parameters: [at("path", "room_id", number)],
        post: { ...sends("NewBooking"), ...answers(ref("Booking")) },
      },
      "/bookings/": {
        get: { parameters: [at("query", "room_id", orNull(number))], ...answers(listOf(ref("Booking"))) },
      },
    },
    {
      NewUser: objectOf({ email: { type: "string", format: "email" }, full_name: orNull(text), password: text }),
      User: objectOf({ id: number, email: { type: "string", format: "email" }, full_name: orNull(text) }, [
        "id",
        "email",
      ]),
      NewRoom: objectOf({ name: text }),
      Room: objectOf({ id: number, name: text, bookings: listOf(ref("Booking")) }, ["id", "name"]),
      NewBooking: objectOf({ starts_at: moment, ends_at: moment }, ["starts_at", "ends_at"]),
      Booking: objectOf({ id: uuid, room_id: number, starts_at: moment, ends_at: moment }, ["id", "room_id"]),
    },
    "3.1.0",
  );
  const secured = {
    ...document,
    components: {
      ...(document["components"] as JsonObject),
      securitySchemes: { token: { type: "oauth2", flows: { password: { tokenUrl: "auth/token", scopes: {} } } } },
    },
  };

  test("who logs in gets a bearer token, and is shown without what only others have", async () => {
    const own = await createMock({ spec: secured as unknown as Spec });
    const call = async (path: string, init: RequestInit): Promise<Shown> =>
      (await (await fetch(new URL(path, own.url), init)).json()) as Shown;
    const headers = { "Content-Type": "application/json" };
    await call("/users/", { method: "POST", headers, body: '{"email":"eva@example.com","password":"secret"}' });
    const body = new URLSearchParams({ username: "eva@example.com", password: "secret" });
    const token = await call("/auth/token", { method: "POST", body });
    expect(token["token_type"]).toMatch(/^bearer$/i);
    const me = await call("/users/me", { headers: { Authorization: `Bearer ${token["access_token"] as string}` } });
    expect(me).toEqual({ id: 13, email: "eva@example.com" });
    await own.close();
  });

  test("what is booked below a room is listed with all bookings, and shown in the room", async () => {
    mock = await startMock(secured);
    const body = { starts_at: "2030-12-01T10:00:00Z", ends_at: "2030-12-01T11:00:00Z" };
    const booking = await send("POST", "/rooms/3/bookings", body);
    expect(booking).toMatchObject({ ...body, room_id: 3 });
    expect(await get("/bookings/?room_id=3")).toContainEqual(booking);
    const { bookings } = await get("/rooms/3");
    expect(bookings).toEqual(await get("/bookings/?room_id=3"));
    expect((await get("/rooms/4"))["bookings"]).toEqual(await get("/bookings/?room_id=4"));
  });
});

describe("ASP.NET", () => {
  const named = objectOf({ name: { type: "string", nullable: true } });
  const document = documentOf(
    {
      "/api/Categories": {
        get: answers(listOf(ref("CategoryDto"))),
        post: { ...sends("CreateCategoryCommand"), ...answers(uuid) },
      },
      "/api/Products": {
        get: {
          parameters: [at("query", "SortBy", text), at("query", "SortDescending", flag)],
          ...answers(listOf(ref("ProductDto"))),
        },
        post: { ...sends("CreateProductCommand"), ...answers(ref("ProductDto"), 201) },
      },
      "/api/Products/{id}": {
        parameters: [at("path", "id", uuid)],
        get: {
          responses: {
            ...(answers(ref("ProductDto"))["responses"] as JsonObject),
            404: { description: "none", ...json(ref("ProblemDetails")) },
          },
        },
      },
    },
    {
      CategoryDto: objectOf({ id: uuid, name: text }),
      CreateCategoryCommand: named,
      ProductDto: objectOf({
        id: uuid,
        name: text,
        price: amount,
        stockQuantity: number,
        categoryId: uuid,
        category: ref("CategoryDto"),
      }),
      CreateProductCommand: objectOf({ name: text, price: amount, categoryId: uuid }),
      ProblemDetails: objectOf({ type: text, title: text, status: { type: "integer" }, detail: text }),
    },
  );

  test("a creation that answers with an identifier alone creates", async () => {
    mock = await startMock(document);
    const categoryId = (await send("POST", "/api/Categories", { name: "Garden tools" })) as unknown as string;
    expect(categoryId).toMatch(/^[\da-f-]{36}$/);
    const category = { id: categoryId, name: "Garden tools" };
    expect(await get("/api/Categories")).toContainEqual(category);
    const product = await send("POST", "/api/Products", { name: "Spade", price: 20, categoryId });
    expect(product).toMatchObject({ category, stockQuantity: 0 });
  });

  test("a flag says in which direction a list is sorted", async () => {
    mock = await startMock(document);
    const prices = async (way: string): Promise<JsonValue[]> =>
      ((await get(`/api/Products?SortBy=price${way}`)) as unknown as Shown[]).map(({ price }) => price as JsonValue);
    const up = await prices("");
    expect(up).toEqual((up as number[]).toSorted((a, b) => a - b));
    expect(await prices("&SortDescending=false")).toEqual(up);
    expect(await prices("&SortDescending=true")).toEqual(up.toReversed());
  });

  test("problem details have a title", async () => {
    mock = await startMock(document);
    const missing = await get("/api/Products/00000000-0000-0000-0000-000000000000");
    expect(missing).toMatchObject({ title: "Not found", status: 404 });
  });
});
