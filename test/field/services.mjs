// Runs `verify` on services that are installed from npm and Debian, with the documents that they publish, and fails where
// a report has a cause that nobody has signed, or a run has changed what was there before. Prints the table of
// docs/figures.md. What is not installed is left out, and named.
//   apt-get install prometheus-alertmanager pdns-server pdns-backend-sqlite3 python3-fastapi python3-uvicorn
//   apt-get install python3-djangorestframework-spectacular python3-django-filters
//   npm ci --prefix test/field && npm run build && node test/field/services.mjs
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { findingReport, loadContract, verify } from "../../dist/src/index.js";
import { SERVICES } from "./services/installed.mjs";
import { SIGNED } from "./services/signed.mjs";

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** The answer of a service, as soon as there is one. */
async function answered(url, options) {
  for (let left = 240; left > 0; left--) {
    const answer = await fetch(url, options).catch(() => undefined);
    if (answer !== undefined) return answer;
    await sleep(250);
  }
  throw new Error(`${url} does not answer`);
}

async function contractOf({ document, headers }, url) {
  if (typeof document === "function") return loadContract(document());
  const asked = { headers: { ...headers, Accept: "application/json" } };
  return loadContract(await (await answered(url + document, asked)).json());
}

/** The items of a service, each as it shows it. */
async function itemsOf({ items: { at, query = "", list }, headers }, base) {
  const shown = await (await answered(base + at + query, { headers })).json();
  const all = list === undefined ? shown : shown[list];
  return all.map((item) => JSON.stringify(item));
}

async function fill({ items, headers }, base) {
  for (const body of items.bodies) {
    const more = { ...headers, "Content-Type": "application/json" };
    await answered(base + items.at, { method: "POST", headers: more, body: JSON.stringify(body) });
  }
}

const wrong = [];
const rows = [];
const sums = { causes: 0, true: 0, twice: 0, false: 0 };
for (const [name, service] of Object.entries(SERVICES)) {
  const { called, command, base = "", key, install } = service;
  if (install !== undefined && service.version === undefined) {
    process.stderr.write(`${name} left out: it is not installed (apt-get install ${install})\n`);
    continue;
  }
  const port = await freePort();
  const [program, ...args] = command(port, await freePort());
  const running = spawn(program, args, { stdio: "ignore" });
  try {
    const url = `http://127.0.0.1:${port}`;
    await answered(url);
    const contract = await contractOf(service, url);
    await fill(service, url + base);
    const before = await itemsOf(service, url + base);
    const run = await verify(contract, { baseUrl: url + base, ...(key === undefined ? {} : { key }) });
    const after = new Set(await itemsOf(service, url + base));
    const lost = before.filter((item) => !after.has(item));
    for (const item of lost) wrong.push(`${name}: ${item} is not what it was`);
    if (before.length === 0) wrong.push(`${name}: nothing was there before the run`);
    const verified = { run, results: run.results, coverage: { covered: 0, reasoned: 0, open: 0 } };
    const { causes } = findingReport(verified, { contract, version: "1", target: url, strict: false });
    const signed = SIGNED[name] ?? {};
    const counts = { true: 0, twice: 0, false: 0 };
    for (const { id, title } of causes) {
      const own = signed[id];
      if (own === undefined) wrong.push(`${name}: nobody signed ${id}: ${title}`);
      else counts[typeof own === "string" ? "true" : own.is]++;
    }
    for (const kind of Object.keys(counts)) sums[kind] += counts[kind];
    sums.causes += causes.length;
    const title = service.version === undefined ? called : `${called} ${service.version}`;
    const kept = `${before.length - lost.length} of ${before.length}`;
    rows.push(`| ${title} | ${causes.length} | ${counts.true} | ${counts.twice} | ${counts.false} | ${kept} |`);
  } finally {
    running.kill();
  }
}
process.stdout.write(`| service | causes | true | twice | false | items as before |
|---|---:|---:|---:|---:|---:|
${rows.join("\n")}
| all | ${sums.causes} | ${sums.true} | ${sums.twice} | ${sums.false} | |
`);
for (const line of wrong) process.stderr.write(`${line}\n`);
process.exitCode = wrong.length > 0 ? 1 : 0;
