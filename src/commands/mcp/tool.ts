// What a tool for an agent is: a name, what it takes and gives as JSON Schema, and how it is called.
import type { JsonObject, JsonValue } from "../../json/value.ts";
import { clip, oneLine } from "../../report/text.ts";

/** The schema of an object whose properties are described in words. */
export interface ObjectSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: string[];
  readonly additionalProperties?: false;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly takes: ObjectSchema;
  readonly gives: ObjectSchema;
  /** True for a tool that changes nothing anywhere. */
  readonly readOnly: boolean;
  call(asked: Readonly<Record<string, JsonValue>>): Promise<JsonObject>;
}

/** Says in one sentence why a tool cannot do what was asked. */
export class ToolError extends Error {}

export const text = (description: string): object => ({ type: "string", description });
export const number = (description: string): object => ({ type: "integer", minimum: 0, description });
export const flag = (description: string): object => ({ type: "boolean", description });
export const list = (description: string): object => ({ type: "array", items: { type: "object" }, description });

export function schema(properties: Readonly<Record<string, object>>, required: string[] = []): ObjectSchema {
  return { type: "object", properties, required, additionalProperties: false };
}

/** Characters of one text in an answer. */
const LONGEST = 400;

/** A text of a document or a service, for an answer. */
export const short = (given: unknown): string => clip(oneLine(String(given)), LONGEST);

/** A text that was given; undefined if it is none. */
export function given(asked: Readonly<Record<string, JsonValue>>, name: string): string | undefined {
  const value = asked[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  throw new ToolError(`${name} must be a text`);
}
