// From a refusal to the contract's own error body: which form an error has, wherever it is answered.
import type { Contract, Operation, Schema } from "../contract/model.ts";
import { shapeOf } from "../contract/shape.ts";
import type { ErrorShape, Inference } from "../resource/model.ts";
import { type Refusal, codeOf } from "./refusal.ts";
import { jsonMedia, mediaName, responseFor } from "./response.ts";
import { SchemaForm } from "./schema-form.ts";

/** Writes the error bodies of one operation's status, or of those that belong to no operation. */
export interface ErrorForm {
  readonly mediaType: string;
  write(refusal: Refusal): string;
}

/** The error bodies of a contract. */
export class ErrorBodies {
  readonly #contract: Contract;
  readonly #shape: ErrorShape | undefined;

  constructor(contract: Contract, inference: Inference) {
    this.#contract = contract;
    this.#shape = inference.error;
  }

  /** The form of an error that an operation answers with a status; without an operation, the contract's usual one. */
  form(status: number, operation?: Operation): ErrorForm {
    const response = operation === undefined ? undefined : responseFor(operation, status);
    const documented = jsonMedia(response);
    const other = documented === undefined ? response?.content.find(({ name }) => name.startsWith("text/")) : undefined;
    if (other !== undefined) return textForm(mediaName(other));
    const media = documented?.schema === undefined ? this.#shape?.media : documented;
    if (media?.schema === undefined) return plainForm(status);
    if (this.#saysNothing(media.schema, status)) return plainForm(status, mediaName(media));
    return new SchemaForm({ contract: this.#contract, media, schema: media.schema, status });
  }

  /** True for a schema that names no property and allows any. */
  #saysNothing({ pointer, validate }: Schema, status: number): boolean {
    const { properties } = shapeOf(this.#contract.document, pointer);
    return properties.size === 0 && validate({ code: "", message: "", status }).length === 0;
  }
}

/** For a document that describes no error body at all, or nothing of what is in one. */
function plainForm(status: number, mediaType = "application/json"): ErrorForm {
  return {
    mediaType,
    write: ({ kind, why }) => JSON.stringify({ code: codeOf(kind), message: why, status }),
  };
}

/** For an operation that documents its errors as text. */
function textForm(mediaType: string): ErrorForm {
  return { mediaType, write: ({ why }) => why };
}
