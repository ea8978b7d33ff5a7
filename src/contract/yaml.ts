// The parser of YAML.
import { createRequire } from "node:module";
import type * as Yaml from "yaml";

const require = createRequire(import.meta.url);
let loaded: typeof Yaml | undefined;

/** yaml, loaded at the first text that needs it: JSON, and the document that the build prepared, do not. */
export function yaml(): typeof Yaml {
  loaded ??= require("yaml") as typeof Yaml;
  return loaded;
}
