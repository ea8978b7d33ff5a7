// One shape for all errors: a client that can read one error of the API should be able to read them all.
import { resolve } from "../../document/document.ts";
import { isJson } from "../../contract/media.ts";
import { isErrorStatus } from "../../contract/responses.ts";
import type { Operation, Response } from "../../contract/model.ts";
import type { SchemaNode } from "../../schema/normal/schema-node.ts";
import type { LintContext } from "../context.ts";
import type { Complaint } from "../model.ts";
import { quoted } from "../../json/quote.ts";

/** Error responses whose body differs from what most of them have. */
export function oddErrors(context: LintContext): Complaint[] {
  const { contract, inference, document } = context;
  const usual = inference.error;
  if (usual === undefined) return [];
  const home = resolve(document, usual.schema.pointer).pointer;
  const schema = context.schemaAt(home, "response");
  return contract.operations.flatMap((operation) =>
    operation.responses.flatMap((response) => {
      const lack = oddity(context, { operation, response }, { home, schema });
      const name = `the ${response.status === "default" ? "default" : response.status} response`;
      return lack === undefined ? [] : [{ pointer: response.pointer, said: `${name} ${lack}` }];
    }),
  );
}

interface Asked {
  readonly operation: Operation;
  readonly response: Response;
}

interface Usual {
  readonly home: string;
  readonly schema: SchemaNode;
}

/** What sets an error response apart from the usual one; undefined if nothing does. */
function oddity(context: LintContext, { operation, response }: Asked, usual: Usual): string | undefined {
  if (!isErrorStatus(response.status)) return undefined;
  // The response to HEAD has no body, whatever its status (RFC 9110, section 9.3.2).
  if (operation.method === "HEAD") return undefined;
  const media = response.content.filter(({ name }) => isJson(name));
  if (media.length === 0) {
    const other = response.content.map(({ name }) => name).join(", ");
    return other === "" ? "has no body, unlike other errors" : `is ${other}, where other errors are JSON`;
  }
  for (const { schema, name } of media) {
    if (schema === undefined) return `has ${name} without a schema, unlike other errors`;
    if (resolve(context.document, schema.pointer).pointer === usual.home) continue;
    const lack = difference(context.schemaAt(schema.pointer, "response"), usual.schema);
    if (lack !== undefined) return lack;
  }
  return undefined;
}

/** A client that reads the usual schema can also read one with more properties. */
function difference(other: SchemaNode, usual: SchemaNode): string | undefined {
  for (const [name, property] of usual.properties) {
    const own = other.properties.get(name);
    if (own === undefined) return `lacks the property ${quoted(name)} of other errors`;
    const [types, wanted] = [own, property].map((one) => [...(one.types ?? [])].sort().join("|"));
    if (types !== wanted)
      return `has a ${types || "free"} ${quoted(name)}, where other errors have a ${wanted || "free"} one`;
    if (usual.form.required.has(name) && !other.form.required.has(name)) {
      return `does not require ${quoted(name)}, which other errors always have`;
    }
  }
  return undefined;
}
