// The versions of OpenAPI, and the kinds of objects that a reference may lead to.

/** The versions of OpenAPI, in order. */
const VERSIONS = ["3.0", "3.1", "3.2"] as const;
export type Version = (typeof VERSIONS)[number];

/** The kinds of objects that a reference may lead to (OpenAPI 3.2 section 4.7). */
export type ReferableKind =
  | "path-item"
  | "parameter"
  | "request-body"
  | "media-type"
  | "response"
  | "header"
  | "example"
  | "link"
  | "callback"
  | "security-scheme";
