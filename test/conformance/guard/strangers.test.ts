// A service that lets everybody in carries out what a request without a credential asks for.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { verify } from "../../../conformance/verify.ts";
import { loadContract } from "../../../src/contract/load.ts";
import { runOn } from "../answering.ts";
import { answers, object, text } from "../../http/parts.ts";

const SECURED = {
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  security: [{ key: [] }],
};
const reset = { post: { responses: { ...answers("200", object({})), ...answers("401", object({ error: text })) } } };
const state = { get: { responses: { ...answers("200", object({})), ...answers("401", object({ error: text })) } } };

test.each([
  ["refuses strangers", 401, true],
  ["lets everybody in", 200, false],
])("where a service %s, nobody without a key asks for what may change something", async (_, status, isAsked) => {
  let done = 0;
  await runOn(
    { "/reset": reset, "/state": state },
    (method, path) => {
      if (method === "POST" && path === "/reset") done++;
      return [method === "GET" || method === "POST" ? status : 405, {}];
    },
    { key: "Key-4f9-of-somebody" },
    SECURED,
  );
  expect(done > 0).toBe(isAsked);
});

test("a GET that is called like a change is not sent", async () => {
  const asked: string[] = [];
  const state = { get: { responses: answers("200", object({})) } };
  await runOn(
    {
      "/session/logout": state,
      "/deletePad": state,
      "/createPad": state,
      "/sendAll": state,
      "/state": state,
      "/cancellations": state,
    },
    (method, path) => {
      if (method === "GET") asked.push(path);
      return [200, {}];
    },
  );
  expect(
    [...new Set(asked)].filter((path) => path.split("/").length < 4 && !path.includes("no-such")).toSorted(),
  ).toEqual(["/cancellations", "/state"]);
});

test.each([
  ["its lists refuse too", false, true],
  ["everything accepts", true, false],
])("a key in another case that %s is tried on what may change something: %s", async (_, isOpen, isAsked) => {
  const key = "Key-4f9-of-somebody";
  const swapped = "kEY-4F9-OF-SOMEBODY";
  const done: string[] = [];
  const server = createServer((request, response) => {
    const { url = "", method } = request;
    const given = (request.headers.authorization ?? "").replace("Bearer ", "");
    if (method === "POST" && url === "/reset") done.push(given);
    response.writeHead(given === key || (isOpen && given === swapped) ? 200 : 401, {
      "Content-Type": "application/json",
    });
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const document = {
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      paths: { "/reset": reset, "/state": state },
    };
    await verify(await loadContract({ ...document, ...SECURED }), { baseUrl: `http://127.0.0.1:${port}`, key });
  } finally {
    server.close();
    server.closeAllConnections();
  }
  expect(done).toContain("");
  expect(done.includes(swapped)).toBe(isAsked);
});
