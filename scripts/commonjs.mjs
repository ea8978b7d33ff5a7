// The sources are ES modules for whoever reads, checks and tests them, and are compiled to CommonJS: Node 20 takes 0.5 ms
// and more to load an ES module, and the program has a hundred of them before its first word.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Says of a folder that its modules are CommonJS, whatever the package around it says. */
export function markCommonJs(folder) {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
}
