// Lets the code of a validator call our functions and use values that JSON cannot express: in memory, where Ajv passes
// them, and in written code, where `validator-runtime.ts` does.
import { _, stringify } from "ajv/dist/compile/codegen/index.js";
import type { Code, KeywordCxt, Name } from "ajv/dist/2020.js";
import { RUNTIME } from "../runtime-name.ts";
import { isObject, type JsonValue } from "../../json/value.ts";

/** The name under which a validator can call a function. */
export function ownFunction({ gen }: KeywordCxt, name: string, ref: unknown): Name {
  return gen.scopeValue("func", { ref, code: _`require(${RUNTIME})[${name}]` });
}

interface Owner {
  readonly gen: KeywordCxt["gen"];
  readonly it: Pick<KeywordCxt["it"], "opts">;
}

/** The name under which a validator can read a value of the document. */
export function ownValueOf({ gen, it }: Owner, value: JsonValue): Name {
  // Only needed as code if the validator is written to a file.
  const written = it.opts.code.source === true ? { code: literal(value) } : {};
  return gen.scopeValue("schema", { ref: value, ...written });
}

/** A value as code. */
export function literal(value: JsonValue): Code {
  if (typeof value === "bigint") return _`BigInt(${value.toString()})`;
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return stringify(value);
  if (Array.isArray(value)) return _`[${listed(value.map((item: JsonValue) => literal(item)))}]`;
  if (!isObject(value)) return _`${value as string}`;
  // Computed, so that a name such as __proto__ is an ordinary one.
  return _`{${listed(Object.entries(value).map(([key, item]) => _`[${key}]: ${literal(item)}`))}}`;
}

/** In pairs: one by one, each would copy all the text before it. */
function listed(parts: readonly Code[]): Code {
  if (parts.length < 2) return parts[0] ?? _``;
  const middle = parts.length >> 1;
  return _`${listed(parts.slice(0, middle))}, ${listed(parts.slice(middle))}`;
}
