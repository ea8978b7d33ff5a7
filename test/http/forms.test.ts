// Form bodies are validated by their schemas, like JSON bodies.
import { afterAll, beforeAll, expect, test } from "vitest";
import { orders } from "./documents.ts";
import { type Mock, startMock } from "./support.ts";
import type { JsonObject } from "../../src/json/value.ts";

const ITEM = {
  type: "object",
  required: ["age"],
  additionalProperties: false,
  properties: {
    age: { type: "integer", minimum: 18 },
    name: { type: "string", minLength: 2 },
    vip: { type: "boolean" },
    tags: { type: "array", maxItems: 2, items: { type: "string" } },
    sizes: { type: "array", items: { type: "integer", maximum: 9 } },
    home: { type: "object", required: ["zip"], properties: { zip: { type: "integer" } } },
    work: { type: "object", properties: { zip: { type: "integer", maximum: 99 } } },
    choice: { oneOf: [{ type: "integer" }, { type: "string", maxLength: 2 }] },
    lines: { type: "array", items: { type: "object", properties: { sku: { type: "integer" } } } },
    picture: { type: "string", format: "binary" },
  },
};
const encoding = { sizes: { style: "form", explode: false }, work: { style: "deepObject" } };
const URLENCODED = "application/x-www-form-urlencoded";
const takes = (content: object): object => ({
  post: { requestBody: { required: true, content }, responses: { "204": { description: "Taken." } } },
});
const kind = (name: string, own: string): object => ({
  type: "object",
  required: ["kind", own],
  properties: { id: { type: "string" }, kind: { const: name }, [own]: { type: "integer" }, vip: { type: "boolean" } },
});
const paths = {
  "/form": takes({ [URLENCODED]: { schema: ITEM, encoding } }),
  "/upload": takes({ "multipart/form-data": { schema: { ...ITEM, required: ["age", "picture"] }, encoding } }),
  "/either": takes({ [URLENCODED]: { schema: { ...ITEM, anyOf: [{ required: ["age"] }, { required: ["vip"] }] } } }),
  "/free": takes({ [URLENCODED]: {} }),
  "/animals": {
    post: {
      requestBody: {
        required: true,
        content: { [URLENCODED]: { schema: { oneOf: [kind("dog", "age"), kind("cat", "lives")] } } },
      },
      responses: {
        "201": {
          description: "Added.",
          content: { "application/json": { schema: { oneOf: [kind("dog", "age"), kind("cat", "lives")] } } },
        },
      },
    },
  },
  "/animals/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
    get: {
      responses: {
        "200": {
          description: "It.",
          content: { "application/json": { schema: { oneOf: [kind("dog", "age"), kind("cat", "lives")] } } },
        },
      },
    },
  },
};

let mock: Mock;
beforeAll(async () => {
  const document = orders({ paths }) as unknown as { paths: Record<string, { post: { requestBody: JsonObject } }> };
  const schema = { $ref: "#/components/schemas/NewOrder" };
  const { requestBody } = document.paths["/orders"]!.post;
  Object.assign(requestBody["content"] as object, { [URLENCODED]: { schema } });
  mock = await startMock(document);
});
afterAll(() => mock.close());

async function post(path: string, body: string, type = URLENCODED): Promise<string> {
  const answer = await mock.fetch(`${mock.url}${path}`, { method: "POST", headers: { "Content-Type": type }, body });
  const text = await answer.text();
  return answer.ok ? String(answer.status) : `${answer.status} ${(JSON.parse(text) as { message: string }).message}`;
}

test("fields described by alternatives are read by their types", async () => {
  const sent = "kind=dog&age=7&vip=true";
  const answer = await mock.fetch(`${mock.url}/animals`, {
    method: "POST",
    headers: { "Content-Type": URLENCODED },
    body: sent,
  });
  expect(await answer.json()).toMatchObject({ kind: "dog", age: 7, vip: true });
});

test.each([
  ["age=18", "204"],
  ["age=18&name=J+%C3%A9&vip=true&tags=a&tags=b&sizes=1,2&home=%7B%22zip%22%3A1%7D&work%5Bzip%5D=4", "204"],
  ["age=18&tags[]=a&choice=abc&lines[0][sku]=x", "204"],
  ["name=Jo", '400 the body must have the property "age"'],
  ["age=17", "400 age is 17: must be 18 or more"],
  ["age=old", '400 age is "old": must be an integer written in digits'],
  ["age=18&age=19", "400 age was given more than once"],
  ["age=18&vip=yes", '400 vip is "yes": must be true or false'],
  ["age=18&name=J", '400 name is "J": must be 2 characters long or longer'],
  ["age=18&tags=a&tags=b&tags=c", "400 tags must have 2 items or fewer"],
  ["age=18&sizes=1,20", "400 sizes.1 is 20: must be 9 or less"],
  ["age=18&home=%7B%7D", '400 home must have the property "zip"'],
  ["age=18&home=here", expect.stringContaining('400 home is "here": ')],
  ["age=18&work[zip]=100", "400 work.zip is 100: must be 99 or less"],
  ["age=18&hat=1", '400 the body must not have the property "hat"'],
  ["age=%FF", '400 the body has a field "age" that is not percent-encoded UTF-8'],
  ["=1", '400 the body must have the property "age"; the body must not have the property ""'],
  ["age=18&__proto__=1", '400 the body must not have the property "__proto__"'],
])("%s", async (body, expected) => {
  expect(await post("/form", body)).toEqual(expected);
});

test("with alternatives, the type of a field is open, so only a field that fits none is refused", async () => {
  expect(await post("/either", "vip=true&name=x")).toBe("204");
  expect(await post("/either", "vip=x")).toMatch(/^400 vip is "x"/);
});

test("without a schema, anything is accepted", async () => {
  expect(await post("/free", "%FF&&&=")).toBe("204");
});

test("a form creates an item like JSON does, if the document accepts both", async () => {
  const headers = { "Content-Type": URLENCODED };
  const made = await mock.fetch(`${mock.url}/orders`, { method: "POST", headers, body: "quantity=3&state=done" });
  expect([made.status, await made.json()]).toEqual([201, expect.objectContaining({ quantity: 3, state: "done" })]);
  const refused = await mock.fetch(`${mock.url}/orders`, { method: "POST", headers, body: "quantity=0" });
  expect(refused.status).toBe(422);
});

const part = (head: string, content: string): string =>
  `--x-y\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const AGE = part('name="age"', "18");
const PICTURE = part('name="picture"; filename="a.png"\r\nContent-Type: image/png', "\u0000\r\n--x");
const END = "--x-y--\r\n";
const TYPE = "multipart/form-data; boundary=x-y";

test.each([
  [AGE + PICTURE + END, TYPE, "204"],
  [`before\r\n${PICTURE}${AGE}${END}after`, 'Multipart/Form-Data; Boundary="x-y"', "204"],
  [AGE + PICTURE + part("name=home\r\nContent-Type: application/json", '{"zip":1}') + END, TYPE, "204"],
  [AGE + END, TYPE, '400 the body must have the property "picture"'],
  [part('name="age"', "8") + PICTURE + END, TYPE, "400 age is 8: must be 18 or more"],
  [part('name="age"', "") + PICTURE + END, TYPE, '400 age is "": must be an integer written in digits'],
  [AGE + PICTURE + part('name="h%22at"', "") + END, TYPE, '400 the body must not have the property "h\\"at"'],
  [AGE + PICTURE, TYPE, "400 the body ends before its last boundary"],
  ["age=18", TYPE, "400 the body does not have the boundary that its Content-Type names"],
  [AGE + END, "multipart/form-data", "400 the body has no boundary in its Content-Type"],
  [part('filename="x"', "") + END, TYPE, "400 the body has a part without a name in its Content-Disposition"],
])("%j as %s", async (body, type, expected) => {
  expect(await post("/upload", body, type)).toBe(expected);
});

test("a form from FormData is read", async () => {
  const form = new FormData();
  form.set("age", "19");
  form.set("picture", new Blob(["x"]), "p.png");
  expect((await mock.fetch(`${mock.url}/upload`, { method: "POST", body: form })).status).toBe(204);
  form.set("age", "9");
  expect((await mock.fetch(`${mock.url}/upload`, { method: "POST", body: form })).status).toBe(400);
});
