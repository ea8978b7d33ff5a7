// What a check claims, why, and how to fix what it finds: its section of the suite's own page.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

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
  // The sources stand in conformance/, the built files in dist/conformance/: look upwards for the page.
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const path = join(folder, "conformance", "README.md");
    if (existsSync(path)) return readFileSync(path, "utf8");
    if (dirname(folder) === folder) return "";
  }
}
