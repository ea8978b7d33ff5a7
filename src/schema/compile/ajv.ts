// Sets up the single Ajv instance of a compiler, with our keywords and formats.
import { _ } from "ajv/dist/compile/codegen/index.js";
import type { Vocabulary } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { addFormats } from "./formats.ts";
import { addCounted } from "./keywords/counted.ts";
import { addEvaluatedProperties } from "./keywords/evaluated-properties.ts";
import { addLeftOver } from "./keywords/left-over.ts";
import { addNumberKeywords } from "./keywords/number-keywords.ts";
import { addOverlap } from "./keywords/overlap.ts";
import { addUniqueItems } from "./keywords/unique-items.ts";
import type { Judging } from "../judging.ts";
import { UNIT_URIS } from "./unit-id.ts";
import type { PatternEngine } from "../pattern/for-ajv.ts";

/** How validators are made; see `CompilerOptions`. */
export interface AjvSettings {
  readonly keepSource: boolean;
  readonly brief: boolean;
  /** Whether each validator is called as soon as it is made. */
  readonly atOnce: boolean;
  /** Whether validators that are written to a file record what they evaluate. */
  readonly judgesRest: boolean;
  readonly patterns: PatternEngine;
  readonly judging: Judging;
}

/**
 * V8 compiles a function in parentheses eagerly. Otherwise it would parse the code twice: once to find where it ends,
 * and again at the first call, which comes right after.
 */
function calledAtOnce(code: string): string {
  const start = code.indexOf(`${RETURN}function`) + RETURN.length;
  return `${code.slice(0, start)}(${code.slice(start)})`;
}

const RETURN = "return ";

// `Ajv2020` itself brings the schemas of schemas and `discriminator`, which a bundle for browsers would contain for nothing.
const core = require("ajv/dist/core.js") as { readonly default: typeof Ajv2020 };
const draft2020 = require("ajv/dist/vocabularies/draft2020.js") as { readonly default: readonly Vocabulary[] };

/** An Ajv instance with our rules. */
export function createAjv(settings: AjvSettings): Ajv2020 {
  const { keepSource, brief, judgesRest, patterns, atOnce, judging } = settings;
  const ajv = new core.default({
    dynamicRef: true,
    next: true,
    unevaluated: true,
    strict: false,
    allErrors: !brief,
    // Ajv does not check whether a schema is valid, and references lead nowhere outside of the document.
    validateSchema: false,
    meta: false,
    validateFormats: true,
    addUsedSchema: false,
    logger: false,
    verbose: false,
    messages: false,
    uriResolver: UNIT_URIS,
    // Larger ones are called: inlined, a few references make code of any size.
    inlineRefs: 50,
    // Ajv's optimizer takes a sixth of the compile time, for code that V8 runs no faster.
    code: {
      regExp: patterns,
      formats: _`require("ajv-formats/dist/formats").fullFormats`,
      source: keepSource,
      optimize: keepSource,
      ...(atOnce ? { process: calledAtOnce } : {}),
    },
  });
  for (const vocabulary of draft2020.default) ajv.addVocabulary(vocabulary);
  ajv.opts.unevaluated = judgesRest;
  addFormats(ajv, keepSource);
  addNumberKeywords(ajv);
  addUniqueItems(ajv);
  addOverlap(ajv);
  if (keepSource) addEvaluatedProperties(ajv);
  else addLeftOver(ajv, judging);
  addCounted(ajv, keepSource ? undefined : judging);
  return ajv;
}
