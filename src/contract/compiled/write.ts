// Compiles the contract of a document into the text of a module, for platforms that forbid code generation.
import { contractBy } from "../contract-by.ts";
import type { Contract } from "../model.ts";
import { COMPILED_FORM, type CompiledContract } from "./model.ts";
import type { Document } from "../../document/document.ts";
import { writeJson } from "../../json/write.ts";
import { SchemaCompiler } from "../../schema/compile/compile.ts";

/** The result of compiling. */
export interface CompiledModule {
  /** The text of an ES module whose default export is a `CompiledContract`. */
  readonly text: string;
  /** The text of the module's type declarations. */
  readonly types: string;
  /** The compiled contract, which says what is not served. */
  readonly contract: Contract;
}

/**
 * Compiles a document.
 * @param by the compiling program for the first line: "animal-store 1.0.0"
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

/** A compiled contract in two parts: data and code. */
export interface CompiledFacts {
  readonly contract: Contract;
  readonly facts: Omit<CompiledContract, "validators">;
  /** The code of the function that makes the validators. */
  readonly validators: string;
}

/** Compiles a document. @throws DocumentError if it cannot be served */
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

/** Wraps the code of validators in a function that receives what they need; see `CompiledContract`. */
export function validatorsFunction(code: string): string {
  return `(require) => {\nconst exports = {};\n${code}\nreturn exports;\n}`;
}

const TYPES = `import type { CompiledContract } from "animal-store/fetch";
declare const contract: CompiledContract;
export default contract;
`;

/**
 * Ajv embeds each schema as JSON next to the code it generates, which fails for an integer that a double cannot hold.
 * Nothing reads that copy, so a string will do there; the generated code has the exact number.
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
