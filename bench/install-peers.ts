// `npm run bench:peers`: installs the peers outside the package, each in a folder of its own. Ends with 1 when one of
// them that runs on this Node could not be installed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runsHere } from "./peers/peer.ts";
import { PEERS, peersFolder, programOf } from "./peers/registry.ts";

for (const peer of PEERS) {
  const { id, title, package: name, version, floor } = peer;
  if (!runsHere(peer)) {
    process.stdout.write(`${title} is left out: it needs Node ${floor.join(".")}\n`);
    continue;
  }
  const folder = join(peersFolder(), id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ name: `peer-${id}`, private: true })}\n`);
  process.stdout.write(`${title} goes to ${folder}\n`);
  // Nothing of theirs is run before it is measured.
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", `${name}@${version}`];
  const { status } = spawnSync("npm", args, { cwd: folder, stdio: "inherit", shell: process.platform === "win32" });
  if (status === 0 && existsSync(programOf(peer))) continue;
  process.stderr.write(`${title} could not be installed\n`);
  process.exitCode = 1;
}
