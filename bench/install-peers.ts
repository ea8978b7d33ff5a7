// `npm run bench:peers`: installs each peer outside the package in its own folder. Exits with 1 if one that runs on
// this Node could not be installed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GATE_PEERS } from "./peers/gates.ts";
import { runsHere } from "./peers/peer.ts";
import { PEERS, peersFolder, programOf } from "./peers/registry.ts";

interface Wanted {
  readonly id: string;
  readonly title: string;
  readonly package: string;
  readonly version: string;
  readonly overrides?: object;
}

/** Installs a package in its own folder. @param proof a file that exists if it worked */
function install({ id, title, package: name, version, overrides }: Wanted, proof: string): void {
  const folder = join(peersFolder(), id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ name: `peer-${id}`, private: true, overrides })}\n`);
  process.stdout.write(`${title} goes to ${folder}\n`);
  // Runs none of their code before it is measured.
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", `${name}@${version}`];
  const { status } = spawnSync("npm", args, { cwd: folder, stdio: "inherit", shell: process.platform === "win32" });
  if (status === 0 && existsSync(proof)) return;
  process.stderr.write(`${title} could not be installed\n`);
  process.exitCode = 1;
}

for (const peer of PEERS) {
  if (runsHere(peer)) install(peer, programOf(peer));
  else process.stdout.write(`${peer.title} is left out: it needs Node ${peer.floor.join(".")}\n`);
}
for (const peer of GATE_PEERS) install(peer, join(peersFolder(), peer.id, "node_modules", peer.package));
