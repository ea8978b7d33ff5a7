// The body that errors carry: the schema that most error responses share, and what its properties mean.
import { type Document, resolve } from "../contract/document.ts";
import type { Contract, Header, MediaType } from "../contract/model.ts";
import { type Shape, isType, mayBe, shapeOf } from "../contract/shape.ts";
import type { ErrorField, ErrorFields, ErrorShape, InnerFields } from "./model.ts";

const NAMES = {
  code: ["code", "errorcode", "error", "reason", "type"],
  message: ["message", "detail", "description", "errordescription", "errormessage", "title", "error", "msg"],
  status: ["status", "statuscode", "httpstatus", "httpstatuscode", "httpcode", "code"],
} as const;

/** The error shape that most error responses of the contract have. */
export function inferError(contract: Contract): ErrorShape | undefined {
  const found = new Map<string, { media: MediaType; headers: readonly Header[]; count: number }>();
  for (const { responses } of contract.operations) {
    for (const { status, content, headers } of responses) {
      if (!/^([45]|default$)/i.test(status)) continue;
      const media = content.find(({ name, schema }) => schema !== undefined && name.endsWith("json"));
      if (media?.schema === undefined) continue;
      const { pointer } = resolve(contract.document, media.schema.pointer);
      const known = found.get(pointer);
      found.set(pointer, {
        media: known?.media ?? media,
        headers: known?.headers ?? headers,
        count: (known?.count ?? 0) + 1,
      });
    }
  }
  const [most] = [...found.values()].sort((a, b) => b.count - a.count);
  return most === undefined ? undefined : describe(contract, most.media, most.headers);
}

function describe(contract: Contract, media: MediaType, headers: readonly Header[]): ErrorShape | undefined {
  const schema = media.schema;
  if (schema === undefined) return undefined;
  return Object.freeze({ media, schema, headers, ...errorFields(contract.document, schema.pointer) });
}

/** Which properties of an error's schema carry what; of one object in it, where the error itself has no text for people. */
export function errorFields(document: Document, pointer: string): ErrorFields {
  const shape = shapeOf(document, pointer);
  const own = fieldsOf(document, shape);
  const inner = own.message === undefined ? innerFields(document, shape) : undefined;
  return inner === undefined ? own : { ...own, inner };
}

/** The first object, or list of objects, in an error that has a text for people; without one, the first with a code. */
function innerFields(document: Document, { properties }: Shape): InnerFields | undefined {
  const objects = [...properties].flatMap(([property, pointer]) => {
    const shape = shapeOf(document, pointer);
    const items = isType(shape, "array") ? shape.items : undefined;
    const object = items === undefined ? shape : shapeOf(document, items);
    if (!mayBe(object, "object")) return [];
    return [{ property, isList: items !== undefined, ...fieldsOf(document, object) }];
  });
  return objects.find(({ message }) => message !== undefined) ?? objects.find(({ code }) => code !== undefined);
}

function fieldsOf(document: Document, shape: Shape): Omit<ErrorFields, "inner"> {
  const taken = new Set<string>();
  const field = (kind: keyof typeof NAMES, types: readonly ErrorField["type"][]): ErrorField | undefined => {
    for (const wanted of NAMES[kind]) {
      for (const [property, pointer] of shape.properties) {
        if (property.toLowerCase().replaceAll(/[^a-z]/g, "") !== wanted || taken.has(property)) continue;
        const own = shapeOf(document, pointer);
        // "type" of problem details is a URI, not a code.
        if (own.format?.startsWith("uri") === true) continue;
        const type = types.find((name) => isType(own, name));
        if (type === undefined) continue;
        taken.add(property);
        return { property, type, required: shape.required.has(property) };
      }
    }
    return undefined;
  };
  const status = field("status", ["integer", "number"]);
  const code = field("code", ["string"]);
  const message = field("message", ["string"]);
  return {
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    ...(status === undefined ? {} : { status }),
  };
}
