// Whether a document is built as OpenAPI says: judged by the official schemas, told at the place that is wrong.
// Loaded by readers of documents that want to know; a contract is made without it.
import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Dialect, Document } from "./document.ts";
import { type JsonObject, type JsonValue, isObject } from "./json.ts";
import {
  documentSchema30,
  documentSchema31,
  openapiVocabulary,
  schemaSchema30,
  shallowVocabulary,
} from "./official-schemas.ts";
import { appendPointer, valueAt } from "./pointer.ts";
import { explainError } from "./violation.ts";

/** Something that is not as OpenAPI says, and where. */
export interface StructureFault {
  readonly pointer: string;
  readonly message: string;
}

/** For each kind of part that a reference may lead to, the name of its schema in 3.1 and in 3.0. */
const DEFINITIONS = {
  "path-item": ["path-item", "PathItem"],
  parameter: ["parameter", "Parameter"],
  "request-body": ["request-body", "RequestBody"],
  response: ["response", "Response"],
  header: ["header", "Header"],
  example: ["example", "Example"],
  link: ["link", "Link"],
  callbacks: ["callbacks", "Callback"],
  "security-scheme": ["security-scheme", "SecurityScheme"],
} as const satisfies Record<string, readonly [string, string]>;

export type StructureKind = keyof typeof DEFINITIONS;

const VOCABULARIES = ["core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation", "content"];

/** The official schemas of one dialect, ready to judge. */
function schemasOf(dialect: Dialect): Ajv2020 {
  // Formats are left out: a reference that was brought in from another file is no URI any more.
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true, validateFormats: false, logger: false });
  if (dialect === "3.0") {
    ajv.addSchema({ ...documentSchema30(), $id: "document" });
    ajv.addSchema({ ...schemaSchema30(), $id: "schema" });
    return ajv;
  }
  ajv.addSchema({ ...documentSchema31(), $id: "document" });
  const known = VOCABULARIES.map(
    (name) => ajv.getSchema(`https://json-schema.org/draft/2020-12/meta/${name}`)?.schema as JsonObject,
  );
  const shallow = [...known, openapiVocabulary()].map(shallowVocabulary);
  for (const vocabulary of shallow) ajv.addSchema(vocabulary);
  const parts = shallow.map(({ $id }) => ({ $ref: $id as string }));
  ajv.addSchema({ $id: "schema", type: ["object", "boolean"], allOf: parts });
  return ajv;
}

/** They cost more to compile than to apply, and are the same for every document. */
const compiled = new Map<Dialect, Ajv2020>();

/** The structure of one document. */
export class DocumentStructure {
  readonly #ajv: Ajv2020;
  readonly #root: JsonObject;
  readonly #old: boolean;

  constructor(document: Document) {
    const { dialect, root } = document;
    this.#ajv = compiled.get(dialect) ?? schemasOf(dialect);
    compiled.set(dialect, this.#ajv);
    this.#root = plainNumbers(root) as JsonObject;
    this.#old = dialect === "3.0";
  }

  /** False for versions of OpenAPI that have no official schema here. */
  static knows(document: Document): boolean {
    const version = document.root["openapi"];
    return typeof version === "string" && /^3\.[01]/.test(version);
  }

  /** What is wrong with the whole document, schemas and what stands in other files aside. */
  whole(): StructureFault[] {
    return this.#judge("document", "");
  }

  /** What is wrong with a part, as whatever a reference takes it for. */
  part(kind: StructureKind, pointer: string): StructureFault[] {
    const name = DEFINITIONS[kind][this.#old ? 1 : 0];
    return this.#judge(this.#old ? `document#/definitions/${name}` : `document#/$defs/${name}`, pointer);
  }

  /** What is wrong with one schema object, the schemas inside it aside. */
  schema(pointer: string): StructureFault[] {
    return this.#judge("schema", pointer);
  }

  #judge(id: string, pointer: string): StructureFault[] {
    const validate = this.#ajv.getSchema(id) as ValidateFunction;
    if (validate(valueAt(this.#root, pointer))) return [];
    const faults = telling(validate.errors ?? []).map((error) => explain(error, pointer));
    return [...new Map(faults.map((fault) => [`${fault.pointer} ${fault.message}`, fault])).values()];
  }
}

/** The errors that say something: one that only follows from another is left out. */
function telling(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = errors.filter(({ keyword }) => keyword === "oneOf" || keyword === "anyOf");
  const kept = errors.filter(
    (error) =>
      error.keyword !== "if" &&
      !choices.some((choice) => error !== choice && error.schemaPath.startsWith(`${choice.schemaPath}/`)),
  );
  // A part that is wrong counts as not looked at, and then its whole holder does.
  return kept.filter(
    (error) =>
      error.keyword !== "unevaluatedProperties" ||
      !kept.some(
        (other) =>
          other.keyword !== "unevaluatedProperties" && `${other.instancePath}/`.startsWith(`${error.instancePath}/`),
      ),
  );
}

function explain(error: ErrorObject, pointer: string): StructureFault {
  const at = pointer + error.instancePath;
  const { params } = error as { params: Record<string, unknown> };
  const unknown = params["additionalProperty"] ?? params["unevaluatedProperty"];
  if (typeof unknown === "string") {
    return { pointer: appendPointer(at, unknown), message: `${JSON.stringify(unknown)} is not known here` };
  }
  return { pointer: at, message: required(error) ?? explainError(error, () => at).message };
}

/** Words for the keywords with which the official schemas ask for one of several properties. */
function required({ keyword, schema }: ErrorObject): string | undefined {
  if (keyword === "not") {
    const names = namesOf(schema as JsonValue);
    return names.length === 0 ? undefined : `must not have both ${names.join(" and ")}`;
  }
  if (keyword !== "oneOf" && keyword !== "anyOf") return undefined;
  const names = (schema as readonly JsonValue[]).flatMap(namesOf);
  if (names.length === 0) return undefined;
  return `must have ${keyword === "oneOf" ? "exactly" : "at least"} one of ${names.join(", ")}`;
}

function namesOf(schema: JsonValue): string[] {
  const names = isObject(schema) ? schema["required"] : undefined;
  return Array.isArray(names) ? names.map(String) : [];
}

/** Ajv takes a `bigint` for no number at all. */
function plainNumbers(value: JsonValue): JsonValue {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => plainNumbers(item));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainNumbers(item)]));
}
