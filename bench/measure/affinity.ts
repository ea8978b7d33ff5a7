// Keeps the load generator off the core of the servers, where the system can do that: woken by each answer, it would
// push the server aside in the middle of its work, and the slower server pays more for that than the faster one.
import { spawnSync } from "node:child_process";
import { cpus } from "node:os";

export type Core = "load" | "server";

/** Binds a process, its threads included, to a core. @returns false where that cannot be done; nothing is lost then */
export function bind(pid: number, core: Core): boolean {
  const cores = cpus().length;
  if (process.platform !== "linux" || cores < 2) return false;
  const number = core === "load" ? 0 : cores - 1;
  return spawnSync("taskset", ["-a", "-c", "-p", String(number), String(pid)], { stdio: "ignore" }).status === 0;
}
