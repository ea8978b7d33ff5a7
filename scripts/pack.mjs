// Packs the package, installs it in an empty folder as a user does, and runs each command and each entry of it there,
// from ES modules and from CommonJS. Says how much was installed.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), "animal-store-pack-"));
/** The Jest that runs the suite; only here, so it is no dependency. */
const JEST = "30";
const KEY = "packed-key-3kQ9";
let passed = 0;
let failed = 0;

function run(command, args, cwd = folder) {
  return spawnSync(command, args, { cwd, encoding: "utf8", timeout: 120_000 });
}

function check(what, { status, stdout, stderr }, wanted = 0, text = "") {
  const isGood = status === wanted && stdout.includes(text);
  if (isGood) passed++;
  else failed++;
  process.stdout.write(`${isGood ? "✓" : "✗"} ${what}\n`);
  if (!isGood) process.stdout.write(`exit code ${status}\n${stdout}\n${stderr}\n`);
}

/** The suite as tests of the runners that users have, against the packed mock. Jest and Vitest are installed for it. */
async function checkRunners() {
  const suite = join(folder, "suite");
  mkdirSync(suite);
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const runners = [`vitest@${devDependencies.vitest}`, `jest@${JEST}`];
  check(
    "npm install vitest and jest",
    run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...runners]),
  );
  const modules = join(folder, "node_modules");
  const server = spawn(
    process.execPath,
    [join(modules, ".bin", "animal-store"), "serve", "--port", "0", "--key", KEY],
    {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  try {
    const baseUrl = await baseUrlOf(server);
    const write = (name, framework, key = KEY) =>
      writeFileSync(
        join(suite, name),
        `import { defineConformanceSuite } from "animal-store";
${framework === "" ? "" : `import { describe, test } from "${framework}";\n`}defineConformanceSuite({ baseUrl: "${baseUrl}", key: "${key}"${framework === "" ? "" : ", framework: { describe, test }"} });
`,
      );
    writeFileSync(join(suite, "package.json"), '{"private":true,"type":"module","jest":{"transform":{}}}');
    write("api.vitest.test.js", "vitest");
    write("api.jest.test.js", "");
    write("api.node.test.js", "node:test");
    write("wrong-key.jest.test.js", "", "not-the-key");
    const vitest = [join(modules, "vitest", "vitest.mjs"), "run", "api.vitest"];
    const jest = ["--experimental-vm-modules", join(modules, "jest", "bin", "jest.js")];
    const passed = /Tests:?\s+(\d+) passed|(?:#|ℹ) pass (\d+)/;
    const runs = {
      vitest,
      jest: [...jest, "api.jest"],
      "node --test": ["--test", "api.node.test.js"],
    };
    const counts = Object.entries(runs).map(([name, args]) => {
      const ran = run(process.execPath, args, suite);
      check(`defineConformanceSuite in ${name}`, ran);
      const [, one, other] = passed.exec(stripVTControlCharacters(`${ran.stdout}\n${ran.stderr}`)) ?? [];
      return Number(one ?? other);
    });
    const same = counts.every((count) => count > 50 && count === counts[0]);
    check(`the same ${counts.join(", ")} tests in each`, { status: same ? 0 : 1, stdout: "", stderr: "" });
    const refused = run(process.execPath, [...jest, "wrong-key"], suite);
    const said = refused.stderr.includes("nothing was verified. The key was refused.");
    check("a wrong key fails the tests in Jest and says so", { ...refused, status: said ? refused.status : -1 }, 1);
  } finally {
    server.kill();
  }
}

/** The address that a server prints first. */
function baseUrlOf(server) {
  return new Promise((resolve, reject) => {
    let text = "";
    server.stdout.on("data", (chunk) => {
      text += chunk;
      const [url] = /http:\/\/127\.0\.0\.1:\d+\/v1/.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    });
    server.once("exit", (code) => reject(new Error(`serve ended with ${code}: ${text}`)));
  });
}

/** Bytes and packages below a folder. */
function sizeOf(path) {
  let bytes = 0;
  let packages = 0;
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    bytes += statSync(join(entry.parentPath, entry.name)).size;
    if (entry.name === "package.json" && /node_modules\/(@[^/]+\/)?[^/]+$/.test(entry.parentPath)) packages++;
  }
  return { megabytes: (bytes / 1e6).toFixed(1), packages };
}

try {
  const packed = run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], root);
  check("npm pack", packed);
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  const began = performance.now();
  const tarball = join(folder, packed.stdout.trim().split("\n").at(-1));
  check("npm install", run("npm", ["install", "--no-audit", "--no-fund", tarball]));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const { megabytes, packages } = sizeOf(join(folder, "node_modules"));
  process.stdout.write(`  ${packages} packages, ${megabytes} MB, ${seconds} s\n`);

  const cli = join(folder, "node_modules", ".bin", "animal-store");
  const spec = join(folder, "node_modules", "animal-store", "spec", "animal-store.yaml");
  check("--version", run(cli, ["--version"]), 0, "1.0.0");
  check("explain", run(cli, ["explain"]), 0, "resource pets");
  check("lint", run(cli, ["lint", spec]));
  check("gate", run(cli, ["gate", spec, spec]));
  check("checks", run(cli, ["checks"]));
  check("requirements", run(cli, ["requirements"]));
  check("completion", run(cli, ["completion", "bash"]), 0, "animal-store");
  check("compile", run(cli, ["compile", spec, "--out", "contract.mjs"]));
  check("serve refuses what it cannot use", run(cli, ["serve", "missing.yaml"]), 2);
  check("verify refuses what is no address", run(cli, ["verify", "nowhere"]), 2);

  const work = `
    const mock = await createMock({ auth: false });
    const listed = await fetch(mock.url + "/pets");
    await mock.close();
    const handler = createFetchHandler(await loadContract({ openapi: "3.1.0", info: { title: "T", version: "1" },
      paths: { "/ping": { get: { responses: { 204: { description: "pong" } } } } } }));
    const pong = await handler(new Request("http://localhost/ping"));
    const kinds = [animalStore, mockSetup, mockFixture].map((one) => typeof one);
    if (listed.status !== 200 || pong.status !== 204 || kinds.some((kind) => kind !== "function")) process.exit(1);`;
  const entries = [
    ["createMock", "animal-store"],
    ["createFetchHandler", "animal-store/fetch"],
    ["loadContract", "animal-store/contract"],
    ["animalStore", "animal-store/express"],
    ["mockSetup", "animal-store/vitest"],
    ["mockFixture", "animal-store/playwright"],
  ];
  const imports = entries.map(([name, from]) => `import { ${name} } from "${from}";`).join("\n");
  const requires = entries.map(([name, from]) => `const { ${name} } = require("${from}");`).join("\n");
  const compiled = `import contract from "./contract.mjs";
    if ((await createFetchHandler(contract)(new Request("http://localhost/v1/pets"))).status !== 401) process.exit(1);`;
  writeFileSync(join(folder, "all.mjs"), `${imports}\n${work}\n${compiled}`);
  writeFileSync(join(folder, "all.cjs"), `${requires}\n(async () => {${work}})();`);
  check("the entries from ES modules", run(process.execPath, ["all.mjs"]));
  check("the entries from CommonJS", run(process.execPath, ["all.cjs"]));
  check("msw is named where it is missing", run(process.execPath, ["-e", 'require("animal-store/msw")']), 1);
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  check(
    "npm install msw",
    run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", `msw@${devDependencies.msw}`]),
  );
  const msw = `const mock = createMswMock(contract); const server = setupServer(...mock.handlers); server.listen();
    if ((await fetch("http://any.example/v1/pets")).status !== 401) process.exit(1); server.close(); process.exit(0);`;
  writeFileSync(
    join(folder, "msw.mjs"),
    `import { createMswMock } from "animal-store/msw"; import { setupServer } from "msw/node"; import contract from "./contract.mjs";\n${msw}`,
  );
  check("msw from ES modules", run(process.execPath, ["msw.mjs"]));
  writeFileSync(
    join(folder, "msw.cjs"),
    `const { createMswMock } = require("animal-store/msw"); const { setupServer } = require("msw/node");
    (async () => { const { default: contract } = await import("./contract.mjs"); ${msw} })();`,
  );
  check("msw from CommonJS", run(process.execPath, ["msw.cjs"]));
  await checkRunners();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`\n Tests  ${failed > 0 ? `${failed} failed | ` : ""}${passed} passed (${passed + failed})\n`);
process.exit(failed > 0 ? 1 : 0);
