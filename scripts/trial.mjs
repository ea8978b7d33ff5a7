// Tests the rows of test/trial/README.md that need other tools: the packed package with Jest, with the types of
// openapi-typescript, in Express and Hono, and under Bun and Deno. Each really runs, in its own folder.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { check, conclude, folder, install, installPacked, root, run, write } from "./packed.mjs";
import { checkTour } from "./tour.mjs";

installPacked();
install(
  "jest@30.5.2",
  "typescript@5.9.3",
  "openapi-typescript@7.13.0",
  "openapi-fetch@0.17.0",
  "express@5.3.0",
  "hono@4.13.19",
  "bun@1.4.5",
  "deno@2.9.6",
);
const bin = (name) => join(folder, "node_modules", ".bin", name);
const spec = join("node_modules", "animal-store", "spec", "animal-store.yaml");
check("animal-store compile", run(bin("animal-store"), ["compile", spec, "--out", "contract.mjs"]));

const REX = `{ method: "POST", headers: { "Content-Type": "application/json" }, body: '{"name":"Rex","categoryId":9223372036854775807}' }`;
const MADE = '{"id":13,"name":"Rex","categoryId":9223372036854775807}';

const jest = `
describe("pets", () => {
  let mock;
  beforeAll(async () => { mock = await createMock({ auth: false }); });
  beforeEach(() => mock.reset());
  afterAll(() => mock.close());
  test("one is added", async () => {
    const made = await fetch(mock.url + "/pets", ${REX});
    expect([made.status, await made.text()]).toEqual([201, '${MADE}']);
  });
  test("each test begins anew, and a failure is forced", async () => {
    expect(mock.items("pets")).toHaveLength(12);
    mock.situation({ on: "GET", status: 500 });
    expect((await fetch(mock.url + "/pets")).status).toBe(500);
  });
});`;
write("jest.config.json", '{"testMatch":["<rootDir>/*.spec.mjs","<rootDir>/*.spec.cjs"],"transform":{}}');
write("pets.spec.mjs", `import { createMock } from "animal-store";${jest}`);
write("pets.spec.cjs", `const { createMock } = require("animal-store");${jest}`);
const modules = { env: { NODE_OPTIONS: "--experimental-vm-modules" } };
check("Jest, ES modules", run(bin("jest"), ["-c", "jest.config.json", "pets.spec.mjs"], modules));
check("Jest, CommonJS", run(bin("jest"), ["-c", "jest.config.json", "pets.spec.cjs"]));

check("openapi-typescript", run(bin("openapi-typescript"), [spec, "-o", "schema.d.ts"]));
write(
  "calls.mts",
  `import createClient from "openapi-fetch";
import { createMock, type Mock } from "animal-store";
import type { paths } from "./schema.js";
const mock: Mock = await createMock();
const client = createClient<paths>({ baseUrl: mock.url, headers: { Authorization: \`Bearer \${mock.key}\` } });
const { data, error } = await client.POST("/pets", { body: { name: "Rex", categoryId: 1 } });
if (error !== undefined || data.name !== "Rex") throw new Error("it was not added");
// @ts-expect-error: the document has no such path
export const wrong = () => client.GET("/cats");
await mock.close();
`,
);
const compilerOptions = { strict: true, module: "nodenext", target: "es2022", lib: ["esnext", "dom"], types: [] };
write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["calls.mts"] }));
check("types", run(bin("tsc"), []));
check("types: what was compiled runs", run(process.execPath, ["calls.mjs"]));

const handler = `import { createFetchHandler } from "animal-store/fetch";
import contract from "./contract.mjs";
const mock = createFetchHandler(contract, { auth: false });`;
const judge = `const made = await ask("/v1/pets", ${REX});
const text = await made.text();
const refused = await ask("/v1/pets?limit=101");
if (made.status !== 201 || text !== '${MADE}' || refused.status !== 400) throw new Error(text);`;
write(
  "hono.mjs",
  `${handler}
import { Hono } from "hono";
const app = new Hono();
app.get("/own", (c) => c.text("mine"));
app.all("/v1/*", (c) => mock(c.req.raw));
const ask = (path, init) => app.request(path, init);
${judge}
if ((await (await ask("/own")).text()) !== "mine") throw new Error("Hono's own path");`,
);
check("Hono", run(process.execPath, ["hono.mjs"]));

const asked = `const ask = (path, init) => fetch("http://127.0.0.1:" + port + path, init);\n${judge}`;
const listening = `{ port: 0, hostname: "127.0.0.1", onListen() {} }`;
write(
  "bun.mjs",
  `${handler}\nconst server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: mock });\nconst { port } = server;\n${asked}\nawait server.stop(true);\nmock.worlds.close();`,
);
write(
  "deno.mjs",
  `${handler}\nconst server = Deno.serve(${listening}, mock);\nconst { port } = server.addr;\n${asked}\nawait server.shutdown();\nmock.worlds.close();`,
);
/** The program of a runtime, which npm installs as one package per system. */
function runtime(name, args) {
  const path = [`@oven/bun-linux-x64/bin/bun`, `@deno/linux-x64-glibc/deno`]
    .map((one) => join(folder, "node_modules", one))
    .find((one) => one.endsWith(name) && existsSync(one));
  if (path === undefined) process.stdout.write(`- ${name}: not run, its package has no program for this system here\n`);
  else check(name === "bun" ? "Bun" : "Deno", run(path, args));
}
runtime("bun", ["run", "bun.mjs"]);
runtime("deno", ["run", "--allow-net", "--allow-read", "--node-modules-dir=manual", "deno.mjs"]);

// The example in docs/library.md, unchanged except for the port, followed by a request.
const documentation = readFileSync(join(root, "docs", "library.md"), "utf8");
const express = /^```js\n(import express from "express";[\s\S]*?)^```/m.exec(documentation)?.[1] ?? "";
write("openapi.yaml", readFileSync(join(folder, spec), "utf8"));
write(
  "express.mjs",
  `${express.replace("app.listen(3000)", "app.listen(0)")}
await new Promise((done) => server.once("listening", done));
const ask = (path, key) => fetch("http://127.0.0.1:" + server.address().port + path, { headers: { Authorization: "Bearer " + key } });
const statuses = [await ask("/v1/pets", "demo-key"), await ask("/v1/pets", "no"), await ask("/else", "")].map(({ status }) => status);
if (String(statuses) !== "200,401,404") throw new Error(String(statuses));
server.close();
process.exit(0);`,
);
check("Express, as docs/library.md has it", run(process.execPath, ["express.mjs"]));
await checkTour();
conclude();
