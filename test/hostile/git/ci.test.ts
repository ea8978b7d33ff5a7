// What a proposed change can do to the script that CI runs. Each of these changes lowers a maximum, so the script must
// exit with 1 if it finds the break or with 2 if it refuses, and run nothing from the change.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cliPath, environment } from "../../cli/program.ts";
import { IN_PROOF } from "../../share.ts";
import { Attack, SPEC, limited } from "./planted.ts";

const SCRIPT = fileURLToPath(new URL("../../../examples/ci/run.sh", import.meta.url));

let attack: Attack;
beforeEach(() => {
  attack = new Attack();
});
afterEach(() => attack.end());

const git = (...words: string[]): string => attack.session.git(...words);

/** Merges the proposed change as GitHub does. @returns the merge */
function merged(): string {
  attack.session.commit();
  const merge = git("commit-tree", "change^{tree}", "-p", "main", "-p", "change", "-m", "merge").trim();
  git("checkout", "--detach", merge);
  return merge;
}

interface Ran {
  readonly code: number | null;
  readonly text: string;
}

function runScript(env: Readonly<Record<string, string>>, below = "", path = ""): Ran {
  const own = { HOME: attack.outside, INPUT_SPEC: SPEC, ...env };
  const { status, stdout, stderr } = spawnSync("bash", [SCRIPT], {
    cwd: join(attack.session.folder, below),
    encoding: "utf8",
    env: environment({ PATH: `${path}${process.env["PATH"] ?? ""}`, ...own }),
  });
  return { code: status, text: stdout + stderr };
}

const pull = (sha: string): Record<string, string> => ({
  GITHUB_REF: "refs/pull/1/merge",
  GITHUB_BASE_REF: "main",
  GITHUB_SHA: sha,
});

function expectTold({ code, text }: Ran): void {
  expect([code, text]).toEqual([1, expect.stringContaining("maximum changed from 100 to 50")]);
  expect(attack.acted).toBe("");
}

function expectRefused(why: RegExp, { code, text }: Ran): void {
  expect([code, text]).toEqual([2, expect.stringMatching(why)]);
  expect(attack.acted).toBe("");
}

/** Replaces the cloned repository with another one. @returns its folder */
function origin(): string {
  const folder = join(attack.outside, "origin");
  execFileSync("git", ["clone", "--quiet", "--bare", attack.session.folder, folder], { stdio: "ignore" });
  git("remote", "add", "origin", `file://${folder}`);
  return folder;
}

test("a folder that becomes a bare repository runs nothing, from above or inside", () => {
  attack.plantRepository(`\tfsmonitor = ${attack.program()}\n`);
  const sha = merged();
  expectTold(runScript(pull(sha)));
  expectRefused(
    /bare repository|no repository that it trusts/,
    runScript({ ...pull(sha), INPUT_SPEC: "openapi.json" }, "spec"),
  );
});

test.runIf(IN_PROOF)(
  "a folder that becomes a bare repository runs nothing with a git older than safe.bareRepository",
  async () => {
    attack.plantRepository(`\tfsmonitor = ${attack.program()}\n\tworktree = ..\n`);
    attack.session.put("spec/config", `[core]\n\tbare = false\n\tworktree = ..\n\tfsmonitor = ${attack.program()}\n`);
    const sha = merged();
    const old =
      'words=()\nfor word; do words+=("${word/safe.bareRepository=explicit/a.b=c}"); done\nexec @git@ "${words[@]}"';
    await attack.withGit(old, async () => {
      expectTold(runScript(pull(sha)));
      expectRefused(/bare repository/, runScript({ ...pull(sha), INPUT_SPEC: "openapi.json" }, "spec"));
    });
  },
);

test.runIf(IN_PROOF)("a branch named like the first digits of the base commit is not compared instead", () => {
  const sha = merged();
  for (const digits of [7, 12]) git("branch", attack.base.slice(0, digits), "change");
  expectTold(runScript(pull(sha)));
  expectRefused(/is no commit/, runScript({ CI_MERGE_REQUEST_DIFF_BASE_SHA: attack.base.slice(0, 12) }));
  expectTold(runScript({ CI_MERGE_REQUEST_DIFF_BASE_SHA: attack.base }));
});

test("a proposed commit that is itself a merge cannot choose the base", () => {
  attack.session.commit();
  const proposed = git("commit-tree", "HEAD^{tree}", "-p", "change", "-p", "main", "-m", "x").trim();
  git("checkout", "--detach", proposed);
  git("update-ref", "refs/remotes/origin/main", "main");
  // The runner names the merge, but the workflow checked out the proposed commit.
  expectTold(runScript(pull("1".repeat(40))));
});

describe("if the base commit must be fetched", () => {
  const fetched = { GITHUB_BASE_REF: "main" };

  test("hooks in the working tree do not run", () => {
    origin();
    for (const hook of ["reference-transaction", "post-index-change", "post-checkout"]) {
      attack.session.put(`tools/${hook}`, `#!/bin/sh\n${attack.program()}\n`);
      chmodSync(join(attack.session.folder, "tools", hook), 0o755);
    }
    attack.session.commit();
    git("config", "core.hooksPath", "tools");
    git("config", "core.fsmonitor", "tools/post-checkout");
    attack.dangerous(() => git("fetch", "origin"));
    expectTold(runScript(fetched));
  });

  test.runIf(IN_PROOF)("a submodule is not fetched", () => {
    origin();
    const inner = join(attack.session.folder, "inner");
    mkdirSync(inner);
    git("init", "inner");
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@e", "commit", "-qm", "x", "--allow-empty"], {
      cwd: inner,
    });
    attack.session.put(
      ".gitmodules",
      `[submodule "inner"]\n\tpath = inner\n\turl = ext::${attack.program()}\n\tfetchRecurseSubmodules = yes\n`,
    );
    execFileSync("git", ["remote", "add", "origin", `ext::${attack.program()}`], { cwd: inner });
    execFileSync("git", ["config", "protocol.ext.allow", "always"], { cwd: inner });
    attack.session.commit();
    attack.dangerous(() => git("fetch", "--recurse-submodules=yes", "origin"));
    expectTold(runScript(fetched));
  });

  test("credentials are only passed to the fetch", async () => {
    origin();
    attack.session.commit();
    const seen = `env | grep -q ^GIT_ASKPASS && echo "$*" >> '${attack.outside}/seen'\nexec @git@ "$@"`;
    await attack.withGit(seen, async () => {
      const ran = runScript({ ...fetched, GIT_ASKPASS: attack.program(), GIT_DIR: "/nowhere", GIT_TRACE: attack.mark });
      expectTold(ran);
    });
    const calls = execFileSync("cat", [`${attack.outside}/seen`], { encoding: "utf8" })
      .trim()
      .split("\n");
    expect(calls).toEqual([expect.stringMatching(/ fetch --quiet /)]);
  });

  test.runIf(IN_PROOF)("names of branches and commits are shown on one line", () => {
    attack.session.commit();
    const evil = "x\n::error file=a::injected\r\u001b[2J";
    for (const name of ["GITHUB_BASE_REF", "CI_MERGE_REQUEST_DIFF_BASE_SHA"]) {
      const { code, text } = runScript({ [name]: evil });
      expect(code).toBe(2);
      expect(text).toMatch(/^animal-store in CI: [^\p{Cc}]+\n$/u);
    }
  });
});

test("a package, its settings and programs next to the document are not used", () => {
  const program = attack.program();
  attack.session.put("package.json", { name: "animal-store", version: "1.0.0", bin: "act.sh", type: "commonjs" });
  attack.session.put(
    ".npmrc",
    `registry=http://127.0.0.1:9\nscript-shell=${program}\nnode-options=--require ./act.cjs\n`,
  );
  attack.session.put("act.cjs", `require("node:child_process").execFileSync(${JSON.stringify(program)})`);
  for (const name of ["animal-store", "node", "bash"]) {
    attack.session.put(`node_modules/.bin/${name}`, `#!/bin/sh\n${program}\n`);
    chmodSync(join(attack.session.folder, "node_modules/.bin", name), 0o755);
  }
  for (const name of ["ajv", "js-yaml", "commander"]) {
    attack.session.put(`node_modules/${name}/index.js`, `require("../../act.cjs")`);
  }
  const sha = merged();
  // Whether the program is given or comes from the checkout of the script.
  expectTold(runScript(pull(sha)));
  expectTold(runScript({ ...pull(sha), ANIMAL_STORE_CLI: cliPath(), ANIMAL_STORE_PACKAGE: attack.session.folder }));
});

test.runIf(IN_PROOF)("a folder that becomes a submodule cannot choose the base", () => {
  rmSync(join(attack.session.folder, "spec"), { recursive: true });
  const library = join(attack.outside, "library");
  const inLibrary = (...words: string[]): string =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@e", ...words], { cwd: library, encoding: "utf8" });
  mkdirSync(library);
  inLibrary("init", "-qb", "main");
  execFileSync("cp", [attack.session.put("new.json", limited(50)), join(library, "openapi.json")]);
  inLibrary("add", ".");
  inLibrary("commit", "-qm", "x");
  git("rm", "-rq", "--cached", "spec");
  git("-c", "protocol.file.allow=always", "submodule", "add", "-q", library, "spec");
  const sha = merged();
  expectRefused(/is in a submodule: give INPUT_BASE/, runScript({ ...pull(sha), INPUT_SPEC: "openapi.json" }, "spec"));
  expectTold(runScript(pull(sha)));
});

test("a link out of the repository in place of the document is refused", () => {
  const sha = merged();
  rmSync(join(attack.session.folder, SPEC));
  execFileSync("ln", ["-s", "/proc/self/environ", join(attack.session.folder, SPEC)]);
  git("add", ".");
  expectRefused(/not a regular file|leads out of the repository/, runScript({ ...pull(sha), SECRET: "s3cret" }));
  expect(dirname(SCRIPT)).toMatch(/examples\/ci$/);
});
