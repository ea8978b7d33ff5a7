// Our own mock behind something that breaks it, to make faults for any document.
import { type IncomingHttpHeaders, type ServerResponse, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { createMockServer } from "../../src/http/node/server.ts";
import type { ServerHandlers } from "../../src/http/handlers.ts";
import { inferResources } from "../../src/resource/infer.ts";
import type { Inference } from "../../src/resource/model.ts";
import type { Running } from "../faults/index.ts";
import { type DocumentName, contractOf } from "./documents.ts";

/** A request on its way to the mock. */
export interface Passing {
  readonly method: string;
  /** Without the base path: "/orders/1?x=y". */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The request's number on this server, from 1. */
  readonly serial: number;
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Instead = Passing | Answered | undefined;

/** How requests and responses are changed. */
export interface Tampering {
  /** The request to pass on instead, or an immediate response. */
  readonly before?: (passing: Passing) => Instead | Promise<Instead>;
  readonly after?: (answer: Answered, passing: Passing) => Answered;
}

export const KEY = "Demo-key-4f9aQ7";

/** Answers requests that the mock does not model, in the same way for every document. */
const handlersOf = ({ assignments }: Inference): ServerHandlers =>
  Object.fromEntries(
    assignments.flatMap(({ operation, role }) =>
      role === "unmodelled" ? [[operation.id, () => ({ status: 200, body: { up: true } })]] : [],
    ),
  );

/** Starts the mock of a document, with optional tampering. */
export async function startMock(name: DocumentName, tampering?: Tampering): Promise<Running> {
  const contract = await contractOf(name);
  const inference = inferResources(contract);
  const mock = createMockServer(contract, inference, { keys: [KEY], handlers: handlersOf(inference) });
  const { url } = await mock.listen();
  if (tampering === undefined) return { url, key: KEY, close: () => mock.close() };
  const front = await startFront(url, tampering);
  return {
    url: front.url,
    key: KEY,
    close: async () => {
      await front.close();
      await mock.close();
    },
  };
}

async function startFront(url: string, tampering: Tampering): Promise<Pick<Running, "url" | "close">> {
  const { origin, pathname: base } = new URL(url);
  let serial = 0;
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const passing: Passing = {
        method: incoming.method ?? "",
        path: (incoming.url ?? "").slice(base === "/" ? 0 : base.length),
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString(),
        serial: ++serial,
      };
      void pass(origin + (base === "/" ? "" : base), passing, tampering).then(
        (answer) => send(response, answer),
        () => response.destroy(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}${base === "/" ? "" : base}`, close };
}

async function pass(base: string, passing: Passing, { before, after }: Tampering): Promise<Answered> {
  const instead = (await before?.(passing)) ?? passing;
  const answer = "status" in instead ? instead : await forward(base, instead);
  return after?.(answer, passing) ?? answer;
}

/** Sends a request to the mock. */
function forward(base: string, { method, path, headers, body }: Omit<Passing, "serial">): Promise<Answered> {
  const { origin } = new URL(base);
  return new Promise((resolve, reject) => {
    const { host: _host, connection: _, "transfer-encoding": _chunked, "content-length": _length, ...kept } = headers;
    const length = body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const sent = request(
      {
        ...hostOf(origin),
        method,
        path: new URL(base).pathname.replace(/\/$/, "") + path,
        headers: { ...kept, ...length },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text });
        });
      },
    );
    sent.on("error", (error) => {
      // The mock has closed the idle connection in the meantime. It never closes one because of a request.
      if (sent.reusedSocket) resolve(forward(base, { method, path, headers, body }));
      else reject(error);
    });
    sent.end(body);
  });
}

function hostOf(origin: string): { readonly host: string; readonly port: string } {
  const { hostname, port } = new URL(origin);
  return { host: hostname, port };
}

function send(response: ServerResponse, { status, headers, body }: Answered): void {
  const {
    connection: _connection,
    "keep-alive": _idle,
    "transfer-encoding": _chunked,
    "content-length": length,
    ...kept
  } = headers;
  const bodiless = status === 204 || status === 304;
  const head = response.req.method === "HEAD" ? (length ?? "0") : String(Buffer.byteLength(body));
  response.writeHead(status, { ...kept, ...(bodiless ? {} : { "content-length": head }) });
  response.end(bodiless || response.req.method === "HEAD" ? undefined : body);
}

/** Changes the JSON of a body. */
export function edit(answer: Answered, change: (value: object) => unknown): Answered {
  return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body) as object)) };
}
