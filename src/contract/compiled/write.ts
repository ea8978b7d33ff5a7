// Compiles the contract of a document into the text of a module, for platforms that forbid code generation.
import { contractBy } from "../contract-by.ts";
import type { Contract } from "../model.ts";
import { COMPILED_FORM, type CompiledContract } from "./model.ts";
import type { Document } from "../../document/document.ts";
import { writeJson } from "../../json/write.ts";
import { misspeltNames } from "../../schema/load/misspelt.ts";
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
 * @param by the compiling program for the first line: "animal-store 2.0.0"
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
    contractBy(compiler, document, { lenient: !strict }, () => misspeltNames(document)),
    compiler.standalone(),
  ]);
  const { file, dialect, root } = document;
  const facts = { form: COMPILED_FORM, file, dialect, document: writeJson(root), names } as const;
  return { contract, facts, validators: validatorsFunction(withoutCopies(code)) };
}

/** The code without the copies of schemas that nothing in it reads. */
function withoutCopies(code: string): string {
  const uses = new Map<string, number>();
  for (const [name] of code.matchAll(/\bschema\d+\b/g)) uses.set(name, (uses.get(name) ?? 0) + 1);
  let short = "";
  let from = 0;
  for (const { 0: start, 1: name = "", index } of code.matchAll(/const (schema\d+) = (?=\{)/g)) {
    if (index < from || uses.get(name) !== 1) continue;
    const end = endOfObject(code, index + start.length);
    if (code[end] !== ";") continue;
    short += code.slice(from, index);
    from = end + 1;
  }
  return short + code.slice(from);
}

/** Where an object in JSON ends that begins at an index. */
function endOfObject(code: string, start: number): number {
  let depth = 0;
  for (const { 0: token, index } of code.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === "{") depth++;
    if (token === "}" && --depth === 0) return start + index + 1;
  }
  return -1;
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
