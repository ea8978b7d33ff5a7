// Several processes that are one mock: installs Debian's redis-server, and Valkey where there is one, and runs the tests of
// test/shared/ with each. `--quick` leaves out the second engine, and the tests of the mock that are repeated with a
// shared one.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const isQuick = process.argv.includes("--quick");
/** The programs, and the packages in which Debian has them. */
const ENGINES = [
  ["redis-server", "redis-server"],
  ["valkey-server", "valkey-server"],
];
/** The tests of the mock, which must not notice that its worlds are shared. */
const SAME = [
  "behaviour",
  "conditional",
  "control",
  "sessions",
  "situations",
  "stubs",
  "uploads",
  "many",
  "links",
  "model",
];

const has = (program) => spawnSync(program, ["--version"]).status === 0;

/** Debian starts nothing that it installs at this run level. */
function install(name) {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return;
  const env = { ...process.env, RUNLEVEL: "1", DEBIAN_FRONTEND: "noninteractive" };
  const get = () =>
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", name], { env, timeout: 300_000 }).status === 0;
  if (!get() && spawnSync("apt-get", ["update"], { env, timeout: 300_000 }).status === 0) get();
}

function run(args, env = {}) {
  const { status } = spawnSync(process.execPath, [vitest, "run", ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return status === 0;
}

async function withEngine(program, work) {
  const folder = mkdtempSync(join(tmpdir(), "animal-store-redis-"));
  const port = await new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = server.address();
      server.close(() => resolve(free));
    });
  });
  const child = spawn(program, ["--port", String(port), "--dir", folder, "--save", "", "--bind", "127.0.0.1"]);
  await new Promise((resolve, reject) => {
    child.once("exit", reject);
    child.stdout.on("data", (text) => /Ready to accept connections/.test(text.toString()) && resolve());
  });
  try {
    return work(`redis://127.0.0.1:${port}`);
  } finally {
    child.removeAllListeners("exit").kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

let isGood = true;
let tested = 0;
for (const [program, name] of isQuick ? ENGINES.slice(0, 1) : ENGINES) {
  if (!has(program)) install(name);
  if (!has(program)) {
    process.stdout.write(`- ${program}: not run, this system has no package ${name}\n`);
    continue;
  }
  tested++;
  isGood = run(["--project", "shared"], { ANIMAL_STORE_REDIS: program }) && isGood;
  if (isQuick) continue;
  const files = SAME.map((one) => `test/http/${one}.test.ts`);
  for (const how of ["", "forgetful "])
    isGood =
      (await withEngine(program, (url) =>
        run(["--project", "tests", ...(how === "" ? files : files.slice(0, 2))], {
          ANIMAL_STORE_SHARED: `${how}${url}`,
        }),
      )) && isGood;
}
process.exit(isGood && tested > 0 ? 0 : 1);
