// The action and the examples for CI, run as written: on a proposed change in a git repository, and against a mock.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { load } from "js-yaml";
import { cliPath, environment } from "../cli/program.ts";
import { IN_PROOF, shareOf } from "../share.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SPEC = readFileSync(join(ROOT, "spec/animal-store.yaml"), "utf8");

const read = (path: string): Record<string, never> =>
  load(readFileSync(join(ROOT, path), "utf8")) as Record<string, never>;

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

interface GitlabJob {
  readonly extends?: string;
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

const action = read("action.yml") as unknown as Action;
const github = read("examples/ci/github.yml") as unknown as {
  jobs: Record<string, { steps: readonly Step[] }>;
};
const gitlab = read("examples/ci/gitlab.yml") as unknown as Record<string, GitlabJob>;

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function bash(script: string, cwd: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  return new Promise((done, failed) => {
    const child = spawn("bash", ["-eo", "pipefail", "-c", script], { cwd, env: environment({ HOME: cwd, ...env }) });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.once("error", failed);
    child.once("close", (code) => done({ code: code ?? -1, stdout, stderr }));
  });
}

let folder = "";
let repository = "";
let summary = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ci-"));
  repository = join(folder, "repository");
  summary = join(folder, "summary.md");
  mkdirSync(repository);
  git("init", "--quiet", "--initial-branch=main");
});
// Git may still be cleaning up after a commit.
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));

function git(...words: readonly string[]): string {
  const own = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...own, ...words], {
    cwd: repository,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function commit(files: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, name)), { recursive: true });
    writeFileSync(join(repository, name), text);
  }
  git("add", "--all");
  git("commit", "--quiet", "--message", "change");
  return git("rev-parse", "HEAD").trim();
}

/** Proposes a change of files and checks out the merge, as GitHub does. @returns the commit it is merged into */
function propose(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  gone: readonly string[] = [],
): string {
  commit({ "README.md": "# Before\n", ...before });
  git("checkout", "--quiet", "-b", "change");
  if (gone.length > 0) git("rm", "--quiet", ...gone);
  commit(after);
  git("checkout", "--quiet", "main");
  const base = commit({ "README.md": "# Meanwhile\n" });
  git("checkout", "--quiet", "--detach");
  git("merge", "--quiet", "--no-edit", "change");
  return base;
}

const BREAKING = SPEC.replace("maximum: 100", "maximum: 50");
const STATUS_FILTER = '        - $ref: "#/components/parameters/StatusFilter"\n';
const HARMLESS = SPEC.replace(
  STATUS_FILTER,
  `${STATUS_FILTER}        - { name: colour, in: query, schema: { type: string, maxLength: 20 } }\n`,
);

/** Runs the last step of the action like the runner: puts inputs into variables and runs the script. */
function runAction(given: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const step = action.runs.steps.at(-1) as Step;
  const values = Object.entries(step.env ?? {}).map(([name, text]) => [
    name,
    text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, key: string) => {
      if (key === "github.action_path") return ROOT;
      const input = key.replace(/^inputs\./, "");
      return given[input] ?? action.inputs[input]?.default ?? "";
    }),
  ]);
  return bash(step.run ?? "", repository, {
    ...Object.fromEntries(values),
    ANIMAL_STORE_CLI: cliPath(),
    GITHUB_ACTIONS: "true",
    GITHUB_ACTION_PATH: ROOT,
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_SHA: git("rev-list", "--max-count=1", "--ignore-missing", "HEAD").trim(),
    ...env,
  });
}

const PULL = { GITHUB_REF: "refs/pull/1/merge", GITHUB_BASE_REF: "main" };

/** The inputs that the GitHub example passes to the action, for this repository. */
function githubInputs(job: string): Readonly<Record<string, string>> {
  return github.jobs[job]?.steps.find(({ uses }) => uses?.includes("animal-store"))?.with ?? {};
}

/** Runs a job of the GitLab example, with this checkout in place of an installed animal-store. */
function runGitlab(job: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  const own = gitlab[job] as GitlabJob;
  const base = gitlab[own.extends ?? ""] as GitlabJob;
  const variables = { ...base.variables, ...own.variables, GITLAB_CI: "true", ANIMAL_STORE: ROOT };
  const expanded = Object.entries(variables).map(([name, text]) => [
    name,
    text.replaceAll(/\$(\w+)/g, (_, key: string) => env[key] ?? ""),
  ]);
  return bash((base.script ?? []).join("\n"), repository, { ...Object.fromEntries(expanded), ...env });
}

describe("the action, on a pull request", () => {
  test.runIf(IN_PROOF)("fails a change that breaks a client, with an annotation and a summary", async () => {
    propose({ "openapi.yaml": SPEC }, { "openapi.yaml": BREAKING });
    const { code, stdout } = await runAction({ ...githubInputs("gate") }, PULL);
    expect(code).toBe(1);
    const line = BREAKING.split("\n").findIndex((text) => text.includes("maximum: 50")) + 1;
    expect(stdout).toMatch(new RegExp(`^::error file=openapi\\.yaml,line=${line},`, "m"));
    expect(readFileSync(summary, "utf8")).toMatch(/^## ❌ /);
    expect(readFileSync(summary, "utf8")).toContain("limit");
  });

  test.runIf(IN_PROOF)("passes a change that breaks no client", async () => {
    propose({ "openapi.yaml": SPEC }, { "openapi.yaml": HARMLESS });
    const { code, stdout } = await runAction({ ...githubInputs("gate") }, PULL);
    expect([code, stdout.includes("::error")]).toEqual([0, false]);
    expect(readFileSync(summary, "utf8")).toMatch(/^## (?!❌)[^]*\| breaking \| 0 \|/);
  });

  test.runIf(IN_PROOF)("finds the target branch if the checkout is not a merge commit", async () => {
    propose({ "openapi.yaml": SPEC }, { "openapi.yaml": BREAKING });
    git("checkout", "--quiet", "change");
    const copy = join(folder, "copy");
    execFileSync("git", ["clone", "--quiet", "--depth=1", "--branch=change", `file://${repository}`, copy]);
    repository = copy;
    expect((await runAction({ spec: "openapi.yaml" }, { GITHUB_BASE_REF: "main" })).code).toBe(1);
  });

  test.runIf(IN_PROOF)("compares a document of several files with its earlier files", async () => {
    const whole = SPEC.replace(
      "type: integer\n        minimum: 1\n        maximum: 100\n        default: 20",
      '$ref: "./parts.yaml#/Limit"',
    );
    const part = (maximum: number): string =>
      `Limit: { type: integer, minimum: 1, maximum: ${maximum}, default: 20 }\n`;
    expect(whole).toContain("parts.yaml");
    propose({ "api/openapi.yaml": whole, "api/parts.yaml": part(100) }, { "api/parts.yaml": part(50) });
    expect((await runAction({ spec: "api/openapi.yaml" }, PULL)).code).toBe(1);
  });

  test.runIf(IN_PROOF)("passes a new document, and says that it is new", async () => {
    propose({}, { "openapi.yaml": SPEC });
    const { code, stderr } = await runAction({ spec: "openapi.yaml" }, PULL);
    expect([code, stderr]).toEqual([0, expect.stringContaining("is new")]);
  });

  test.runIf(IN_PROOF)("follows a document that was moved, and fails its breaking changes", async () => {
    propose({ "openapi.yaml": SPEC }, { "api/store.yaml": BREAKING }, ["openapi.yaml"]);
    const { code, stdout } = await runAction({ spec: "api/store.yaml" }, PULL);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^::error file=api\/store\.yaml,/m);
  });

  test.runIf(IN_PROOF)("accepts a profile, a verdict to fail on and further arguments, one per line", async () => {
    propose({ "openapi.yaml": SPEC }, { "openapi.yaml": BREAKING });
    const wrong = await runAction({ spec: "openapi.yaml", profile: "wires" }, PULL);
    expect([wrong.code, wrong.stderr.includes("wire, strict, sdk")]).toEqual([2, true]);
    const never = await runAction({ spec: "openapi.yaml", "fail-on": "never", args: "--today\n2030-01-01\n" }, PULL);
    expect(never.code).toBe(0);
  });

  test.runIf(IN_PROOF)("never reads an input as a command", async () => {
    propose({ "openapi.yaml": SPEC }, { "openapi.yaml": HARMLESS });
    const evil = `"; touch ${join(folder, "owned")}; $(touch ${join(folder, "owned")}) \`touch ${join(folder, "owned")}\``;
    const all = Object.keys(action.inputs).filter((name) => name !== "working-directory");
    const inputs = Object.fromEntries(all.map((name) => [name, evil]));
    for (const command of shareOf(["gate", "verify", "lint", evil], 4)) {
      expect((await runAction({ ...inputs, command }, PULL)).code).toBe(2);
    }
    expect((await runAction({ ...inputs, command: "gate", spec: "openapi.yaml", base: "" }, PULL)).code).toBe(2);
    expect(() => readFileSync(join(folder, "owned"))).toThrow(/ENOENT/);
  });

  test.runIf(IN_PROOF)(
    "never passes a variable of the runner to git as an option, and says what it should be",
    async () => {
      propose({ "openapi.yaml": SPEC }, { "openapi.yaml": HARMLESS });
      git("remote", "add", "origin", repository);
      const evil = `--upload-pack=touch ${join(folder, "owned")};`;
      for (const name of ["GITHUB_BASE_REF", "CI_MERGE_REQUEST_DIFF_BASE_SHA"]) {
        const { code, stderr } = await runAction({ spec: "openapi.yaml" }, { [name]: evil });
        expect([code, stderr]).toEqual([2, expect.stringContaining(`${name} is no `)]);
      }
      expect(() => readFileSync(join(folder, "owned"))).toThrow(/ENOENT/);
    },
  );

  test.runIf(IN_PROOF)("reports that the base cannot be fetched", async () => {
    commit({ "openapi.yaml": SPEC });
    const { code, stdout, stderr } = await runAction({ spec: "openapi.yaml" }, { GITHUB_BASE_REF: "main" });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("git cannot fetch refs/remotes/origin/main from origin");
  });

  test.runIf(IN_PROOF)("says which input is missing", async () => {
    commit({ "openapi.yaml": SPEC });
    const [nothing, url, command] = [{ spec: "" }, { command: "verify" }, { command: "serve", spec: "openapi.yaml" }];
    for (const inputs of [nothing, url, command])
      expect(await runAction(inputs)).toMatchObject({ code: 2, stdout: "" });
    const { code, stderr } = await runAction({ spec: "openapi.yaml" });
    expect([code, stderr]).toEqual([2, expect.stringContaining("INPUT_BASE")]);
  });

  test.runIf(IN_PROOF)("checks a single document with lint", async () => {
    commit({ "openapi.yaml": SPEC.replace("default: 20", "default: 200") });
    const { code, stdout } = await runAction({ command: "lint", spec: "openapi.yaml" });
    expect([code, stdout]).toEqual([1, expect.stringContaining("::error file=openapi.yaml,line=")]);
  });
});

describe("the example for GitLab", () => {
  test.runIf(IN_PROOF)(
    "fails a merge request that breaks a client, passes another, and writes a test report",
    async () => {
      const base = propose({ "openapi.yaml": SPEC }, { "openapi.yaml": BREAKING });
      const request = { CI_MERGE_REQUEST_DIFF_BASE_SHA: base };
      expect((await runGitlab("contract-gate", request)).code).toBe(1);
      expect(readFileSync(join(repository, "animal-store.xml"), "utf8")).toMatch(/<testsuites [^>]*failures="[1-9]/);
      writeFileSync(join(repository, "openapi.yaml"), HARMLESS);
      expect((await runGitlab("contract-gate", request)).code).toBe(0);
      expect(readFileSync(join(repository, "animal-store.xml"), "utf8")).toMatch(/<testsuites [^>]*failures="0"/);
    },
  );
});

describe("verify, against a server", () => {
  let server: ChildProcess | undefined;
  let url = "";
  beforeAll(async () => {
    const words = [cliPath(), "serve", "--host", "127.0.0.1", "--port", "0", "--key", "right-key"];
    server = spawn(process.execPath, words, { env: environment(), stdio: ["ignore", "pipe", "pipe"] });
    url = await announced(server);
  });
  afterAll(() => server?.kill());

  test.runIf(IN_PROOF)("the action passes with the right key and fails with a wrong one", async () => {
    const args = IN_PROOF ? "--read-only\n" : "--profile\nsmoke\n";
    const inputs = { command: "verify", url, args };
    const right = await runAction({ ...inputs, key: "right-key" });
    expect([right.code, right.stderr]).toEqual([0, ""]);
    // A run that only reads leaves claims undecided, so that the summary has no check mark.
    expect(readFileSync(summary, "utf8")).toMatch(/^## ⚠️ /);
    const wrong = await runAction({ ...inputs, key: "wrong-key" });
    expect(wrong.code).not.toBe(0);
    expect(wrong.stdout + wrong.stderr).not.toContain("wrong-key");
  });

  test.runIf(IN_PROOF)("the examples pass a URL, a key and --read-only", async () => {
    commit({ "openapi.yaml": SPEC });
    const given = githubInputs("verify");
    expect((await runAction({ ...given, args: given["args"] ?? "", url, key: "right-key" })).code).toBe(0);
    const args = gitlab["contract-verify"]?.variables["INPUT_ARGS"] ?? "";
    const env = { STAGING_KEY: "right-key", INPUT_URL: url, INPUT_ARGS: args };
    expect((await runGitlab("contract-verify", env)).code).toBe(0);
    expect(readFileSync(join(repository, "animal-store.xml"), "utf8")).toMatch(/failures="0"/);
  });
});

/** The base URL in the output of a server. */
function announced(child: ChildProcess): Promise<string> {
  return new Promise((done, failed) => {
    let text = "";
    const look = (chunk: Buffer): void => {
      text += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+\/v1/.exec(text);
      if (found !== null) done(found[0]);
    };
    child.stdout?.on("data", look);
    child.stderr?.on("data", look);
    child.once("exit", () => failed(new Error(`the server ended: ${text}`)));
  });
}

describe("the files of the action and the examples", () => {
  test("no script contains an expression, and every action is pinned to a commit", () => {
    const steps = [...action.runs.steps, ...Object.values(github.jobs).flatMap((job) => job.steps)];
    const scripts = steps.flatMap(({ run }) => run ?? []);
    expect(scripts.filter((script) => script.includes("${{"))).toEqual([]);
    const foreign = steps.flatMap(({ uses }) => uses ?? []).filter((uses) => !uses.startsWith("OWNER/animal-store@"));
    expect(foreign.filter((uses) => !/@[0-9a-f]{40}$/.test(uses))).toEqual([]);
  });

  test("the action uploads nothing and uses no other action", () => {
    expect(action.runs.steps.filter(({ uses }) => uses !== undefined)).toEqual([]);
    expect(readFileSync(join(ROOT, "examples/ci/run.sh"), "utf8")).not.toMatch(/curl|wget|upload/);
  });

  test("each input reaches the script, and the examples use only inputs that exist", () => {
    const texts = JSON.stringify(action.runs);
    const unused = Object.keys(action.inputs).filter((name) => !texts.includes(`inputs.${name} `));
    expect(unused).toEqual([]);
    const given = Object.values(github.jobs).flatMap((_, index) =>
      Object.keys(githubInputs(Object.keys(github.jobs)[index] ?? "")),
    );
    expect(given.filter((name) => action.inputs[name] === undefined)).toEqual([]);
  });

  test("nothing is installed by package name, which anybody could own", () => {
    const scripts = [
      ...action.runs.steps.flatMap(({ run }) => run ?? []),
      ...Object.values(gitlab).flatMap((job) => [...(job.before_script ?? []), ...(job.script ?? [])]),
      readFileSync(join(ROOT, "examples/ci/run.sh"), "utf8"),
    ].join("\n");
    expect(scripts.match(/\b(?:npx|npm|pnpm|yarn|corepack)\b.*/g)?.filter((line) => !/^npm ci\b/.test(line))).toEqual(
      [],
    );
  });

  test.runIf(IN_PROOF)("the example for GitLab installs the commit that it names, outside the repository", async () => {
    const source = join(folder, "source");
    mkdirSync(source);
    repository = source;
    git("init", "--quiet", "--initial-branch=main");
    const wanted = commit({ "package.json": "{}", "wanted.txt": "" });
    // A branch with the name of the abbreviated commit must not be installed.
    git("checkout", "--quiet", "-b", wanted.slice(0, 12));
    commit({ "other.txt": "" });
    const lines = (gitlab[".animal-store"] as GitlabJob).before_script ?? [];
    const script = [...lines, 'ls "$ANIMAL_STORE"'].join("\n").replace("npm ci", "true");
    const env = { ANIMAL_STORE_URL: `file://${source}`, TMPDIR: folder };
    const right = await bash(script, folder, { ...env, ANIMAL_STORE_COMMIT: wanted });
    expect(right).toMatchObject({ code: 0, stdout: "package.json\nwanted.txt\n" });
    expect((await bash(script, folder, { ...env, ANIMAL_STORE_COMMIT: "0".repeat(40) })).code).not.toBe(0);
  });
});
