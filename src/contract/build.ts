// Builds the contract of a document: what was understood, frozen, and what was not.
import { type Document, DocumentError, type DocumentProblem } from "../document/document.ts";
import type { Direction } from "../document/grammar.ts";
import { isObject } from "../json/value.ts";
import type { Schema, Warning } from "../schema/model.ts";
import type { SchemaSet } from "../schema/schema-set.ts";
import type { Contract, DescribedOperation, Operation } from "./model.ts";
import { readOperations } from "./read/operations.ts";
import { plainText, freezeList } from "./read/reading.ts";
import { readServers } from "./read/servers.ts";

/** Builds the contract of a document. Schemas are compiled on first use. */
export function buildContract(document: Document, schemas: SchemaSet, warnings: readonly Warning[] = []): Contract {
  const { root } = document;
  const info = isObject(root["info"]) ? root["info"] : {};
  const { operations, problems } = readOperations(document, schemas);
  return Object.freeze({
    title: plainText(info["title"]) || "untitled",
    version: plainText(info["version"]),
    document,
    servers: freezeList(readServers(root)),
    operations: freezeList(operations.filter(isServed)),
    unserved: freezeList(operations.filter((operation) => !isServed(operation))),
    problems: freezeList([...(document.lost ?? []), ...problems]),
    warnings,
  });
}

/** A method (RFC 9110, section 9.1) that is not for proxies. */
const METHOD = /^(?!CONNECT$)[!#$%&'*+.^_`|~\w-]+$/;

/** True for an operation that clients call. */
export function isCallable(operation: DescribedOperation): operation is Operation {
  return operation.kind === "path" && METHOD.test(operation.method);
}

/** An operation that is only partly understood is not served: nobody could tell what it would do. */
function isServed(operation: DescribedOperation): operation is Operation {
  return isCallable(operation) && operation.problems.length === 0;
}

/** Problems that keep parts of a document from being served: each once, in document order. */
export function problemsOf({ problems, unserved }: Contract): DocumentProblem[] {
  const all = [...problems, ...unserved.filter(isCallable).flatMap((operation) => operation.problems)];
  return [...new Map(all.map((problem) => [`${problem.pointer} ${problem.message}`, problem])).values()];
}

/**
 * The contract, if everything that can be served was understood.
 * @throws DocumentError with each place that was not
 */
export function refuseProblems(contract: Contract): Contract {
  const problems = problemsOf(contract);
  if (problems.length > 0) throw new DocumentError(problems);
  return contract;
}

/** Every schema of an operation and the direction in which its values travel. */
export function* schemasOf({
  parameters,
  body,
  responses,
}: DescribedOperation): Generator<readonly [Schema, Direction]> {
  for (const { schema } of parameters) yield [schema, "request"];
  for (const { schema } of body?.content ?? []) if (schema) yield [schema, "request"];
  for (const { headers, content } of responses) {
    for (const { schema } of headers) yield [schema, "response"];
    for (const { schema } of content) if (schema) yield [schema, "response"];
  }
}
