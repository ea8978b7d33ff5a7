// What a check claims, why, and how to fix what it finds: its section of the suite's own page.
import { readFileSync } from "node:fs";
import { packageFile } from "../../src/document/package-file.ts";

/** The section of conformance/README.md about a check; undefined where there is none. */
export function explainCheck(id: string): string | undefined {
  const page = readPage();
  const start = page.indexOf(`\n### ${id}\n`);
  if (start === -1) return undefined;
  const rest = page.slice(start + 1);
  const end = rest.slice(1).search(/\n#{1,3} /);
  return end === -1 ? rest : rest.slice(0, end + 1);
}

function readPage(): string {
  const path = packageFile("conformance/README.md");
  return path === undefined ? "" : readFileSync(path, "utf8");
}
