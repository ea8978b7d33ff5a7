// The mock servers of others that ours is measured beside. They are installed outside the package, by
// `npm run bench:peers`, and none of them is needed.
import type { Request } from "autocannon";
import type { Probe } from "../figures.ts";
import type { ServerCommand } from "../measure/server-process.ts";

export interface Peer {
  readonly id: string;
  /** As the table calls it. */
  readonly title: string;
  readonly package: string;
  readonly version: string;
  /** The oldest Node it runs on, as its package says. */
  readonly floor: readonly [major: number, minor: number];
  /** The program, inside its package. */
  readonly program: string;
  /** @param folder for what it has to write */
  command(folder: string): Promise<ServerCommand>;
  /** How it is asked the same; undefined where it knows no such request. */
  requests(probe: Probe): readonly Request[] | undefined;
}

/** True where the running Node is new enough. */
export function runsHere({ floor }: Pick<Peer, "floor">, version: string = process.versions.node): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > floor[0] || (major === floor[0] && minor >= floor[1]);
}
