// The versions of OpenAPI, and since which of them an object may be referred to.

/** Versions of OpenAPI, in order. */
export const VERSIONS = ["3.0", "3.1", "3.2"] as const;
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

/** The kinds of objects that may be a reference instead, and since when. A schema may be one wherever it stands. */
export const REFERABLE: Readonly<Record<ReferableKind, Version>> = {
  "path-item": "3.0",
  parameter: "3.0",
  "request-body": "3.0",
  "media-type": "3.2",
  response: "3.0",
  header: "3.0",
  example: "3.0",
  link: "3.0",
  callback: "3.0",
  "security-scheme": "3.0",
};
