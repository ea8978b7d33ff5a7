// A service that lets everybody in carries out what a request without a credential asks for.
import { expect, test } from "vitest";
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
