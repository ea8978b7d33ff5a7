// The slow and exact JSON reader and writer.
import type * as LosslessJson from "lossless-json";

let loaded: typeof LosslessJson | undefined;

/** lossless-json, loaded for the first long number: most runs have none, and every start would pay for it. */
export function lossless(): typeof LosslessJson {
  loaded ??= require("lossless-json") as typeof LosslessJson;
  return loaded;
}
