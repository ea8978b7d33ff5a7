// What `serve` has loaded when it has answered once: modules that the answer does not need would delay it.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliPath } from "../cli/program.ts";
import { folderWith } from "../contract/documents.ts";
import { startChild } from "./child.ts";

// A build with source maps keeps all imports as they are.
const isWhole = existsSync(`${cliPath()}.map`);

test.skipIf(isWhole)(
  "a first list needs no module that makes values, changes items or reads other media types",
  async () => {
    const folder = await folderWith({
      "told.cjs": `process.on("exit", () => require("node:fs").writeFileSync(require("node:path").join(__dirname, "loaded.json"),
      JSON.stringify(Object.keys(require.cache))));`,
    });
    const running = await startChild([], { nodeFlags: ["--require", join(folder, "told.cjs")] });
    const { status } = await fetch(`${running.url}/pets`, { headers: { Authorization: "Bearer demo-key" } });
    running.child.kill("SIGTERM");
    expect([status, await running.ended]).toEqual([200, 0]);
    const loaded = JSON.parse(readFileSync(join(folder, "loaded.json"), "utf8")) as string[];
    const sources = join(cliPath(), "..");
    const own = loaded.filter((path) => path.startsWith(sources)).map((path) => path.slice(sources.length + 1));
    expect(own).toContain(join("mock", "roles", "list.js"));
    expect(own.length).toBeLessThan(280);
    expect(own.filter((path) => /seeded-values|adding|secrets|xml|multipart|curl/.test(path))).toEqual([]);
  },
);
