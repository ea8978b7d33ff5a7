// A process of its own that puts document after document through the built commands' own run functions, and tells of each
// at once: one that never comes back, or takes the process along, is then known by name. See readers.ts.
"use strict";
const { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const path = require("node:path");

const [, , cli] = process.argv;
const built = (file) => require(path.join(path.dirname(cli), file));
const { runProgram } = built("program.js");
const { runServe } = built("commands/serve/serve.js");
const { readServeOptions } = built("commands/serve/inputs/options.js");
const { contractOf } = built("commands/contract-of.js");

const folder = mkdtempSync(path.join(tmpdir(), "hostile-"));
process.on("disconnect", () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});

const processor = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** One reader's exit code and words; what it throws is told like an exit code that there is not. */
async function said(reader, run) {
  let text = "";
  const write = (more) => void (text += more);
  const io = { stdout: write, stderr: write, env: { ANIMAL_STORE_DEBUG: "1" }, cwd: folder, color: false };
  const began = processor();
  let code;
  try {
    code = await run(io);
  } catch (error) {
    code = "an exception";
    text += error?.stack ?? String(error);
  }
  return { reader, code, text: text.slice(0, 4000), ms: processor() - began };
}

/** Serves it, and does something with the mock: what that says is written, what it returns is the exit code. */
async function serve({ spec, seed, situations }, io, use) {
  const stop = new AbortController();
  let used = Promise.resolve(0);
  let isUp = false;
  const stdout = (text) => {
    io.stdout(text);
    if (isUp) return;
    isUp = true;
    used = use(/http:\S+/.exec(text)?.[0] ?? "").finally(() => stop.abort());
  };
  const options = readServeOptions(
    {
      spec,
      port: "0",
      quiet: true,
      ...(seed === undefined ? {} : { seed }),
      ...(situations === undefined ? {} : { situations }),
    },
    {},
  );
  const code = await runServe(options, { ...io, stdout }, stop.signal);
  return (await used) || code;
}

/** Asks each of some operations twice. */
async function ask(url, spec, io) {
  const lost = [];
  for (const { method, path: template } of (await contractOf(spec, { cwd: folder })).operations.slice(0, 4)) {
    for (const body of [undefined, '{"name":"a","quantity":1,"kind":"circle"}']) {
      const sent = body === undefined || method === "GET" || method === "HEAD" ? {} : { body };
      const headers = { Authorization: "Bearer demo-key", "Content-Type": "application/json" };
      const target = `${url}${template.replaceAll(/\{[^}]*\}/g, "1")}`;
      try {
        const signal = AbortSignal.timeout(60_000);
        await (await fetch(target, { method, headers, ...sent, signal, redirect: "manual" })).arrayBuffer();
      } catch (error) {
        // Nor is that it does not read so many headers.
        if (String(error.cause).startsWith("HeadersOverflowError")) continue;
        // A target or a method that this client cannot send is no answer of the server.
        if (!/Invalid URL|Failed to parse URL|method|Invalid/.test(String(error)))
          lost.push(`${method} ${target}: ${String(error)} ${String(error.cause)}`);
      }
    }
  }
  io.stderr(lost.map((one) => `no answer to ${one}\n`).join(""));
  return 0;
}

/** The suite against a mock of the document. */
const verify = (url, spec, io) =>
  runProgram(["verify", url, "--spec", spec, "--key", "demo-key", "--max-time", "5s"], io);

/**
 * @param runs each `{ reader, words }`, or `{ reader, spec, seed }` for "serve", and for "verify" of what is served;
 *   "FOLDER/" in a word is where the files are
 */
async function readAll({ files, runs }) {
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(folder, name), bytes);
  const all = [];
  for (const { reader, words, spec, seed, situations } of runs) {
    const [file, use] = [placed(spec), reader === "serve" ? ask : verify];
    const served = (io) =>
      serve({ spec: file, seed: placed(seed), situations: placed(situations) }, io, (url) => use(url, file, io));
    all.push(await said(reader, spec === undefined ? (io) => runProgram(words.map(placed), io) : served));
  }
  for (const name of Object.keys(files)) rmSync(path.join(folder, name));
  return all;
}

const placed = (word) => word?.replace(/^FOLDER/, folder);

/** The most memory that this process had, in MiB. What `resourceUsage` tells began with what its parent had. */
function memory() {
  const peak = existsSync("/proc/self/status") && /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  return (peak ? Number(peak) : process.resourceUsage().maxRSS) / 1024;
}

process.on("message", (task) => {
  const tell = (all) => process.send({ all, memory: memory() });
  readAll(task).then(tell, (error) =>
    tell([{ reader: "all", code: "an exception", text: String(error?.stack), ms: 0 }]),
  );
});
process.send({ ready: true });
