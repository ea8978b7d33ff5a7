// Runs the Playwright example of docs/library.md against a page that says when the list is empty.
import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { environment } from "../cli/program.ts";
import { freePort } from "../http/support.ts";
import { built, readExamples } from "../library/examples.ts";
import { ROOT } from "../serve/build.ts";
import { BROWSER_FLAGS, browserPath } from "./browser.ts";

it("Playwright: the pages of a test are in the session of its worker", async () => {
  const project = mkdtempSync(join(ROOT, "node_modules", ".animal-store-playwright-"));
  const port = await freePort();
  const page = `<!doctype html><title>app</title><body><script>
    fetch("http://localhost:${port}/v1/pets").then((r) => r.json()).then((list) => { document.body.textContent = list.length === 0 ? "No animals yet" : "Some"; });
  </script>`;
  const app = createServer((_, res) => res.writeHead(200, { "Content-Type": "text/html" }).end(page));
  await new Promise<void>((done) => void app.listen(0, "127.0.0.1", done));
  try {
    const url = `http://localhost:${(app.address() as AddressInfo).port}`;
    const launch = JSON.stringify({ executablePath: browserPath(), args: BROWSER_FLAGS });
    for (const { heading, file, code } of readExamples()) {
      if (heading !== "Playwright" || file === undefined) continue;
      const here = built(code)
        .replace("http://localhost:5173", url)
        .replace("port: 4010", `port: ${port}`)
        .replace("use: {", `use: { launchOptions: ${launch},`);
      writeFileSync(join(project, file), here);
    }
    writeFileSync(join(project, "package.json"), '{"type":"module"}');
    copyFileSync(join(ROOT, "spec/animal-store.yaml"), join(project, "openapi.yaml"));
    const playwright = join(ROOT, "node_modules/@playwright/test/cli.js");
    const { stdout } = await promisify(execFile)(process.execPath, [playwright, "test"], {
      cwd: project,
      env: environment({ HOME: project }),
    });
    expect(stdout).toContain("1 passed");
  } finally {
    app.closeAllConnections();
    await new Promise((done) => void app.close(done));
    rmSync(project, { recursive: true });
  }
});
