// Runs `verify` on services that are installed from npm and Debian, with the documents that they publish, and fails where
// a report has a cause that nobody has signed. FastAPI is Debian's python3-fastapi and python3-uvicorn; without them it is
// left out.
//   npm ci --prefix test/field && npm run build && node test/field/services.mjs
import { spawn, spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { documentOfValue } from "../../dist/src/contract/load.js";
import { contractOf } from "../../dist/src/contract/contract-of.js";
import { findingReport, loadContract, verify } from "../../dist/src/index.js";
import { SIGNED } from "./services/signed.mjs";

const here = (name) => new URL(`services/${name}`, import.meta.url).pathname;
const python = "/usr/bin/python3";
const hasFastApi = spawnSync(python, ["-c", "import fastapi, uvicorn"]).status === 0;
const SERVICES = {
  hono: { command: [process.execPath, here("hono.mjs")] },
  fastify: { command: [process.execPath, here("fastify.mjs")] },
  express: { command: [process.execPath, here("express.mjs")], document: here("express.yaml"), base: "/v1" },
  loopback: { command: [process.execPath, here("loopback.mjs")] },
  ...(hasFastApi ? { fastapi: { command: [python, here("items.py")] } } : {}),
};

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** The document that a service publishes, as soon as it does. */
async function published(url) {
  for (let left = 240; left > 0; left--) {
    try {
      return await (await fetch(`${url}/openapi.json`)).json();
    } catch {
      await sleep(250);
    }
  }
  throw new Error(`${url} does not start`);
}

const wrong = [];
for (const [name, { command, document, base = "" }] of Object.entries(SERVICES)) {
  const port = await freePort();
  const service = spawn(command[0], [...command.slice(1), String(port)], { stdio: "ignore" });
  try {
    const url = `http://127.0.0.1:${port}`;
    const value = await published(url).catch((error) => (document === undefined ? Promise.reject(error) : {}));
    const contract = document === undefined ? contractOf(await documentOfValue(value)) : await loadContract(document);
    const run = await verify(contract, { baseUrl: url + base });
    const verified = { run, results: run.results, coverage: { covered: 0, reasoned: 0, open: 0 } };
    const { causes } = findingReport(verified, { contract, version: "1", target: url, strict: false });
    const signed = SIGNED[name];
    for (const { id, title } of causes)
      if (signed[id] === undefined) wrong.push(`${name}: nobody signed ${id}: ${title}`);
    process.stdout.write(
      `${name}: ${causes.length} causes, ${causes.filter(({ id }) => signed[id] !== undefined).length} signed\n`,
    );
  } finally {
    service.kill();
  }
}
for (const line of wrong) process.stderr.write(`${line}\n`);
process.exitCode = wrong.length > 0 ? 1 : 0;
