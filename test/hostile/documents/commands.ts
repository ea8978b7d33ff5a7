// Runs every reader on a document in this process, with output, exit code and time.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadContract } from "../../../src/contract/load.ts";
import { DocumentError } from "../../../src/document/document.ts";
import { createMockServer } from "../../../src/http/node/server.ts";
import { runProgram } from "../../../src/program.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { processorTime } from "../../contract/documents.ts";

export interface Said {
  readonly code: number;
  readonly text: string;
  /** The processor time that it took. */
  readonly ms: number;
}

/** The exit codes that each command documents. */
export const DOCUMENTED = { explain: [0, 2], lint: [0, 1, 2], gate: [0, 1, 2], serve: [0, 2] } as const;
export type Reader = keyof typeof DOCUMENTED;

/** A separate folder for some documents. */
export class Bench {
  readonly folder = mkdtempSync(join(tmpdir(), "hostile-"));

  put(name: string, text: string | Uint8Array): string {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return path;
  }

  async run(...words: string[]): Promise<Said> {
    let text = "";
    const write = (more: string): void => void (text += more);
    const began = processorTime();
    const io = { stdout: write, stderr: write, env: {}, cwd: this.folder, color: false };
    const code = await runProgram(words, io);
    return { code, text, ms: processorTime() - began };
  }

  /** Loads the document for the mock and sends each operation a few requests. */
  async serve(file: string, ask = askAll): Promise<Said> {
    const began = processorTime();
    const said = (code: number, text: string): Said => ({ code, text, ms: processorTime() - began });
    let server: ReturnType<typeof createMockServer>;
    try {
      const contract = await loadContract(file);
      server = createMockServer(contract, inferResources(contract), { keys: ["right-key"] });
      const { url } = await server.listen({ host: "127.0.0.1", port: 0 });
      try {
        return said(
          0,
          await ask(
            url,
            contract.operations.map(({ method, path }) => ({ method, path })),
          ),
        );
      } finally {
        await server.close();
      }
    } catch (error) {
      if (error instanceof DocumentError) return said(2, error.message);
      throw error;
    }
  }

  /** All readers. @param before the base for gate */
  async all(file: string, before = file): Promise<Readonly<Record<Reader, Said>>> {
    return {
      explain: await this.run("explain", "--spec", file),
      lint: await this.run("lint", file),
      gate: await this.compare(before, file),
      serve: await this.serve(file),
    };
  }

  compare(before: string, after: string): Promise<Said> {
    return this.run("gate", before, after, "--budget-ms", "2000");
  }

  end(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What is wrong with a reader's result: a stack trace, an undocumented exit code, too long a time. */
export function wrongWith(said: Readonly<Partial<Record<Reader, Said>>>, longestMs: number): string[] {
  return Object.entries(said).flatMap(([reader, { code, text, ms }]) => {
    const allowed: readonly number[] = DOCUMENTED[reader as Reader];
    return [
      ...(allowed.includes(code) ? [] : [`${reader} ends with ${code}: ${text.slice(0, 300)}`]),
      ...(/^\s+at .*[:(]\d+:\d+\)?$/m.test(text) ? [`${reader} shows a stack trace: ${text.slice(0, 300)}`] : []),
      ...(ms > longestMs ? [`${reader} takes ${Math.round(ms)} ms`] : []),
    ];
  });
}

interface Asked {
  readonly method: string;
  readonly path: string;
}

/** Sends each operation one request with a body and one without. @returns the worst of what came back */
async function askAll(url: string, operations: readonly Asked[]): Promise<string> {
  const worst: string[] = [];
  for (const { method, path } of operations.slice(0, 6)) {
    for (const body of ["", '{"a":1}']) {
      const hasBody = body !== "" && method !== "GET" && method !== "HEAD";
      const target = path.replaceAll(/\{[^}]*\}/g, "1");
      const response = await fetch(url + target, {
        method,
        headers: { Authorization: "Bearer right-key", ...(hasBody ? { "Content-Type": "application/json" } : {}) },
        signal: AbortSignal.timeout(10_000),
        redirect: "manual",
        ...(hasBody ? { body } : {}),
      });
      const text = await response.text();
      if (response.status >= 500) worst.push(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
    }
  }
  return worst.join("\n");
}
