// The examples of docs/library.md, and what is needed to run them unchanged.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { cliPath } from "../cli/program.ts";
import { ROOT } from "../serve/build.ts";

export interface Example {
  /** The heading above it. */
  readonly heading: string;
  readonly language: string;
  /** The name of its file, if its first line has one. */
  readonly file: string | undefined;
  readonly code: string;
}

/** All examples of the page, in order. */
export function readExamples(): Example[] {
  const text = readFileSync(join(ROOT, "docs", "library.md"), "utf8");
  let heading = "";
  return [...text.matchAll(/^## (.+)$|^```(ts|js)\n([\s\S]*?)^```/gm)].flatMap(([, title, language = "", code]) => {
    heading = title ?? heading;
    if (code === undefined) return [];
    return [{ heading, language, file: /^\/\/ (\S+\.js)\n/.exec(code)?.[1], code }];
  });
}

/** The package's own name resolves to the build. */
export function built(code: string): string {
  const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    exports: Record<string, string | { default: string }>;
  };
  return code.replaceAll(/from "animal-store(\/[^"]+)?"/g, (_, entry: string | undefined) => {
    const target = exports[entry === undefined ? "." : `.${entry}`];
    if (typeof target !== "object") throw new Error(`there is no entry ${entry}`);
    return `from "${pathToFileURL(join(cliPath(), "..", "..", "..", target.default)).href}"`;
  });
}
