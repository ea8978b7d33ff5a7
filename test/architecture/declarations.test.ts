// The declarations of the package compile in a project without the types of Node.
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { cliPath } from "../cli/program.ts";

const DIST = dirname(dirname(cliPath()));
/** An Express handler is for Node alone. */
const FOR_NODE = new Set(["src/entries/express.d.ts"]);

interface Entry {
  readonly types?: string;
}

test("no declaration that an entry reaches names a module of Node", () => {
  const manifest = JSON.parse(readFileSync(join(DIST, "..", "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, Entry | string>>;
  };
  const entries = Object.values(manifest.exports).flatMap((one) => (typeof one === "string" ? [] : (one.types ?? [])));
  const files = entries.map((one) => resolve(DIST, "..", one)).filter((one) => !FOR_NODE.has(relative(DIST, one)));
  const reached = new Set(files);
  const named: string[] = [];
  for (const file of reached) {
    const text = readFileSync(file, "utf8");
    if (/\bBuffer\b|\bNodeJS\./.test(text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "")))
      named.push(`${relative(DIST, file)}: Buffer`);
    for (const [, from = ""] of text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)) {
      if (from.startsWith("node:")) named.push(`${relative(DIST, file)}: ${from}`);
      if (from.startsWith(".")) reached.add(resolve(dirname(file), from.replace(/\.[jt]s$/, ".d.ts")));
    }
  }
  expect(files.length).toBeGreaterThan(4);
  expect(named).toEqual([]);
});
