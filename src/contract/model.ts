// The contract: what a document promises, as a frozen value with every schema a function. Mock, suite and gate read
// operations from here and nowhere else; `document` is there for what only one of them asks. The terms are OpenAPI's.
import type { Document, DocumentProblem } from "../document/document.ts";
import type { Schema, Warning } from "../schema/model.ts";
import type { JsonValue } from "../json/value.ts";

export interface Contract {
  readonly title: string;
  readonly version: string;
  readonly document: Document;
  readonly servers: readonly Server[];
  /** What a client can call: mock and suite work on these. */
  readonly operations: readonly Operation[];
  /**
   * What else is described: webhooks, callbacks, methods beyond the usual eight, and operations of which something could
   * not be understood.
   */
  readonly unserved: readonly DescribedOperation[];
  /** What could not be understood outside of operations. */
  readonly problems: readonly DocumentProblem[];
  /** Things a reader should know although they stop nothing, such as a pattern that may run long. */
  readonly warnings: readonly Warning[];
}

export interface Server {
  /** The URL with the default of each variable filled in. */
  readonly url: string;
  /** Its path without a slash at the end: "/v1", or "". */
  readonly basePath: string;
  readonly description: string;
}

export type Method = "GET" | "PUT" | "POST" | "DELETE" | "OPTIONS" | "HEAD" | "PATCH" | "TRACE";

/** Who calls: a client the operations of paths; the API its webhooks, and the callbacks of an operation. */
export type OperationKind = "path" | "webhook" | "callback";

/** An operation as the document describes it, whoever calls it and by whatever method. */
export interface DescribedOperation {
  readonly kind: OperationKind;
  /** The operationId, or the name where there is none. Unique in a contract. */
  readonly id: string;
  /** "GET /items", "webhook POST created", "POST /items callback onEvent POST {$request.body#/url}". */
  readonly name: string;
  /** In upper case, but for those of `additionalOperations`, which are kept as they are written. */
  readonly method: string;
  /** The path template, without the base path of a server; the name of a webhook; the expression of a callback. */
  readonly path: string;
  readonly pointer: string;
  /** The path item that it stands in, references followed. */
  readonly itemPointer: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody;
  readonly responses: readonly Response[];
  /** Alternatives, any of which lets a request in. Empty: no credential is needed. */
  readonly security: readonly SecurityAlternative[];
  readonly lifecycle: Lifecycle;
  /** The `x-resource` extension, which overrides what is inferred. */
  readonly resourceHint?: JsonValue;
  /** What of it could not be understood, and was left out. */
  readonly problems: readonly DocumentProblem[];
}

/** An operation that a client can call, and that was understood. */
export interface Operation extends DescribedOperation {
  readonly kind: "path";
  readonly method: Method;
}

/** Schemes that must all be satisfied together. An empty list admits anybody. */
export type SecurityAlternative = readonly SecurityScheme[];

export interface SecurityScheme {
  /** The name in `components.securitySchemes`. */
  readonly name: string;
  readonly type: string;
  /** For type `http`: "bearer" or "basic", in lower case. */
  readonly scheme?: string;
  /** For type `apiKey`: where the key travels, and under which name. */
  readonly in?: "header" | "query" | "cookie";
  readonly key?: string;
  readonly scopes: readonly string[];
  readonly pointer: string;
}

export type ParameterPlace = "path" | "query" | "header" | "cookie";

export interface Parameter {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  readonly pointer: string;
  readonly schema: Schema;
  readonly style: string;
  readonly explode: boolean;
  readonly deprecated: boolean;
  /** Set where the parameter is described by `content`: the value is text of that media type. */
  readonly mediaType?: string;
  /** Set where nothing but the path names it: there is nothing in the document at its pointer. */
  readonly undescribed?: true;
  readonly examples: readonly Example[];
}

export interface RequestBody {
  readonly required: boolean;
  readonly pointer: string;
  readonly content: readonly MediaType[];
}

export interface MediaType {
  /** As declared, in lower case, without parameters: "application/json", "text/*". */
  readonly name: string;
  /** With the parameters that tell it from others: "application/json;version=2". */
  readonly fullName: string;
  readonly pointer: string;
  readonly schema?: Schema;
  /** The schema of each item of a stream (OpenAPI 3.2 section 4.14.3). */
  readonly itemSchema?: Schema;
  readonly examples: readonly Example[];
}

export interface Example {
  /** What the document calls it, where it is one of several. */
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

export interface Header {
  readonly name: string;
  readonly required: boolean;
  readonly pointer: string;
  readonly schema: Schema;
  readonly explode: boolean;
  /** Set where the header is described by `content`: the value is text of that media type. */
  readonly mediaType?: string;
  /** The value the document itself gives: `const`, else an example, else `default`; as it stands on the wire. */
  readonly known?: string;
  /** True where `known` is the only value that the schema allows. */
  readonly fixed: boolean;
}

/** Where an operation stands in its life. Dates are days in UTC, "2030-12-05". */
export interface Lifecycle {
  readonly deprecated: boolean;
  /** The last day on which the operation is served. */
  readonly sunset?: string;
  /** `x-stability-level`; absent means stable. */
  readonly stability?: string;
}
