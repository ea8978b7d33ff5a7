// The process of one run started from the console. It runs a command of the program and sends the output, progress and
// result to `serve`. It ends when `serve` is gone.
import { runProgram } from "../../../program.ts";
import { INTERRUPTED } from "../../interrupt.ts";
import type { WorkerTask, WorkerMessage } from "./worker-messages.ts";

const abandoned = (): void => process.exit(INTERRUPTED);

/** The longest error output that is passed on. */
const MOST = 10_000;

async function work({ words, env, stdin }: WorkerTask): Promise<void> {
  let err = "";
  await runProgram(words, {
    // Only the report counts.
    stdout: () => undefined,
    stderr: (text) => void (err = `${err}${text}`.slice(0, MOST)),
    env,
    cwd: process.cwd(),
    color: false,
    progress: (_, step) => {
      if (step !== undefined) say({ step });
    },
    stdin: async () => Buffer.from(stdin),
  });
  say({ ended: { err } }, () => {
    process.off("disconnect", abandoned);
    process.exit(0);
  });
}

function say(said: WorkerMessage, done: () => void = () => {}): void {
  process.send?.(said, done);
}

process.once("disconnect", abandoned);
process.once("message", (asked) => void work(asked as WorkerTask));
