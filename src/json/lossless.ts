// The slow and exact reader and writer of JSON.
import type * as LosslessJson from "lossless-json";

let loaded: typeof LosslessJson | undefined;

/** lossless-json, loaded at the first long number: most runs never meet one, and every start would pay for it. */
export function lossless(): typeof LosslessJson {
  loaded ??= require("lossless-json") as typeof LosslessJson;
  return loaded;
}
