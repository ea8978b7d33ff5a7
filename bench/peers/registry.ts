// The list of peers, and where to find them.
import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { PREFIX, type Probe } from "../figures.ts";
import { freePort } from "../measure/server-process.ts";
import { type Peer, runsHere } from "./peer.ts";

/** The folder of the package: this file is built to dist-bench/bench/peers/. */
const ROOT = resolve(__dirname, "..", "..", "..");
const SPEC = join(ROOT, "spec", "animal-store.yaml");

/** Where peers are installed, each in its own folder because their dependencies conflict. */
export function peersFolder(): string {
  return resolve(process.env["ANIMAL_STORE_PEERS"] ?? join(ROOT, "..", "animal-store-peers"));
}

export function programOf({ id, package: name, program }: Peer): string {
  return join(peersFolder(), id, "node_modules", name, program);
}

const prism: Peer = {
  id: "prism",
  title: "Prism 5.12",
  package: "@stoplight/prism-cli",
  version: "5.12.0",
  floor: [18, 20],
  program: "dist/index.js",
  async command() {
    const port = await freePort();
    const args = [programOf(prism), "mock", SPEC, "--host", "127.0.0.1", "--port", String(port), "-v", "silent"];
    return { name: "prism", args, port, ready: { path: "/pets", headers: { Authorization: "Bearer demo-key" } } };
  },
  // It serves without the path of the document's servers.
  requests: ({ requests }) => requests.map((one) => ({ ...one, path: one.path.slice(PREFIX.length) })),
};

/** json-server's equivalents for our requests about `/pets` with 20 items. */
const JSON_SERVER_PATHS: Readonly<Record<string, string>> = {
  [`${PREFIX}/pets`]: "/pets?_start=0&_limit=20",
  [`${PREFIX}/pets?status=sold`]: "/pets?status=sold&_start=0&_limit=20",
};

/** It reads no document, knows no keys and refuses nothing; it simply serves its data. */
const jsonServer: Peer = {
  id: "json-server",
  ...(runsHere({ floor: [22, 12] })
    ? { title: "json-server 1.0 beta 15", version: "1.0.0-beta.15", floor: [22, 12], program: "lib/bin.js" }
    : { title: "json-server 1.0 beta 3", version: "1.0.0-beta.3", floor: [18, 3], program: "lib/bin.js" }),
  package: "json-server",
  async command(folder) {
    const port = await freePort();
    const statuses = ["available", "pending", "sold"];
    const pets = Array.from({ length: 1_000 }, (_, index) => ({
      id: String(index + 1),
      name: `n${String(index + 1).padStart(9, "0")}`,
      categoryId: (index % 7) + 1,
      status: statuses[index % 3],
    }));
    // It watches its file, so servers cannot share one.
    const file = join(folder, `json-server-${port}.json`);
    writeFileSync(file, JSON.stringify({ pets }));
    const args = [programOf(jsonServer), file, "--host", "127.0.0.1", "--port", String(port)];
    return { name: "json-server", args, port, ready: { path: "/pets/1", headers: {} }, cwd: folder };
  },
  requests({ requests, statuses }: Probe) {
    if (statuses.some((status) => status === 400 || status === 401)) return undefined;
    return requests.map((one) => ({
      ...one,
      path: JSON_SERVER_PATHS[one.path] ?? one.path.slice(PREFIX.length),
    }));
  },
};

const mockoon: Peer = {
  id: "mockoon",
  title: "Mockoon 9.9",
  package: "@mockoon/cli",
  version: "9.9.0",
  floor: [18, 0],
  program: "bin/run.js",
  async command(folder) {
    const port = await freePort();
    const args = [programOf(mockoon), "start", "--data", SPEC, "--port", String(port), "--hostname", "127.0.0.1"];
    const ready = { path: `${PREFIX}/pets`, headers: { Authorization: "Bearer demo-key" } };
    return { name: "mockoon", args: [...args, "--disable-log-to-file"], port, ready, cwd: folder };
  },
  requests: ({ requests }) => requests,
};

export const PEERS: readonly Peer[] = [prism, jsonServer, mockoon];

/** The peers that can be measured; `say` receives each one that cannot, and why. */
export function availablePeers(say: (line: string) => void): readonly Peer[] {
  return PEERS.filter((peer) => {
    const { title, floor } = peer;
    if (!runsHere(peer)) {
      say(`${title} is left out: it needs Node ${floor.join(".")}, and this is ${process.versions.node}`);
      return false;
    }
    if (existsSync(programOf(peer))) return true;
    say(`${title} is left out: it is not in ${peersFolder()}; npm run bench:peers puts it there`);
    return false;
  });
}
