// What is wrong with the media type and body of an answer, by the plain reading of the document: callers decide whether
// a claim is a `must`, and which answers it applies to.
import { coversMedia, isJson, mayBeJson } from "../../src/contract/media.ts";
import type { MediaType, Response } from "../../src/contract/model.ts";
import { type Exchange, jsonOf, mediaTypeOf, textOf } from "../client/exchange.ts";

/** One thing wrong with an answer. */
export interface Opinion {
  readonly part: "status" | "media-type" | "body" | "headers";
  /** JSON pointer into the body, or the name of a header in lower case; "" for other parts. */
  readonly at: string;
  /** The JSON Schema keyword that is violated, or "json" for a body that cannot be read; "" otherwise. */
  readonly keyword: string;
  readonly message: string;
  /** Pointer to the violated keyword in the document, if known. */
  readonly pointer?: string;
}

/** What is wrong with the content of an answer to which a description applies. */
export function contentFaults(exchange: Exchange, described: Response): readonly Opinion[] {
  return [...mediaTypeFaults(exchange, described), ...bodyFaults(exchange, described)];
}

function mediaTypeFaults(exchange: Exchange, { content }: Response): Opinion[] {
  const seen = mediaTypeOf(exchange);
  if (content.length === 0 || content.some(({ name }) => coversMedia(name, seen))) return [];
  const message = `the media type is ${seen || "missing"}, not ${content.map(({ name }) => name).join(" or ")}`;
  return [{ part: "media-type", at: "", keyword: "", message }];
}

function bodyFaults(exchange: Exchange, { content }: Response): Opinion[] {
  const seen = mediaTypeOf(exchange);
  // If no description covers the media type of the answer, any of them may match its body.
  const covering = content.filter(({ name }) => coversMedia(name, seen));
  const judged = (covering.length > 0 ? covering : content).filter(({ schema }) => schema !== undefined);
  const each = judged.map((media) => faultsBy(exchange, media));
  return each.some((faults) => faults.length === 0) ? [] : (each[0] ?? []);
}

function faultsBy(exchange: Exchange, { name, schema }: MediaType): Opinion[] {
  let value: unknown = textOf(exchange);
  const reading = jsonOf(exchange);
  // A number in a text body is written as its digits.
  if ("value" in reading && schema?.validate(reading.value).length === 0) return [];
  if (isJson(name) || name.includes("*")) {
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
