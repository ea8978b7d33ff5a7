// How busy the machine is with other things: a time that a test measures is that of the program and of its neighbours.
import { spawnSync } from "node:child_process";

/** A fifth of a second of work, and how long it took. */
const WORK = `
const began = performance.now();
while (process.cpuUsage().user < 200_000) Math.sqrt(performance.now());
const { user, system } = process.cpuUsage();
process.stdout.write(String((performance.now() - began) / ((user + system) / 1000)));
`;

/** So many milliseconds of a free machine, on this one at this moment. */
export function patience(ms: number): number {
  const { stdout } = spawnSync(process.execPath, ["-e", WORK], { encoding: "utf8" });
  return ms * Math.max(1, Number(stdout) || 1);
}

/** The same for what takes a while: neighbours come and go, so it is asked at the beginning and at the end. */
export function allowance(ms: number): () => number {
  const before = patience(ms);
  return () => Math.max(before, patience(ms));
}
