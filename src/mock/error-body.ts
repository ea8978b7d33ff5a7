// From a refusal to the contract's own error body. The only place that knows how errors look.
import { type JsonObject, type JsonValue, isObject, writeJson } from "../contract/json.ts";
import type { Contract, MediaType, Operation, Schema } from "../contract/model.ts";
import { type Shape, isType, shapeOf } from "../contract/shape.ts";
import type { ErrorField, ErrorShape, Inference } from "../resource/model.ts";
import { Generator } from "../store/seed/generate.ts";
import { Random } from "../store/seed/random.ts";
import { type Refusal, codeOf } from "./refusal.ts";
import { jsonMedia, mediaName, responseFor } from "./response.ts";

/** Writes the error bodies of one operation's status, or of those that belong to no operation. */
export interface ErrorForm {
  readonly mediaType: string;
  write(refusal: Refusal): string;
}

/** The error bodies of a contract. */
export class ErrorBodies {
  readonly #contract: Contract;
  readonly #shape: ErrorShape | undefined;

  constructor(contract: Contract, inference: Inference) {
    this.#contract = contract;
    this.#shape = inference.error;
  }

  /** The form of an error that an operation answers with a status; without an operation, the contract's usual one. */
  form(status: number, operation?: Operation): ErrorForm {
    const response = operation === undefined ? undefined : responseFor(operation, status);
    const documented = jsonMedia(response);
    const other = documented === undefined ? response?.content.find(({ name }) => name.startsWith("text/")) : undefined;
    if (other !== undefined) return textForm(mediaName(other));
    const media = documented?.schema === undefined ? this.#shape?.media : documented;
    if (media?.schema === undefined) return plainForm(status);
    return new SchemaForm({ contract: this.#contract, usual: this.#shape, media, schema: media.schema, status });
  }
}

/** For a document that describes no error body at all. */
function plainForm(status: number): ErrorForm {
  return {
    mediaType: "application/json",
    write: ({ kind, why }) => JSON.stringify({ code: codeOf(kind), message: why, status }),
  };
}

/** For an operation that documents its errors as text. */
function textForm(mediaType: string): ErrorForm {
  return { mediaType, write: ({ why }) => why };
}

interface FormBasis {
  readonly contract: Contract;
  readonly usual: ErrorShape | undefined;
  readonly media: MediaType;
  readonly schema: Schema;
  readonly status: number;
}

/** Property names that say more than a generated value would (RFC 9457, section 3.1). */
const PROBLEM_DETAILS: Readonly<Record<string, (status: number, title: string) => JsonValue>> = {
  type: () => "about:blank",
  title: (_status, title) => title,
};

class SchemaForm implements ErrorForm {
  readonly mediaType: string;
  readonly #basis: FormBasis;
  readonly #shape: Shape;
  readonly #code: FieldWriter | undefined;
  readonly #message: FieldWriter | undefined;
  readonly #codes = new Map<string, JsonValue>();
  readonly #parts = new Map<string, Parts>();

  constructor(basis: FormBasis) {
    this.#basis = basis;
    this.mediaType = mediaName(basis.media);
    this.#shape = shapeOf(basis.contract.document, basis.schema.pointer);
    this.#code = this.#field(basis.usual?.code);
    this.#message = this.#field(basis.usual?.message);
  }

  write(refusal: Refusal): string {
    let parts = this.#parts.get(refusal.kind);
    if (parts === undefined) this.#parts.set(refusal.kind, (parts = this.#split(refusal)));
    if (this.#message === undefined || parts.after === "") return parts.before;
    return parts.before + JSON.stringify(fit(refusal.why, this.#message.shape)) + parts.after;
  }

  /** The text of a kind around its message, which is all that differs from one refusal to the next. */
  #split(refusal: Refusal): Parts {
    const body = this.#judged(refusal);
    if (this.#message === undefined || !isObject(body)) return { before: writeJson(body), after: "" };
    const [before = "", after = ""] = writeJson({ ...body, [this.#message.name]: MARK }).split(JSON.stringify(MARK));
    return { before, after };
  }

  /** The body of a kind; judged once, by the error schema itself. */
  #judged(refusal: Refusal): JsonValue {
    const { schema, contract } = this.#basis;
    const plain = this.#fill({}, refusal);
    if (schema.validate(plain).length === 0) return plain;
    const made = new Generator(contract.document).value(schema.pointer, new Random(1));
    if (isObject(made)) return this.#fill(made, refusal);
    // An error need not be an object: it may be a text, or a number, and nothing else.
    return [refusal.why, this.#basis.status, made].find((value) => schema.validate(value).length === 0) ?? plain;
  }

  #fill(base: JsonObject, { kind, why }: Refusal): JsonObject {
    const { status, usual } = this.#basis;
    const body: Record<string, JsonValue> = {};
    for (const name of this.#shape.properties.keys()) {
      if (name === this.#code?.name) body[name] = this.#codeValue(codeOf(kind));
      else if (name === this.#message?.name) body[name] = fit(why, this.#message.shape);
      else if (name === usual?.status?.property) body[name] = usual.status.type === "string" ? String(status) : status;
      else if (base[name] !== undefined) body[name] = base[name];
      else {
        const told = this.#problemDetail(name, kind);
        if (told !== undefined) body[name] = told;
      }
    }
    return body;
  }

  #problemDetail(name: string, kind: string): JsonValue | undefined {
    if (this.mediaType !== "application/problem+json" && !this.#shape.required.has(name)) return undefined;
    const words = kind.replaceAll("_", " ");
    return PROBLEM_DETAILS[name]?.(this.#basis.status, words.charAt(0).toUpperCase() + words.slice(1));
  }

  #field(field: ErrorField | undefined): FieldWriter | undefined {
    const pointer = field === undefined ? undefined : this.#shape.properties.get(field.property);
    if (field === undefined || pointer === undefined) return undefined;
    return { name: field.property, shape: shapeOf(this.#basis.contract.document, pointer) };
  }

  /** The code itself where the schema allows it; otherwise the one of its values that comes nearest. */
  #codeValue(code: string): JsonValue {
    const shape = this.#code?.shape;
    if (shape === undefined) return code;
    let value = this.#codes.get(code);
    if (value === undefined) this.#codes.set(code, (value = chooseCode(code, shape, this.#basis.status)));
    return value;
  }
}

interface Parts {
  readonly before: string;
  readonly after: string;
}

/** Stands for the message while the text around it is written. */
const MARK = "\u0000message\u0000";

interface FieldWriter {
  readonly name: string;
  readonly shape: Shape;
}

function chooseCode(code: string, shape: Shape, status: number): JsonValue {
  if (isType(shape, "integer") || isType(shape, "number")) return status;
  const values = shape.values?.filter((value) => typeof value === "string") ?? [];
  const bare = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const words = code.split("_").filter((word) => word.length > 3);
  const nearest =
    values.find((value) => bare(value) === bare(code)) ??
    values.find((value) => value.includes(String(status))) ??
    values.find((value) => words.every((word) => bare(value).includes(word))) ??
    values.find((value) => words.some((word) => bare(value).includes(word))) ??
    values[0];
  return nearest ?? fit(code, shape);
}

function fit(text: string, shape: Shape): string {
  const long = text.padEnd(shape.minLength ?? 0, ".");
  return shape.maxLength === undefined ? long : long.slice(0, shape.maxLength);
}
