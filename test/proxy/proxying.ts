// `proxy` and the services behind it, within the process of a test.
import { type IncomingMessage, type RequestListener, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { afterAll, beforeAll } from "vitest";
import { behindOf } from "../../src/commands/proxy/proxy.ts";
import { readProxyOptions } from "../../src/commands/proxy/options.ts";
import type { TypedFlags } from "../../src/commands/flags.ts";
import { runServe } from "../../src/commands/serve/serve.ts";
import { Heard } from "../waiting.ts";

/** A service that answers as a test says. */
export interface Fake {
  /** The requests that reached it. */
  readonly asked: IncomingMessage[];
  readonly server: Server;
  url(path?: string): string;
  answer: RequestListener;
}

/** Starts one for the tests of a file. */
export function useService(): Fake {
  const asked: IncomingMessage[] = [];
  const server = createServer((req, res) => {
    asked.push(req);
    fake.answer(req, res);
  });
  const fake: Fake = {
    asked,
    server,
    url: (path = "/v1") => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    answer: (_, res) => void res.end(),
  };
  beforeAll(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return fake;
}

/** Answers JSON. */
export const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_, res) => {
    res.writeHead(status, { "Content-Type": "application/json", ...headers });
    res.end(typeof value === "string" ? value : JSON.stringify(value));
  };

export interface Proxying {
  readonly url: string;
  readonly origin: string;
  readonly said: Heard;
  /** Stops it. @returns its exit code */
  stop(): Promise<number>;
}

/** Starts the command, waits until it listens. */
export async function startProxy(baseUrl: string, flags: TypedFlags = {}, cwd = tmpdir()): Promise<Proxying> {
  const said = new Heard();
  const stop = new AbortController();
  const io = { stdout: said.add, stderr: said.add, env: {}, cwd, color: false };
  const options = readProxyOptions(baseUrl, { port: "0", ...flags }, {}, cwd);
  const code = runServe(options.serve, io, stop.signal, behindOf(options, io));
  void code.then(said.end, said.end);
  const url = /http:\/\/127\.0\.0\.1:\d+\S*/.exec(await said.until(/Ctrl-C|^http/m))?.[0] ?? "";
  return {
    url,
    origin: new URL(url).origin,
    said,
    stop: () => {
      stop.abort();
      return code;
    },
  };
}
