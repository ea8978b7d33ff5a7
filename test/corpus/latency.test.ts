// Published documents: the first request to each operation, which compiles schemas and generates items, does not block
// others for long. Measures the processor time of each turn of the event loop, which is reliable on a busy machine.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { buildRequest } from "../../conformance/client/request.ts";
import { sampleParameter, sampleValue } from "../../conformance/items/bodies/sample.ts";
import { bodySchema } from "../../conformance/operations.ts";
import { contractOf, parseDocumentText } from "../../src/contract/load.ts";
import type { Contract } from "../../src/contract/model.ts";
import { createMockServer } from "../../src/http/node/server.ts";
import { inferResources } from "../../src/resource/infer.ts";
import { processorTime } from "../contract/documents.ts";
import { CORPUS } from "./data.ts";
import { sampleOf } from "../share.ts";

/** The first request to an operation compiles what it needs in one go; the client and the collector share the process. */
const MOST_MS = 3000;

const contractIn = async (name: string): Promise<Contract> => {
  const text = gunzipSync(readFileSync(join(CORPUS, "documents", name))).toString("utf8");
  return contractOf(await parseDocumentText(text, name, { lenient: "inside" }), { lenient: true });
};

test.each(sampleOf(readdirSync(join(CORPUS, "documents")), 10))(
  "the first requests to the mock of %s",
  async (name) => {
    const contract = await contractIn(name);
    const server = createMockServer(contract, inferResources(contract), { auth: false });
    const { url } = await server.listen();
    try {
      // A separate contract, so that the client's work does not warm up the mock.
      const requests = requestsOf(await contractIn(name), url);
      const turns = new LoopTurns();
      const slow: string[] = [];
      for (const { method, target, headers, body } of requests) {
        await (await fetch(target, { method, headers, body: body ?? null, redirect: "manual" })).arrayBuffer();
        const longest = turns.longest();
        if (longest > MOST_MS) slow.push(`${method} ${target}: ${Math.round(longest)} ms`);
      }
      turns.end();
      expect(slow).toEqual([]);
    } finally {
      await server.close();
    }
  },
);

interface Asked {
  readonly method: string;
  readonly target: string;
  readonly headers: [string, string][];
  readonly body: Uint8Array<ArrayBuffer> | undefined;
}

/** One request for each operation. */
function requestsOf({ operations, document }: Contract, baseUrl: string): Asked[] {
  return operations
    .filter(({ method }) => method !== "TRACE")
    .map((operation) => {
      const schema = bodySchema(operation);
      const json = schema === undefined ? {} : { json: sampleValue(document, schema.pointer) };
      const { method, url, headers, body } = buildRequest(
        { operation, ...json },
        { headers: [], query: [] },
        { baseUrl, headers: [] },
        (parameter) => sampleParameter(document, parameter),
      );
      const kept = headers.filter(([name]) => !/^(host|connection|content-length)$/i.test(name));
      return {
        method,
        target: url,
        headers: kept.map(([name, value]): [string, string] => [name, value.replaceAll(/[^\t\x20-\x7e]/g, "?")]),
        body: body === undefined || method === "GET" || method === "HEAD" ? undefined : new Uint8Array(body),
      };
    });
}

/** Measures the turns of the event loop. */
class LoopTurns {
  #longest = 0;
  #before = processorTime();
  #timer: NodeJS.Immediate;

  constructor() {
    this.#timer = setImmediate(() => this.#turn());
  }

  /** The longest turn since the last call. */
  longest(): number {
    const longest = Math.max(this.#longest, processorTime() - this.#before);
    this.#longest = 0;
    return longest;
  }

  end(): void {
    clearImmediate(this.#timer);
  }

  #turn(): void {
    const now = processorTime();
    this.#longest = Math.max(this.#longest, now - this.#before);
    this.#before = now;
    this.#timer = setImmediate(() => this.#turn());
  }
}
