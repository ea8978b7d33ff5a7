// Small documents that once revealed bugs, read in place: the mock of each passes the suite.
import { readFileSync, readdirSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { type Trial, serveFile, serveFiles } from "../published/trial.ts";
import { CORPUS } from "./data.ts";

const FOLDER = resolve(CORPUS, "..", "trials", "documents");

const idOf = (body: unknown): string => String((body as { id?: string | number }).id);

/** What a client of each expects, in addition to a clean run of the suite. */
const BEHAVIOUR: Readonly<Record<string, (trial: Trial) => Promise<void>>> = {
  d1: async ({ ask }) => expect((await ask("GET /status")).body).toEqual({ up: true }),
  d1b: async ({ ask }) => expect((await ask("GET /status")).body).toEqual({ up: true }),
  d2: async ({ ask }) => expect((await ask("GET /menu")).status).toBe(200),
  d3: async ({ ask }) => {
    const { status, body } = await ask("POST /", { name: "Argo" });
    expect(status).toBe(201);
    expect((await ask(`GET /${idOf(body)}`)).body).toEqual(body);
  },
  d4: async ({ ask }) => {
    const { status, body } = await ask("POST /orders", { item: "tea" });
    expect([status, idOf(body)]).toEqual([201, expect.stringMatching(/^ord_[0-9abcdefghjkmnpqrstvwxyz]{26}$/)]);
    expect((await ask(`GET /orders/${idOf(body)}`)).body).toEqual(body);
  },
  d5: async ({ ask }) => {
    await ask("POST /user", { username: "zoe" });
    expect((await ask("GET /user/zoe")).body).toMatchObject({ username: "zoe" });
    await ask("POST /user/createWithList", [{ username: "mo" }, { username: "bo" }]);
    expect((await ask("GET /user/mo")).status).toBe(200);
    expect((await ask("GET /user/bo")).status).toBe(200);
  },
  d6: async ({ ask }) => {
    const { status, body } = await ask("POST /emails", { to: "zoe@example.com", subject: "Hello" });
    expect(status).toBe(200);
    expect((await ask(`GET /emails/${idOf(body)}`)).body).toMatchObject({ subject: "Hello" });
  },
  d7: async ({ ask }) => {
    const { body } = await ask("POST /templates", { name: "Hello" });
    expect((await ask(`GET /templates/${idOf(body)}`)).body).toMatchObject({ name: "Hello" });
  },
  d8: async ({ ask }) => expect((await ask("GET /users")).status).toBeLessThan(300),
  d9: async ({ ask }) => expect((await ask("GET /a")).status).toBe(200),
  d10: async ({ ask }) => expect((await ask("GET /a")).status).toBe(200),
  d11: async ({ ask }) => {
    const { body } = await ask("POST /domains", { name: "example.org" });
    expect(((await ask("GET /domains")).body as JsonObject)["data"]).toContainEqual(body);
  },
  d12: async ({ ask }) => expect((await ask("GET /ping")).body).toEqual({ up: true }),
  d13: async ({ roles }) => expect(roles.filter((role) => role.endsWith("create"))).toEqual([]),
  d14: async ({ ask }) =>
    expect((await ask("GET /a")).headers.get("access-control-allow-credentials") ?? "true").toMatch(/^(true|false)$/),
  d15: async ({ ask }) => expect((await ask("GET /albums/4aawyAB9vmqN3uQ7FjRGTy")).status).toBe(200),
  d16: async ({ ask }) => expect((await ask("GET /a")).body).toMatchObject({ name: "AUTHENTICATION_FAILURE" }),
  d17: async ({ ask }) => expect((await ask("GET /board", undefined, { "api-key": "demo-key" })).status).toBe(200),
  d18: async ({ ask }) => expect((await ask("GET /issues?state=all")).body).not.toEqual([]),
  d19: async ({ ask }) =>
    expect(await ask("POST /things", { name: "Argo" })).toMatchObject({ status: 201, body: { name: "Argo" } }),
  d20: async ({ ask }) => expect((await ask("POST /templates/schema", { displayName: "Argo" })).status).toBe(200),
  d21: async ({ ask }) => expect((await ask("GET /a")).status).toBe(200),
};

const files = readdirSync(FOLDER).filter((name) => /^d\d+b?-.*\.yaml$/.test(name) && name !== "d2-menu.yaml");

test("there are 22 documents, and each is asked for something", () => {
  expect(files).toHaveLength(22);
  expect(files.map((name) => name.split("-")[0] ?? "").sort()).toEqual(Object.keys(BEHAVIOUR).sort());
});

test.each(files)("%s is served as a client expects, and passes the suite", async (name) => {
  const trial = await serveFile(join(FOLDER, name));
  await BEHAVIOUR[name.split("-")[0] ?? ""]?.(trial);
  expect(await trial.complaints()).toEqual([]);
});

test("the host that a document names in an extension is not asked", async () => {
  let connections = 0;
  const listener = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((done) => void listener.listen(0, "127.0.0.1", done));
  const { port } = listener.address() as AddressInfo;
  const text = readFileSync(join(FOLDER, "d1b-remote-ref-in-extension.yaml"), "utf8");
  expect(text).toContain(":4898/");
  const trial = await serveFiles({ "openapi.yaml": text.replaceAll(":4898/", `:${port}/`) });
  expect((await trial.ask("GET /status")).body).toEqual({ up: true });
  expect(await trial.complaints()).toEqual([]);
  await new Promise((done) => listener.close(done));
  expect(connections).toBe(0);
});
