// What the author of a change can plant: folders that look like repositories, ambiguous names, and files that are used
// as configuration. Each is made with git itself, in its own folder.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { withParameters } from "../../gate/documents.ts";
import { Session } from "../../gate/session.ts";

export const limited = (maximum: number): object =>
  withParameters({ name: "limit", in: "query", schema: { type: "integer", maximum } });

/** The document of all these changes, and the break. */
export const SPEC = "spec/openapi.json";

/** A repository with a breaking change, and a place that shows whether something was run. */
export class Attack {
  readonly session = new Session();
  readonly outside = mkdtempSync(join(tmpdir(), "outside-"));
  readonly base: string;

  constructor() {
    const { session } = this;
    session.git("init", "-b", "main");
    session.put(SPEC, limited(100));
    session.put("README.md", "# before\n");
    session.commit();
    this.base = session.git("rev-parse", "HEAD").trim();
    session.git("checkout", "-b", "change");
    session.put(SPEC, limited(50));
  }

  /** A program that leaves a mark when it runs. */
  program(name = "act.sh"): string {
    const path = join(this.outside, name);
    writeFileSync(path, `#!/bin/sh\necho ${name} >> '${this.mark}'\nexit 0\n`);
    chmodSync(path, 0o755);
    return path;
  }

  get mark(): string {
    return join(this.outside, "acted");
  }

  /** What was run; "" if nothing was. */
  get acted(): string {
    return existsSync(this.mark) ? readFileSync(this.mark, "utf8") : "";
  }

  /** Proves that a trap works by triggering it, and removes its mark. */
  dangerous(run: () => void): void {
    try {
      run();
    } catch {
      // Only what it ran matters.
    }
    if (this.acted === "") throw new Error("the trap does not spring: it shows nothing");
    rmSync(this.mark);
  }

  /** Puts a different git first in PATH while something runs. */
  async withGit<T>(script: string, act: () => Promise<T>): Promise<T> {
    const folder = join(this.outside, "bin");
    mkdirSync(folder, { recursive: true });
    const own = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    writeFileSync(join(folder, "git"), `#!/bin/bash\n${script.replaceAll("@git@", own)}\n`);
    chmodSync(join(folder, "git"), 0o755);
    return this.withEnvironment({ PATH: `${folder}${delimiter}${process.env["PATH"] ?? ""}` }, act);
  }

  async withEnvironment<T>(env: Readonly<Record<string, string>>, act: () => Promise<T>): Promise<T> {
    const before = Object.keys(env).map((name) => [name, process.env[name]] as const);
    Object.assign(process.env, env);
    try {
      return await act();
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  }

  /**
   * Makes the folder of the document a bare repository, in which the base is called like the first digits of the real
   * one, and already has what the change breaks.
   */
  plantRepository(config = ""): void {
    const bare = join(this.outside, "bare");
    const inBare = (...words: string[]): string =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", "--git-dir", bare, ...words], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trim();
    execFileSync("git", ["init", "--quiet", "--bare", "-b", "main", bare]);
    const blob = inBare("hash-object", "-w", join(this.session.folder, SPEC));
    const tree = this.#treeOf(bare, `100644 blob ${blob}\topenapi.json\n`);
    const spec = this.#treeOf(bare, `040000 tree ${tree}\tspec\n100644 blob ${blob}\topenapi.json\n`);
    const commit = inBare("commit-tree", spec, "-m", "planted");
    for (const branch of ["main", "master", this.base.slice(0, 12), "HEAD"]) {
      inBare("update-ref", `refs/heads/${branch}`, commit);
    }
    writeFileSync(join(bare, "config"), `[core]\n\trepositoryformatversion = 0\n\tbare = true\n${config}`);
    cpSync(bare, join(this.session.folder, "spec"), { recursive: true });
  }

  #treeOf(bare: string, input: string): string {
    return execFileSync("git", ["--git-dir", bare, "mktree", "--missing"], { input, encoding: "utf8" }).trim();
  }

  end(): void {
    this.session.end();
    rmSync(this.outside, { recursive: true, force: true });
  }
}
