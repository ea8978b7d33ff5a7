// What validators that were written down need at run time. They ask for it by `require`, which is handed to them: where
// code may not be generated there may be no modules to look up either.
import type * as AjvFormats from "ajv-formats/dist/formats.js";
import { isAmong } from "../json/value-set.ts";
import { equalJson } from "../json/value.ts";
import { areUnique } from "./compile/keywords/unique.ts";
import { isMultiple } from "./compile/keywords/multiple.ts";
import { FLOAT } from "./number-formats.ts";
import { patternMatcher } from "./pattern/engine.ts";
import { RUNTIME } from "./runtime-name.ts";

/** The functions of ours that keywords call. */
export const OWN_FUNCTIONS = { areUnique, isAmong, isMultiple, equalJson, patternMatcher };

/** Loaded when a validator asks: most documents need none of them. */
const MODULES: ReadonlyMap<string, () => unknown> = new Map<string, () => unknown>([
  [RUNTIME, () => OWN_FUNCTIONS],
  ["ajv/dist/runtime/ucs2length", () => require("ajv/dist/runtime/ucs2length.js") as unknown],
  ["ajv/dist/runtime/equal", () => require("ajv/dist/runtime/equal.js") as unknown],
  ["ajv-formats/dist/formats", formats],
]);

function formats(): unknown {
  const { fullFormats } = require("ajv-formats/dist/formats.js") as typeof AjvFormats;
  return { fullFormats: { ...fullFormats, float: FLOAT } };
}

/** The module of a name that the code of a validator asks for. @throws Error for one that none is known to ask for */
export function validatorModule(name: string): unknown {
  const found = MODULES.get(name);
  if (found === undefined) throw new Error(`the compiled validators need ${name}: compile the document again`);
  return found();
}
