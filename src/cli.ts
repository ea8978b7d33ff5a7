#!/usr/bin/env node
// The command table. Each command parses its flags, calls its layer, renders, and chooses the exit code.
import { Command, CommanderError } from "commander";
import { MAX_BYTES } from "./commands/decode.ts";
import type { OldSuite } from "./commands/gate-options.ts";
import type { CommandIo } from "./commands/io.ts";
import { spreadReports } from "./report/kinds.ts";
import { ownVersion } from "./version.ts";

const USAGE = 2;

type Register = (program: Command, io: CommandIo, exit: (code: number) => void) => void;

/** Each command is loaded when it is called: `serve` must not wait for what only `verify` needs. */
const COMMANDS: Readonly<Record<string, () => Promise<Register>>> = {
  serve: async () => (await import("./commands/serve.ts")).registerServe,
  verify: async () => (await import("./commands/verify.ts")).registerVerify,
  gate: async () => {
    const { registerGate } = await import("./commands/gate.ts");
    // The suite and the mock are loaded only when a change is there to be looked at twice.
    const suite: OldSuite = async (...given) => (await import("./commands/gate-suite.ts")).oldSuite(...given);
    return (root, io, exit) => registerGate(root, io, exit, suite);
  },
  explain: async () => (await import("./commands/explain.ts")).registerExplain,
  requirements: async () => (await import("./commands/requirements.ts")).registerRequirements,
  lint: async () => (await import("./commands/lint.ts")).registerLint,
  checks: async () => (await import("./commands/checks.ts")).registerChecks,
};

/** Builds the program. @param exit is told the exit code when a command ends */
async function program(io: CommandIo, exit: (code: number) => void, called: string | undefined): Promise<Command> {
  const root = new Command("animal-store")
    .description(
      "A contract-first mock, conformance suite and breaking-change gate: three readers of one OpenAPI document.",
    )
    .version(ownVersion())
    .showSuggestionAfterError()
    .showHelpAfterError("(add --help for what there is)")
    .configureOutput({ writeOut: io.stdout, writeErr: io.stderr })
    .exitOverride();
  const own = called === undefined ? undefined : COMMANDS[called];
  // The version needs none of them; help, and a word that is no command, need all.
  const others = called === "--version" || called === "-V" ? [] : Object.values(COMMANDS);
  for (const load of own === undefined ? others : [own]) (await load())(root, io, exit);
  return root;
}

function processIo(): CommandIo {
  const { env, stdout, stderr } = process;
  const watched = stderr.isTTY && stdout.isTTY && env["CI"] === undefined;
  const { FORCE_COLOR: force, NO_COLOR: never, TERM: terminal } = env;
  // An empty NO_COLOR is none (no-color.org), and FORCE_COLOR=0 is how some tools say no.
  const plain = force === "0" || (never !== undefined && never !== "") || terminal === "dumb" || !stdout.isTTY;
  return {
    stdout: (text) => void stdout.write(text),
    stderr: (text) => void stderr.write(text),
    env,
    cwd: process.cwd(),
    color: (force !== undefined && force !== "0") || !plain,
    ...(stdout.isTTY ? { width: stdout.columns } : {}),
    ...(watched ? { progress: (text: string) => void stderr.write(`\r\u001b[2K${text}`) } : {}),
    stdin: async () => {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of process.stdin) {
        chunks.push(chunk as Buffer);
        size += (chunk as Buffer).length;
        // What is too large to be a document may have no end: who reads it refuses it.
        if (size > MAX_BYTES) break;
      }
      return Buffer.concat(chunks);
    },
  };
}

async function main(): Promise<void> {
  // A reader that has seen enough, such as `head`, is no error of ours. What was found still decides the exit code;
  // only what has no end, and a log that nobody reads, ends here.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    if (process.argv[2] === "serve") process.exit(0);
  });
  const io = processIo();
  const exit = (code: number): void => {
    process.exitCode = code;
  };
  const args = spreadReports(process.argv.slice(2));
  try {
    await (await program(io, exit, args[0])).parseAsync(args, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) {
      exit(error.exitCode === 0 ? 0 : USAGE);
      return;
    }
    // Whatever comes here is a bug of ours: say so in a line, and where more can be seen.
    const reason = error instanceof Error ? error.message : String(error);
    const more =
      io.env["ANIMAL_STORE_DEBUG"] === undefined
        ? " (ANIMAL_STORE_DEBUG=1 shows where)"
        : `\n${error instanceof Error ? error.stack : ""}`;
    io.stderr(`animal-store: internal error: ${reason}${more}\n`);
    exit(70);
  }
}

void main();
