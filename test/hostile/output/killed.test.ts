// `kill -9` while reports are written: each report is either the old one or the new one, complete.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync, watch } from "node:fs";
import { chmod, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeNew, writeWhole } from "../../../src/report/writing/whole-file.ts";
import { cliPath, environment } from "../../cli/program.ts";
import { folderWith } from "../../contract/documents.ts";

const OLD = "the report of an earlier run";
const KILLS = 6;
/** SECURITY.md states this number. */
const REPORTS = 24;

/** Two documents with so many differences that writing the reports takes a while. */
function largePair(): Record<string, string> {
  const text = (maximum: number): string =>
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "t", version: "1" },
      paths: Object.fromEntries(
        Array.from({ length: 120 }, (_, at) => [
          `/p${at}`,
          { get: { parameters: [{ name: "q", in: "query", schema: { type: "integer", maximum } }], responses: {} } },
        ]),
      ),
    });
  return { "old.json": text(100), "new.json": text(50) };
}

const KINDS = ["json", "junit", "html", "sarif"] as const;
const endsWell: Readonly<Record<(typeof KINDS)[number], RegExp>> = {
  json: /^\{[\s\S]*\}\n$/,
  junit: /<\/testsuites>\s*$/,
  html: /<\/html>\s*$/,
  sarif: /^\{[\s\S]*\}\n$/,
};

test("each report is complete or as before, whenever the process is killed", { timeout: 300_000 }, async () => {
  const folder = await folderWith(largePair());
  const out = join(folder, "out");
  await mkdir(out);
  const reports = KINDS.map((kind) => `${kind}=${join(out, `report.${kind}`)}`);
  const words = ["gate", "old.json", "new.json", "--report", ...reports];
  const seen = { old: 0, written: 0, cutShort: 0 };
  for (let kill = 0; kill < KILLS; kill++) {
    for (const kind of KINDS) await writeFile(join(out, `report.${kind}`), OLD);
    const child = spawn(process.execPath, [cliPath(), ...words], { cwd: folder, env: environment(), stdio: "ignore" });
    const ended = new Promise((done) => void child.once("close", done));
    // Writing has begun. From here on, kill a little later each time.
    let changes = 0;
    const watcher = watch(out, () => ++changes > kill % 12 && child.kill("SIGKILL"));
    await ended;
    watcher.close();
    for (const kind of KINDS) {
      const text = readFileSync(join(out, `report.${kind}`), "utf8");
      if (text === OLD) seen.old++;
      else if (endsWell[kind].test(text)) seen.written++;
      else seen.cutShort++;
    }
  }
  expect(seen.cutShort).toBe(0);
  expect(seen.old + seen.written).toBe(REPORTS);
  // Some were killed in time.
  expect(seen.old).toBeGreaterThan(0);
});

describe("a file that is written atomically", () => {
  test("keeps its mode, and is the target of a link", async () => {
    const folder = await folderWith({ "a.txt": OLD });
    await chmod(join(folder, "a.txt"), 0o640);
    await symlink("a.txt", join(folder, "link"));
    await writeWhole(join(folder, "link"), "new");
    expect([await readFile(join(folder, "a.txt"), "utf8"), statSync(join(folder, "a.txt")).mode & 0o777]).toEqual([
      "new",
      0o640,
    ]);
    await symlink("later.txt", join(folder, "dangling"));
    await writeWhole(join(folder, "dangling"), "made");
    expect(readFileSync(join(folder, "later.txt"), "utf8")).toBe("made");
    expect(readdirSync(folder).toSorted()).toEqual(["a.txt", "dangling", "later.txt", "link"]);
  });

  test("does not replace a device", async () => {
    await writeWhole("/dev/null", "text");
    expect(statSync("/dev/null").isFile()).toBe(false);
  });

  test("leaves no draft if it could not be written", async () => {
    const folder = await folderWith({});
    await mkdir(join(folder, "taken"));
    await expect(writeWhole(join(folder, "taken"), "x")).rejects.toThrow(/EISDIR/);
    await expect(writeNew(join(folder, "taken"), "x")).rejects.toThrow(/EEXIST/);
    await expect(writeWhole(join(folder, "none", "x"), "x")).rejects.toThrow(/ENOENT/);
    expect(existsSync(join(folder, "none"))).toBe(false);
    expect(readdirSync(folder)).toEqual(["taken"]);
  });

  test("is refused if it exists and only a new one is wanted", async () => {
    const folder = await folderWith({ "a.txt": OLD });
    await expect(writeNew(join(folder, "a.txt"), "x")).rejects.toThrow(/EEXIST/);
    await writeNew(join(folder, "b.txt"), "x");
    expect([readFileSync(join(folder, "a.txt"), "utf8"), readFileSync(join(folder, "b.txt"), "utf8")]).toEqual([
      OLD,
      "x",
    ]);
    expect(readdirSync(folder).toSorted()).toEqual(["a.txt", "b.txt"]);
  });
});
