// Obstacles where something is to be written: links that a change brings into the checkout, pipes and devices. Nothing
// outside is created or overwritten, nothing waits forever, and every refusal is one line.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { run as runProgram } from "../../cli/program.ts";
import { folderWith } from "../../contract/documents.ts";
import { folder as served, run as serve, up, useFolder } from "../../serve/running.ts";

const text = readFileSync(new URL("../../../spec/animal-store.yaml", import.meta.url), "utf8");
const FILES = { "old.yaml": text, "new.yaml": text.replace("maximum: 100", "maximum: 50") };
const KEPT = "what the user has outside";

interface Places {
  /** The checkout, where the program runs. */
  readonly inside: string;
  /** The user's own folder; "kept" is a file there. */
  readonly outside: string;
}

async function places(): Promise<Places> {
  const [inside, outside] = [await folderWith(FILES), await folderWith({ kept: KEPT })];
  mkdirSync(join(inside, ".git"));
  writeFileSync(join(inside, ".git", "config"), KEPT);
  return { inside, outside };
}

const GATE = ["gate", "old.yaml", "new.yaml"] as const;
const OUT = "out/report.md";

/** Links on the path to a report, which the change brings. */
const PLANTED: Readonly<Record<string, (places: Places) => void>> = {
  "the report is a link to a file outside": ({ inside, outside }) => {
    mkdirSync(join(inside, "out"));
    symlinkSync(join(outside, "kept"), join(inside, OUT));
  },
  "the report is a link to a file outside that is not there": ({ inside, outside }) => {
    mkdirSync(join(inside, "out"));
    symlinkSync(join(outside, "made"), join(inside, OUT));
  },
  "the report is a link to a link": ({ inside, outside }) => {
    mkdirSync(join(inside, "out"));
    symlinkSync(join(outside, "kept"), join(inside, "step"));
    symlinkSync("../step", join(inside, OUT));
  },
  "its folder is a link": ({ inside, outside }) => symlinkSync(outside, join(inside, "out")),
  "its folder is a link to one that is not there": ({ inside, outside }) =>
    symlinkSync(join(outside, "made"), join(inside, "out")),
  "its folder is a link with more behind it": ({ inside, outside }) => {
    mkdirSync(join(outside, "deep"));
    symlinkSync(join(outside, "deep", ".."), join(inside, "out"));
  },
  "its folder is what git keeps there": ({ inside }) => symlinkSync(".git", join(inside, "out")),
  "the report is the configuration of git": ({ inside }) => {
    mkdirSync(join(inside, "out"));
    symlinkSync("../.git/config", join(inside, OUT));
  },
  "its folder is a link to itself": ({ inside }) => symlinkSync("out", join(inside, "out")),
};

describe.each(Object.entries(PLANTED))("%s", (_, plant) => {
  test.each(["gate", "lint"])("no report of %s is written", async (command) => {
    const where = await places();
    plant(where);
    const words = command === "gate" ? GATE : ["lint", "new.yaml"];
    const before = readdirSync(where.outside).toSorted();
    const { code, stderr } = await runProgram([...words, "--report", `markdown=${OUT}`], { cwd: where.inside });
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^The markdown report could not be written to [^\n]+\n$/),
    ]);
    expect(readdirSync(where.outside).toSorted()).toEqual(before);
    expect(readFileSync(join(where.outside, "kept"), "utf8")).toBe(KEPT);
    expect(readFileSync(join(where.inside, ".git", "config"), "utf8")).toBe(KEPT);
    expect(readdirSync(join(where.inside, ".git"))).toEqual(["config"]);
  });
});

test.each(["kept", "made"])("exemptions are not written through a link (to %s)", async (name) => {
  const { inside, outside } = await places();
  symlinkSync(join(outside, name), join(inside, "exempt.yaml"));
  const { code } = await runProgram([...GATE, "--write-exemptions", "exempt.yaml"], { cwd: inside });
  expect(code).toBe(2);
  expect([readdirSync(outside), readFileSync(join(outside, "kept"), "utf8")]).toEqual([["kept"], KEPT]);
});

test.each(["contract.mjs", "contract.d.mts"])("a compiled module is not written through a link (%s)", async (name) => {
  const { inside, outside } = await places();
  symlinkSync(join(outside, "kept"), join(inside, name));
  const { code, stderr } = await runProgram(["compile", "old.yaml", "--out", "contract.mjs"], { cwd: inside });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^animal-store compile: --out cannot write [^\n]+\n$/)]);
  expect([readdirSync(outside), readFileSync(join(outside, "kept"), "utf8")]).toEqual([["kept"], KEPT]);
});

describe("files that the user means", () => {
  test("are written through a link that stays inside, and to a named place outside", async () => {
    const { inside, outside } = await places();
    mkdirSync(join(inside, "out"));
    symlinkSync("real.md", join(inside, OUT));
    const reports = ["--report", `markdown=${OUT}`, `junit=${join(outside, "x.xml")}`];
    const { code, stderr } = await runProgram([...GATE, ...reports], { cwd: inside });
    expect([code, stderr]).toEqual([1, ""]);
    expect(readFileSync(join(inside, "out", "real.md"), "utf8")).toContain("animal-store");
    expect(existsSync(join(outside, "x.xml"))).toBe(true);
  });
});

describe.runIf(process.platform === "linux")("the file of --data or --har", () => {
  useFolder();
  const pipe = (path: string): void => void spawnSync("mkfifo", [path]);

  /** The command ends if the file cannot be read as items. */
  const UNUSABLE: Readonly<Record<string, (path: string) => Promise<void> | void>> = {
    "a named pipe": pipe,
    "a folder": (path) => mkdirSync(path),
    "a link to a device without end": (path) => symlinkSync("/dev/zero", path),
    "a link to a file outside": async (path) => symlinkSync(join((await places()).outside, "kept"), path),
    "a link to itself": (path) => symlinkSync(path, path),
  };

  test.each(Object.entries(UNUSABLE))("%s is refused", async (name, plant) => {
    const data = `${name.replaceAll(" ", "-")}.json`;
    await plant(join(served(), data));
    const running = serve({ data });
    expect(await running.code).toBe(2);
    expect(running.err()).toMatch(/^animal-store serve: --data cannot (?:read|use) [^\n]+\n$/);
    expect(running.err()).not.toContain(KEPT);
  });

  /** Obstacles where the next version of the file is to be written. */
  const BESIDE: Readonly<Record<string, (path: string, outside: string) => void>> = {
    "a named pipe": pipe,
    "a link to a file outside": (path, outside) => symlinkSync(join(outside, "kept"), path),
    "a link to a file outside that is not there": (path, outside) => symlinkSync(join(outside, "made"), path),
  };

  test.each(
    Object.entries(BESIDE).flatMap(([name, plant]) =>
      (["data", "har"] as const).map((flag) => [name, flag, plant] as const),
    ),
  )("%s next to the file of --%s is replaced", async (name, flag, plant) => {
    const { outside } = await places();
    const file = `${flag}-${name.replaceAll(" ", "-")}.json`;
    plant(join(served(), `${file}.new`), outside);
    const running = serve({ [flag]: file });
    await fetch(`${await up(running)}/pets`, { headers: { Authorization: "Bearer demo-key" } });
    running.stop();
    expect([await running.code, running.err()]).toEqual([0, ""]);
    expect(JSON.parse(readFileSync(join(served(), file), "utf8"))).toBeTypeOf("object");
    expect([readdirSync(outside), readFileSync(join(outside, "kept"), "utf8")]).toEqual([["kept"], KEPT]);
  });

  test("a link to a missing file outside is replaced", async () => {
    const { outside } = await places();
    symlinkSync(join(outside, "made"), join(served(), "dangling.json"));
    const running = serve({ data: "dangling.json" });
    await up(running);
    running.stop();
    expect(await running.code).toBe(0);
    expect(readdirSync(outside)).toEqual(["kept"]);
  });
});
