// Reads the examples of a part: its own, those it refers to, and those of its schema.
import { appendPointer } from "../../json/pointer.ts";
import { readJson } from "../../json/read.ts";
import { type JsonValue, isObject } from "../../json/value.ts";
import type { Example, ExternalExample } from "../model.ts";
import type { ObjectAt, Reading } from "./reading.ts";

/** The part's own examples come before those of its schema. */
export function readExamples(reading: Reading, part: ObjectAt): Example[] {
  const found = exampleOf(part, "example");
  const { examples } = part.value;
  for (const name of namesIn(examples)) {
    const example = reading.object(part, ["examples", name], "an example");
    // 3.2 has two words for the value (OpenAPI 3.2 section 4.19).
    if (example === undefined) continue;
    const values = [...exampleOf(example, "dataValue"), ...exampleOf(example, "value")];
    const written = values.length === 0 && part.value["in"] === undefined ? exampleOf(example, "serializedValue") : [];
    found.push(...[...values, ...written.map(asData)].map((one) => ({ ...one, name })));
  }
  const schema = reading.schemaValue(part);
  return schema === undefined ? found : [...found, ...schemaExamples(schema)];
}

/** The examples that are in files of their own. */
export function readExternalExamples(reading: Reading, part: ObjectAt): ExternalExample[] {
  const { examples } = part.value;
  return namesIn(examples).flatMap((name): ExternalExample[] => {
    const example = reading.object(part, ["examples", name], "an example");
    const uri = example?.value["externalValue"];
    return example === undefined || typeof uri !== "string" ? [] : [{ name, pointer: example.pointer, uri }];
  });
}

/** The names of examples. What is none takes nothing else away: lint tells of it. */
function namesIn(examples: JsonValue | undefined): string[] {
  return Object.entries<JsonValue>(isObject(examples) ? examples : {}).flatMap(([name, one]) =>
    isObject(one) ? [name] : [],
  );
}

/** What a serialized value says: the value of its JSON, or else the text as it is sent. */
function asData({ pointer, value }: Example): Example {
  const reading = typeof value === "string" ? readJson(value) : undefined;
  return { pointer, value: reading !== undefined && "value" in reading ? reading.value : value };
}

function exampleOf({ value, pointer }: ObjectAt, field: string): Example[] {
  const found = value[field];
  return found === undefined ? [] : [{ pointer: appendPointer(pointer, field), value: found }];
}

function schemaExamples(schema: ObjectAt): Example[] {
  const { examples } = schema.value;
  const listed = Array.isArray(examples) ? examples : [];
  return [
    ...exampleOf(schema, "example"),
    ...listed.map((value: JsonValue, index) => ({
      pointer: appendPointer(schema.pointer, "examples", index),
      value,
    })),
  ];
}
