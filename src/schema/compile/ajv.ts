// The one Ajv of a compiler: how it is set up, with our keywords and formats.
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { addCounted } from "./keywords/counted.ts";
import { addEvaluatedProperties } from "./keywords/evaluated-properties.ts";
import { addNumberKeywords } from "./keywords/number-keywords.ts";
import { addOverlap } from "./keywords/overlap.ts";
import { addUniqueItems } from "./keywords/unique-items.ts";
import { FLOAT } from "../number-formats.ts";
import { UNIT_URIS } from "./unit-id.ts";
import type { PatternEngine } from "../pattern/engine.ts";

/** `addLateProperties`, from those who need it: what others bundle has no part of it. */
export type Sparing = (ajv: Ajv2020) => void;

/** How validators are made; see `CompilerOptions`. */
export interface AjvWishes {
  readonly keepSource: boolean;
  readonly brief: boolean;
  /** Whether each validator is called as soon as it is made. */
  readonly atOnce: boolean;
  /** Teaches it to compile nothing that no value has come to yet; absent: it compiles all at once. */
  readonly sparing: Sparing | undefined;
  /** Whether a schema of the document judges what others left over; what they look at is then kept in mind. */
  readonly judgesRest: boolean;
  readonly patterns: PatternEngine;
}

/**
 * In parentheses, V8 takes a function for one that is called at once. Otherwise it reads the code twice: what ends where
 * first, and all of it at the first call, which comes right after.
 */
function calledAtOnce(code: string): string {
  const start = code.indexOf(`${RETURN}function`) + RETURN.length;
  return `${code.slice(0, start)}(${code.slice(start)})`;
}

const RETURN = "return ";

/** An Ajv that judges as we do. */
export function createAjv({ keepSource, brief, judgesRest, patterns, atOnce, sparing }: AjvWishes): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: !brief,
    // Ajv is not asked whether a schema is one, and references lead nowhere outside of the document.
    validateSchema: false,
    meta: false,
    validateFormats: true,
    addUsedSchema: false,
    logger: false,
    verbose: false,
    messages: false,
    uriResolver: UNIT_URIS,
    // Larger ones are called: written out at each place, a few references make code of any size. Who compiles sparingly
    // writes out none.
    inlineRefs: sparing === undefined ? 50 : false,
    // Ajv's optimizer takes a sixth of the time of compiling, for code that V8 runs no faster.
    code: { regExp: patterns, source: keepSource, optimize: keepSource, ...(atOnce ? { process: calledAtOnce } : {}) },
  });
  if (!judgesRest) ajv.opts.unevaluated = false;
  addFormats.default(ajv);
  ajv.addFormat("float", FLOAT);
  addNumberKeywords(ajv);
  addUniqueItems(ajv);
  addOverlap(ajv);
  addEvaluatedProperties(ajv);
  sparing?.(ajv);
  addCounted(ajv, !keepSource);
  return ajv;
}
