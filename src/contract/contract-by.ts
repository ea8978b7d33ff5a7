// Makes the contract of a document, given a source of validators.
import { buildContract, refuseProblems, schemasOf } from "./build.ts";
import type { Contract, Operation } from "./model.ts";
import { freezeList } from "./read/reading.ts";
import { type Document, DocumentError, type DocumentProblem } from "../document/document.ts";
import type { Direction } from "../document/grammar.ts";
import type { Warning } from "../schema/model.ts";
import { SchemaSet, type ValidatorSource } from "../schema/schema-set.ts";

export interface LoadOptions {
  /** Compiles schemas on first use, for readers that validate few values, such as the gate. */
  readonly lazy?: boolean;
  /** Leaves out what cannot be understood and records it in the contract, as long as something remains. */
  readonly lenient?: boolean;
}

/** Validators, and the warnings about them. */
export interface Validators extends ValidatorSource {
  readonly warnings: readonly Warning[];
  /** Makes sure that the schema at a pointer has a validator. @throws DocumentError if it cannot have one */
  ensure(pointer: string, direction: Direction): void;
}

/**
 * Builds the contract of a document.
 * @param typos likely typos in it; a compiled contract was told of them when it was compiled
 * @throws the same errors as `loadContract`
 */
export function contractBy(
  validators: Validators,
  document: Document,
  { lazy = false, lenient = false }: LoadOptions = {},
  typos: () => readonly Warning[] = () => [],
): Contract {
  const schemas = new SchemaSet(document, validators);
  const read = buildContract(document, schemas, validators.warnings);
  const contract = lazy ? read : compiled(read, validators, typos());
  return lenient && contract.operations.length > 0 ? contract : refuseProblems(contract);
}

/** The contract without the operations that have a schema which does not compile. */
function compiled(contract: Contract, validators: Validators, typos: readonly Warning[]): Contract {
  const faults = contract.operations.map((operation) => [operation, faultsOf(operation, validators)] as const);
  const broken = faults.filter(([, problems]) => problems.length > 0);
  return Object.freeze({
    ...contract,
    operations: freezeList(faults.filter(([, problems]) => problems.length === 0).map(([operation]) => operation)),
    unserved: freezeList([
      ...contract.unserved,
      ...broken.map(([operation, problems]) => Object.freeze({ ...operation, problems })),
    ]),
    warnings: freezeList([...contract.document.oddities, ...typos, ...validators.warnings]),
  });
}

/** @returns what is wrong with an operation's first schema that does not compile */
function faultsOf(operation: Operation, validators: Validators): readonly DocumentProblem[] {
  for (const [{ origin, pointer }, direction] of schemasOf(operation)) {
    try {
      if (origin === "document") validators.ensure(pointer, direction);
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      return error.problems;
    }
  }
  return [];
}
