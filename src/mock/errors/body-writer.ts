// Writes an error body by a schema of the document. Whatever the schema looks like, the body must contain the reason.
import type { Contract, MediaType } from "../../contract/model.ts";
import { type SchemaNode, schemaAt } from "../../schema/normal/schema-node.ts";
import { lazy } from "../../memo.ts";
import { errorFields } from "../../resource/error-shape.ts";
import type { ErrorFields } from "../../resource/model.ts";
import { leastValue, seededValue } from "../../realistic/seeded-values.ts";
import { type Refusal, errorCode } from "./refusal.ts";
import { chooseCode, fit, titleOf } from "./codes.ts";
import { type TellFaults, faultTeller, firstField } from "./faults.ts";
import { type Asked, factsIn, isAskedPath, withAsked } from "./asked.ts";
import { mediaName } from "../response.ts";
import type { Schema } from "../../schema/model.ts";
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";

/** Writes the error bodies for one status of an operation, or for errors outside any operation. */
export interface ErrorBodyWriter {
  readonly mediaType: string;
  write(refusal: Refusal): string;
  /** A text of it with what it says of the request; absent if it says nothing of it. */
  readonly withAsked?: ((text: string, asked: Asked) => string) | undefined;
}

/** The input of a writer. */
export interface ErrorBodyBasis {
  readonly contract: Contract;
  readonly media: MediaType;
  readonly schema: Schema;
  readonly status: number;
}

/** Properties for which the mock has a better value than a generated one (RFC 9457, section 3.1). */
const PROBLEM_DETAILS: ReadonlyMap<string, (title: string) => JsonValue> = new Map<
  string,
  (title: string) => JsonValue
>([
  ["type", () => "about:blank"],
  ["title", (title) => title],
]);

/** An object in an error body: the body itself, or the one inside it that contains the message. */
interface Level {
  readonly node: SchemaNode;
  readonly fields: Omit<ErrorFields, "inner">;
  readonly code: SchemaNode | undefined;
  readonly message: SchemaNode | undefined;
}

interface InnerLevel extends Level {
  readonly property: string;
  /** The property is a list of such objects. */
  readonly isList: boolean;
}

/** Writes the errors of one schema and status. */
export class SchemaErrorWriter implements ErrorBodyWriter {
  readonly mediaType: string;
  readonly withAsked: ErrorBodyWriter["withAsked"];
  readonly #basis: ErrorBodyBasis;
  readonly #outer: Level;
  readonly #inner: InnerLevel | undefined;
  readonly #codes = new Map<string, JsonValue>();
  readonly #parts = new Map<string, Parts>();
  /** The properties that tell the single faults, by their schemas. */
  readonly #tellers = new Map<SchemaNode, TellFaults>();
  /** The documented example, whose other properties stay. */
  readonly #shown: JsonObject | undefined;

  constructor(basis: ErrorBodyBasis) {
    const { contract, schema } = basis;
    this.#basis = basis;
    this.mediaType = mediaName(basis.media);
    const shown = basis.media.examples.map(({ value }) => value);
    this.#shown = shown.filter((value) => isObject(value)).find((value) => schema.validate(value).length === 0);
    const { inner, ...fields } = errorFields(contract.document, schema.pointer);
    this.#outer = levelOf(schemaAt(contract.document, schema.pointer, "response"), fields);
    const holder = inner === undefined ? undefined : this.#outer.node.properties.get(inner.property);
    if (inner !== undefined && holder !== undefined) {
      const { property, isList } = inner;
      this.#inner = { ...levelOf((isList ? holder.items : undefined) ?? holder, inner), property, isList };
    }
    const inside = this.#inner && [this.#inner.property, ...(this.#inner.isList ? ["0"] : [])];
    const facts = [
      ...factsIn(contract.document, this.#outer.node, []),
      ...(inside === undefined || this.#inner === undefined
        ? []
        : factsIn(contract.document, this.#inner.node, inside)),
    ];
    // What the document shows as an example stays.
    this.withAsked =
      facts.length === 0 || this.#shown !== undefined
        ? undefined
        : (text, asked) => withAsked(text, facts, schema, asked);
    for (const { node } of [this.#outer, ...(this.#inner === undefined ? [] : [this.#inner])]) {
      for (const [name, property] of node.properties) {
        const tell = faultTeller(name, property, node.form.required.has(name));
        if (tell !== undefined) this.#tellers.set(property, tell);
      }
    }
  }

  /** The text of an error body with the reason of a refusal. */
  write(refusal: Refusal): string {
    const message = this.#outer.message ?? this.#inner?.message;
    // If the message may not be any text, each body is validated, because the reason is not known in advance.
    if (this.#tellers.size > 0 || refusal.faults !== undefined) return writeJson(this.#judged(refusal));
    if (message !== undefined && !isFreeText(message)) return writeJson(this.#judged(refusal));
    let parts = this.#parts.get(refusal.kind);
    if (parts === undefined) this.#parts.set(refusal.kind, (parts = this.#split(refusal)));
    if (message === undefined || parts.after === "") return parts.before;
    return parts.before + JSON.stringify(fit(refusal.why, message)) + parts.after;
  }

  /** The body of a kind of refusal, split around the message: only the message differs between refusals. */
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
    const within = firstOf(ownValue(body, property));
    if (fields?.message === undefined || !isObject(within)) return undefined;
    const marked = { ...within, [fields.message.property]: MARK };
    return { ...body, [property]: isList ? [marked] : marked };
  }

  /** The body of a refusal that the error schema allows, if there is one. */
  #judged(refusal: Refusal): JsonValue {
    const { schema } = this.#basis;
    const allows = (value: JsonValue): boolean => schema.validate(value).length === 0;
    const plain = this.#fill(this.#outer, {}, refusal);
    const exemplified = this.#shown === undefined ? plain : this.#fill(this.#outer, this.#shown, refusal);
    if (allows(exemplified)) return exemplified;
    if (allows(plain)) return plain;
    // Optional properties say nothing about this error and may be large, so the required ones alone are tried first.
    const bases = [leastValue, seededValue].map((valueOf) => lazy(() => this.#base(valueOf)));
    for (const omits of [NOTHING, { faults: true }, { faults: true, text: true }]) {
      for (const base of bases) {
        const made = base();
        // An error need not be an object: it may be only a string or a number.
        if (!isObject(made)) return [refusal.why, this.#basis.status, made].find(allows) ?? plain;
        // A generated text where the reason does not fit, such as one with a pattern, says nothing but is at least
        // allowed.
        const filled = this.#fill(this.#outer, made, refusal, omits);
        if (allows(filled)) return filled;
      }
    }
    return bases.map((base) => base()).find(allows) ?? plain;
  }

  /**
   * The required properties apart from the reason. The object with the message may be optional while its own properties
   * are required.
   */
  #base(valueOf: typeof leastValue): JsonValue {
    const { document } = this.#basis.contract;
    const made = valueOf(document, this.#basis.schema.pointer) ?? null;
    const { property = "", node } = this.#inner ?? {};
    if (!isObject(made) || node === undefined) return made;
    return { ...made, [property]: valueOf(document, node.pointer) ?? null };
  }

  #fill(level: Level, base: JsonObject, refusal: Refusal, omits: Omitted = NOTHING): JsonObject {
    const { code, message, status } = level.fields;
    const inner = level === this.#outer ? this.#inner : undefined;
    const valueOf = (name: string): JsonValue | undefined => {
      const given = ownValue(base, name);
      const property = level.node.properties.get(name);
      const told = omits.faults === true ? undefined : this.#told(property, refusal);
      if (told !== undefined) return withRest(told, firstOf(given));
      if (name === code?.property) return this.#codeValue(errorCode(refusal.kind), level.code);
      if (name === message?.property)
        return omits.text === true && given !== undefined ? given : this.#messageText(refusal, level.message);
      // Of several statuses that are listed, this may be none.
      const isStatus = name === status?.property && property?.form.values?.includes(this.#basis.status) !== false;
      if (isStatus) return this.#basis.status;
      // `success: false` is what clients look at first.
      if (SUCCESS.test(name) && property?.types?.includes("boolean") === true) return false;
      if (name === inner?.property) return this.#within(inner, firstOf(given), refusal, omits);
      if (given !== undefined && base === this.#shown) return given;
      const field = property && !isAskedPath(name, level.node) ? firstField(name, property, refusal) : undefined;
      const own = field ?? this.#problemDetail(level, name, refusal.kind) ?? given;
      // Of several listed values, the one that fits the status.
      const isListed = (property?.form.values?.length ?? 0) > 1 && typeof own === "string";
      return isListed && field === undefined ? chooseCode(errorCode(refusal.kind), property, this.#basis.status) : own;
    };
    const entries = [...level.node.properties.keys()].map((name) => [name, valueOf(name)] as const);
    return Object.fromEntries(entries.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));
  }

  #told(property: SchemaNode | undefined, refusal: Refusal): JsonValue | undefined {
    return property && this.#tellers.get(property)?.(refusal, this.#basis.status);
  }

  #within(inner: InnerLevel, given: JsonValue | undefined, refusal: Refusal, omits: Omitted): JsonValue {
    const object = this.#fill(inner, isObject(given) ? given : {}, refusal, omits);
    return inner.isList ? [object] : object;
  }

  #problemDetail({ node }: Level, name: string, kind: string): JsonValue | undefined {
    const isProblem = ["title", "detail", "status"].every((one) => node.properties.has(one));
    if (!isProblem && this.mediaType !== "application/problem+json" && !node.form.required.has(name)) return undefined;
    return PROBLEM_DETAILS.get(name)?.(titleOf(kind));
  }

  #messageText({ kind, why }: Refusal, schema: SchemaNode | undefined): JsonValue {
    if (schema?.form.values === undefined) return fit(why, schema);
    return chooseCode(errorCode(kind), schema, this.#basis.status);
  }

  /** The code itself if the schema allows it; otherwise the closest of the allowed values. */
  #codeValue(code: string, schema: SchemaNode | undefined): JsonValue {
    if (schema === undefined) return code;
    let value = this.#codes.get(code);
    if (value === undefined) this.#codes.set(code, (value = chooseCode(code, schema, this.#basis.status)));
    return value;
  }
}

function levelOf(node: SchemaNode, fields: Level["fields"]): Level {
  const own = (property = ""): SchemaNode | undefined => node.properties.get(property);
  return { node, fields, code: own(fields.code?.property), message: own(fields.message?.property) };
}

/** The first element of a list; any other value itself. */
function firstOf(value: JsonValue | undefined): JsonValue | undefined {
  return Array.isArray(value) ? (value as readonly JsonValue[])[0] : value;
}

/** What is left out of a body that would not be allowed with it. */
interface Omitted {
  readonly faults?: boolean;
  readonly text?: boolean;
}
const NOTHING: Omitted = {};

/** Each entry of a list with what else entries require. */
function withRest(told: JsonValue, rest: JsonValue | undefined): JsonValue {
  if (!Array.isArray(told) || !isObject(rest)) return told;
  return (told as readonly JsonValue[]).map((entry) => (isObject(entry) ? { ...rest, ...entry } : entry));
}

interface Parts {
  readonly before: string;
  readonly after: string;
}

const SUCCESS = /^(is_?)?(ok|success(ful)?|succeeded)$/i;

/** Placeholder for the message while the text around it is written. */
const MARK = "\u0000message\u0000";

/** True if any text of an allowed length is valid. */
function isFreeText({ form }: SchemaNode): boolean {
  return form.values === undefined && form.patterns.length === 0 && form.formats.length === 0;
}
