// Chooses the writer of an error body: the contract's own schema wherever it describes one.
import type { Contract, MediaType, Operation } from "../../contract/model.ts";
import { resolve } from "../../document/document.ts";
import { schemaAt } from "../../schema/normal/schema-node.ts";
import type { ErrorShape, Inference } from "../../resource/model.ts";
import type { JsonValue } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { fittingKind, titleOf } from "./codes.ts";
import { errorCode } from "./refusal.ts";
import { mediaName } from "../response.ts";
import { readJson } from "../../json/read.ts";
import { written } from "../answer/bodies.ts";
import { formatOf, isText, jsonMedia } from "../../contract/media.ts";
import { responseFor } from "../../contract/responses.ts";
import { keptFor } from "../../memo.ts";
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
    const shown = documented?.schema === undefined ? documented?.examples[0]?.value : undefined;
    if (documented !== undefined && shown !== undefined) return exampleWriter(mediaName(documented), shown);
    const xml =
      documented === undefined ? content.find(({ name, schema }) => schema && formatOf(name) === "xml") : undefined;
    if (xml !== undefined) return this.#inXml(xml, status);
    const other = documented === undefined ? content.find(({ name }) => isText(name)) : undefined;
    if (other !== undefined) return textWriter(other);
    const media = documented?.schema === undefined ? this.#shape?.media : documented;
    if (media?.schema === undefined) return plainWriter(status);
    if (this.#saysNothing(media.schema, status)) return plainWriter(status, mediaName(media));
    const { document } = this.#contract;
    const whole = schemaAt(document, media.schema.pointer, "response");
    const { pointer = media.schema.pointer } = fittingKind(whole, status, operation !== undefined) ?? {};
    // Many operations share one error body, so its schema is examined only once.
    const name = `${status} ${mediaName(media)} ${resolve(document, pointer).pointer}`;
    const basis = { contract: this.#contract, media, schema: { ...media.schema, pointer }, status };
    return keptFor(this.#writers, name, () => new SchemaErrorWriter(basis));
  }

  /** What the schema says as JSON, written as XML. */
  #inXml(media: MediaType, status: number): ErrorBodyWriter {
    const { document } = this.#contract;
    const { schema } = media;
    if (schema === undefined) return plainWriter(status);
    const writer = new SchemaErrorWriter({ contract: this.#contract, media, schema, status });
    const node = schemaAt(document, schema.pointer, "response");
    const inXml = (text: string): string => {
      const reading = readJson(text);
      return "fault" in reading ? text : written(reading.value, media.name, node);
    };
    return { mediaType: mediaName(media), write: (refusal) => inXml(writer.write(refusal)) };
  }

  /** The writer for an error that was asked for: of the document if it describes any, else problem details. */
  simulated(status: number, operation?: Operation): ErrorBodyWriter {
    const isListed = operation !== undefined && responseFor(operation.responses, status) !== undefined;
    return isListed || this.#shape !== undefined ? this.writerFor(status, operation) : problemWriter(status);
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

/** Problem details (RFC 9457), for a document that describes no error body. */
function problemWriter(status: number): ErrorBodyWriter {
  return {
    mediaType: "application/problem+json",
    write: ({ kind, why }) => JSON.stringify({ type: "about:blank", title: titleOf(kind), status, detail: why }),
  };
}

/** For an error of which the document shows only an example. */
function exampleWriter(mediaType: string, value: JsonValue): ErrorBodyWriter {
  const text = writeJson(value);
  return { mediaType, write: () => text };
}

/** For an operation that documents its errors as text: its example, or the reason. */
function textWriter(media: MediaType): ErrorBodyWriter {
  const example = media.examples.map(({ value }) => value).find((value) => typeof value === "string");
  return { mediaType: mediaName(media), write: ({ why }) => example ?? why };
}
