// Reads the responses of an operation and their headers.
import { isExtension } from "../../document/grammar.ts";
import { plainText } from "./plain-text.ts";
import { type JsonValue, isObject } from "../../json/value.ts";
import type { Header, MediaType, Response } from "../model.ts";
import type { Serialization } from "../serialization/styles.ts";
import { writeParameter } from "../serialization/write.ts";
import { hasNoContent } from "../responses.ts";
import { readContent } from "./content.ts";
import { readExamples } from "./examples.ts";
import { type ObjectAt, type Reading, freezeList } from "./reading.ts";

/** "200", "2XX" or "default"; no other status can be sent. */
const STATUS = /^(?:[1-5](?:\d\d|XX)|default)$/i;

/** The responses by status, in document order. Anything that is not a status is left out. */
export function readResponses(reading: Reading, operation: ObjectAt): Response[] {
  const responses = reading.map(operation, "responses", "responses must map status codes to responses");
  return Object.keys(responses.value).flatMap((status): Response[] => {
    const part =
      isExtension(status) || !STATUS.test(status) ? undefined : reading.object(responses, [status], "a response");
    if (part === undefined) return [];
    return [
      Object.freeze({
        status: status.toLowerCase() === "default" ? "default" : status.toUpperCase(),
        pointer: part.pointer,
        description: plainText(part.value["description"]),
        // The description of a body that no client ever receives is ignored.
        content: hasNoContent(status)
          ? freezeList<MediaType>([])
          : reading.shared("content", part, () => freezeList(readContent(reading, part, "response"))),
        headers: reading.shared("headers", part, () => freezeList(readHeaders(reading, part))),
      }),
    ];
  });
}

function readHeaders(reading: Reading, response: ObjectAt): Header[] {
  const headers = response.value["headers"];
  if (!isObject(headers)) return [];
  // `content` describes a header named Content-Type, so it is ignored here (OpenAPI 3.1 section 4.8.17).
  const names = Object.keys(headers).filter((name) => name.toLowerCase() !== "content-type");
  return names.flatMap((name): Header[] => {
    const part = reading.object(response, ["headers", name], "a header");
    return part === undefined ? [] : [reading.shared(`header ${name}`, part, () => readHeader(reading, name, part))];
  });
}

function readHeader(reading: Reading, name: string, part: ObjectAt): Header {
  const { value, pointer } = part;
  const [media] = readContent(reading, part, "response");
  const schema = media?.schema ?? reading.schema(part, "response");
  const definition = reading.schemaValue(part)?.value ?? {};
  const examples = readExamples(reading, part).map((one) => one.value);
  const isCookie = name.toLowerCase() === "set-cookie";
  const cookies = isCookie ? cookiesIn(examples) : [];
  const known = cookies[0] ?? definition["const"] ?? examples[0] ?? definition["default"];
  const layout = { explode: value["explode"] === true, ...(media === undefined ? {} : { mediaType: media.name }) };
  const text = headerText({ name, in: "header", style: "simple", ...layout }, known);
  return Object.freeze({
    name,
    required: value["required"] === true,
    pointer,
    schema,
    ...layout,
    fixed: definition["const"] !== undefined && text !== undefined,
    ...(text === undefined ? {} : { known: text }),
    ...(cookies.length > 1 ? { more: cookies.slice(1) } : {}),
  });
}

/** The cookies of a list, and of examples that set different ones. */
function cookiesIn(examples: readonly JsonValue[]): readonly string[] {
  const lines = examples.flatMap((one) => (Array.isArray(one) ? (one as readonly JsonValue[]) : [one]));
  const named = lines.flatMap((line) =>
    typeof line === "string" ? [[line.split("=", 1)[0] ?? "", line] as const] : [],
  );
  return [...new Map(named.toReversed()).values()].toReversed();
}

/** A value as a header transmits it; undefined if it cannot. */
function headerText(form: Serialization, value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null || typeof value === "string") return value ?? undefined;
  return writeParameter(form, value)?.[0]?.[1];
}
