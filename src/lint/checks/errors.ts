// One shape for all errors: whoever can read one error of the API can read them all.
import { type Document, resolve } from "../../contract/document.ts";
import type { Operation, Response } from "../../contract/model.ts";
import { type Shape, shapeOf } from "../../contract/shape.ts";
import type { LintContext } from "../context.ts";
import type { Complaint } from "../model.ts";

/** Error responses whose body is not the one that most of them have. */
export function oddErrors({ known, document }: LintContext): Complaint[] | "skipped" {
  if (known === undefined) return "skipped";
  const usual = known.inference.error;
  if (usual === undefined) return [];
  const home = resolve(document, usual.schema.pointer).pointer;
  const shape = shapeOf(document, home);
  return known.contract.operations.flatMap((operation) =>
    operation.responses.flatMap((response) => {
      const lack = oddity(document, { operation, response }, { home, shape });
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
  readonly shape: Shape;
}

/** What sets an error response apart from the usual one; undefined: nothing. */
function oddity(document: Document, { operation, response }: Asked, usual: Usual): string | undefined {
  if (!/^(?:[45]|default$)/.test(response.status)) return undefined;
  // The answer to HEAD has no body, whatever its status (RFC 9110, section 9.3.2).
  if (operation.method === "HEAD") return undefined;
  const media = response.content.filter(({ name }) => name.endsWith("json"));
  if (media.length === 0) {
    const other = response.content.map(({ name }) => name).join(", ");
    return other === "" ? "has no body, unlike other errors" : `is ${other}, where other errors are JSON`;
  }
  for (const { schema, name } of media) {
    if (schema === undefined) return `has ${name} without a schema, unlike other errors`;
    if (resolve(document, schema.pointer).pointer === usual.home) continue;
    const lack = difference(document, shapeOf(document, schema.pointer), usual.shape);
    if (lack !== undefined) return lack;
  }
  return undefined;
}

/** A shape that has more than the usual one is read by whoever reads the usual one. */
function difference(document: Document, shape: Shape, usual: Shape): string | undefined {
  for (const [name, pointer] of usual.properties) {
    const own = shape.properties.get(name);
    if (own === undefined) return `lacks the property ${JSON.stringify(name)} of other errors`;
    const [types, wanted] = [own, pointer].map((place) => [...(shapeOf(document, place).types ?? [])].sort().join("|"));
    if (types !== wanted)
      return `has a ${types || "free"} ${JSON.stringify(name)}, where other errors have a ${wanted || "free"} one`;
    if (usual.required.has(name) && !shape.required.has(name)) {
      return `does not require ${JSON.stringify(name)}, which other errors always have`;
    }
  }
  return undefined;
}
