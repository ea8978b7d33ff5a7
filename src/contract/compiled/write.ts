// From a document to the text of a module that has its contract compiled, for places where code may not be generated.
import { contractBy } from "../contract-by.ts";
import type { Contract } from "../model.ts";
import { COMPILED_FORM, type CompiledContract } from "./model.ts";
import type { Document } from "../../document/document.ts";
import { writeJson } from "../../json/write.ts";
import { SchemaCompiler } from "../../schema/compile/compile.ts";

/** What was compiled. */
export interface CompiledModule {
  /** The text of an ES module whose default export is a `CompiledContract`. */
  readonly text: string;
  /** The text of its type declarations. */
  readonly types: string;
  /** The contract that was compiled: it tells what is not served. */
  readonly contract: Contract;
}

/**
 * Compiles a document.
 * @param by who compiles, for the first line: "animal-store 1.0.0"
 * @throws DocumentError for a document that cannot be served
 */
export function compiledModule(document: Document, by: string, strict = false): CompiledModule {
  const { contract, facts, validators } = compiledFacts(document, strict);
  const lines = [
    `// ${by} compiled this from a document: run animal-store compile again when that has changed.`,
    `const validators = ${validators};`,
    `export default { ...${JSON.stringify(facts)}, validators };`,
  ];
  return { text: `${lines.join("\n")}\n`, types: TYPES, contract };
}

/** A compiled contract in its parts: what is data, and what is code. */
export interface CompiledFacts {
  readonly contract: Contract;
  readonly facts: Omit<CompiledContract, "validators">;
  /** The code of the function that makes the validators. */
  readonly validators: string;
}

/** Compiles a document. @throws DocumentError for one that cannot be served */
export function compiledFacts(document: Document, strict = false): CompiledFacts {
  const compiler = new SchemaCompiler(document, { keepSource: true });
  const [contract, { code, names }] = writingBigInts(() => [
    contractBy(compiler, document, { lenient: !strict }),
    compiler.standalone(),
  ]);
  const { file, dialect, root } = document;
  const facts = { form: COMPILED_FORM, file, dialect, document: writeJson(root), names } as const;
  return { contract, facts, validators: validatorsFunction(code) };
}

/** The code of validators as a function that makes them of what it is handed; see `CompiledContract`. */
export function validatorsFunction(code: string): string {
  return `(require) => {\nconst exports = {};\n${code}\nreturn exports;\n}`;
}

const TYPES = `import type { CompiledContract } from "animal-store/fetch";
declare const contract: CompiledContract;
export default contract;
`;

/**
 * Ajv writes each schema down as JSON beside the code that judges by it, which fails for an integer that no double
 * holds. Nothing reads that copy, so it may have a text there; the code itself has such a number exactly.
 */
function writingBigInts<T>(work: () => T): T {
  const prototype = BigInt.prototype as { toJSON?: () => string };
  prototype.toJSON = function toJSON(this: bigint) {
    return String(this);
  };
  try {
    return work();
  } finally {
    delete prototype.toJSON;
  }
}
