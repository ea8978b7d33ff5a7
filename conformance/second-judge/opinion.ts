// The verdict of our own validators on one answer, part by part, in the same terms as that of the second judge. It is
// the plain reading of the document: checks decide whether a claim is a `must`, and which answers it applies to.
import { coversMedia, isJson, mayBeJson } from "../../src/contract/media.ts";
import type { Header, MediaType, Response } from "../../src/contract/model.ts";
import { readHeader } from "../../src/contract/serialization/strict.ts";
import { type Exchange, headerOf, jsonOf, mediaTypeOf, statusOf, textOf } from "../client/exchange.ts";
import { type Plan, describedResponse } from "../plan.ts";

export const ANSWER_PARTS = ["status", "media-type", "body", "headers"] as const;
export type AnswerPart = (typeof ANSWER_PARTS)[number];

/** One thing wrong with an answer. */
export interface Opinion {
  readonly part: AnswerPart;
  /** JSON pointer into the body, or the name of a header in lower case; "" for other parts. */
  readonly at: string;
  /** The JSON Schema keyword that is violated, or "json" for a body that cannot be read; "" otherwise. */
  readonly keyword: string;
  readonly message: string;
  /** Pointer to the violated keyword in the document, if known. */
  readonly pointer?: string;
}

/** The faults that our validators find in the answer of an operation. */
export function ownOpinion(exchange: Exchange, plan: Plan): readonly Opinion[] {
  const status = statusOf(exchange);
  const described = describedResponse(exchange);
  const undocumented = {
    part: "status",
    at: "",
    keyword: "",
    message: `the status ${status} is not described`,
  } as const;
  if (described === undefined) return [undocumented];
  return [
    // `default` describes errors: a success or a redirect must be documented explicitly.
    ...(described.status === "default" && status < 400 ? [undocumented] : []),
    ...mediaTypeOpinion(exchange, described),
    ...bodyOpinion(exchange, described),
    ...described.headers.flatMap((header) => headerOpinion(exchange, header, plan)),
  ];
}

function mediaTypeOpinion(exchange: Exchange, { content }: Response): Opinion[] {
  const seen = mediaTypeOf(exchange);
  if (content.length === 0 || content.some(({ name }) => coversMedia(name, seen))) return [];
  const message = `the media type is ${seen || "missing"}, not ${content.map(({ name }) => name).join(" or ")}`;
  return [{ part: "media-type", at: "", keyword: "", message }];
}

function bodyOpinion(exchange: Exchange, { content }: Response): Opinion[] {
  const seen = mediaTypeOf(exchange);
  // If no description covers the media type of the answer, any of them may match its body.
  const covering = content.filter(({ name }) => coversMedia(name, seen));
  const judged = (covering.length > 0 ? covering : content).filter(({ schema }) => schema !== undefined);
  if (judged.length === 0) return [];
  const each = judged.map((media) => contentOpinion(exchange, media));
  return each.some((opinions) => opinions.length === 0) ? [] : (each[0] ?? []);
}

function contentOpinion(exchange: Exchange, { name, schema }: MediaType): Opinion[] {
  let value: unknown = textOf(exchange);
  const asJson = jsonOf(exchange);
  // A number in a text body is written as its digits.
  if ("value" in asJson && schema?.validate(asJson.value).length === 0) return [];
  if (isJson(name) || name.includes("*")) {
    const reading = jsonOf(exchange);
    if ("value" in reading) value = reading.value;
    else if (mayBeJson(name)) {
      return [{ part: "body", at: "", keyword: "json", message: `the body ${reading.fault.message}` }];
    }
  }
  return (schema?.validate(value) ?? []).map(({ keyword, at, message, pointer }) => ({
    part: "body",
    at,
    keyword,
    message: at === "" ? message : `${at} ${message}`,
    pointer,
  }));
}

function headerOpinion(exchange: Exchange, header: Header, plan: Plan): Opinion[] {
  const about = { part: "headers", at: header.name.toLowerCase() } as const;
  const seen = headerOf(exchange, header.name);
  if (seen === undefined) {
    return header.required ? [{ ...about, keyword: "required", message: `the header ${header.name} is missing` }] : [];
  }
  const reading = readHeader(plan.contract.document, header, seen);
  if (reading.kind === "fault") return [{ ...about, keyword: "type", message: `${header.name} ${reading.message}` }];
  if (reading.kind === "absent") return [];
  return header.schema.validate(reading.value).map(({ keyword, message, pointer }) => ({
    ...about,
    keyword,
    message: `${header.name} ${message}`,
    pointer,
  }));
}
