// What the operating system reports about a process. CPU time per request is the figure to trust on a busy machine: it
// does not grow while others compute.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";

export interface Usage {
  /** User and system time since the process started, in milliseconds, including its threads. */
  readonly cpuMs: number;
  readonly residentBytes: number;
}

/** The unit in which Linux reports CPU times (USER_HZ): 10 ms on every architecture that Node supports. */
const TICK_MS = 10;

/** @throws Error if there is no such process */
export function usageOf(pid: number): Usage {
  return existsSync("/proc/self/stat") ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid: number): Usage {
  const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return { cpuMs: scheduledMs(pid) ?? tickedMs(pid), residentBytes: Number(resident ?? 0) * 1024 };
}

/** The same time from per-thread nanoseconds, if the kernel reports them. Node keeps its threads until it exits. */
function scheduledMs(pid: number): number | undefined {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const file = `/proc/${pid}/task/${thread}/schedstat`;
    if (!existsSync(file)) return undefined;
    nanoseconds += Number(readFileSync(file, "utf8").split(" ")[0]);
  }
  return nanoseconds === 0 ? undefined : nanoseconds / 1e6;
}

function tickedMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The program name comes second and may contain anything, so count from its end.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function fromPs(pid: number): Usage {
  const text = execFileSync("ps", ["-o", "time=,rss=", "-p", String(pid)], { encoding: "utf8" }).trim();
  const [time = "", resident = "0"] = text.split(/\s+/);
  // "[[dd-]hh:]mm:ss[.cc]"
  const seconds = time
    .replace("-", ":")
    .split(":")
    .reduceRight((sum, part, index, parts) => sum + Number(part) * (FACTORS[parts.length - 1 - index] ?? 0), 0);
  return { cpuMs: seconds * 1000, residentBytes: Number(resident) * 1024 };
}

const FACTORS: readonly number[] = [1, 60, 3600, 86_400];
