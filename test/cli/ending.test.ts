// Ctrl-C during `verify`, with the built program: its output, what it leaves behind, and how it ends.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { DOCUMENTS } from "../conformance/documents.ts";
import { startMock } from "../conformance/tampered.ts";
import { folderWith } from "../contract/documents.ts";
import type { Running } from "../faults/index.ts";
import { cliPath, environment } from "./program.ts";
import { IN_PROOF } from "../share.ts";

let store: Running | undefined;
afterEach(() => store?.close());

interface Started {
  readonly child: ChildProcess;
  readonly said: () => { readonly stdout: string; readonly stderr: string };
  readonly ended: Promise<number | null>;
}

function startVerify(url: string, key: string, ...flags: string[]): Started {
  const child = spawn(process.execPath, [cliPath(), "verify", url, "--key", key, ...flags], {
    env: environment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  return {
    child,
    said: () => ({ stdout, stderr }),
    ended: once(child, "close").then(([code]) => code as number | null),
  };
}

describe("Ctrl-C during a run", () => {
  it("reports what was found so far and what is left behind, and exits 130", { timeout: 60_000 }, async () => {
    let interrupt = (): void => {};
    store = await startMock("the animal store", {
      after: (answer, { method }) => {
        if (method === "POST" && answer.status === 201) interrupt();
        return answer;
      },
    });
    const report = join(await folderWith({}), "report.json");
    const { child, said, ended } = startVerify(store.url, store.key, "--report", `json=${report}`);
    interrupt = () => {
      // The terminal sends the signal to npm and the program, and npm passes it on: this is not a second Ctrl-C.
      child.kill("SIGINT");
      child.kill("SIGINT");
      interrupt = () => {};
    };
    expect(await ended).toBe(130);
    expect(said().stderr).toMatch(
      /^animal-store verify: interrupted, removing what the run created .* ends at once\n$/,
    );
    expect(said().stdout).toMatch(
      /\d+ items? that the run created (is|are) still there \(.*\): look for conformance-\w+\./,
    );
    expect(said().stdout).toContain("Interrupted: this is what was found by then");
    expect(JSON.parse(await readFile(report, "utf8"))).toMatchObject({ endedBy: "interruption" });
  });

  it.runIf(IN_PROOF)("reports a creation whose response never arrived", { timeout: 60_000 }, async () => {
    let interrupt = (): void => {};
    let created = 0;
    store = await startMock("the animal store", {
      before: () => {
        if (created < 3) return undefined;
        interrupt();
        return new Promise<undefined>(() => {});
      },
      after: (answer, { method }) => {
        if (method === "POST" && answer.status === 201) created++;
        return answer;
      },
    });
    const { child, said, ended } = startVerify(store.url, store.key, "--concurrency", "1");
    interrupt = () => {
      interrupt = () => {};
      child.kill("SIGTERM");
    };
    expect(await ended).toBe(130);
    expect(said().stdout).toMatch(/\d+ creations? (was|were) not answered, .* look for conformance-\w+\./);
  });

  it.runIf(IN_PROOF)("twice stops it immediately", { timeout: 60_000 }, async () => {
    let interrupt = (): void => {};
    let created = 0;
    // The run has a second to remove what it created.
    const name = "items that can be changed";
    const folder = await folderWith({ "openapi.json": JSON.stringify(DOCUMENTS[name]) });
    store = await startMock(name, {
      before: () => {
        if (created < 3) return undefined;
        interrupt();
        return new Promise<undefined>(() => {});
      },
      after: (answer, { method }) => {
        if (method === "POST" && answer.status === 201) created++;
        return answer;
      },
    });
    const { child, said, ended } = startVerify(store.url, store.key, "--spec", join(folder, "openapi.json"));
    interrupt = () => {
      interrupt = () => {};
      child.kill("SIGINT");
    };
    await once(child.stderr ?? child, "data");
    // Those that come too soon count as the same Ctrl-C.
    const again = setInterval(() => child.kill("SIGINT"), 100);
    expect([await ended, said().stdout]).toEqual([130, ""]);
    clearInterval(again);
  });

  it.runIf(IN_PROOF)("while the report is being written, leaves it complete", { timeout: 60_000 }, async () => {
    store = await startMock("the animal store", {});
    const folder = await folderWith({
      "slow.cjs": `
        const files = require("node:fs/promises");
        const { writeFile } = files;
        files.writeFile = async (...words) => {
          let isInterrupted = false;
          process.once("SIGINT", () => (isInterrupted = true));
          process.kill(process.pid, "SIGINT");
          while (!isInterrupted) await new Promise(setImmediate);
          return writeFile(...words);
        };`,
    });
    const report = join(folder, "report.json");
    const flags = ["--profile", "smoke", "--report", `json=${report}`];
    const words = ["--require", join(folder, "slow.cjs"), cliPath(), "verify", store.url, "--key", store.key, ...flags];
    const child = spawn(process.execPath, words, { env: environment(), stdio: "ignore" });
    expect(await once(child, "close")).toEqual([0, null]);
    expect(JSON.parse(await readFile(report, "utf8"))).not.toHaveProperty("endedBy");
  });
});
