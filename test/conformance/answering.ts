// A service that answers as a function says, verified, with its reports.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { findingReport } from "../../conformance/report/report.ts";
import { jsonReport } from "../../conformance/report/json.ts";
import { type VerifyOptions, verify } from "../../conformance/verify.ts";
import { notes } from "../../src/commands/verify/notes.ts";
import { loadContract } from "../../src/contract/load.ts";
import { type JsonObject, isObject } from "../../src/json/value.ts";
import { readJson } from "../../src/json/read.ts";
import { renderConsole } from "../../src/report/renderers/terminal.ts";
import { renderHtml } from "../../src/report/renderers/html.ts";
import { renderJunit } from "../../src/report/renderers/junit.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";

export type Answer = (
  method: string,
  path: string,
  sent: JsonObject,
  query: URLSearchParams,
) => readonly [number, unknown, Record<string, string>?];

/** JSON, or a text as it is. */
const written = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

interface Answering {
  /** The status for a body that is no JSON. */
  readonly unreadable?: number;
}

/**
 * Runs the suite against a service that answers like this.
 * @returns the run, and what its reports show
 */
export async function runOn(
  paths: JsonObject,
  answer: Answer,
  { unreadable = 400, ...options }: Partial<VerifyOptions> & Answering = {},
  parts: JsonObject = {},
) {
  const server = createServer((request, response) => {
    let sent = "";
    request.on("data", (chunk: Buffer) => (sent += chunk.toString()));
    request.on("end", () => {
      const isBare = sent === "" && request.headers["content-type"] === undefined;
      const read = isBare ? { value: {} } : readJson(sent);
      const given = "value" in read && isObject(read.value) ? read.value : undefined;
      const { pathname, searchParams } = new URL(request.url ?? "", "http://x");
      const [status, value, headers = {}] =
        given === undefined
          ? (["value" in read ? 400 : unreadable, { error: "body" }] as const)
          : answer(request.method ?? "", pathname, given, searchParams);
      const out = value === undefined || request.method === "HEAD" ? "" : written(value);
      response
        .writeHead(status, { ...(out === "" ? {} : { "Content-Type": "application/json" }), ...headers })
        .end(out);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const contract = await loadContract({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths, ...parts });
    const run = await verify(contract, { baseUrl, ...options });
    const verified = { run, results: run.results, coverage: { covered: 0, reasoned: 0, open: 0 } };
    const context = { contract, version: "1", target: baseUrl, strict: true };
    const report = findingReport(verified, context);
    const json = jsonReport(verified, context);
    const shown = [json, ...[renderHtml, renderJunit, renderMarkdown].map((render) => render(report))];
    shown.push(renderConsole(report, { color: false, width: 100, verbose: true }), ...notes(verified));
    return { run, report, json, shown: shown.join("\n"), last: notes(verified).at(-1) ?? "" };
  } finally {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }
}
