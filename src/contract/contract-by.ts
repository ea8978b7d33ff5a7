// From a document to its contract, wherever its validators come from.
import { buildContract, refuseProblems, schemasOf } from "./build.ts";
import type { Contract, Operation } from "./model.ts";
import { freezeList } from "./read/reading.ts";
import { type Document, DocumentError, type DocumentProblem } from "../document/document.ts";
import type { Direction } from "../document/grammar.ts";
import type { Warning } from "../schema/model.ts";
import { misspeltNames } from "../schema/load/misspelt.ts";
import { SchemaSet, type ValidatorSource } from "../schema/schema-set.ts";

export interface LoadOptions {
  /** Leaves the compilation of schemas to their first use. For readers that judge few of them, such as the gate. */
  readonly lazy?: boolean;
  /** Leaves out what cannot be understood, and says so in the contract, as long as something is left. */
  readonly lenient?: boolean;
}

/** Validators, and what should be said of them. */
export interface Validators extends ValidatorSource {
  readonly warnings: readonly Warning[];
  /** Makes sure that the validator of the schema at a pointer can be had. @throws DocumentError where it cannot */
  ensure(pointer: string, direction: Direction): void;
}

/** Builds the contract of a document. @throws as `loadContract` */
export function contractBy(
  validators: Validators,
  document: Document,
  { lazy = false, lenient = false }: LoadOptions = {},
): Contract {
  const schemas = new SchemaSet(document, validators);
  const read = buildContract(document, schemas, validators.warnings);
  const contract = lazy ? read : compiled(read, validators);
  return lenient && contract.operations.length > 0 ? contract : refuseProblems(contract);
}

/** The contract of which all schemas compile; an operation with one that does not is not served. */
function compiled(contract: Contract, validators: Validators): Contract {
  const faults = contract.operations.map((operation) => [operation, faultsOf(operation, validators)] as const);
  const broken = faults.filter(([, problems]) => problems.length > 0);
  return Object.freeze({
    ...contract,
    operations: freezeList(faults.filter(([, problems]) => problems.length === 0).map(([operation]) => operation)),
    unserved: freezeList([
      ...contract.unserved,
      ...broken.map(([operation, problems]) => Object.freeze({ ...operation, problems })),
    ]),
    warnings: freezeList([...contract.document.oddities, ...misspeltNames(contract.document), ...validators.warnings]),
  });
}

/** @returns what is wrong with the first schema of an operation that cannot be compiled */
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
