// Other mock servers to compare with. `npm run bench:peers` installs them outside of the package; none is required.
import type { Request } from "autocannon";
import type { Probe } from "../figures.ts";
import type { ServerCommand } from "../measure/server-process.ts";

export interface Peer {
  readonly id: string;
  /** Its name in the table. */
  readonly title: string;
  readonly package: string;
  readonly version: string;
  /** The oldest Node it supports, according to its package. */
  readonly floor: readonly [major: number, minor: number];
  /** The program, inside its package. */
  readonly program: string;
  /** @param folder for files it has to write */
  command(folder: string): Promise<ServerCommand>;
  /** The equivalent requests; undefined if it does not support them. */
  requests(probe: Probe): readonly Request[] | undefined;
}

/** True if the current Node is new enough. */
export function runsHere({ floor }: Pick<Peer, "floor">, version: string = process.versions.node): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > floor[0] || (major === floor[0] && minor >= floor[1]);
}
