// Runs `verify` on every store as it is and in trouble, and says what came of it as a table in Markdown. It fails where a
// report has a cause that is no bug of the store, lacks one, or shows a command that does not reproduce.
//   npm ci --prefix test/field && npm run build && node test/field/run.mjs > bench/field-verify.md
import { execFile } from "node:child_process";
import { createServer, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { findingReport, loadContract, verify } from "../../dist/src/index.js";
import { look } from "../../dist/conformance/verify.js";
import { BUGS } from "./bugs.mjs";
import { KEY, STORES, startStore } from "./serve.mjs";

// Express writes what goes wrong to the terminal otherwise.
process.env.NODE_ENV = "test";

const contract = await loadContract(new URL("../../spec/animal-store.yaml", import.meta.url).pathname);
const wrong = [];

/** Stands before a store. @param trouble answers instead of it, or waits */
function startGateway(url, trouble) {
  const target = new URL(url);
  let serial = 0;
  const pass = async (incoming, response) => {
    if (await trouble(++serial, response)) {
      incoming.resume();
      return;
    }
    const { method, headers } = incoming;
    const options = { host: target.hostname, port: target.port, method, path: incoming.url, headers, agent: false };
    const passed = request(options, (answer) => {
      response.writeHead(answer.statusCode, answer.rawHeaders);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    incoming.pipe(passed);
  };
  const server = createServer((incoming, response) => void pass(incoming, response));
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const close = () => new Promise((done) => (server.close(() => done()), server.closeAllConnections()));
      resolve({ url: `http://127.0.0.1:${server.address().port}${target.pathname}`, close });
    });
  });
}

const TROUBLES = {
  "every tenth request answered 502": (serial, response) =>
    serial % 10 === 0 && (response.writeHead(502, { "Content-Type": "text/html" }).end("<h1>Bad Gateway</h1>"), true),
  "every tenth connection dropped": (serial, response) => serial % 10 === 0 && (response.destroy(), true),
  "50 ms latency": async () => (await sleep(50), false),
};

async function reportOn(baseUrl) {
  const run = await verify(contract, { baseUrl, key: KEY });
  const verified = { run, results: run.results, coverage: { covered: 0, reasoned: 0, open: 0 } };
  return { run, report: findingReport(verified, { contract, version: "1", target: baseUrl, strict: false }) };
}

const countOf = (report, verdict) => report.findings.filter((finding) => finding.verdict === verdict).length;

/** Whether a command gets the same status and media type again. */
async function reproduces({ curl, response }) {
  const stdout = await new Promise((resolve) => {
    execFile("sh", ["-c", curl], { env: { ...process.env, API_KEY: KEY } }, (_, out) => resolve(out));
  });
  const [status = ""] = response.split("\n", 1);
  const said = /^HTTP\/[\d.]+ (\d+)/.exec(stdout)?.[1];
  return status.startsWith("no answer") ? said === undefined : said === status;
}

const rows = [];
const troubled = [];
for (const name of STORES) {
  const bugs = BUGS[name];
  const store = await startStore(name);
  const { report } = await reportOn(store.url);
  const causes = report.causes.map(({ id }) => id);
  for (const id of causes) if (bugs[id] === undefined) wrong.push(`${name}: ${id} is no bug of the store`);
  for (const id of Object.keys(bugs)) if (!causes.includes(id)) wrong.push(`${name}: ${id} was not found`);
  let good = 0;
  const shown = report.causes.map(({ findings: [best] }) => best.evidence.at(-1));
  for (const evidence of shown) {
    if (await reproduces(evidence)) good++;
    else wrong.push(`${name}: does not reproduce: ${evidence.curl}`);
  }
  const results = countOf(report, "fail") + countOf(report, "warning");
  rows.push(`| ${name} | ${Object.keys(bugs).length} | ${results} | ${causes.length} | ${good} of ${shown.length} |`);
  for (const [trouble, act] of Object.entries(TROUBLES)) {
    const fresh = await startStore(name);
    const gateway = await startGateway(fresh.url, act);
    const { run, report: behind } = await reportOn(gateway.url);
    const strange = behind.causes.filter(({ id }) => bugs[id] === undefined && id !== "check:protocol.steady");
    for (const { id } of strange) wrong.push(`${name}, ${trouble}: ${id}`);
    const seconds = (run.durationMs / 1000).toFixed(1);
    const counts = [countOf(behind, "fail"), countOf(behind, "warning"), countOf(behind, "inconclusive")];
    troubled.push(`| ${name} | ${trouble} | ${counts.join(" | ")} | ${strange.length} | ${seconds} s |`);
    await gateway.close();
    await fresh.close();
  }
  for (const [what, baseUrl, key] of [
    ["a wrong key", store.url, "not-the-key"],
    ["no key", store.url, undefined],
    ["a wrong path", store.url.replace("/v1", "/api"), KEY],
  ]) {
    const { obstacle } = await look(contract, { baseUrl, ...(key === undefined ? {} : { key }) });
    if (obstacle === undefined) wrong.push(`${name}: ${what} was not noticed`);
    troubled.push(`| ${name} | ${what} | not run: ${obstacle?.todo ?? "?"} | | | | |`);
  }
  await store.close();
}

process.stdout.write(`# \`verify\` on stores of other frameworks

Five stores of \`test/field/\`, written from the guides of their frameworks, with the bugs that this leads to; \`test/field/bugs.mjs\`
names each. A row that does not hold makes \`node test/field/run.mjs\` fail, which wrote this page.

| store | bugs | results that fail or warn | causes reported | commands that reproduce |
|---|---:|---:|---:|---:|
${rows.join("\n")}

The same stores behind a gateway, and with a key or a path that is wrong. "False" are causes that are no bug of the store.

| store | trouble | fail | warning | inconclusive | false | time |
|---|---|---:|---:|---:|---:|---:|
${troubled.join("\n")}
`);
for (const line of wrong) process.stderr.write(`${line}\n`);
process.exitCode = wrong.length > 0 ? 1 : 0;
