// A small document, served as by `serve`: its requests, its roles, and the failures of the suite.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { type VerifyOptions, verify } from "../../conformance/verify.ts";
import { loadContract } from "../../src/contract/load.ts";
import { DEFAULT_KEY, createMockServer } from "../../src/http/node/server.ts";
import type { JsonValue } from "../../src/json/value.ts";
import { inferResources } from "../../src/resource/infer.ts";

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: JsonValue | undefined;
}

export interface Trial {
  /** "GET /things list" for each operation. */
  readonly roles: readonly string[];
  /** Sends a client's request: "GET /things/1". */
  ask(what: string, sent?: JsonValue, headers?: Readonly<Record<string, string>>): Promise<Answered>;
  /** The results of the suite that failed or broke. */
  complaints(options?: Partial<VerifyOptions>): Promise<string[]>;
}

/** Serves a document until the test has finished. @param file the path of the document */
export async function serveFile(file: string): Promise<Trial> {
  const contract = await loadContract(file, { lenient: true });
  const inference = inferResources(contract);
  const server = createMockServer(contract, inference);
  const { url } = await server.listen({ port: 0 });
  onTestFinished(() => server.close());
  return {
    roles: inference.assignments.map(({ operation, role }) => `${operation.id} ${role}`),
    async ask(what, sent, headers = {}) {
      const [method = "", path = ""] = what.split(" ");
      const json = { "Content-Type": "application/json" };
      const response = await fetch(url + path, {
        method,
        headers: { ...(sent === undefined ? {} : json), ...headers },
        body: sent === undefined ? null : JSON.stringify(sent),
      });
      const text = await response.text();
      const body = text === "" ? undefined : (JSON.parse(text) as JsonValue);
      return { status: response.status, headers: response.headers, body };
    },
    async complaints(options = {}) {
      const { results } = await verify(contract, { baseUrl: url, key: DEFAULT_KEY, ...options });
      return results.flatMap(({ check, subject, outcome }) => {
        if (outcome.verdict !== "fail" && outcome.verdict !== "error") return [];
        const why = outcome.verdict === "fail" ? outcome.seen : String(outcome.cause);
        return [`${outcome.verdict} ${check.id} on ${subject.operation.id}: ${why}`];
      });
    },
  };
}

/** Writes files into a temporary folder, and serves the first one. */
export async function serveFiles(files: Readonly<Record<string, string>>): Promise<Trial> {
  const folder = await mkdtemp(join(tmpdir(), "published-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return serveFile(join(folder, Object.keys(files)[0] ?? ""));
}

/** Serves a document in a single file. The given parts follow its `info`. */
export function serveYaml(text: string, openapi = "3.1.0"): Promise<Trial> {
  return serveFiles({ "openapi.yaml": `openapi: ${openapi}\ninfo: { title: T, version: "1" }\n${text}` });
}
