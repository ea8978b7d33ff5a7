// Answers for operations that have no role, made by Prism from the document; Prism is loaded when the first of them
// is asked for.
import { readJson, writeJson } from "../contract/json.ts";
import type { Contract, MediaType, Operation } from "../contract/model.ts";
import { refuse } from "../mock/refusal.ts";
import { jsonMedia, mediaName, responseFor } from "../mock/response.ts";
import type { Example, Examples } from "../prism/example.ts";
import { Generator } from "../store/seed/generate.ts";
import { Random } from "../store/seed/random.ts";
import type { Exemplar } from "./endpoint.ts";

const NOT_INSTALLED = refuse(
  "not_implemented",
  "operation",
  "this operation is answered by Prism, which is not installed: npm install @stoplight/prism-http@5.12.0",
);
const NO_EXAMPLE = refuse(
  "not_implemented",
  "operation",
  "the document has no example of a success of this operation, and none could be made from its schemas",
);

const ATTEMPTS = 20;

/** Loads what makes the examples; gives nothing where it is not installed. */
export type LoadExamples = (contract: Contract) => Promise<Examples | undefined>;

const loadFromPrism: LoadExamples = async (contract) => (await import("../prism/example.ts")).loadExamples(contract);

/** Prepares the examples of a contract. */
export function createExemplar(contract: Contract, load: LoadExamples = loadFromPrism): Exemplar {
  let examples: Promise<Examples | undefined> | undefined;
  return async (operation, visit) => {
    examples ??= load(contract);
    const loaded = await examples;
    if (loaded === undefined) return NOT_INSTALLED;
    const example = await loaded(operation, visit.texts);
    // What is below 200 is no answer yet (RFC 9110, section 15.2): the client would wait for one.
    return example === undefined || example.status < 200
      ? NO_EXAMPLE
      : { kind: "answer", ...mended(contract, operation, example) };
  };
}

/** Prism does not keep every keyword of a schema: where the document refuses its example, one of ours is tried. */
function mended({ document }: Contract, operation: Operation, example: Example): Example {
  const media = jsonMedia(responseFor(operation, example.status));
  if (media === undefined) return named(operation, example);
  if (example.text !== undefined && fits(media, example.text)) return example;
  const { schema } = media;
  const generator = new Generator(document);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const text = schema === undefined ? "{}" : writeJson(generator.value(schema.pointer, new Random(attempt)));
    if (fits(media, text)) return { ...example, text, mediaType: mediaName(media) };
  }
  return example;
}

/** Prism passes over a media type without schema and example; it is still the one that clients were told of. */
function named(operation: Operation, example: Example): Example {
  if (example.text !== undefined || example.mediaType !== undefined) return example;
  const told = responseFor(operation, example.status)?.content.find((media) => mediaName(media) === media.name);
  return told === undefined ? example : { ...example, mediaType: told.name };
}

function fits({ schema }: MediaType, text: string): boolean {
  const reading = readJson(text, Infinity);
  return "value" in reading && (schema === undefined || schema.validate(reading.value).length === 0);
}
