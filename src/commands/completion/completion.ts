// `animal-store completion <shell>`: prints a script with which a shell completes commands, flags and file names. It is
// generated from the program's own commands, so it is never out of date.
import type { CommandRow } from "../command.ts";
import type { Command } from "commander";
import { UsageError } from "../usage.ts";
import { quoted } from "../../json/quote.ts";

/** A command and its flags, as shell completion needs them. */
interface Completable {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly { readonly flag: string; readonly description: string }[];
}

const SHELLS = new Map<string, (program: string, commands: readonly Completable[]) => string>([
  ["bash", bashScript],
  ["zsh", zshScript],
  ["fish", fishScript],
]);

const HELP = `
Examples:
  $ animal-store completion bash > ~/.local/share/bash-completion/completions/animal-store
  $ animal-store completion zsh > "\${fpath[1]}/_animal-store"
  $ animal-store completion fish > ~/.config/fish/completions/animal-store.fish`;

/** @param program with all other commands */
export const completionCommand = (program: Command): CommandRow => ({
  name: "completion",
  description: "print a script that lets your shell complete commands and flags",
  takes: [["<shell>", "bash, zsh or fish"]],
  help: HELP,
  async run([shell = ""], _, io) {
    io.stdout(completionScript(program, shell));
    return Promise.resolve(0);
  },
});

/** The script for a shell. @throws UsageError for an unknown shell */
export function completionScript(program: Command, shell: string): string {
  const write = SHELLS.get(shell);
  if (write === undefined) {
    throw new UsageError(`the shell must be bash, zsh or fish, not ${quoted(shell)}`);
  }
  const commands = program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    flags: command.options.flatMap(({ long, description }) =>
      long === undefined || long === null ? [] : [{ flag: long, description }],
    ),
  }));
  return write(program.name(), commands);
}

function bashScript(program: string, commands: readonly Completable[]): string {
  const cases = commands.map(
    ({ name, flags }) => `    ${name}) flags="${flags.map(({ flag }) => flag).join(" ")} --help" ;;`,
  );
  return `# bash completion of ${program}
_${identifier(program)}() {
  local word=\${COMP_WORDS[COMP_CWORD]} flags=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")} --help --version" -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases.join("\n")}
  esac
  case $word in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}
complete -o filenames -F _${identifier(program)} ${program}
`;
}

function zshScript(program: string, commands: readonly Completable[]): string {
  const cases = commands.map(({ name, flags }) => {
    const specs = flags.map(({ flag, description }) => single(`${flag}[${bracketed(description)}]`));
    return `    ${name}) _arguments ${[...specs, "'*:file:_files'"].join(" ")} ;;`;
  });
  const names = commands.map(({ name, description }) => single(`${name}:${description.replaceAll(":", "\\:")}`));
  return `#compdef ${program}
_${identifier(program)}() {
  local -a commands
  commands=(${names.join(" ")})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=\${words[2]}
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join("\n")}
  esac
}
_${identifier(program)} "$@"
`;
}

function fishScript(program: string, commands: readonly Completable[]): string {
  const lines = commands.flatMap(({ name, description, flags }) => [
    `complete -c ${program} -n __fish_use_subcommand -a ${name} -d ${fishWord(description)}`,
    ...flags.map(
      ({ flag, description: what }) =>
        `complete -c ${program} -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)} -d ${fishWord(what)}`,
    ),
  ]);
  return `# fish completion of ${program}\n${lines.join("\n")}\n`;
}

function identifier(name: string): string {
  return name.replaceAll(/\W/g, "_");
}

/** A word in single quotes for POSIX shells. */
function single(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishWord(text: string): string {
  return `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
}

function bracketed(text: string): string {
  return text.replaceAll(/[[\]]/g, "\\$&");
}
