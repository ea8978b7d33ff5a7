// Reads replies. What answers may not be Redis, and what is there may not be what this program has written.
import { type Change, EngineError } from "../engine.ts";

/** A reply that is a list of texts. @throws EngineError */
export function texts(reply: unknown): readonly string[] {
  if (Array.isArray(reply) && reply.every((one) => typeof one === "string")) return reply;
  throw strange();
}

/** A reply that is a list of lists. @throws EngineError */
export function lists(reply: unknown): readonly (readonly unknown[])[] {
  if (Array.isArray(reply) && reply.every(Array.isArray)) return reply as readonly (readonly unknown[])[];
  throw strange();
}

/** The entries of a stream that have one field: their names, and its texts. @throws EngineError */
export function entries(reply: unknown): readonly (readonly [name: string, text: string])[] {
  return lists(reply).map(([name, fields]) => [String(name), texts(fields)[1] ?? ""]);
}

/** @throws EngineError for a text that no process of this mock has written */
export function changesIn(text: string): readonly Change[] {
  try {
    return lists(JSON.parse(text)) as readonly Change[];
  } catch {
    throw strange();
  }
}

function strange(): EngineError {
  return new EngineError("foreign", "an answer that makes no sense");
}
