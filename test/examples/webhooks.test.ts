// The application in examples/webhooks takes what the mock sends: its own test passes with the build.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { built } from "../library/examples.ts";
import { ROOT } from "../serve/build.ts";

test("examples/webhooks verifies the signatures of the mock", () => {
  const folder = mkdtempSync(join(tmpdir(), "animal-store-webhooks-"));
  try {
    cpSync(join(ROOT, "examples/webhooks"), folder, { recursive: true });
    const own = join(folder, "server.test.mjs");
    writeFileSync(own, built(readFileSync(own, "utf8")));
    const { status, stdout } = spawnSync(process.execPath, ["--test"], { cwd: folder, encoding: "utf8" });
    expect([status, stdout]).toEqual([0, expect.stringMatching(/pass 2\n/)]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
