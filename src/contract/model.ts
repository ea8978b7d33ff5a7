// The contract: the whole of a document as a frozen value, every schema a function. Mock, suite and gate
// read this and nothing else. Terms are those of OpenAPI 3.1.
import type { Document } from "./document.ts";
import type { JsonObject, JsonValue } from "./json.ts";

/** One way in which a value is not what its schema says. */
export interface Violation {
  /** The JSON Schema keyword that refuses the value. */
  readonly keyword: string;
  /** JSON pointer into the value; "" is the whole value. */
  readonly at: string;
  /** What was expected there, for a person: "must be 100 or less". */
  readonly message: string;
  /** Pointer of the refusing schema in the document. */
  readonly pointer: string;
}

/** Judges a value. No violations means that the schema allows it. */
export type Validate = (value: unknown) => readonly Violation[];

/** Whether a value travels to the server or from it: decides what readOnly and writeOnly mean. */
export type Direction = "request" | "response";

export interface Schema {
  /** Where the schema is used; its definition may be a reference. */
  readonly pointer: string;
  /** The definition as the document has it, `$ref`s included. */
  readonly definition: JsonObject | boolean;
  readonly validate: Validate;
  /** The verdict without the reasons, which cost more than the verdict; for readers that have words of their own. */
  readonly accepts?: (value: unknown) => boolean;
  /** False for a value for which the schema leads back to itself: it is not refused, and nothing was said of it. */
  readonly hasVerdict?: (value: unknown) => boolean;
}

export interface Contract {
  readonly title: string;
  readonly version: string;
  readonly document: Document;
  readonly servers: readonly Server[];
  readonly operations: readonly Operation[];
  /** Things a reader should know although they stop nothing, such as a pattern that may run long. */
  readonly warnings: readonly Warning[];
}

export interface Warning {
  readonly pointer: string;
  readonly message: string;
}

export interface Server {
  /** The URL with the default of each variable filled in. */
  readonly url: string;
  /** Its path without a slash at the end: "/v1", or "". */
  readonly basePath: string;
  readonly description: string;
}

export type Method = "GET" | "PUT" | "POST" | "DELETE" | "OPTIONS" | "HEAD" | "PATCH" | "TRACE";

export interface Operation {
  /** The operationId, or "GET /items" where there is none. Unique in a contract. */
  readonly id: string;
  readonly method: Method;
  /** The path template, without the base path of a server: "/items/{itemId}". */
  readonly path: string;
  readonly pointer: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody;
  readonly responses: readonly Response[];
  /** Alternatives, any of which lets a request in. Empty: no credential is needed. */
  readonly security: readonly SecurityAlternative[];
  readonly lifecycle: Lifecycle;
  /** The `x-resource` extension, which overrides what is inferred. */
  readonly resourceHint?: JsonValue;
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
  readonly pointer: string;
  readonly schema?: Schema;
  readonly examples: readonly Example[];
}

export interface Example {
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
