// From a document to its contract, wherever its validators come from.
import { buildContract, refuseProblems, schemasOf } from "./build.ts";
import type { Contract, Operation } from "./model.ts";
import { freezeList } from "./read/reading.ts";
import { type Document, DocumentError, type DocumentProblem } from "../document/document.ts";
import type { Warning } from "../schema/model.ts";
import { misspeltNames } from "../schema/misspelt.ts";
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
}

/** Builds the contract of a document. @throws as `loadContract` */
export function contractBy(
  validators: Validators,
  document: Document,
  { lazy = false, lenient = false }: LoadOptions = {},
): Contract {
  const read = buildContract(document, new SchemaSet(document, validators), validators.warnings);
  const contract = lazy ? read : compiled(read, validators);
  return lenient && contract.operations.length > 0 ? contract : refuseProblems(contract);
}

/** The contract with all of its schemas compiled; an operation with one that cannot be is not served. */
function compiled(contract: Contract, validators: Validators): Contract {
  const faults = contract.operations.map((operation) => [operation, compileAll(operation, validators)] as const);
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

/** Compiles the schemas of an operation. @returns what is wrong with the first that cannot be compiled */
function compileAll(operation: Operation, validators: Validators): readonly DocumentProblem[] {
  for (const [{ origin, pointer }, direction] of schemasOf(operation)) {
    try {
      if (origin === "document") validators.validator(pointer, direction);
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      return error.problems;
    }
  }
  return [];
}
