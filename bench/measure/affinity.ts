// Keeps the load generator off the server's core where the system allows it. Otherwise each response would wake it and
// preempt the server in the middle of its work, which costs a slow server more than a fast one.
import { spawnSync } from "node:child_process";
import { cpus } from "node:os";

export type Core = "load" | "server";

/** Binds a process with its threads to a core. @returns false if that is impossible, which does no harm */
export function bind(pid: number, core: Core): boolean {
  const cores = cpus().length;
  if (process.platform !== "linux" || cores < 2) return false;
  const number = core === "load" ? 0 : cores - 1;
  return spawnSync("taskset", ["-a", "-c", "-p", String(number), String(pid)], { stdio: "ignore" }).status === 0;
}
