// A second opinion on responses, from Prism's own validator. Only that part of Prism is loaded: a fifth of the time
// and a third of the memory of the whole (the rest serves mocking and proxying). It takes no config, so that there is
// none which one call could change for the next.
import { createRequire } from "node:module";
import type * as PrismHttp from "@stoplight/prism-http";
import type { Contract, Operation } from "../contract/model.ts";
import { plainCopy } from "./plain-copy.ts";

/** The part of a response that an opinion is about. */
export type JudgedPart = "status" | "media-type" | "body" | "headers";

/** One thing that the judge finds wrong with a response. */
export interface JudgeOpinion {
  readonly part: JudgedPart;
  /** JSON pointer into the body, or the name of a header in lower case; "" where there is none. */
  readonly at: string;
  /** The keyword of JSON Schema that refuses; "" where it was none. */
  readonly keyword: string;
  readonly message: string;
}

/** A response as it came, its content coding undone. */
export interface JudgedResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
}

export interface Judge {
  /** What is wrong with a response; undefined where the judge has no opinion: it fails on it, or lacks the operation. */
  judge(operation: Operation, response: JudgedResponse): { readonly violations: readonly JudgeOpinion[] } | undefined;
}

type PrismOperation = Awaited<ReturnType<(typeof PrismHttp)["getHttpOperationsFromSpec"]>>[number];

interface Diagnostic {
  readonly message: string;
  readonly code?: string | number;
  readonly path?: readonly (string | number)[];
}

/** A response as Prism takes it. */
interface Element {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

type Validate = (input: { resource: PrismOperation; element: Element }) => { readonly left?: readonly Diagnostic[] };

/**
 * Loads Prism's validator and hands it the document.
 * @returns why there is no judge, where Prism is not installed or cannot read the document
 */
export async function loadJudge(contract: Contract): Promise<Judge | { readonly missing: string }> {
  let manifest: string;
  try {
    manifest = require.resolve("@stoplight/prism-http/package.json");
  } catch {
    return { missing: "@stoplight/prism-http is not installed (it is an optional dependency)" };
  }
  // Prism's parts are found from Prism's own place, wherever a package manager put them.
  const requirePart = createRequire(manifest);
  const { validateOutput } = requirePart("./dist/validator/index.js") as { validateOutput: Validate };
  let operations: Map<string, PrismOperation>;
  try {
    operations = await readOperations(requirePart, contract);
  } catch (error) {
    return { missing: `Prism cannot read the document: ${error instanceof Error ? error.message : String(error)}` };
  }
  return {
    judge(operation, response) {
      const resource = operations.get(nameOf(operation.method, operation.path));
      if (resource === undefined) return undefined;
      const diagnostics = diagnose(validateOutput, resource, elementOf(operation, response));
      return diagnostics === undefined ? undefined : { violations: diagnostics.map(opinionOf) };
    },
  };
}

function diagnose(validate: Validate, resource: PrismOperation, element: Element): readonly Diagnostic[] | undefined {
  try {
    return validate({ resource, element }).left ?? [];
  } catch {
    // Prism throws at a media type that it cannot parse, and at an absent header that is a list. Without the media
    // type it judges the rest, and says that it is missing; a failure of its own is no opinion.
    const { "content-type": mediaType, ...headers } = element.headers;
    return mediaType === undefined ? undefined : diagnose(validate, resource, { ...element, headers });
  }
}

/** As Prism's `getHttpOperationsFromSpec`, without the readers of other formats that it would load. */
async function readOperations(require: NodeJS.Require, contract: Contract): Promise<Map<string, PrismOperation>> {
  const { transformOas3Operations } = require("@stoplight/http-spec/oas3/operation") as {
    readonly transformOas3Operations: (document: object) => PrismOperation[];
  };
  const References = require("@stoplight/json-schema-ref-parser") as new () => {
    dereference(document: object, options: object): Promise<object>;
  };
  const { decycle, bundleTarget } = require("@stoplight/json") as {
    readonly decycle: (document: object) => object;
    readonly bundleTarget: (input: { document: object; path: string; cloneDocument: boolean }) => PrismOperation;
  };
  // All references point inside the tree already; nothing may be fetched.
  const options = { resolve: { external: false } };
  const document = decycle(await new References().dereference(plainCopy(contract.document.root), options));
  const operations = transformOas3Operations(document).map((operation) =>
    bundleTarget({ document: { ...document, __target__: operation }, path: "#/__target__", cloneDocument: false }),
  );
  return new Map(operations.map((operation) => [nameOf(operation.method, operation.path), operation]));
}

function nameOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path}`;
}

function elementOf(operation: Operation, { status, headers, text }: JudgedResponse): Element {
  const joined: Record<string, string> = {};
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    joined[key] = joined[key] === undefined ? value : `${joined[key]}, ${value}`;
  }
  return { statusCode: status, headers: joined, body: bodyOf(operation, text) };
}

/** A body as Prism wants it: a value where the text is JSON, whatever media type it is said to have. */
function bodyOf(operation: Operation, text: string): unknown {
  if (text === "") return undefined;
  const names = operation.responses.flatMap(({ content }) => content.map(({ name }) => name));
  if (!names.some((name) => /json|\*/.test(name))) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function opinionOf({ message, code, path = [] }: Diagnostic): JudgeOpinion {
  const [part, ...rest] = path.map(String);
  const keyword = typeof code === "string" ? code : "";
  if (part === "body") return { part, keyword, message, at: rest.map(escaped).join("") };
  if (part === "header") return { part: "headers", keyword, message, at: headerOf(rest, message) };
  return { part: message.includes("media type") ? "media-type" : "status", at: "", keyword, message };
}

function escaped(step: string): string {
  // Prism splits Ajv's pointer at its slashes and leaves the steps as they are.
  return `/${step}`;
}

/** The header a diagnostic is about; a missing one is named in its words only. */
function headerOf(rest: readonly string[], message: string): string {
  return rest[0] ?? /property '([^']+)'/.exec(message)?.[1] ?? "";
}
