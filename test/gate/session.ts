// A separate folder for each test, in which `animal-store gate` runs as a user or CI would run it.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Command } from "commander";
import { register } from "../../src/commands/command.ts";
import { gateCommand } from "../../src/commands/gate/gate.ts";

export interface Ran {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface With {
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** The subfolder to run it in. */
  readonly cwd?: string;
}

export interface JsonChange {
  readonly id: string;
  readonly kind: string;
  readonly verdict: string;
  readonly text: string;
  readonly base: { readonly pointer: string; readonly location: string } | null;
  readonly revision: { readonly pointer: string; readonly location: string } | null;
  readonly replay?: string;
}

export interface JsonReport {
  readonly base: string;
  readonly summary: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
  readonly changes: readonly JsonChange[];
}

export class Session {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "gate-")));

  put(name: string, content: unknown): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    const raw = typeof content === "string" || content instanceof Uint8Array;
    writeFileSync(path, raw ? content : JSON.stringify(content, null, 2));
    return path;
  }

  text(name: string): string {
    return readFileSync(join(this.folder, name), "utf8");
  }

  git(...words: string[]): string {
    const identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
    return execFileSync("git", [...identity, ...words], {
      cwd: this.folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  }

  /** Commits all files as they are. */
  commit(): void {
    this.git("add", ".");
    this.git("commit", "-m", "a change");
  }

  async gate(words: readonly string[], { stdin = "", env = {}, cwd = "" }: With = {}): Promise<Ran> {
    let [code, stdout, stderr]: [number | undefined, string, string] = [undefined, "", ""];
    const io = {
      stdout: (text: string) => void (stdout += text),
      stderr: (text: string) => void (stderr += text),
      env,
      cwd: join(this.folder, cwd),
      color: false,
      stdin: () => Promise.resolve(Buffer.from(stdin)),
    };
    const program = new Command("animal-store").exitOverride();
    register(gateCommand, program, io, (value) => (code = value));
    await program.parseAsync(["node", "animal-store", "gate", ...words]);
    return { code, stdout, stderr };
  }

  async report(words: readonly string[], more: With = {}): Promise<JsonReport> {
    const path = join(this.folder, "report.json");
    await this.gate([...words, "--report", `json=${path}`], more);
    return JSON.parse(readFileSync(path, "utf8")) as JsonReport;
  }

  end(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
