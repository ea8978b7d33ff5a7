// What validators written to a file need at run time. They ask for it with a `require` that is passed to them, because
// a platform that forbids code generation may have no modules to look up either.
import type * as AjvFormats from "ajv-formats/dist/formats.js";
import { isAmong } from "../json/value-set.ts";
import { equalJson } from "../json/value.ts";
import { areUnique } from "./compile/keywords/unique.ts";
import { KEYWORDS } from "./keywords.ts";
import { FLOAT } from "./number-formats.ts";
import { patternMatcher } from "./pattern/engine.ts";
import { RUNTIME } from "./runtime-name.ts";

/** The functions by which keywords judge a value themselves. */
export const JUDGES = Object.fromEntries(
  [...KEYWORDS].flatMap(([keyword, { accepts }]) => (accepts === undefined ? [] : [[keyword, accepts] as const])),
);

/** Our own functions that keywords call. */
export const OWN_FUNCTIONS: object = {
  areUnique,
  isAmong,
  equalJson,
  patternMatcher,
  ...JUDGES,
};

/** Loaded when a validator asks, because most documents need none of them. */
const MODULES: ReadonlyMap<string, () => unknown> = new Map<string, () => unknown>([
  [RUNTIME, () => OWN_FUNCTIONS],
  ["ajv/dist/runtime/ucs2length", () => require("ajv/dist/runtime/ucs2length.js") as unknown],
  ["ajv/dist/runtime/equal", () => ({ default: equalJson })],
  ["ajv-formats/dist/formats", formats],
]);

function formats(): unknown {
  const { fullFormats } = require("ajv-formats/dist/formats.js") as typeof AjvFormats;
  return { fullFormats: { ...fullFormats, float: FLOAT } };
}

/** The module that a validator's code asks for. @throws Error for an unexpected name */
export function validatorModule(name: string): unknown {
  const found = MODULES.get(name);
  if (found === undefined) throw new Error(`the compiled validators need ${name}: compile the document again`);
  return found();
}
