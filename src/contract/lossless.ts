// The slow and exact reader and writer of JSON.
import { createRequire } from "node:module";
import type * as LosslessJson from "lossless-json";

const require = createRequire(import.meta.url);
let loaded: typeof LosslessJson | undefined;

/** lossless-json, loaded at the first long number: most runs never meet one, and every start would pay for it. */
export function lossless(): typeof LosslessJson {
  loaded ??= require("lossless-json") as typeof LosslessJson;
  return loaded;
}
