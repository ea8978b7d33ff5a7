// The command table. Each command parses its flags, calls its layer, renders, and picks the exit code. The program
// receives everything it uses of its process, so it runs the same way in a test and on its own.
import { Command, CommanderError } from "commander";
import { type CommandRow, register } from "./commands/command.ts";
import type { CommandIo } from "./commands/io.ts";
import { spreadReports } from "./report/writing/kinds.ts";
import { message, withoutCommands, withoutLongWords } from "./text/foreign.ts";
import { ownVersion } from "./version.ts";

const USAGE = 2;
/** The exit code of our own bugs. */
export const INTERNAL = 70;

/** Each command is loaded when called: `serve` must not wait for what only `verify` needs. */
const COMMANDS: ReadonlyMap<string, (root: Command) => Promise<CommandRow>> = new Map(
  Object.entries({
    serve: async () => (await import("./commands/serve/serve.ts")).serveCommand,
    proxy: async () => (await import("./commands/proxy/proxy.ts")).proxyCommand,
    verify: async () => (await import("./commands/verify/verify.ts")).verifyCommand,
    gate: async () => (await import("./commands/gate/gate.ts")).gateCommand,
    explain: async () => (await import("./commands/explain/explain.ts")).explainCommand,
    requirements: async () => (await import("./commands/requirements/requirements.ts")).requirementsCommand,
    mcp: async () => (await import("./commands/mcp/mcp.ts")).mcpCommand(runProgram),
    lint: async () => (await import("./commands/lint/lint.ts")).lintCommand,
    compile: async () => (await import("./commands/compile/compile.ts")).compileCommand,
    completion: async (root) => (await import("./commands/completion/completion.ts")).completionCommand(root),
    checks: async () => (await import("./commands/checks/checks.ts")).checksCommand,
  }),
);

/** Builds the program. @param exit receives the exit code when a command ends */
async function program(io: CommandIo, exit: (code: number) => void, called: string | undefined): Promise<Command> {
  const root = new Command("animal-store")
    .description(
      "A contract-first mock, conformance suite and breaking-change gate: three readers of one OpenAPI document.",
    )
    .version(ownVersion())
    .showSuggestionAfterError()
    .showHelpAfterError("(run with --help to see what is available)")
    .configureOutput({ writeOut: io.stdout, writeErr: (text) => io.stderr(withoutLongWords(text)) })
    .exitOverride();
  const isKnown = called !== undefined && COMMANDS.has(called);
  // Completion must know all commands.
  const own = isKnown && called !== "completion" ? COMMANDS.get(called) : undefined;
  // The version needs no command; help, and an unknown command, need all of them.
  const others = called === "--version" || called === "-V" ? [] : [...COMMANDS.values()];
  for (const load of own === undefined ? others : [own]) register(await load(root), root, io, exit);
  return root;
}

/**
 * All output of every command ends here, including untrusted text. Renderers colour what goes to standard output and
 * have already made its untrusted text safe; standard error is never coloured.
 */
function guarded(io: CommandIo): CommandIo {
  return {
    ...io,
    stdout: (text) => io.stdout(withoutCommands(text)),
    stderr: (text) => io.stderr(message(text)),
  };
}

/** Help for an unknown command is an error rather than the program's help: `help gatee`, `gatee --help`. */
function asked(words: readonly string[]): string[] {
  const called = words[0] === "help" ? words.slice(1) : words;
  const name = called[0];
  if (name === undefined || name.startsWith("-") || name === "help" || COMMANDS.has(name)) return [...words];
  return [name];
}

/**
 * Runs a command to its end; `serve` ends when it is stopped.
 * @param words the arguments, without Node and the program
 * @returns the exit code
 */
export async function runProgram(words: readonly string[], surroundings: CommandIo): Promise<number> {
  let code = 0;
  const io = guarded(surroundings);
  const exit = (chosen: number): void => void (code = chosen);
  const args = spreadReports(asked(words));
  try {
    await (await program(io, exit, args[0])).parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
    io.stderr(internalError(error, io.env));
    return INTERNAL;
  }
}

/** Our own bug, in one line that says how to see more. */
export function internalError(error: unknown, env: CommandIo["env"]): string {
  const reason = error instanceof Error ? error.message : String(error);
  const stack = env["ANIMAL_STORE_DEBUG"] === undefined ? undefined : `\n${error instanceof Error ? error.stack : ""}`;
  return `animal-store: internal error: ${reason}${stack ?? " (ANIMAL_STORE_DEBUG=1 shows where)"}\n`;
}
