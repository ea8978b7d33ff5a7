// A service whose posts show their author, who counts one more post with each: nothing that it could be blamed for.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { verify } from "../../../conformance/verify.ts";
import { loadContract } from "../../../src/contract/load.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { complaints } from "../side-by-side.ts";

const club = { type: "object", properties: { id: { type: "integer" }, posts: { type: "integer" } } };
const author = {
  type: "object",
  properties: { id: { type: "integer" }, name: { type: "string" }, posts: { type: "integer" }, club },
};
const post = {
  type: "object",
  required: ["id", "text"],
  properties: {
    id: { type: "integer", readOnly: true },
    text: { type: "string" },
    author: { ...author, readOnly: true },
  },
};
const json = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const answers = (status: number, schema: JsonObject): JsonObject => ({
  responses: {
    [status]: { description: "D", ...json(schema) },
    404: { description: "D", ...json({ type: "object" }) },
  },
});
const DOCUMENT: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Posts", version: "1" },
  paths: {
    "/posts": {
      get: answers(200, { type: "array", items: post }),
      post: { requestBody: { required: true, ...json(post) }, ...answers(201, post) },
    },
    "/posts/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: answers(200, post),
    },
  },
};

function textIn(body: string): string | undefined {
  try {
    const { text } = JSON.parse(body) as { text?: unknown };
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}

/** What the comparisons of items find in such a service. @param nameOf the author, by how many posts there are */
async function wrongWith(nameOf: (posts: number) => string): Promise<string> {
  const texts: string[] = [];
  const shown = (id: number): object => ({
    id,
    text: texts[id - 1],
    author: { id: 1, name: nameOf(texts.length), posts: texts.length, club: { id: 2, posts: texts.length } },
  });
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const answer = (status: number, value: unknown): void => {
        response.writeHead(status, { "Content-Type": "application/json" });
        response.end(JSON.stringify(value));
      };
      const id = Number(request.url?.split("/")[2] ?? 0);
      if (request.method === "POST") {
        const text = textIn(body);
        if (text === undefined) return answer(404, {});
        return answer(201, shown(texts.push(text)));
      }
      if (id === 0)
        return answer(
          200,
          texts.map((_, at) => shown(at + 1)),
        );
      return answer(texts[id - 1] === undefined ? 404 : 200, texts[id - 1] === undefined ? {} : shown(id));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  try {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return complaints(await verify(await loadContract(DOCUMENT), { baseUrl })).join();
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("what other things that an item shows count may move", async () => {
  expect(await wrongWith(() => "Ada")).not.toMatch(/lists\.as-created|fetch\.same/);
});

test("what they are called may not", async () => {
  expect(await wrongWith((posts) => `Ada ${posts}`)).toMatch(/lists\.as-created|fetch\.same/);
});
