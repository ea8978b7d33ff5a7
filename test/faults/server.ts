// Serves a behaviour on a port: reads the whole request, gets the response, sends it. Nothing else is here, so that
// only the behaviour decides what a store does.
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Behaviour, Call, OperationName, Overrides, State } from "./behaviour.ts";
import { REFERENCE, bytesOf, refusal } from "./reference.ts";

export interface Running {
  /** The base address, ending in /v1. */
  readonly url: string;
  readonly key: string;
  readonly close: () => Promise<void>;
}

/** The rest of a larger body is read and discarded; the reference answers 413 to far less. */
const MAX_KEPT = 131_072;

/**
 * Starts a store on a free port of 127.0.0.1.
 * @param overrides the parts of the reference that are replaced
 */
export async function startReference(overrides: Overrides = {}): Promise<Running> {
  const behaviour: Behaviour = { ...REFERENCE, ...overrides };
  const state = stateOf(behaviour);
  let serial = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let kept = 0;
    request.on("data", (chunk: Buffer) => {
      if (kept <= MAX_KEPT) chunks.push(chunk);
      kept += chunk.length;
    });
    request.on("end", () => {
      serve(callOf(request, Buffer.concat(chunks), { serial: ++serial, state, behaviour }), response);
    });
  });
  server.on("clientError", (_error, socket) => {
    const body = '{"code":"broken_request","message":"the request is not valid HTTP","status":400}';
    if (!socket.writable) return;
    const head = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close`;
    socket.end(`HTTP/1.1 400 Bad Request\r\n${head}\r\n\r\n${body}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}/v1`, key: state.key, close };
}

function stateOf(behaviour: Behaviour): State {
  const items = new Map([...behaviour.seed()].map((item) => [String(item.id), item]));
  let highest = 0n;
  for (const { id } of items.values()) if (BigInt(id) > highest) highest = BigInt(id);
  return { key: "Key-4f9aQ7dRw2", items, nextId: highest + 1n, notes: new Map() };
}

function callOf(request: IncomingMessage, body: Buffer, rest: Pick<Call, "serial" | "state" | "behaviour">): Call {
  const [path = "", ...search] = (request.url ?? "").split("?");
  const method = request.method ?? "";
  const onItem = /^\/v1\/pets\/[^/]+$/.test(path);
  return {
    ...rest,
    method,
    path,
    search: search.join("?"),
    query: new URLSearchParams(search.join("?")),
    headers: request.headers,
    body,
    operation: operationOf(method === "HEAD" ? "GET" : method, path, onItem),
    onItem,
  };
}

function operationOf(method: string, path: string, onItem: boolean): OperationName | undefined {
  if (onItem) return method === "GET" ? "fetch" : undefined;
  if (path !== "/v1/pets") return undefined;
  if (method === "GET") return "list";
  return method === "POST" ? "create" : undefined;
}

function serve(call: Call, response: ServerResponse): void {
  const { behaviour } = call;
  try {
    behaviour.send(behaviour.finish(behaviour.answer(call), call), call, response);
  } catch (error) {
    // A bug in a fault must not look like the fault, so it is reported instead of hanging.
    const made = REFERENCE.refuse(refusal(500, "broken_fault", String(error)), call);
    response.writeHead(500, { ...made.headers }).end(bytesOf(made));
  }
}
