// Runs commands for an agent: within this process, without its environment, and with documents of its folder only.
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join, relative, resolve } from "node:path";
import { readJson } from "../../json/read.ts";
import { type JsonObject, isObject } from "../../json/value.ts";
import { codeOf } from "../given-file.ts";
import type { CommandIo } from "../io.ts";
import { ToolError, short } from "./tool.ts";

/** Runs one command of the program. */
export type RunProgram = (words: readonly string[], io: CommandIo) => Promise<number>;

export class Running {
  readonly #folder: string;
  readonly #run: RunProgram;

  constructor(folder: string, run: RunProgram) {
    this.#folder = realpathSync(folder);
    this.#run = run;
  }

  /** The whole path of a document. @throws ToolError for one outside of the folder, whatever links lead there */
  file(name: string): string {
    try {
      const path = realpathSync(resolve(this.#folder, name));
      const from = relative(this.#folder, path);
      if (from !== "" && !from.startsWith("..") && !isAbsolute(from)) return path;
    } catch (error) {
      throw new ToolError(`${short(name)} cannot be read: ${codeOf(error)}`);
    }
    throw new ToolError(`${short(name)} is outside of the folder in which animal-store mcp was started`);
  }

  /** Runs a command and reads the JSON that it prints. @throws ToolError with what it complains of */
  async printed(words: readonly string[]): Promise<JsonObject> {
    const { out } = await this.#ran(words, [0]);
    return parsed(out);
  }

  /** Runs a command and reads its JSON report. @param codes the exit codes of a run that was one */
  async reported(words: readonly string[], codes: readonly number[]): Promise<JsonObject & { exitCode: number }> {
    const folder = mkdtempSync(join(tmpdir(), "animal-store-mcp-"));
    try {
      const file = join(folder, "report.json");
      const { code } = await this.#ran([...words, "--report", `json=${file}`], codes);
      return { ...parsed(readFileSync(file, "utf8")), exitCode: code };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  async #ran(words: readonly string[], codes: readonly number[]): Promise<{ code: number; out: string }> {
    let [out, err] = ["", ""];
    const code = await this.#run(words, {
      stdout: (piece) => void (out += piece),
      stderr: (piece) => void (err += piece),
      env: {},
      cwd: this.#folder,
      color: false,
    });
    if (codes.includes(code)) return { code, out };
    throw new ToolError(short(err.trim() === "" ? `the command ended with code ${code}` : err.trim()));
  }
}

function parsed(text: string): JsonObject {
  const reading = readJson(text, Infinity);
  if ("value" in reading && isObject(reading.value)) return reading.value;
  throw new ToolError("the command printed no JSON");
}
