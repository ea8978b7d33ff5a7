// Suite and gate for the console: each run in a process of its own, which gets the document as it is served, none of the
// environment, and a time by which it has to be done.
import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Document } from "../../../document/document.ts";
import type { RunAsked, RunEvent, Runs } from "../../../http/control/runs.ts";
import { writeJson } from "../../../json/write.ts";
import type { GuestAsked, GuestSaid } from "./guest-words.ts";
import { gateRun, verifyRun } from "./reading.ts";

/** What the run finds the served document as, in a folder of its own. */
const SERVED = "served.json";
/** When a run has to end well, and when it is ended. */
const MOST_SECONDS = 120;
const MOST_MS = (MOST_SECONDS + 30) * 1000;
/** So long a run that is to end may take to remove what it has created. */
const PATIENCE = 5_000;
const MOST_MEGABYTES = 512;
/** Where the run writes its report, and how much of that is read: a server may answer whatever it likes. */
const REPORT = "report.json";
const MOST_BYTES = 16 * 1024 * 1024;

/** Makes what carries out runs. @param document gives the document that is served at the time */
export function consoleRuns(token: string, document: () => Document): Runs {
  return {
    token,
    async run(asked, tell, signal) {
      const folder = await mkdtemp(join(tmpdir(), "animal-store-run-"));
      const served = document();
      try {
        await writeFile(join(folder, SERVED), writeJson(served.root, 2));
        const ended = await carryOut(folder, commandOf(asked), tell, signal);
        if (!signal.aborted) tell(await eventOf(asked, { ended, folder, served }));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

type Ended = NonNullable<GuestSaid["ended"]> | { readonly failure: string };

/** The command that does what is asked. */
function commandOf(asked: RunAsked): GuestAsked {
  const output = ["--report", `json=${REPORT}`];
  if (asked.kind === "gate") return { words: ["gate", SERVED, "-", ...output], env: {}, stdin: asked.document };
  const words = ["verify", asked.url, "--spec", SERVED, "--max-time", `${MOST_SECONDS}s`, ...output];
  return {
    stdin: "",
    words: asked.readOnly ? [...words, "--read-only"] : words,
    // Other users of the machine can read the words of a command line.
    env: asked.key === undefined ? {} : { ANIMAL_STORE_KEY: asked.key },
  };
}

/** The built module of the process: tests run the sources, which a process of Node 20 cannot. */
function guestFile(): string {
  const here = join(__dirname, "guest.js");
  return __filename.endsWith(".ts") ? here.replace(/(.*)([\\/])src([\\/])/, "$1$2dist$2src$3") : here;
}

async function carryOut(
  cwd: string,
  asked: GuestAsked,
  tell: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<Ended> {
  if (signal.aborted) return { failure: "it was ended" };
  const child = fork(guestFile(), {
    cwd,
    // Nothing of the environment: no proxy that requests would go through, and no secret.
    env: {},
    execArgv: [`--max-old-space-size=${MOST_MEGABYTES}`],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const late = setTimeout(() => end(child), MOST_MS);
  const stop = (): void => end(child);
  signal.addEventListener("abort", stop);
  try {
    return await new Promise<Ended>((resolve) => {
      let ended: Ended = { failure: "its process ended before its time" };
      child.on("message", ({ step, ended: last }: GuestSaid) => {
        if (step !== undefined) tell(step);
        if (last !== undefined) ended = last;
      });
      child.once("error", (error) => resolve({ failure: error.message }));
      // Its folder goes when nothing is left of it.
      child.once("exit", () => resolve(ended));
      child.send(asked, () => undefined);
    });
  } finally {
    clearTimeout(late);
    signal.removeEventListener("abort", stop);
  }
}

/** Asks a process to end well, and sees to it that it ends. */
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
  // What a command says instead of a report, without its own name before it.
  const said = ended.err.replaceAll(/^animal-store \w+: /gm, "").trim();
  return report === undefined ? { failure: said || "it has written no report" } : { report };
}

/** The report of a run; "" where it has written none. */
async function reportIn(folder: string): Promise<string> {
  const path = join(folder, REPORT);
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > MOST_BYTES) return "too large";
  return size === 0 ? "" : readFile(path, "utf8");
}
