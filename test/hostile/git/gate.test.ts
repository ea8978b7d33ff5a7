// How a proposed change can abuse git to make `gate` run something, or to hide what it breaks. Each of these changes
// lowers a maximum, so the gate must say so (1) or refuse (2), and never find nothing (0).
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Ran, With } from "../../gate/session.ts";
import { IN_PROOF } from "../../share.ts";
import { Attack, SPEC, limited } from "./planted.ts";

let attack: Attack;
beforeEach(() => {
  attack = new Attack();
});
afterEach(() => attack.end());

const git = (...words: string[]): string => attack.session.git(...words);
const gate = (words: readonly string[], more?: With): Promise<Ran> => attack.session.gate(words, more);

/** The break was reported, and nothing was run. */
async function expectTold(words: readonly string[], more?: With): Promise<void> {
  const { code, stdout, stderr } = await gate(words, more);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout).toContain("maximum changed from 100 to 50");
  expect(attack.acted).toBe("");
}

async function expectRefused(why: RegExp, words: readonly string[], more?: With): Promise<void> {
  const { code, stdout, stderr } = await gate(words, more);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(why);
  expect(attack.acted).toBe("");
}

describe("a folder that becomes a bare repository", () => {
  const status = (): void =>
    void execFileSync("git", ["--work-tree=.", "status"], {
      cwd: join(attack.session.folder, "spec"),
      stdio: "ignore",
    });

  test("is not used if the gate runs above it, and runs nothing", async () => {
    const program = attack.program();
    attack.plantRepository(`\tfsmonitor = ${program}\n\thooksPath = ${attack.outside}\n`);
    attack.dangerous(status);
    for (const words of [[SPEC], [`${attack.base}:`, SPEC], ["main:", SPEC], [`main:${SPEC}`, SPEC]]) {
      await expectTold(words);
    }
  });

  test.each(["spec", "spec/deeper"])("is refused if the gate is called in %s", async (cwd) => {
    attack.plantRepository(`\tfsmonitor = ${attack.program()}\n`);
    mkdirSync(join(attack.session.folder, "spec/deeper"));
    const file = cwd === "spec" ? "openapi.json" : "../openapi.json";
    await expectRefused(/a bare repository, which may have been planted/, [file], { cwd });
    await expectRefused(/a bare repository, which may have been planted/, [`main:${SPEC}`, file], { cwd });
  });

  test("is refused if it claims to have the real working tree", async () => {
    attack.plantRepository(`\tfsmonitor = ${attack.program()}\n\tworktree = ..\n`);
    attack.session.put(
      "spec/config",
      `[core]\n\tbare = false\n\tworktree = ..\n\tfsmonitor = ${attack.program()}\n\trepositoryformatversion = 0\n`,
    );
    attack.dangerous(() =>
      execFileSync("git", ["status"], { cwd: join(attack.session.folder, "spec"), stdio: "ignore" }),
    );
    await expectRefused(/bare repository/, ["openapi.json"], { cwd: "spec" });
    await expectTold([SPEC]);
  });

  test.runIf(IN_PROOF)("is refused by a git that is older than safe.bareRepository", async () => {
    attack.plantRepository(`\tfsmonitor = ${attack.program()}\n`);
    const old =
      'words=()\nfor word; do words+=("${word/safe.bareRepository=explicit/a.b=c}"); done\nexec @git@ "${words[@]}"';
    await attack.withGit(old, async () => {
      await expectRefused(/bare repository/, ["openapi.json"], { cwd: "spec" });
      await expectTold([SPEC]);
    });
  });

  test.runIf(IN_PROOF)("is refused if it borrows the real objects", async () => {
    attack.plantRepository();
    attack.session.put("spec/objects/info/alternates", `${join(attack.session.folder, ".git/objects")}\n`);
    await expectRefused(/bare repository/, ["openapi.json"], { cwd: "spec" });
    await expectTold([SPEC]);
  });
});

describe("a name with two meanings", () => {
  /** A commit on a separate branch that already has the breaking change. */
  const decoy = (): string => {
    git("add", ".");
    return git("commit-tree", git("write-tree").trim(), "-m", "decoy").trim();
  };

  test("that is a branch and the first digits of a commit is refused", async () => {
    const short = attack.base.slice(0, 12);
    git("branch", short, decoy());
    for (const base of [`${short}:`, `${short}:${SPEC}`, `${short}~0:${SPEC}`]) {
      await expectRefused(new RegExp(`${short} could mean refs/heads/${short} or the commit`), [base, SPEC]);
    }
    await expectTold([`${attack.base}:`, SPEC]);
    await expectTold([`refs/heads/main:${SPEC}`, SPEC]);
  });

  test.runIf(IN_PROOF)("that is a branch and a whole commit id means the commit", async () => {
    git("update-ref", `refs/heads/${attack.base}`, decoy());
    await expectTold([`${attack.base}:`, SPEC]);
  });

  test.runIf(IN_PROOF)("that is a branch and a tag is refused", async () => {
    git("update-ref", "refs/tags/main", decoy());
    await expectRefused(/main could mean refs\/(?:heads|tags)\/main or refs\/(?:heads|tags)\/main/, ["main:", SPEC]);
    await expectTold([SPEC]);
  });

  test("that is a local branch or tag and the remote default branch is refused", async () => {
    git("update-ref", "refs/remotes/origin/main", "main");
    git("update-ref", "refs/heads/origin/main", decoy());
    git("update-ref", "refs/tags/origin/main", decoy());
    await expectTold([SPEC]);
    await expectRefused(/origin\/main could mean/, [`origin/main:${SPEC}`, SPEC]);
  });

  test.each(["--output=x:spec/openapi.json", "--upload-pack=touch x:", "-x:"])(
    "that is an option of git is refused: %s",
    async (base) => {
      await expectRefused(/starts with a hyphen/, ["--", base, SPEC]);
    },
  );

  test("that is a file of the change and REF:path is refused", async () => {
    for (const base of [`main:${SPEC}`, `${attack.base}:./${SPEC}`, ":README.md"]) {
      attack.session.put(base, limited(50));
      await expectRefused(/is a file here and also names a revision: write \.\//, [base, SPEC]);
    }
    // The user can say that the file is meant.
    expect((await gate([`./main:${SPEC}`, SPEC])).code).toBe(0);
  });

  test("does not include the one from git replace", async () => {
    const blob = git("rev-parse", `main:${SPEC}`).trim();
    git("add", ".");
    git("replace", blob, git("rev-parse", `:${SPEC}`).trim());
    expect(git("cat-file", "blob", `main:${SPEC}`)).toContain("50");
    for (const base of [[], ["main:"], [`main:${SPEC}`]]) await expectTold([...base, SPEC]);
  });
});

describe("links", () => {
  const link = (target: string, name: string): void => {
    rmSync(join(attack.session.folder, name), { recursive: true, force: true });
    symlinkSync(target, join(attack.session.folder, name));
    git("add", ".");
  };

  test("a document that becomes a link to a new file is compared with its previous version", async () => {
    attack.session.put("spec/new.json", limited(50));
    link("new.json", SPEC);
    for (const base of [[], ["main:"]]) await expectTold([...base, SPEC]);
  });

  test.runIf(IN_PROOF)("a document in a folder that becomes a link is compared with its previous version", async () => {
    attack.session.put("other/openapi.json", limited(50));
    link("other", "spec");
    for (const base of [[], ["main:"]]) await expectTold([...base, SPEC]);
  });

  test("a document that becomes a link out of the repository is neither read nor shown", async () => {
    const secret = join(attack.outside, "secret.json");
    writeFileSync(secret, '{"openapi": "3.1.0", "info": {"title": "s3cret", "version": s3cret}}');
    link(secret, SPEC);
    for (const words of [[SPEC], ["main:", SPEC], [SPEC, SPEC], [`main:${SPEC}`, SPEC]]) {
      await expectRefused(/^(?!.*s3cret).*the link spec\/openapi\.json leads out of the repository/s, words);
    }
    git("commit", "-m", "link");
    await expectRefused(/is a link that leads out of the repository/, [`change:${SPEC}`, "README.md"]);
  });

  test("a referenced file that becomes a link out of the folder is not read, now or before", async () => {
    const secret = join(attack.outside, "secret.json");
    writeFileSync(secret, '{"type": "integer", "maximum": 1}');
    const whole = JSON.stringify(limited(50)).replace('{"type":"integer","maximum":50}', '{"$ref":"part.json"}');
    expect(whole).toContain("part.json");
    attack.session.put("spec/before.json", whole);
    attack.session.put(SPEC, whole);
    link(secret, "spec/part.json");
    await expectRefused(/leads out of the folder/, [SPEC]);
    git("commit", "-m", "link");
    // The base of a change that fixes it cannot be read either, and does not stop the change.
    attack.session.put("spec/mended.json", JSON.stringify(limited(50)));
    const mended = await gate(["change:spec/before.json", "spec/mended.json"]);
    expect(mended).toMatchObject({ code: 0, stdout: expect.stringMatching(/leads out\s+of the folder/) });
    expect(attack.acted).toBe("");
  });

  test.each(["/etc/hostname", "../../x.json", "loop.json"])(
    "a link in a commit to %s leads nowhere",
    async (target) => {
      symlinkSync(target, join(attack.session.folder, "spec/loop.json"));
      git("add", ".");
      git("commit", "-m", "link");
      await expectRefused(/leads out of the repository/, ["change:spec/loop.json", SPEC]);
    },
  );
});

describe("files that git configuration uses", () => {
  test("do not run programs as attributes for filters, conversions or diffs", async () => {
    const program = attack.program();
    for (const name of ["diff.evil.command", "diff.evil.textconv", "filter.evil.clean", "filter.evil.smudge"]) {
      git("config", name, program);
    }
    git("config", "diff.external", program);
    attack.session.put(".gitattributes", "* diff=evil filter=evil text working-tree-encoding=UTF-16\n");
    attack.dangerous(() => git("diff", "main"));
    await expectTold([SPEC]);
    await expectTold([`main:${SPEC}`, SPEC]);
    // A moved document is searched for among all files.
    rmSync(join(attack.session.folder, ".gitattributes"));
    git("mv", SPEC, "moved.json");
    git("add", ".");
    attack.session.put(".gitattributes", "* diff=evil filter=evil\n");
    rmSync(attack.mark, { force: true });
    await expectTold(["moved.json"]);
  });

  test("do not run as hooks or as a file system monitor", async () => {
    attack.session.put("tools/post-index-change", `#!/bin/sh\n${attack.program()}\n`);
    chmodSync(join(attack.session.folder, "tools/post-index-change"), 0o755);
    git("config", "core.hooksPath", "tools");
    git("config", "core.fsmonitor", "tools/post-index-change");
    attack.dangerous(() => git("status"));
    await expectTold([SPEC]);
  });

  test("do not run as a program named git where npm looks for programs", async () => {
    for (const folder of ["node_modules/.bin", "tools"]) {
      attack.session.put(`${folder}/git`, `#!/bin/sh\n${attack.program()}\n`);
      chmodSync(join(attack.session.folder, folder, "git"), 0o755);
    }
    const own = process.env["PATH"] ?? "";
    const path = ["node_modules/.bin", "tools"].map((one) => join(attack.session.folder, one)).join(delimiter);
    await attack.withEnvironment({ PATH: `.${delimiter}${path}${delimiter}${own}` }, async () => {
      attack.dangerous(() => execFileSync("git", ["--version"]));
      await expectTold([SPEC]);
      // In a subfolder, npm adds those of the parent folders.
      await expectTold(["openapi.json"], { cwd: "spec" });
    });
  });

  test("do not redirect git through environment variables", async () => {
    const program = attack.program();
    const env = {
      GIT_DIR: "/nowhere",
      GIT_WORK_TREE: "/nowhere",
      GIT_INDEX_FILE: "/nowhere",
      GIT_OBJECT_DIRECTORY: "/nowhere",
      GIT_EXTERNAL_DIFF: program,
      GIT_PAGER: program,
      GIT_TRACE: attack.mark,
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "core.fsmonitor",
      GIT_CONFIG_VALUE_0: program,
      GIT_REPLACE_REF_BASE: "refs/heads/",
    };
    await attack.withEnvironment(env, async () => {
      for (const base of [[], ["main:"], [`main:${SPEC}`]]) await expectTold([...base, SPEC]);
    });
  });
});

describe("what a clone does not have", () => {
  /** A partial clone that would run a program to fetch missing contents. */
  const makePartial = (): void => {
    const blob = git("rev-parse", `main:${SPEC}`).trim();
    rmSync(join(attack.session.folder, ".git/objects", blob.slice(0, 2), blob.slice(2)));
    git("config", "core.repositoryFormatVersion", "1");
    git("config", "extensions.partialClone", "origin");
    git("config", "remote.origin.promisor", "true");
    git("config", "remote.origin.url", `ext::${attack.program()}`);
    git("config", "protocol.ext.allow", "always");
  };

  test("is neither fetched nor mistaken for a new document", async () => {
    makePartial();
    attack.dangerous(() => git("cat-file", "blob", `main:${SPEC}`));
    for (const base of [[], ["main:"], [`main:${SPEC}`]]) {
      await expectRefused(/not its contents \(is it a partial clone\?\), and nothing is fetched/, [...base, SPEC]);
    }
  });

  test.runIf(IN_PROOF)("is not fetched by a git that does not know GIT_NO_LAZY_FETCH", async () => {
    makePartial();
    await attack.withGit('unset GIT_NO_LAZY_FETCH\nexec @git@ "$@"', () => expectRefused(/nothing is fetched/, [SPEC]));
  });

  test("is not mistaken for a new document if it is in a submodule", async () => {
    git("init", "-b", "main", "library");
    attack.session.put("library/openapi.json", limited(50));
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", "add", "."], {
      cwd: join(attack.session.folder, "library"),
    });
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-qm", "x"], {
      cwd: join(attack.session.folder, "library"),
    });
    attack.session.commit();
    await expectRefused(/is in a submodule, a repository of its own: run it there/, [
      "change:",
      "library/openapi.json",
    ]);
    expect(existsSync(join(attack.session.folder, "library/.git"))).toBe(true);
  });
});

test("a repository that another user owns is not used", async () => {
  await attack.withGit('export GIT_TEST_ASSUME_DIFFERENT_OWNER=1\nexec @git@ "$@"', () =>
    expectRefused(/another user owns it: if you do, run git config --global --add safe\.directory/, [SPEC]),
  );
});

test.runIf(IN_PROOF)("a document of 300 files is read with few processes", async () => {
  const parts = Array.from({ length: 300 }, (_, index) => `part-${index}.json`);
  const parameters = parts.map((part) => ({ $ref: part }));
  for (const [index, part] of parts.entries()) {
    attack.session.put(`spec/${part}`, { name: `p${index}`, in: "query", schema: { type: "integer", maximum: 100 } });
  }
  attack.session.put(SPEC, { ...limited(1), paths: { "/things": { get: { parameters, responses: {} } } } });
  attack.session.commit();
  attack.session.put("spec/part-7.json", { name: "p7", in: "query", schema: { type: "integer", maximum: 50 } });
  await attack.withGit(`echo x >> '${attack.outside}/calls'\nexec @git@ "$@"`, async () => {
    const { code } = await gate(["change:", SPEC]);
    expect(code).toBe(1);
  });
  const calls = execFileSync("wc", ["-l", `${attack.outside}/calls`], { encoding: "utf8" });
  expect(Number.parseInt(calls, 10)).toBeLessThanOrEqual(6);
});
