// The requests and responses that a document describes, as the gate compares them. Reading is lenient: missing or
// irrelevant parts are no reason to reject a document that people use.
import type { SecurityScheme } from "../../contract/model.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";

/** Who sends: the client sends requests and the server responses; the other way round for webhooks and callbacks. */
export type Sender = "client" | "server";

/** An operation as it is written. */
export interface ListedOperation {
  /** The name shown in reports: "GET /items", "webhook POST created", "callback POST …". */
  readonly name: string;
  /** Like `name`, without the names of path parameters, so that renaming one is not a removal. */
  readonly key: string;
  readonly kind: "path" | "webhook" | "callback";
  readonly path: string;
  readonly value: JsonObject;
}

export interface SurfaceOperation extends ListedOperation {
  readonly method: string;
  readonly pointer: string;
  /** Set if the operation or its path has servers of its own. */
  readonly servers?: JsonValue;
  readonly parameters: readonly SurfaceParameter[];
  readonly body?: SurfaceBody;
  readonly responses: readonly SurfaceResponse[];
  readonly security: readonly Alternative[];
  readonly securityPointer: string;
}

/** A parameter has everything that a header has (OpenAPI 3.1 section 4.8.21), and more. */
export interface SurfaceParameter extends SurfaceHeader {
  readonly in: string;
  readonly style: string;
  /** For a path parameter, its position among those of the path; -1 if the path does not name it. */
  readonly position: number;
  /** It is the whole query rather than a part of it. */
  readonly isWhole?: true;
  /** The path names it and nothing describes it: any value is right. */
  readonly undescribed?: true;
}

export interface SurfaceBody {
  readonly required: boolean;
  readonly pointer: string;
  readonly value: JsonObject;
  readonly content: readonly SurfaceMedia[];
}

export interface SurfaceMedia {
  /** In lower case, without parameters such as charset. */
  readonly name: string;
  readonly pointer: string;
  readonly schema?: string;
  /** Pointer of the schema of each item, if the body is a sequence of items. */
  readonly itemSchema?: string;
  /** Pointer of the schema of each item if `schema` says no more than that the body is a list of them. */
  readonly listedSchema?: string;
  /** What is written in `encoding`. */
  readonly encoding?: JsonObject;
  /** What the parts of a form or multipart body have besides their values. */
  readonly parts?: SurfaceParts;
}

export interface SurfaceParts {
  readonly named: ReadonlyMap<string, SurfacePart>;
  /** Of the first parts without names, and of the others. */
  readonly first: readonly SurfacePart[];
  readonly others?: SurfacePart;
}

export interface SurfacePart {
  /** The media types that it may have; any if empty. */
  readonly types: readonly string[];
  readonly headers: readonly SurfaceHeader[];
  /** Set if it may have parts itself. */
  readonly parts?: SurfaceParts;
}

export interface SurfaceResponse {
  /** "200", "2XX" or "default". */
  readonly status: string;
  readonly pointer: string;
  readonly value: JsonObject;
  readonly content: readonly SurfaceMedia[];
  readonly headers: readonly SurfaceHeader[];
}

export interface SurfaceHeader {
  readonly name: string;
  readonly required: boolean;
  readonly pointer: string;
  readonly value: JsonObject;
  readonly explode: boolean;
  /** Pointer of its schema; without one, any value is allowed. */
  readonly schema?: string;
  /** Set if `content` describes it. */
  readonly mediaType?: string;
}

/** A credential that an operation requires. The name of a header is in lower case. */
export interface Credential extends Pick<SecurityScheme, "name" | "type" | "scheme" | "in" | "key" | "scopes"> {
  /** The same for credentials that are the same on the wire, whatever their names in the document. */
  readonly identity: string;
  /** Scopes that are listed where they have no effect. */
  readonly idle?: readonly string[];
}

/** Credentials that are all required together. If empty, anyone may call the operation. */
export type Alternative = readonly Credential[];
