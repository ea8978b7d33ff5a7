// Runs the tests of examples/react/ in a copy, with the packed package installed the way users install it.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), "animal-store-react-"));

function run(command, args, { cwd = folder, env = {} } = {}) {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit", env: { ...process.env, ...env } });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}`);
}

try {
  const source = join(root, "examples", "react");
  cpSync(source, folder, { recursive: true, filter: (path) => !path.includes("node_modules") });
  run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], { cwd: root });
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts"];
  run("npm", ["install", ...flags, join(folder, `animal-store-${version}.tgz`)]);
  run("npm", ["test"]);
  const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
  run("npm", ["run", "e2e"], { env: chromium === undefined ? {} : { CHROMIUM: chromium } });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
