// The sources are ES modules for reading, checking and testing, but are compiled to CommonJS: Node 20 takes at least
// 0.5 ms more to load an ES module, and the program loads a hundred of them before its first output.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Marks a folder's modules as CommonJS, whatever the package around it says. */
export function markCommonJs(folder) {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
}

/**
 * Leaves out of compiled modules what only matters with default exports, circular imports and exported functions that use
 * `this`, none of which the sources have: a fortieth of what a bundle for browsers contains.
 */
export function shortenCommonJs(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".js")) continue;
    const text = readFileSync(join(folder, name), "utf8");
    const short = text
      .replace('Object.defineProperty(exports, "__esModule", { value: true });\n', "")
      .replaceAll(/^(?:exports\.\w+ = )+void 0;\n/gm, "")
      .replaceAll(/\(0, (\w+_ts_\d+\.\w+)\)\(/g, "$1(");
    writeFileSync(join(folder, name), short);
  }
}

/** Small modules that hardly any run does without: each use that loads them late costs a bundle more than they do. */
const EVERYWHERE =
  /\/(?:value|pointer|parts|text|defined|memo|paths|names|schema-node|media|responses|document|write|refusal|envelope|bodies|conjunction|identify|family|styles)\.js"$/;

/**
 * Has compiled modules load what they import when they first use it: two in five modules that `serve` imports have
 * nothing to do with its first answer. That changes nothing else, because no module that is imported by name does anything
 * but define what it exports. What a module only passes on is loaded with it, because Node finds the names of exports there.
 */
export function loadLate(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".js")) continue;
    let text = readFileSync(join(folder, name), "utf8");
    for (const [line, imported, path] of text.matchAll(/^const (\w+_ts_\d+) = require\(("\.[^"]+")\);\n/gm)) {
      if (EVERYWHERE.test(path)) continue;
      text = text
        .replace(line, `let ${imported};\n`)
        .replaceAll(new RegExp(`\\b${imported}\\.`, "g"), `(${imported} ??= require(${path})).`);
    }
    writeFileSync(join(folder, name), text);
  }
}
