// The Dockerfile and the workflows, as far as they can be tested without a container: the files they copy and the
// commands they run exist, and the health check distinguishes a running mock from one that is down.
import { execFile } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { freePort, startMock } from "../http/support.ts";
import { IN_PROOF } from "../share.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const scripts = (JSON.parse(read("package.json")) as { scripts: Record<string, string> }).scripts;

describe("the Dockerfile", () => {
  const lines = read("Dockerfile")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith("FROM ")));

  test("ends with a stage that has no build tools and runs as an unprivileged user", () => {
    expect(lines.filter((line) => line.startsWith("FROM ")).length).toBe(2);
    expect(last).toContain("USER node");
    expect(last.filter((line) => line.startsWith("RUN "))).toEqual([]);
  });

  test("copies only files that the checkout or the build contains", () => {
    const copied = last.flatMap((line) => /^COPY --from=build (.*) \S+$/.exec(line)?.[1]?.split(" ") ?? []);
    expect(copied.length).toBeGreaterThan(3);
    const missing = copied.map((path) => path.replace("/build/", "")).filter((path) => !existsSync(join(ROOT, path)));
    expect(missing).toEqual([]);
  });

  test.runIf(IN_PROOF)("has a health check that passes if a mock is running, and fails if not", async () => {
    const command = /CMD (\[.*\])$/.exec(last.find((line) => line.startsWith("HEALTHCHECK ")) ?? "")?.[1] ?? "[]";
    const [, ...args] = JSON.parse(command) as string[];
    const check = (port: number): Promise<unknown> =>
      promisify(execFile)(process.execPath, args, { env: { ANIMAL_STORE_PORT: String(port) } });
    const mock = await startMock();
    try {
      await expect(check(mock.port)).resolves.toBeDefined();
    } finally {
      await mock.close();
    }
    await expect(check(await freePort())).rejects.toBeDefined();
  });
});

describe("the workflows", () => {
  const files = readdirSync(join(ROOT, ".github/workflows"));
  const workflows = files.map((file) => ({ file, text: read(`.github/workflows/${file}`) }));

  test("pin every action to a commit, and request only read access", () => {
    for (const { file, text } of workflows) {
      const uses = [...text.matchAll(/uses: (\S+)/g)].map(([, name]) => name ?? "");
      expect([file, uses.filter((name) => !/@[0-9a-f]{40}$/.test(name))]).toEqual([file, []]);
      const { permissions } = load(text) as { permissions: unknown };
      expect([file, permissions]).toEqual([file, { contents: "read" }]);
    }
  });

  test("run only scripts that exist in package.json", () => {
    for (const { file, text } of workflows) {
      const run = [...text.matchAll(/npm run (\S+)/g)].map(([, name]) => name ?? "");
      expect([file, run.filter((name) => scripts[name] === undefined)]).toEqual([file, []]);
      expect(text).toMatch(/npm test|\.ci\/run|npm run test:all/);
    }
  });
});
