// Runs `verify` on every store as it is and in trouble, and says what came of it as a table in Markdown. It fails where a
// report has a cause that is no bug of the store, lacks one, or shows a command that does not reproduce; and where a run
// changes an item that was there before, or leaves one that its report does not list.
//   npm ci --prefix test/field && npm run build && node test/field/run.mjs > bench/field-verify.md
import { execFile } from "node:child_process";
import { Agent, createServer, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { findingReport, loadContract, verify } from "../../dist/src/index.js";
import { jsonReport } from "../../dist/conformance/report/json.js";
import { look } from "../../dist/conformance/verify.js";
import { BUGS } from "./bugs.mjs";
import { KEY, STORES, startStore } from "./serve.mjs";

// Express writes what goes wrong to the terminal otherwise.
process.env.NODE_ENV = "test";

const contract = await loadContract(new URL("../../spec/animal-store.yaml", import.meta.url).pathname);
const wrong = [];
/** How many items each run has found and left. */
const kept = [];

/** Stands before a store. @param trouble answers instead of it, or waits */
function startGateway(url, trouble) {
  const target = new URL(url);
  const agent = new Agent({ keepAlive: true });
  let serial = 0;
  const pass = async (incoming, response) => {
    if (await trouble(++serial, response)) {
      incoming.resume();
      return;
    }
    const { method, headers } = incoming;
    const options = { host: target.hostname, port: target.port, method, path: incoming.url, headers, agent };
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
      const close = () =>
        new Promise((done) => (server.close(() => done()), server.closeAllConnections(), agent.destroy()));
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

/** @param store the URL at which the store can be asked without trouble: what a run has left is looked at there */
async function reportOn(baseUrl, what, store = baseUrl) {
  const before = await itemsAt(store);
  const run = await verify(contract, { baseUrl, key: KEY });
  const verified = { run, results: run.results, coverage: { covered: 0, reasoned: 0, open: 0 } };
  const context = { contract, version: "1", target: baseUrl, strict: false };
  const listed = JSON.parse(jsonReport(verified, context)).created.filter(({ removed }) => !removed);
  const after = await itemsAt(store);
  for (const [id, text] of before) if (after.get(id) !== text) wrong.push(`${what}: ${text} became ${after.get(id)}`);
  const left = [...after.keys()].filter((id) => !before.has(id));
  const told = listed.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
  if (left.join() !== told.join())
    wrong.push(`${what}: left ${left.join() || "nothing"}, listed ${told.join() || "nothing"}`);
  kept.push([before.size, left.length]);
  return { run, report: findingReport(verified, context) };
}

const asking = { Authorization: `Bearer ${KEY}` };

/** Puts items into a store that a run has to leave as they are. */
async function fill(url) {
  const headers = { ...asking, "Content-Type": "application/json" };
  for (const name of ["Bella", "true", "1"]) {
    const body = JSON.stringify({ name, categoryId: 1, status: "available" });
    const { status } = await fetch(`${url}/pets`, { method: "POST", headers, body });
    if (status !== 201) throw new Error(`${url} answered ${status} to a creation`);
  }
}

/** The items of a store as it writes them, each by its identifier. Its identifiers count from 1. */
async function itemsAt(url) {
  const items = new Map();
  for (let id = 1; ; id++) {
    const ask = () => fetch(`${url}/pets/${id}`, { headers: asking });
    // The store may have closed a connection that was idle during the run.
    const answer = await ask().catch(ask);
    if (answer.status === 404) return items;
    items.set(String(id), `${answer.status} ${await answer.text()}`);
  }
}

const countOf = (report, verdict) => report.findings.filter((finding) => finding.verdict === verdict).length;

/** What a command gets: its status and media type, nothing where there is no answer. */
async function answerTo(curl) {
  const options = { env: { ...process.env, API_KEY: KEY }, timeout: 10_000 };
  const stdout = await new Promise((resolve) => execFile("sh", ["-c", curl], options, (_, out) => resolve(out)));
  // A 100 (Continue) may come before the answer.
  const head = stdout.split(/\r?\n\r?\n/).find((part) => /^HTTP\/[\d.]+ [2-5]/.test(part)) ?? "";
  return answerIn(head.replace(/^HTTP\/[\d.]+ /, ""));
}

/** The same of an answer as a report shows it. */
function answerIn(text) {
  if (text === "" || text.startsWith("no answer")) return "no answer";
  const [, status] = /^(\d+)/.exec(text) ?? [];
  const [, media = ""] = /^content-type: *([^;\r\n]*)/im.exec(text) ?? [];
  return `${status} ${media}`.trim();
}

/** How many commands run side by side. */
const COMMANDS = 8;

/**
 * Sends the last command of every finding once more, warnings too: the one that a terminal shows.
 * @returns how many there are, and those that get another answer
 */
async function tryCommands({ findings }) {
  const shown = findings.flatMap(({ verdict, id, evidence }) =>
    verdict === "fail" || verdict === "warning" ? [{ id, ...evidence.at(-1) }] : [],
  );
  const wanted = new Map(shown.map((one) => [one.curl, one]));
  const left = [...wanted.values()];
  const different = new Map();
  const lane = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      const [got, reported] = [await answerTo(one.curl ?? "exit"), answerIn(one.response ?? "")];
      if (got !== reported) different.set(one.curl, `${one.id}: ${got}, not ${reported}: ${one.curl}`);
    }
  };
  await Promise.all(Array.from({ length: COMMANDS }, lane));
  return { all: shown.length, good: shown.filter(({ curl }) => !different.has(curl)).length, different };
}

const rows = [];
const troubled = [];
for (const name of STORES) {
  const bugs = BUGS[name];
  const store = await startStore(name);
  await fill(store.url);
  const { report } = await reportOn(store.url, name);
  const causes = report.causes.map(({ id }) => id);
  for (const id of causes) if (bugs[id] === undefined) wrong.push(`${name}: ${id} is no bug of the store`);
  for (const id of Object.keys(bugs)) if (!causes.includes(id)) wrong.push(`${name}: ${id} was not found`);
  const { all, good, different } = await tryCommands(report);
  for (const line of different.values()) wrong.push(`${name}: does not reproduce: ${line}`);
  const results = `${countOf(report, "fail")} | ${countOf(report, "warning")}`;
  rows.push(`| ${name} | ${Object.keys(bugs).length} | ${results} | ${causes.length} | ${good} of ${all} |`);
  for (const [trouble, act] of Object.entries(TROUBLES)) {
    const fresh = await startStore(name);
    await fill(fresh.url);
    const gateway = await startGateway(fresh.url, act);
    const { run, report: behind } = await reportOn(gateway.url, `${name}, ${trouble}`, fresh.url);
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
    troubled.push(`| ${name} | ${what} | not run: ${obstacle?.todo.replace(/:\d+/, ":PORT") ?? "?"} | | | | |`);
  }
  await store.close();
}

const sum = (place) => kept.reduce((total, one) => total + one[place], 0);
process.stdout.write(`# \`verify\` on stores of other frameworks

Five stores of \`test/field/\`, written from the guides of their frameworks, with the bugs that this leads to; \`test/field/bugs.mjs\`
names each. The command of every finding was sent again, and got the same status and media type. A row that does not hold makes
\`node test/field/run.mjs\` fail, which wrote this page.

| store | bugs | fail | warning | causes reported | commands that reproduce |
|---|---:|---:|---:|---:|---:|
${rows.join("\n")}

${kept.length} runs found ${sum(0)} items, each of which was the same afterwards, byte for byte. They left ${sum(1)} items behind, each of
which their reports list.

The same stores behind a gateway, and with a key or a path that is wrong. "False" are causes that are no bug of the store.
Times are those of a machine with other work to do. What a slow network costs is counted instead: a run waits for about 40 round trips
one after another (\`test/conformance/client/round-trips.test.ts\`), 2 s of them at 50 ms.

| store | trouble | fail | warning | inconclusive | false | time |
|---|---|---:|---:|---:|---:|---:|
${troubled.join("\n")}
`);
for (const line of wrong) process.stderr.write(`${line}\n`);
process.exitCode = wrong.length > 0 ? 1 : 0;
