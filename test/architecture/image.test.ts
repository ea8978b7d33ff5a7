// The Dockerfile, read: whatever it copies, runs and starts is there. That the image builds and serves is for Docker to
// show: the workflow in `.github/workflows/test.yml` builds and asks it.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const manifest = JSON.parse(read("package.json")) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  readonly bin: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
};

/** The instructions, such as `["COPY", ". ."]`. */
const steps = [...read("Dockerfile").matchAll(/^([A-Z]+) (.*)$/gm)].map(([, word = "", rest = ""]) => [word, rest]);
const of = (wanted: string): string[] => steps.flatMap(([word, rest = ""]) => (word === wanted ? [rest] : []));
/** What the last stage takes from the first. */
const taken = of("COPY").flatMap((rest) => [...rest.matchAll(/\/build\/(\S+)/g)].map(([, name = ""]) => name));

test("all that is copied exists, and none of it is kept from Docker", () => {
  const sources = of("COPY").flatMap((rest) => (rest.startsWith("--from") ? [] : rest.split(" ").slice(0, -1)));
  const ignored = read(".dockerignore").trim().split("\n");
  const made = ["node_modules", "dist"];
  for (const name of [...sources, ...taken.filter((one) => !made.includes(one))]) {
    expect([name, existsSync(join(root, name)), ignored.includes(name.split("/")[0] ?? "")]).toEqual([
      name,
      true,
      false,
    ]);
  }
});

test("the image has what the package has to work, and starts the program of the package", () => {
  // Documents for readers stay out.
  const needed = manifest.files.filter((name) => !/^(?:(?:docs|bench|examples|test)\/.*|[A-Z]+\.md)$/.test(name));
  expect(taken).toEqual(expect.arrayContaining(["package.json", "node_modules", "LICENSE", ...needed]));
  const [entry = "[]"] = of("ENTRYPOINT");
  expect(JSON.parse(entry)).toEqual(["node", `/app/${manifest.bin["animal-store"]}`]);
  expect(of("WORKDIR").at(-1)).toBe("/app");
});

test("its commands are scripts of the package, and its Node is one that the package supports", () => {
  const scripts = of("RUN").flatMap((rest) => [...rest.matchAll(/npm run (\S+)/g)].map(([, name = ""]) => name));
  expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
  const floor = Number(/\d+\.\d+/.exec(manifest.engines.node)?.[0]);
  for (const image of of("FROM")) expect(Number(/^node:(\d+\.\d+)/.exec(image)?.[1])).toBeGreaterThanOrEqual(floor);
  expect(of("USER")).toEqual(["node"]);
});
