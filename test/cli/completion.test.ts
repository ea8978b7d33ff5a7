// Shell completion, tested in the shells that this machine has.
import { execFileSync } from "node:child_process";
import { Command } from "commander";
import { expect, test } from "vitest";
import { completionScript } from "../../src/commands/completion/completion.ts";

function program(): Command {
  const root = new Command("animal-store");
  root
    .command("serve")
    .description("serve it's mock: now")
    .option("--port <n>", "the port [free: 0]")
    .option("--quiet");
  root.command("verify").description("verify").option("--key <key>", "the key");
  return root;
}

const completed = (...words: readonly string[]): string[] => {
  const script = `${completionScript(program(), "bash")}
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _animal_store; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync("bash", ["-c", script, "bash", ...words], { encoding: "utf8" });
  return out.split("\n").filter((line) => line !== "");
};

test("bash completes commands and the flags of the command that was typed", () => {
  expect(completed("animal-store", "se")).toEqual(["serve"]);
  expect(completed("animal-store", "serve", "--p")).toEqual(["--port"]);
  expect(completed("animal-store", "verify", "--")).toEqual(["--key", "--help"]);
});

test("zsh and fish get every command and flag, quoted", () => {
  const zsh = completionScript(program(), "zsh");
  expect(zsh).toContain("#compdef animal-store");
  expect(zsh).toContain("'serve:serve it'\\''s mock\\: now'");
  expect(zsh).toContain("'--port[the port \\[free: 0\\]]'");
  const fish = completionScript(program(), "fish");
  expect(fish).toContain("-l port");
  expect(fish).toContain("'serve it\\'s mock: now'");
});

test("an unknown shell is refused with a list of the known ones", () => {
  expect(() => completionScript(program(), "tcsh")).toThrow('the shell must be bash, zsh or fish, not "tcsh"');
});
