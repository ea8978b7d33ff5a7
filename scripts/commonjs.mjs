// The sources are ES modules for reading, checking and testing, but are compiled to CommonJS: Node 20 takes at least
// 0.5 ms more to load an ES module, and the program loads a hundred of them before its first output.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Marks a folder's modules as CommonJS, whatever the package around it says. */
export function markCommonJs(folder) {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
}
