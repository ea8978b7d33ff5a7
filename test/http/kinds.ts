// A mock of a few paths, asked in one line each.
import { type JsonObject, type JsonValue, type Scalar, scalarText } from "../../src/json/value.ts";
import type { MockOptions } from "../../src/http/options.ts";
import { startMock } from "./support.ts";

export const textOf = (value: JsonValue | undefined): string => scalarText(value as Scalar | undefined);

/** Serves these paths on 1 June 2026. */
export async function serve(paths: JsonObject, schemas: JsonObject = {}, options: MockOptions = {}) {
  const components = { schemas, securitySchemes: { key: { type: "http", scheme: "bearer" } } };
  const document = { openapi: "3.1.0", info: { title: "Kinds", version: "1" }, paths, components };
  const mock = await startMock(document, { today: "2026-06-01", ...options });
  const ask = async (what: string, sent?: JsonValue): Promise<JsonObject> => {
    const [method = "", path = ""] = what.split(" ");
    const isForm = typeof sent === "string";
    const headers = { "Content-Type": isForm ? "application/x-www-form-urlencoded" : "application/json" };
    const own = sent === undefined ? {} : { headers, body: isForm ? sent : JSON.stringify(sent) };
    const { status, value } = await mock.send(method, path, own);
    return Array.isArray(value) ? { status, list: value } : { status, ...(value as JsonObject) };
  };
  return { ask, [Symbol.asyncDispose]: () => mock.close() };
}
