// Runs the tests of the examples in copies, with the packed package installed the way users install it.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const FLAGS = ["--no-audit", "--no-fund", "--ignore-scripts"];
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);

function run(command, args, { cwd, env = {} }) {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit", env: { ...process.env, ...env } });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}`);
}

const folder = mkdtempSync(join(tmpdir(), "animal-store-examples-"));
try {
  run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], { cwd: root });
  for (const [name, scripts] of [
    ["react", ["test", "e2e"]],
    ["shop", ["check", "e2e"]],
    ["webhooks", ["test"]],
  ]) {
    const cwd = join(folder, name);
    const source = join(root, "examples", name);
    cpSync(source, cwd, { recursive: true, filter: (path) => !path.includes("node_modules") });
    run("npm", ["install", ...FLAGS, join(folder, `animal-store-${version}.tgz`)], { cwd });
    const env = chromium === undefined ? {} : { CHROMIUM: chromium };
    for (const script of scripts) run("npm", ["run", script], { cwd, env });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
