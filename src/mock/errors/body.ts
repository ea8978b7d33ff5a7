// Chooses the writer of an error body: the contract's own schema wherever it describes one.
import type { Contract, Operation } from "../../contract/model.ts";
import { resolve } from "../../document/document.ts";
import { schemaAt } from "../../schema/normal/schema-node.ts";
import type { ErrorShape, Inference } from "../../resource/model.ts";
import { errorCode } from "./refusal.ts";
import { mediaName } from "../response.ts";
import { isText, jsonMedia } from "../../contract/media.ts";
import { responseFor } from "../../contract/responses.ts";
import { keptFor } from "../../kept.ts";
import { type ErrorBodyWriter, SchemaErrorWriter } from "./body-writer.ts";
import type { Schema } from "../../schema/model.ts";

/** The error bodies of a contract. */
export class ErrorBodies {
  readonly #contract: Contract;
  readonly #shape: ErrorShape | undefined;
  readonly #writers = new Map<string, ErrorBodyWriter>();

  constructor(contract: Contract, inference: Inference) {
    this.#contract = contract;
    this.#shape = inference.error;
  }

  /** The writer for a status of an operation; without an operation, the contract's usual error schema. */
  writerFor(status: number, operation?: Operation): ErrorBodyWriter {
    const content = operation === undefined ? [] : (responseFor(operation.responses, status)?.content ?? []);
    const documented = jsonMedia(content);
    const other = documented === undefined ? content.find(({ name }) => isText(name)) : undefined;
    if (other !== undefined) return textWriter(mediaName(other));
    const media = documented?.schema === undefined ? this.#shape?.media : documented;
    if (media?.schema === undefined) return plainWriter(status);
    if (this.#saysNothing(media.schema, status)) return plainWriter(status, mediaName(media));
    // Many operations share one error body, so its schema is examined only once.
    const name = `${status} ${mediaName(media)} ${resolve(this.#contract.document, media.schema.pointer).pointer}`;
    const basis = { contract: this.#contract, media, schema: media.schema, status };
    return keptFor(this.#writers, name, () => new SchemaErrorWriter(basis));
  }

  /** True for a schema that names no property and allows any. */
  #saysNothing({ pointer, validate }: Schema, status: number): boolean {
    const { properties } = schemaAt(this.#contract.document, pointer, "response");
    return properties.size === 0 && validate({ code: "", message: "", status }).length === 0;
  }
}

/** For a document that describes no error body, or nothing inside it. */
function plainWriter(status: number, mediaType = "application/json"): ErrorBodyWriter {
  return {
    mediaType,
    write: ({ kind, why }) => JSON.stringify({ code: errorCode(kind), message: why, status }),
  };
}

/** For an operation that documents its errors as text. */
function textWriter(mediaType: string): ErrorBodyWriter {
  return { mediaType, write: ({ why }) => why };
}
