// An error as a schema of the document has it. Whatever the schema looks like, the reason has to be in it.
import { type JsonObject, type JsonValue, isObject, writeJson } from "../contract/json.ts";
import type { Contract, MediaType, Schema } from "../contract/model.ts";
import { type Shape, shapeOf } from "../contract/shape.ts";
import { errorFields } from "../resource/error-shape.ts";
import type { ErrorFields } from "../resource/model.ts";
import { Generator } from "../store/seed/generate.ts";
import { Random } from "../store/seed/random.ts";
import type { ErrorForm } from "./error-body.ts";
import { type Refusal, codeOf } from "./refusal.ts";
import { mediaName } from "./response.ts";

/** What a form is made of. */
export interface FormBasis {
  readonly contract: Contract;
  readonly media: MediaType;
  readonly schema: Schema;
  readonly status: number;
}

/** Property names that say more than a generated value would (RFC 9457, section 3.1). */
const PROBLEM_DETAILS: Readonly<Record<string, (status: number, title: string) => JsonValue>> = {
  type: () => "about:blank",
  title: (_status, title) => title,
};

/** An object of an error's body: the body itself, or the one in it that has the text. */
interface Level {
  readonly shape: Shape;
  readonly fields: Omit<ErrorFields, "inner">;
  readonly code: Shape | undefined;
  readonly message: Shape | undefined;
}

interface InnerLevel extends Level {
  readonly property: string;
  /** The property holds a list of it. */
  readonly isList: boolean;
  readonly pointer: string;
}

/** Writes the errors of one schema and status. */
export class SchemaForm implements ErrorForm {
  readonly mediaType: string;
  readonly #basis: FormBasis;
  readonly #outer: Level;
  readonly #inner: InnerLevel | undefined;
  readonly #codes = new Map<string, JsonValue>();
  readonly #parts = new Map<string, Parts>();

  constructor(basis: FormBasis) {
    const { contract, schema } = basis;
    this.#basis = basis;
    this.mediaType = mediaName(basis.media);
    const { inner, ...fields } = errorFields(contract.document, schema.pointer);
    this.#outer = this.#level(schema.pointer, fields);
    const holder = inner === undefined ? undefined : this.#outer.shape.properties.get(inner.property);
    if (inner === undefined || holder === undefined) return;
    const pointer = inner.isList ? (shapeOf(contract.document, holder).items ?? holder) : holder;
    const { property, isList } = inner;
    this.#inner = { ...this.#level(pointer, inner), property, isList, pointer };
  }

  /** The text of an error with the reason of a refusal. */
  write(refusal: Refusal): string {
    let parts = this.#parts.get(refusal.kind);
    if (parts === undefined) this.#parts.set(refusal.kind, (parts = this.#split(refusal)));
    const shape = this.#outer.message ?? this.#inner?.message;
    if (shape === undefined || parts.after === "") return parts.before;
    return parts.before + JSON.stringify(fit(refusal.why, shape)) + parts.after;
  }

  #level(pointer: string, fields: Level["fields"]): Level {
    const { document } = this.#basis.contract;
    const shape = shapeOf(document, pointer);
    const own = (property = ""): Shape | undefined => {
      const at = shape.properties.get(property);
      return at === undefined ? undefined : shapeOf(document, at);
    };
    return { shape, fields, code: own(fields.code?.property), message: own(fields.message?.property) };
  }

  /** The text of a kind around its message, which is all that differs from one refusal to the next. */
  #split(refusal: Refusal): Parts {
    const body = this.#judged(refusal);
    const marked = isObject(body) ? this.#marked(body) : undefined;
    if (marked === undefined) return { before: writeJson(body), after: "" };
    const [before = "", after = ""] = writeJson(marked).split(JSON.stringify(MARK));
    return { before, after };
  }

  #marked(body: JsonObject): JsonObject | undefined {
    const own = this.#outer.fields.message;
    if (own !== undefined) return { ...body, [own.property]: MARK };
    const { property = "", fields, isList = false } = this.#inner ?? {};
    const within = firstOf(body[property]);
    if (fields?.message === undefined || !isObject(within)) return undefined;
    const marked = { ...within, [fields.message.property]: MARK };
    return { ...body, [property]: isList ? [marked] : marked };
  }

  /** The body of a kind; judged once, by the error schema itself. */
  #judged(refusal: Refusal): JsonValue {
    const { schema, contract } = this.#basis;
    const plain = this.#fill(this.#outer, {}, refusal);
    if (schema.validate(plain).length === 0) return plain;
    const generator = new Generator(contract.document);
    const made = generator.value(schema.pointer, new Random(1));
    if (isObject(made)) {
      // The object with the text may be optional, and what is in it may not.
      const { property = "", pointer } = this.#inner ?? {};
      const within = pointer === undefined ? {} : { [property]: generator.value(pointer, new Random(1)) };
      return this.#fill(this.#outer, { ...made, ...within }, refusal);
    }
    // An error need not be an object: it may be a text, or a number, and nothing else.
    return [refusal.why, this.#basis.status, made].find((value) => schema.validate(value).length === 0) ?? plain;
  }

  #fill(level: Level, base: JsonObject, refusal: Refusal): JsonObject {
    const { code, message, status } = level.fields;
    const inner = level === this.#outer ? this.#inner : undefined;
    const body: Record<string, JsonValue> = {};
    for (const name of level.shape.properties.keys()) {
      const given = base[name];
      if (name === code?.property) body[name] = this.#codeValue(codeOf(refusal.kind), level.code);
      else if (name === message?.property) body[name] = fit(refusal.why, level.message);
      else if (name === status?.property) body[name] = this.#basis.status;
      else if (name === inner?.property) body[name] = this.#within(inner, firstOf(given), refusal);
      else if (given !== undefined) body[name] = given;
      else {
        const told = this.#problemDetail(level, name, refusal.kind);
        if (told !== undefined) body[name] = told;
      }
    }
    return body;
  }

  #within(inner: InnerLevel, given: JsonValue | undefined, refusal: Refusal): JsonValue {
    const object = this.#fill(inner, isObject(given) ? given : {}, refusal);
    return inner.isList ? [object] : object;
  }

  #problemDetail({ shape }: Level, name: string, kind: string): JsonValue | undefined {
    if (this.mediaType !== "application/problem+json" && !shape.required.has(name)) return undefined;
    const words = kind.replaceAll("_", " ");
    return PROBLEM_DETAILS[name]?.(this.#basis.status, words.charAt(0).toUpperCase() + words.slice(1));
  }

  /** The code itself where the schema allows it; otherwise the one of its values that comes nearest. */
  #codeValue(code: string, shape: Shape | undefined): JsonValue {
    if (shape === undefined) return code;
    let value = this.#codes.get(code);
    if (value === undefined) this.#codes.set(code, (value = chooseCode(code, shape, this.#basis.status)));
    return value;
  }
}

/** The first of a list; what is none is its own. */
function firstOf(value: JsonValue | undefined): JsonValue | undefined {
  return Array.isArray(value) ? (value as readonly JsonValue[])[0] : value;
}

interface Parts {
  readonly before: string;
  readonly after: string;
}

/** Stands for the message while the text around it is written. */
const MARK = "\u0000message\u0000";

function chooseCode(code: string, shape: Shape, status: number): JsonValue {
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

function fit(text: string, shape: Shape | undefined): string {
  const long = text.padEnd(shape?.minLength ?? 0, ".");
  return shape?.maxLength === undefined ? long : long.slice(0, shape.maxLength);
}
