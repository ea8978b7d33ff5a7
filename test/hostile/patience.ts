// Measures how busy the machine is, because the times in a test also depend on other processes.
import { spawnSync } from "node:child_process";

/** Does a fifth of a second of work. @returns how long it took */
const WORK = `
const began = performance.now();
while (process.cpuUsage().user < 200_000) Math.sqrt(performance.now());
const { user, system } = process.cpuUsage();
process.stdout.write(String((performance.now() - began) / ((user + system) / 1000)));
`;

/** Converts milliseconds on an idle machine into milliseconds on this one, right now. */
export function patience(ms: number): number {
  const { stdout } = spawnSync(process.execPath, ["-e", WORK], { encoding: "utf8" });
  return ms * Math.max(1, Number(stdout) || 1);
}

/** The same for longer work: the load changes, so it is measured at the beginning and at the end. */
export function allowance(ms: number): () => number {
  const before = patience(ms);
  return () => Math.max(before, patience(ms));
}
