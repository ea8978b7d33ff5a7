// Stubs: an answer in somebody's own words for the requests that it is meant for. The document is not asked, but told.
import { isText, jsonMedia } from "../../contract/media.ts";
import type { Operation } from "../../contract/model.ts";
import { concreteStatus, responseFor } from "../../contract/responses.ts";
import { type JsonArray, type JsonValue, equalJson, isObject, ownValue } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { showViolations } from "../../schema/violation.ts";
import { type ExampleAnswer, successStatusOf } from "../documented.ts";
import { mediaName } from "../response.ts";
import { type Situation, type When, isBodyFault } from "./situation.ts";

/** The parts of a request that can be asked for. */
export interface AskedFor {
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, text: string])[];
  readonly body: JsonValue | undefined;
}

/** True for a situation that gives the answer. */
export function isStub({ body, headers }: Situation): boolean {
  return headers !== undefined || (body !== undefined && !isBodyFault(body));
}

/** The answer that a situation gives to an operation. */
export function stubFor({ status, headers = {}, body }: Situation, operation: Operation): ExampleAnswer {
  const sent = status === undefined ? (successStatusOf(operation) ?? 200) : Number(concreteStatus(String(status)));
  const content = responseFor(operation.responses, sent)?.content ?? [];
  const json = jsonMedia(content);
  const described = typeof body === "string" ? (content.find(({ name }) => isText(name)) ?? json) : json;
  const given = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1];
  const mediaType =
    given ?? (described === undefined && typeof body === "string" ? "text/plain" : mediaName(described));
  const isPlain = typeof body === "string" && !/\bjson\b/i.test(mediaType);
  return {
    kind: "answer",
    status: sent,
    mediaType,
    lines: Object.entries(headers).flatMap((line) => (/^content-(?:type|length)$/i.test(line[0]) ? [] : line)),
    ...(body === undefined || isBodyFault(body) ? {} : { text: isPlain ? body : writeJson(body) }),
  };
}

/** How many mismatches are told. */
const MOST_TOLD = 5;

/** What a stub does that the document does not allow. */
export function mismatchesOf(situation: Situation, operations: readonly Operation[]): readonly string[] {
  if (!isStub(situation)) return [];
  const { body } = situation;
  return operations
    .flatMap((operation) => {
      const { status } = stubFor(situation, operation);
      const response = responseFor(operation.responses, status);
      // What `default` describes are errors.
      if (response === undefined || (status < 400 && response.status === "default"))
        return [`${operation.id} has no answer with ${status} in the document`];
      const schema = jsonMedia(response.content)?.schema;
      const violations = schema === undefined || body === undefined ? [] : schema.validate(body);
      return violations.length === 0 ? [] : [`${operation.id} ${status}: ${showViolations(violations)}`];
    })
    .slice(0, MOST_TOLD);
}

/** True if a request is one of those that are meant. */
export function isMeant({ path = {}, query = {}, body }: When, asked: AskedFor): boolean {
  const isInPath = ([name, wanted]: readonly [string, JsonValue]): boolean =>
    isSameText(wanted, ownValue(asked.path, name));
  const isInQuery = ([name, wanted]: readonly [string, JsonValue]): boolean => {
    const texts = asked.query.filter(([own]) => own === name || own === `${name}[]`).map(([, text]) => text);
    const all: JsonArray = Array.isArray(wanted) ? (wanted as JsonArray) : [wanted];
    return texts.length > 0 && all.every((one) => texts.some((text) => isSameText(one, text)));
  };
  return (
    Object.entries(path).every(isInPath) &&
    Object.entries(query).every(isInQuery) &&
    (body === undefined || (asked.body !== undefined && contains(asked.body, body, MOST_LEVELS)))
  );
}

const MOST_LEVELS = 64;

function isSameText(wanted: JsonValue, text: JsonValue | undefined): boolean {
  return text !== undefined && text === (typeof wanted === "string" ? wanted : writeJson(wanted));
}

/** True if a value has all that another one has; lists must be equal. */
function contains(value: JsonValue, wanted: JsonValue, levels: number): boolean {
  if (!isObject(wanted) || !isObject(value) || levels === 0) return equalJson(value, wanted);
  return Object.entries<JsonValue>(wanted).every(([name, part]) => {
    const own = ownValue(value, name);
    return own !== undefined && contains(own, part, levels - 1);
  });
}
