// How to start our own server and the bare one.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PREFIX, PROBES } from "../figures.ts";
import { type BareAnswer, capture } from "./capture.ts";
import { type ServerCommand, freePort } from "./server-process.ts";

const READY = { path: `${PREFIX}/pets`, headers: { Authorization: "Bearer demo-key" } };

export interface ServeChoice {
  readonly name: string;
  /** The program: `dist/src/cli.js`, or that of another build. */
  readonly cli: string;
  /** A file of items; if absent, the document's examples. */
  readonly seed?: string;
  /** Arguments for Node itself. */
  readonly nodeArgs?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export async function serveCommand({ name, cli, seed, nodeArgs = [], env }: ServeChoice): Promise<ServerCommand> {
  const port = await freePort();
  // Creates must find room even if the store starts with as many items as its default capacity.
  const more = seed === undefined ? [] : ["--seed", seed, "--capacity", "10000000"];
  return {
    name,
    args: [...nodeArgs, cli, "serve", "--quiet", "--port", String(port), ...more],
    port,
    ready: READY,
    ...(env === undefined ? {} : { env }),
  };
}

/** A bare server, and the port on which it gives the same response as ours to each probe. */
export interface BareCommand extends ServerCommand {
  readonly ports: ReadonlyMap<string, number>;
}

/** Records our responses and prepares a server that sends exactly those. */
export async function bareCommand(ourPort: number, folder: string): Promise<BareCommand> {
  const ports = new Map<string, number>();
  const answers: BareAnswer[] = [];
  for (const { id, requests, targets } of PROBES) {
    const [request] = requests;
    if (request === undefined || !targets.includes("bare")) continue;
    const port = await freePort();
    ports.set(id, port);
    answers.push({ port, ...(await capture(ourPort, request)) });
  }
  const file = join(folder, "bare.json");
  writeFileSync(file, JSON.stringify(answers));
  const program = join(__dirname, "bare.js");
  return { name: "bare", args: [program, file], port: ports.get("list") ?? 0, ready: READY, ports };
}
