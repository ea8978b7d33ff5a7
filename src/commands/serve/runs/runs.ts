// Runs the suite and the gate for the console. Each run has a process of its own, which receives the document as
// served, no environment variables and a deadline.
import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Document } from "../../../document/document.ts";
import type { RunAsked, RunEvent, Runs } from "../../../http/control/runs.ts";
import { writeJson } from "../../../json/write.ts";
import type { WorkerTask, WorkerMessage } from "./worker-messages.ts";
import { gateRun, verifyRun } from "./reading.ts";

/** The name of the served document in the folder of the run. */
const SERVED = "served.json";
/** When a run is asked to finish, and when it is killed. */
const MOST_SECONDS = 120;
const MOST_MS = (MOST_SECONDS + 30) * 1000;
/** How long a run that should end may take to remove what it created. */
const PATIENCE = 5_000;
const MOST_MEGABYTES = 512;
/** Where the run writes its report, and how much of it is read: a server may answer with anything. */
const REPORT = "report.json";
const MOST_BYTES = 16 * 1024 * 1024;

/** Makes the runner. @param document gives the document that is currently served */
export function consoleRuns(token: string, document: () => Document): Runs {
  return {
    token,
    async run(asked, tell, signal) {
      const folder = await mkdtemp(join(tmpdir(), "animal-store-run-"));
      try {
        const served = document();
        await writeFile(join(folder, SERVED), writeJson(served.root, 2));
        const ended = await carryOut(folder, commandOf(asked), tell, signal);
        if (!signal.aborted) tell(await eventOf(asked, { ended, folder, served }));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

type Ended = NonNullable<WorkerMessage["ended"]> | { readonly failure: string };

/** The command for a request. */
function commandOf(asked: RunAsked): WorkerTask {
  const output = ["--report", `json=${REPORT}`];
  if (asked.kind === "gate") return { words: ["gate", SERVED, "-", ...output], env: {}, stdin: asked.document };
  const words = ["verify", asked.url, "--spec", SERVED, "--max-time", `${MOST_SECONDS}s`, ...output];
  return {
    stdin: "",
    words: asked.readOnly ? [...words, "--read-only"] : words,
    // A variable, because other users of the machine can read command lines.
    env: asked.key === undefined ? {} : { ANIMAL_STORE_KEY: asked.key },
  };
}

/** The built module of the process: a Node 20 process cannot run the TypeScript sources that tests use. */
function workerFile(): string {
  const here = join(__dirname, "worker.js");
  return __filename.endsWith(".ts") ? here.replace(/(.*)([\\/])src([\\/])/, "$1$2dist$2src$3") : here;
}

async function carryOut(
  cwd: string,
  asked: WorkerTask,
  tell: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<Ended> {
  if (signal.aborted) return { failure: "it was stopped before it began" };
  const child = fork(workerFile(), {
    cwd,
    // An empty environment: no proxy for the requests, and no secrets.
    env: {},
    execArgv: [`--max-old-space-size=${MOST_MEGABYTES}`],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const late = setTimeout(() => end(child), MOST_MS);
  const stop = (): void => end(child);
  signal.addEventListener("abort", stop);
  try {
    return await new Promise<Ended>((resolve) => {
      let ended: Ended = { failure: "its process ended early" };
      child.on("message", ({ step, ended: last }: WorkerMessage) => {
        if (step !== undefined) tell(step);
        if (last !== undefined) ended = last;
      });
      child.once("error", (error) => resolve({ failure: error.message }));
      // Remove the folder only when the process no longer needs it.
      child.once("exit", () => resolve(ended));
      child.send(asked, () => undefined);
    });
  } finally {
    clearTimeout(late);
    signal.removeEventListener("abort", stop);
  }
}

/** Asks a process to finish, and makes sure that it ends. */
function end(child: ChildProcess): void {
  child.kill("SIGTERM");
  const sure = setTimeout(() => child.kill("SIGKILL"), PATIENCE).unref();
  child.once("exit", () => clearTimeout(sure));
}

interface Outcome {
  readonly ended: Ended;
  readonly folder: string;
  readonly served: Document;
}

async function eventOf(asked: RunAsked, { ended, folder, served }: Outcome): Promise<RunEvent> {
  if ("failure" in ended) return { failure: ended.failure };
  const read = asked.kind === "verify" ? verifyRun : gateRun;
  const text = await reportIn(folder);
  if (text === "too large") return { failure: "the report is too large to be shown; run the command in a terminal" };
  const report = read(text, served);
  // The error message of a command without a report, without the command's name.
  const said = ended.err.replaceAll(/^animal-store \w+: /gm, "").trim();
  return report === undefined ? { failure: said || "it wrote no report" } : { report };
}

/** The report of a run; "" if it wrote none. */
async function reportIn(folder: string): Promise<string> {
  const path = join(folder, REPORT);
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > MOST_BYTES) return "too large";
  return size === 0 ? "" : readFile(path, "utf8");
}
