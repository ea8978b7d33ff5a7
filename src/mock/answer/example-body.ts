// The JSON of a media type as the document shows it: one of its examples, or a generated value.
import type { Contract, MediaType } from "../../contract/model.ts";
import type { JsonValue } from "../../json/value.ts";
import type { Document } from "../../document/document.ts";
import { Answers } from "./answer.ts";
import { readExternal } from "./external.ts";
import { madeValue } from "./made-value.ts";
import { readJson, readJsonBytes } from "../../json/read.ts";
import { allows } from "../allowed.ts";

/** Which documented answer to send; by default the success, in the form that the document prefers. */
export interface AnswerChoice {
  /** The status to send; the operation has a response for it. */
  readonly status?: number;
  /** The name of an example. */
  readonly example?: string;
  /** Which of many generated values to send; examples are then ignored. */
  readonly turn?: number;
  /** The day around which generated times are. */
  readonly today?: number | undefined;
}

/** The JSON of a media type: the first example that its schema allows, or a generated value. */
export function exampleBody(
  { document }: Pick<Contract, "document">,
  media: MediaType,
  choice: AnswerChoice = {},
): JsonValue | undefined {
  const named = media.examples.find(({ name }) => name === choice.example);
  if (choice.example !== undefined && named !== undefined) return named.value;
  const { schema, examples } = media;
  if (choice.turn !== undefined && schema !== undefined) return madeValue(document, schema, choice.turn, choice.today);
  const own = examples.map(({ value }) => value);
  const given = [...own, ...own.flatMap(writtenAsText), ...externalValues(document, media, choice)];
  const fitting = given.find((value) => schema === undefined || allows(schema, value));
  if (fitting !== undefined) return fitting;
  if (schema === undefined) return given[0] ?? {};
  const isWell = choice.status === undefined || choice.status < 400;
  const made = new Answers(document, schema).make(schema.pointer, { kind: "one", isWell, today: choice.today });
  return allows(schema, made) ? made : (given[0] ?? made);
}

/** What an example is that is JSON in a text: YAML of older tools has it so. */
function writtenAsText(value: JsonValue): JsonValue[] {
  const reading = typeof value === "string" ? readJson(value) : undefined;
  return reading === undefined || "fault" in reading ? [] : [reading.value];
}

/** The examples that are in files beside the document. */
function externalValues(document: Document, { external }: MediaType, { example }: AnswerChoice): readonly JsonValue[] {
  return external.flatMap((one) => {
    const bytes = example === undefined || one.name === example ? readExternal(document, one) : undefined;
    const reading = bytes === undefined ? undefined : readJsonBytes(bytes);
    return reading === undefined || "fault" in reading ? [] : [reading.value];
  });
}
