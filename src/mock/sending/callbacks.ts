// The callbacks of operations: where each goes, by its runtime expression.
import { lineValue } from "../../contract/header-lines.ts";
import type { Contract, DescribedOperation, Operation } from "../../contract/model.ts";
import { type Sources, type Template, evaluate, parseTemplate, showSource } from "../../contract/runtime-expression.ts";
import { decodeFor } from "../../contract/serialization/styles.ts";
import { showScalar } from "../../contract/serialization/text.ts";
import { readJson } from "../../json/read.ts";
import type { JsonValue } from "../../json/value.ts";
import { groupsOf, lazy } from "../../memo.ts";
import type { Asked, Given } from "../outbox.ts";
import type { Carried, Message } from "./message.ts";
import { PayloadMaker } from "./payload.ts";
import { parameterIndex } from "../../contract/parameters.ts";

/** A callback of an operation. */
export interface Callback {
  readonly described: DescribedOperation;
  readonly name: string;
  readonly template: Template | { readonly fault: string };
  readonly maker: () => PayloadMaker;
}

/** The callbacks by the name of the operation that they follow. */
export function callbacksOf(contract: Contract): ReadonlyMap<string, readonly Callback[]> {
  const all = contract.unserved.filter(({ callback, problems }) => callback !== undefined && problems.length === 0);
  const groups = groupsOf(all, ({ callback }) => callback?.operation ?? "");
  return new Map(
    [...groups].map(([name, callbacks]) => [
      name,
      callbacks.map((described) => ({
        described,
        name: described.callback?.name ?? "",
        template: parseTemplate(described.path),
        maker: lazy(() => new PayloadMaker(contract, described)),
      })),
    ]),
  );
}

/** Where a callback goes; or why nobody can tell. */
export function addressOf(
  { template }: Callback,
  sources: Sources,
): { readonly url: string } | { readonly why: string } {
  if ("fault" in template) return { why: `its URL ${template.fault}` };
  const url = evaluate(template, sources);
  return typeof url === "string" ? { url } : { why: `the request has no ${showSource(url.missing)}` };
}

/** What expressions refer to, in a request and its answer. */
export function sourcesOf({ req, operation, request }: Asked, { status, lines, text }: Given): Sources {
  const url = request?.url?.() ?? req.url ?? "";
  return {
    url,
    method: req.method ?? "",
    status,
    request: {
      header: (name) => request?.header?.(name) ?? "",
      query: (name) => queryValue(url, name),
      path: (name) => pathValue(operation, request?.values ?? [], name),
      body: () => request?.body,
    },
    response: {
      header: (name) => lineValue(lines, name) ?? "",
      body: () => valueOf(text),
    },
  };
}

/** The same, in something that was sent and the answer to it. */
export function sourcesOfSent({ url, method, text }: Message, { lines, status, answer }: Carried): Sources {
  return {
    url,
    method,
    status,
    request: {
      header: (name) => lineValue(lines, name) ?? "",
      query: (name) => queryValue(url, name),
      body: () => valueOf(text),
    },
    response: { header: (name) => lineValue(answer.lines, name) ?? "", body: () => valueOf(answer.text) },
  };
}

/** The JSON of a text, or the text itself. */
export function valueOf(text: string | undefined): JsonValue | undefined {
  const reading = text === undefined ? undefined : readJson(text);
  return reading === undefined || "value" in reading ? reading?.value : text;
}

function pathValue(
  operation: Operation | undefined,
  values: readonly (JsonValue | undefined)[],
  name: string,
): string | undefined {
  const value = operation && values[parameterIndex(operation, { in: "path", name })];
  return value === undefined ? undefined : showScalar(value);
}

function queryValue(url: string, name: string): string | undefined {
  const query = url.split("?", 2)[1]?.split("#", 1)[0] ?? "";
  for (const pair of query.split("&")) {
    const [key = "", ...rest] = pair.split("=");
    if (decodeFor("query", key) === name) return decodeFor("query", rest.join("="));
  }
  return undefined;
}
