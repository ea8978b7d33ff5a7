// Explains a check with its section of the suite's own page: what it claims, why, and how to fix what it finds.
import { readFileSync } from "node:fs";
import { packageFile } from "../../src/document/package-file.ts";

/** The section of conformance/README.md about a check; undefined if there is none. */
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
