// Example answers from Prism. The only importer of @stoplight/prism-http besides the judge; it is an optional
// dependency and slow to load, so it is imported when the first example is asked for.
import type * as PrismHttp from "@stoplight/prism-http";
import type { Contract, Operation } from "../contract/model.ts";
import { writeJson } from "../contract/json.ts";
import { plainCopy } from "./plain-copy.ts";

/** What Prism answers for an operation. */
export interface Example {
  readonly status: number;
  /** The text of the body; absent where there is none. */
  readonly text?: string;
  readonly mediaType?: string;
  /** Name, value, name, value. */
  readonly lines: readonly string[];
}

/** Makes an example for an operation, given the texts of its path parameters; undefined where Prism finds none. */
export type Examples = (operation: Operation, texts: readonly string[]) => Promise<Example | undefined>;

type Prism = typeof PrismHttp;
type PrismOperation = Awaited<ReturnType<Prism["getHttpOperationsFromSpec"]>>[number];
type PrismRequest = Parameters<ReturnType<Prism["createInstance"]>["request"]>[0];
type PrismLogger = Parameters<Prism["createInstance"]>[1]["logger"];

/** Loads Prism and hands it the document. @returns undefined where Prism is not installed */
export async function loadExamples(contract: Contract): Promise<Examples | undefined> {
  const prism = await importPrism();
  if (prism === undefined) return undefined;
  const operations = await prism.getHttpOperationsFromSpec(plainCopy(contract.document.root));
  const byName = new Map(operations.map((one) => [`${one.method.toUpperCase()} ${one.path}`, one]));
  return async (operation, texts) => {
    const known = byName.get(`${operation.method} ${operation.path}`);
    return known === undefined ? undefined : ask(prism, known, requestFor(operation, texts));
  };
}

async function importPrism(): Promise<Prism | undefined> {
  try {
    return await import("@stoplight/prism-http");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

async function ask(prism: Prism, operation: PrismOperation, request: PrismRequest): Promise<Example | undefined> {
  // A config for each call: Prism writes into it, and one request would change the answer to the next.
  const config = {
    isProxy: false,
    checkSecurity: false,
    validateRequest: false,
    validateResponse: false,
    errors: false,
    mock: { dynamic: false },
  };
  const instance = prism.createInstance(config as Parameters<Prism["createInstance"]>[0], { logger: SILENT });
  const result = await instance.request(request, [operation])();
  if ("left" in result) return undefined;
  const { statusCode, headers = {}, body } = result.right.output;
  const lines: string[] = [];
  let mediaType: string | undefined;
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() === "content-type") mediaType = value;
    else if (/^[\t\x20-\x7e]*$/.test(value)) lines.push(name, value);
  }
  if (body === undefined) return { status: statusCode, lines };
  const isText = typeof body === "string" && !/json/i.test(mediaType ?? "json");
  const text = isText ? body : writeJson(body);
  return { status: statusCode, text, lines, ...(mediaType === undefined ? {} : { mediaType }) };
}

/** Prism routes by path, without the prefix of a server. */
function requestFor({ method, path }: Operation, texts: readonly string[]): PrismRequest {
  let next = 0;
  const filled = path.replaceAll(/\{[^{}]*\}/g, () => encodeURIComponent(texts[next++] ?? "1"));
  return { method: method.toLowerCase() as PrismRequest["method"], url: { path: filled, query: {} }, headers: {} };
}

const quiet = (): void => undefined;
const SILENT = {
  ...{ level: "silent", trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet, fatal: quiet },
  ...{ silent: quiet, success: quiet, child: () => SILENT },
} as unknown as PrismLogger;
