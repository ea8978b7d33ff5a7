// Reads headers: those of responses, and those of the parts of a multipart body.
import type { Direction } from "../../document/grammar.ts";
import { type JsonValue, isObject } from "../../json/value.ts";
import type { Header } from "../model.ts";
import type { Serialization } from "../serialization/styles.ts";
import { writeParameter } from "../serialization/write.ts";
import { readContent } from "./content.ts";
import { readExamples } from "./examples.ts";
import { type ObjectAt, type Reading } from "./reading.ts";

/** The headers of a response, or of a part of a body. */
export function readHeaders(reading: Reading, holder: ObjectAt, direction: Direction): Header[] {
  const headers = holder.value["headers"];
  if (!isObject(headers)) return [];
  // `content` describes a header named Content-Type, so it is ignored here (OpenAPI 3.1 section 4.8.17).
  const names = Object.keys(headers).filter((name) => name.toLowerCase() !== "content-type");
  return names.flatMap((name): Header[] => {
    const part = reading.object(holder, ["headers", name], "a header");
    if (part === undefined) return [];
    return [reading.shared(`header ${direction} ${name}`, part, () => readHeader(reading, name, part, direction))];
  });
}

function readHeader(reading: Reading, name: string, part: ObjectAt, direction: Direction): Header {
  const { value, pointer } = part;
  const [media] = readContent(reading, part, direction);
  const schema = media?.schema ?? reading.schema(part, direction);
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
