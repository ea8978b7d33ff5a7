// The packed package in an empty folder, the way users get it, and a count of the checks made there.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The checkout's package.json. */
export const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
export const folder = mkdtempSync(join(tmpdir(), "animal-store-pack-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

let passed = 0;
let failed = 0;

/** Runs a command in that folder. */
export function run(command, args, { cwd = folder, env = {} } = {}) {
  // npm and the programs of packages are scripts, which Windows starts only in a shell.
  const shell = process.platform === "win32" && command !== process.execPath;
  return spawnSync(command, args, { cwd, encoding: "utf8", timeout: 300_000, env: { ...process.env, ...env }, shell });
}

/** Counts a command that ended as expected, and prints everything about one that did not. */
export function check(what, { status, stdout, stderr }, wanted = 0, text = "") {
  const isGood = status === wanted && `${stdout}`.includes(text);
  if (isGood) passed++;
  else failed++;
  process.stdout.write(`${isGood ? "✓" : "✗"} ${what}\n`);
  if (!isGood) process.stdout.write(`exit code ${status}\n${stdout}\n${stderr}\n`);
}

/** Counts a figure that must stay below a limit. */
export function checkBelow(what, figure, limit) {
  check(`${what}: ${figure}, below ${limit}`, { status: figure < limit ? 0 : 1, stdout: "", stderr: "" });
}

/** Writes a file into the folder. */
export const write = (name, text) => writeFileSync(join(folder, name), text);

/** Installs the packed package. @returns the number of seconds it took */
export function installPacked() {
  const packed = run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], { cwd: root });
  check("npm pack", packed);
  write("package.json", '{"private":true}');
  const began = performance.now();
  check("npm install", run("npm", ["install", "--no-audit", "--no-fund", `./animal-store-${own.version}.tgz`]));
  return (performance.now() - began) / 1000;
}

/** Installs other packages that a user may have. */
export function install(...packages) {
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts"];
  const result = run("npm", ["install", ...flags, ...packages]);
  check(`npm install ${packages.join(" ")}`, result);
}

/** The size in megabytes and the number of packages below a folder. */
export function sizeOf(path) {
  let bytes = 0;
  let packages = 0;
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    bytes += statSync(join(entry.parentPath, entry.name)).size;
    if (entry.name === "package.json" && /node_modules\/(@[^/]+\/)?[^/]+$/.test(entry.parentPath)) packages++;
  }
  return { megabytes: Number((bytes / 1e6).toFixed(1)), packages };
}

/** Prints the result as vitest does, and exits. */
export function conclude() {
  process.stdout.write(`\n Tests  ${failed > 0 ? `${failed} failed | ` : ""}${passed} passed (${passed + failed})\n`);
  process.exit(failed > 0 ? 1 : 0);
}
