// Asks a handler in code for the answer of an operation.
import type { Operation } from "../../contract/model.ts";
import { readJson } from "../../json/read.ts";
import { type JsonValue, isObject } from "../../json/value.ts";
import type { MockRequest } from "../../mock/roles/basis.ts";
import { mismatchesOf, stubFor } from "../../mock/situations/stub.ts";
import { urlOf } from "../request/url.ts";
import { headerLines } from "../request/head.ts";
import type { HandlerAnswer, HandlerRequest, ServerHandler } from "../handlers.ts";
import type { Visit } from "./visit.ts";

/** What a handler answers instead of. */
export interface Instead {
  readonly operation: Operation;
  readonly handler: ServerHandler;
  /** Carries the request out as without a handler. */
  readonly standard: () => Required<HandlerAnswer>;
  /** Answers as without a handler. */
  readonly plainly: () => void;
  readonly fail: (visit: Visit, error: unknown) => void;
  /** Receives what of an answer the document does not allow. */
  readonly onMismatch: (mismatch: string) => void;
}

/** Answers a request as its handler says. An error of the handler is an internal error, answered with 500. */
export function answerByCode(visit: Visit, request: MockRequest, instead: Instead): void {
  const { operation, handler, plainly, fail, onMismatch } = instead;
  let standard: Required<HandlerAnswer> | undefined;
  const asked = requestFor(visit, operation, request, () => (standard ??= instead.standard()));
  const settle = (given: unknown): void => {
    if (given === undefined && standard === undefined) plainly();
    else {
      const answer = given === undefined ? standard : readAnswer(given, operation);
      send(visit, operation, answer ?? {}, onMismatch);
    }
  };
  try {
    const given = handler(asked, visit.world);
    if (!isThenable(given)) settle(given);
    else
      given.then(settle).catch((error: unknown) => {
        fail(visit, error);
      });
  } catch (error) {
    fail(visit, error);
  }
}

const isThenable = (given: unknown): given is Promise<unknown> =>
  typeof given === "object" && given !== null && "then" in given;

function requestFor(
  visit: Visit,
  operation: Operation,
  { values, body }: MockRequest,
  answer: () => Required<HandlerAnswer>,
): HandlerRequest {
  const named = (place: string): Record<string, JsonValue> =>
    Object.fromEntries(
      operation.parameters.flatMap((parameter, at): [string, JsonValue][] => {
        const value = values[at];
        return parameter.in === place && value !== undefined ? [[parameter.name, value]] : [];
      }),
    );
  return {
    method: operation.method,
    url: urlOf(visit.req, operation),
    params: named("path"),
    query: named("query"),
    body,
    header: (name) => {
      const lines = headerLines(visit.req, name.toLowerCase());
      return lines.length === 0 ? undefined : lines.join(", ");
    },
    answer,
  };
}

/** @throws TypeError for what is no answer */
function readAnswer(given: unknown, { id }: Operation): HandlerAnswer {
  const wrong = (what: string): TypeError => new TypeError(`the handler of ${id} returned ${what}`);
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw wrong("no object; return { status, headers, body }, or nothing to leave the answer to the mock");
  const stranger = Object.keys(given).find((name) => !["status", "headers", "body"].includes(name));
  if (stranger !== undefined) throw wrong(`${JSON.stringify(stranger)}; an answer has status, headers and body`);
  const { status, headers = {} } = given as HandlerAnswer;
  if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599))
    throw wrong(`the status ${String(status)}; it must be from 200 to 599`);
  if (!isObject(headers) || !Object.values(headers).every((value) => typeof value === "string" && isLine(value)))
    throw wrong("headers that are not an object of one-line texts");
  return given;
}

const isLine = (value: string): boolean => !/[^\t\x20-\x7e\x80-\xff]/.test(value);

function send(visit: Visit, operation: Operation, answer: HandlerAnswer, onMismatch: (mismatch: string) => void): void {
  for (const mismatch of mismatchesOf({ headers: {}, ...answer }, [operation])) onMismatch(mismatch);
  visit.replies?.stub(visit, stubFor(answer, operation));
}

/** The JSON of a body; a text that is none stays as it is, and no body is null. */
export function parsed(text: string | undefined): JsonValue {
  const reading = text === undefined ? undefined : readJson(text, Infinity);
  return reading === undefined ? null : "fault" in reading ? (text ?? null) : reading.value;
}
