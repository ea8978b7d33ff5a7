// Git objects are read through one process, whatever else it prints.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Objects } from "../../src/commands/git/objects.ts";

const ID = "0".repeat(40);

/** Reads objects with this script in place of git. */
function objectsOf(script: string): Objects {
  const folder = mkdtempSync(join(tmpdir(), "git-"));
  writeFileSync(join(folder, "git"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, "git"), 0o755);
  const objects = new Objects({
    top: folder,
    prefix: "",
    words: [],
    env: { PATH: `${folder}:${process.env["PATH"] ?? ""}` },
  });
  onTestFinished(() => {
    objects.close();
    rmSync(folder, { recursive: true });
  });
  return objects;
}

test("error output that does not fit into a pipe does not block git", { timeout: 20_000 }, async () => {
  const objects = objectsOf(`head -c 1000000 /dev/zero >&2; read id; printf '%s blob 2\\nhi\\n' "$id"`);
  expect(await objects.read(ID)).toEqual({ type: "blob", bytes: Buffer.from("hi") });
});

test("a git process that exits before it has answered is an error", async () => {
  await expect(objectsOf("exit 1").read(ID)).rejects.toThrow("git cat-file ended before it had answered");
});

test("an object that git does not have is undefined", async () => {
  expect(await objectsOf(`read id; echo "$id missing"; cat`).read(ID)).toBeUndefined();
});
