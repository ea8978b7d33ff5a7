// A witness as a command: the request that a shell and curl make from it is the one that was judged.
import { execFile } from "node:child_process";
import { type IncomingMessage, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { describeExchange, showRequest } from "../../src/gate/exchange/show.ts";
import { compare, documentOf, withParameters } from "./documents.ts";

/** The request that a shell sends for the witness of a stricter body. */
async function pasted(mediaType: string, schema: (strict: boolean) => object): Promise<{ type: string; body: string }> {
  const document = (strict: boolean) => {
    const content = { [mediaType]: { schema: schema(strict) } };
    return documentOf({ "/things": { post: { requestBody: { required: true, content }, responses: {} } } });
  };
  const [change] = (await compare(document(false), document(true))).changes;
  if (change?.witness === undefined) throw new Error("there is no witness");
  let seen: IncomingMessage | undefined;
  let body = "";
  const server = createServer((request, response) => {
    seen = request;
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => response.end());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { curl } = describeExchange(
    change.witness.exchange,
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
  await promisify(execFile)("sh", ["-c", curl ?? "false"]).finally(() => server.close());
  return { type: seen?.headers["content-type"] ?? "", body };
}

const SCHEMA = (strict: boolean): object => ({
  type: "object",
  required: ["name", "tags", "at"],
  properties: {
    name: { const: "a b&c" },
    tags: { const: ["x", "y"] },
    at: { type: "integer", minimum: 7, maximum: strict ? 8 : 9 },
  },
});

test("a form is written as a form", async () => {
  const { type, body } = await pasted("application/x-www-form-urlencoded", SCHEMA);
  expect(type).toBe("application/x-www-form-urlencoded");
  expect([...new URLSearchParams(body)]).toEqual(
    expect.arrayContaining([
      ["name", "a b&c"],
      ["tags", "x"],
      ["tags", "y"],
      ["at", "9"],
    ]),
  );
});

test("a multipart form is written in parts", async () => {
  const { type, body } = await pasted("multipart/form-data", SCHEMA);
  const form = await new Response(body, { headers: { "content-type": type } }).formData();
  expect([form.getAll("name"), form.getAll("tags"), form.getAll("at")]).toEqual([["a b&c"], ["x", "y"], ["9"]]);
});

test("JSON is written as JSON, text as text", async () => {
  const bounded = (strict: boolean): object => ({ type: "string", minLength: 2, maxLength: strict ? 2 : 3 });
  expect((await pasted("application/json", bounded)).body).toMatch(/^".{3}"$/);
  expect((await pasted("text/plain", bounded)).body).toMatch(/^[^"]{3}$/);
});

test.each([
  ["form", "/things?gr%C3%B6%C3%9Fe%20%25=a"],
  ["deepObject", "/things?q%5Bgr%C3%B6%C3%9Fe%20%25%5D=a"],
])("the names inside a parameter of the style %s are encoded once", async (style, url) => {
  const name = "größe %";
  const parameter = (type: string) => ({
    name: "q",
    in: "query",
    required: true,
    style,
    explode: true,
    schema: { type: "object", required: [name], properties: { [name]: { type } } },
  });
  const [change] = (await compare(withParameters(parameter("string")), withParameters(parameter("integer")))).changes;
  const exchange = change?.witness?.exchange;
  expect(exchange?.kind === "request" ? showRequest(exchange).url : undefined).toBe(url);
});
