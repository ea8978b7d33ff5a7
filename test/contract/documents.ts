// Small documents for tests: a test only writes what it is about, and these functions fill in the rest.
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { DocumentError } from "../../src/document/document.ts";
import { loadContract } from "../../src/contract/load.ts";
import type { Contract, Parameter } from "../../src/contract/model.ts";
import type { Direction } from "../../src/document/grammar.ts";
import type { Schema } from "../../src/schema/model.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";

export interface Parts {
  readonly openapi?: string;
  readonly [key: string]: JsonValue;
}

/** A document with all required parts. */
export function documentWith(parts: Parts): JsonObject {
  return { openapi: "3.1.0", info: { title: "Test", version: "1.0.0" }, paths: {}, ...parts };
}

/** A document with one operation that uses a schema in its request and its response. */
export function documentOfSchema(schema: JsonValue, parts: Parts = {}): JsonObject {
  const content = { "application/json": { schema } };
  return documentWith({
    paths: {
      "/things": { post: { requestBody: { content }, responses: { "200": { description: "Done.", content } } } },
    },
    ...parts,
  });
}

/** The compiled schema for values in one direction. */
export async function compiled(
  schema: JsonValue,
  direction: Direction,
  parts: Parts = {},
): Promise<Required<Pick<Schema, "validate" | "accepts">>> {
  const contract = await loadContract(documentOfSchema(schema, parts));
  const [operation] = contract.operations;
  const content = direction === "request" ? operation?.body?.content : operation?.responses[0]?.content;
  const found = content?.[0]?.schema;
  if (found?.accepts === undefined) throw new Error("the document of the test has no such schema");
  return { validate: found.validate, accepts: found.accepts };
}

/** The parameter of a document that has one operation with one parameter, and that document's contract. */
export async function parameterOf(parameter: JsonObject): Promise<{ contract: Contract; parameter: Parameter }> {
  const contract = await loadContract(
    documentWith({
      paths: {
        "/things/{p}": { get: { parameters: [{ name: "p", ...parameter }], responses: {} } },
      },
    }),
  );
  const found = contract.operations[0]?.parameters[0];
  if (found === undefined) throw new Error("the document of the test has no parameter");
  return { contract, parameter: found };
}

/** A temporary folder with files, removed after the test. @returns its real path */
export async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "animal-store-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** The error when loading a document. Fails if it is accepted. */
export async function refusalOf(source: string | JsonObject): Promise<DocumentError> {
  try {
    await loadContract(source);
  } catch (error) {
    if (error instanceof DocumentError) return error;
    throw error;
  }
  throw new Error("the document was accepted");
}

/** The processor time so far, in milliseconds. Unlike wall time, it is reliable on a busy machine. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
