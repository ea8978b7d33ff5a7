// The requests and responses that a document describes, as the gate compares them. Reading is lenient: missing or
// irrelevant parts are no reason to reject a document that people use.
import type {
  DescribedOperation,
  Header,
  OperationKind,
  Parameter,
  PartEncoding,
  RequestBody,
  Response,
  SecurityScheme,
} from "../../contract/model.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";

/** Who sends: the client sends requests and the server responses; the other way round for webhooks and callbacks. */
export type Sender = "client" | "server";

/** An operation as it is written. */
export interface ListedOperation {
  /** The name shown in reports: "GET /items", "webhook POST created", "callback POST …". */
  readonly name: string;
  /** Like `name`, without the names of path parameters, so that renaming one is not a removal. */
  readonly key: string;
  readonly kind: OperationKind;
  readonly path: string;
  readonly value: JsonObject;
}

export interface SurfaceOperation extends ListedOperation, Pick<DescribedOperation, "method" | "pointer"> {
  /** Set if the operation or its path has servers of its own. */
  readonly servers?: JsonValue;
  readonly parameters: readonly SurfaceParameter[];
  readonly body?: SurfaceBody;
  readonly responses: readonly SurfaceResponse[];
  readonly security: readonly Alternative[];
  readonly securityPointer: string;
}

/** A parameter has everything that a header has (OpenAPI 3.1 section 4.8.21), and more. */
export interface SurfaceParameter extends SurfaceHeader, Pick<Parameter, "style" | "isWhole" | "undescribed"> {
  readonly in: string;
  /** For a path parameter, its position among those of the path; -1 if the path does not name it. */
  readonly position: number;
}

export interface SurfaceBody extends Pick<RequestBody, "required" | "pointer"> {
  readonly content: readonly SurfaceMedia[];
}

export interface SurfaceMedia {
  /** In lower case, with the parameters that distinguish it. */
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

export interface SurfacePart extends Pick<PartEncoding, "types"> {
  readonly headers: readonly SurfaceHeader[];
  /** Set if it may have parts itself. */
  readonly parts?: SurfaceParts;
}

export interface SurfaceResponse extends Pick<Response, "status" | "pointer"> {
  readonly value: JsonObject;
  readonly content: readonly SurfaceMedia[];
  readonly headers: readonly SurfaceHeader[];
}

/** The names of headers are in lower case. */
export interface SurfaceHeader extends Pick<Header, "name" | "required" | "pointer" | "explode"> {
  readonly value: JsonObject;
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
