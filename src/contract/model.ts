// The contract: what a document promises, as a frozen value in which every schema is a function. The mock, the suite
// and the gate read operations only from here; `document` is for what only one of them needs. Terms are OpenAPI's.
import type { Document, DocumentProblem } from "../document/document.ts";
import type { Schema, Warning } from "../schema/model.ts";
import type { JsonValue } from "../json/value.ts";

export interface Contract {
  readonly title: string;
  readonly version: string;
  readonly document: Document;
  readonly servers: readonly Server[];
  /** What a client can call. The mock and the suite use these. */
  readonly operations: readonly Operation[];
  /**
   * Everything else that is described: webhooks, callbacks, methods beyond the usual eight, and operations that are
   * only partly understood.
   */
  readonly unserved: readonly DescribedOperation[];
  /** What could not be understood outside of operations. */
  readonly problems: readonly DocumentProblem[];
  /** What users should know although it stops nothing, such as a pattern that may be slow. */
  readonly warnings: readonly Warning[];
}

export interface Server {
  /** The URL with the default value of each variable. */
  readonly url: string;
  /** Its path without a trailing slash: "/v1", or "". */
  readonly basePath: string;
  /** Its paths by other values of its variables, if there are any: not more than a mock can serve. */
  readonly otherPaths?: readonly string[];
  readonly description: string;
}

/** In upper case, as QUERY and the usual ones, or as written in `additionalOperations`. */
export type Method = string;

/**
 * Who sends the request: clients call the operations of paths; the API calls its webhooks and an operation's callbacks.
 */
export type OperationKind = "path" | "webhook" | "callback";

/** An operation as described, no matter who calls it and with which method. */
export interface DescribedOperation {
  readonly kind: OperationKind;
  /** The operationId, or the name if there is none. Unique in a contract. */
  readonly id: string;
  /** "GET /items", "webhook POST created", "POST /items callback onEvent POST {$request.body#/url}". */
  readonly name: string;
  /** In upper case, except for methods from `additionalOperations`, which are kept as written. */
  readonly method: string;
  /** The path template without a server's base path, the name of a webhook, or the expression of a callback. */
  readonly path: string;
  /** For a callback: where it belongs. */
  readonly callback?: CallbackOf;
  readonly pointer: string;
  /** The path item that contains it, after following references. */
  readonly itemPointer: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody;
  readonly responses: readonly Response[];
  /** Alternatives, any of which authorizes a request. Empty: no credential is needed. */
  readonly security: readonly SecurityAlternative[];
  readonly lifecycle: Lifecycle;
  /** Servers of its own, or of its path, instead of those of the document. */
  readonly servers?: readonly Server[];
  /** The `x-resource` extension, which overrides what is inferred. */
  readonly resourceHint?: JsonValue;
  /** What could not be understood and was left out. */
  readonly problems: readonly DocumentProblem[];
}

/** Where a callback belongs: the name of the operation whose request it follows, and its own name there. */
export interface CallbackOf {
  readonly operation: string;
  readonly name: string;
}

/** An operation that a client can call and that was understood. */
export interface Operation extends DescribedOperation {
  readonly kind: "path";
  readonly method: Method;
}

/** Schemes that a request must satisfy together. An empty list admits anyone. */
export type SecurityAlternative = readonly SecurityScheme[];

export interface SecurityScheme {
  /** The name in `components.securitySchemes`. */
  readonly name: string;
  readonly type: string;
  /** For type `http`: "bearer" or "basic", in lower case. */
  readonly scheme?: string;
  /** For type `apiKey`: where the key is sent, and under which name. */
  readonly in?: "header" | "query" | "cookie";
  readonly key?: string;
  /** For bearer tokens: what they look like, such as "JWT". */
  readonly bearerFormat?: string;
  readonly scopes: readonly string[];
  readonly pointer: string;
}

export type ParameterPlace = "path" | "query" | "header" | "cookie";

/** A named value of a request or a response that is sent as text. */
interface NamedValue {
  readonly name: string;
  readonly required: boolean;
  readonly pointer: string;
  readonly schema: Schema;
  readonly explode: boolean;
  /** Set if it is described by `content`: the value is text of that media type. */
  readonly mediaType?: string;
}

export interface Parameter extends NamedValue {
  readonly in: ParameterPlace;
  readonly style: string;
  readonly deprecated: boolean;
  /** Set if it may be sent without a value: `?flag=`. */
  readonly allowsEmpty?: true;
  /** Set if it is the whole query rather than a part of it (OpenAPI 3.2 section 4.12.4). */
  readonly isWhole?: true;
  /** Set if only the path mentions it: the document has nothing at its pointer. */
  readonly undescribed?: true;
  readonly examples: readonly Example[];
}

export interface RequestBody {
  readonly required: boolean;
  readonly pointer: string;
  readonly content: readonly MediaType[];
}

export interface MediaType {
  /** In lower case, without parameters: "application/json", "text/*". */
  readonly name: string;
  /** With the parameters that distinguish it: "application/json;version=2". */
  readonly fullName: string;
  readonly pointer: string;
  readonly schema?: Schema;
  /** The schema of each item of a stream (OpenAPI 3.2 section 4.14.3). */
  readonly itemSchema?: Schema;
  /** For events: the schema of the JSON in their data. */
  readonly dataSchema?: Schema;
  /** Of a multipart type that says how its parts are written. */
  readonly parts?: PartEncodings;
  readonly examples: readonly Example[];
  /** Examples in files of their own. */
  readonly external: readonly ExternalExample[];
}

/** How the parts of a body are written (OpenAPI 3.2 section 4.15). */
export interface PartEncodings {
  /** Of parts with names. */
  readonly named: ReadonlyMap<string, PartEncoding>;
  /** Of the first parts without names, and of the others. */
  readonly first: readonly PartEncoding[];
  readonly others?: PartEncoding;
}

export interface PartEncoding {
  /** The media types that it may have; any if empty. */
  readonly types: readonly string[];
  readonly headers: readonly Header[];
  /** Set if it may have parts itself. */
  readonly parts?: PartEncodings;
}

/** An example whose value is in a file. */
export interface ExternalExample {
  readonly name: string;
  readonly pointer: string;
  /** As written: usually relative to the file that refers to it. */
  readonly uri: string;
}

export interface Example {
  /** Its name in the document, if it is one of several. */
  readonly name?: string;
  readonly pointer: string;
  readonly value: JsonValue;
}

export interface Response {
  /** "200", "2XX" or "default". */
  readonly status: string;
  readonly pointer: string;
  readonly description: string;
  readonly content: readonly MediaType[];
  readonly headers: readonly Header[];
}

export interface Header extends NamedValue {
  /** The value given by the document, as sent: `const`, or else an example, or else `default`. */
  readonly known?: string;
  /** More lines with this name: each cookie has one (RFC 6265, section 3). */
  readonly more?: readonly string[];
  /** True if the schema allows no other value than `known`. */
  readonly fixed: boolean;
}

/** The lifecycle of an operation. Dates are days in UTC, such as "2030-12-05". */
export interface Lifecycle {
  readonly deprecated: boolean;
  /** The last day on which the operation is served. */
  readonly sunset?: string;
  /** `x-stability-level`; stable if absent. */
  readonly stability?: string;
}
