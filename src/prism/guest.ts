// The second judge's worker: runs Prism's own validator on the responses of one operation. Loads only that part of
// Prism, which takes a fifth of the time and a third of the memory (the rest is for mocking and proxying).
import { createRequire } from "node:module";
import { getHeapStatistics } from "node:v8";
import { keptFor } from "../kept.ts";
import { answerQuestions } from "../sandbox/guest.ts";
import type { Opinions, Question } from "./judge.ts";

/** An operation in Prism's form. */
type Resource = object;

/** A response in Prism's form. */
interface Element {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface Diagnostic {
  readonly message: string;
  readonly code?: string | number;
  readonly path?: readonly (string | number)[];
}

type Validate = (input: { resource: Resource; element: Element }) => { readonly left?: readonly Diagnostic[] };
type BundleService = (input: { document: object }) => {
  readonly operations: readonly object[];
  readonly components: object;
};
type BundleTarget = (input: { document: object; path: string; cloneDocument: boolean }) => Resource;

// Prism's parts are resolved from Prism itself, wherever a package manager put them.
const requirePart = createRequire(require.resolve("@stoplight/prism-http/package.json"));
const { validateOutput } = requirePart("./dist/validator/index.js") as { readonly validateOutput: Validate };
const { bundleOas3Service } = requirePart("@stoplight/http-spec/oas3") as { readonly bundleOas3Service: BundleService };
const { bundleTarget } = requirePart("@stoplight/json") as { readonly bundleTarget: BundleTarget };

answerQuestions(answer);

function answer(asked: unknown): Opinions {
  const { document, responses } = asked as Question;
  const resource = resourceOf(document);
  const opinions = responses.map(({ status, headers, text, isJson }) => {
    const element = { statusCode: status, headers: joined(headers), body: bodyOf(text, isJson) };
    return diagnose(resource, element)?.map(({ message, code, path = [] }) => ({
      message,
      keyword: typeof code === "string" ? code : "",
      path: path.map(String),
    }));
  });
  return { opinions, heapBytes: getHeapStatistics().used_heap_size };
}

/** By document text, because consecutive runs ask about the same operations. */
const resources = new Map<string, Resource>();

function resourceOf(document: object): Resource {
  const plain = plainNumbers(document) as object;
  return keptFor(resources, JSON.stringify(plain), () => readResource(plain));
}

/**
 * Does the same as Prism's `getHttpOperationsFromSpec` for a document of one operation, without reading what it refers
 * to.
 */
function readResource(document: object): Resource {
  const { operations, components } = bundleOas3Service({ document });
  const [operation] = operations;
  if (operation === undefined) throw new Error("Prism found no operation");
  return bundleTarget({ document: { components, __target__: operation }, path: "#/__target__", cloneDocument: false });
}

function diagnose(resource: Resource, element: Element): readonly Diagnostic[] | undefined {
  try {
    return validateOutput({ resource, element }).left ?? [];
  } catch {
    // Prism throws for a media type that it cannot parse, and for an absent header that is a list. Without the media
    // type it judges the rest and reports the type as missing. An error of its own is not an opinion.
    const { "content-type": mediaType, ...headers } = element.headers;
    return mediaType === undefined ? undefined : diagnose(resource, { ...element, headers });
  }
}

function joined(headers: Question["responses"][number]["headers"]): Record<string, string> {
  const lines = new Map<string, string>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const before = lines.get(key);
    lines.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(lines);
}

/** A body in Prism's form: a value if the text is JSON, whatever its media type. */
function bodyOf(text: string, isJson: boolean): unknown {
  if (!isJson) return text;
  if (text === "") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A copy without bigint, which Prism does not know. */
function plainNumbers(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plainNumbers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainNumbers(item)]));
}
