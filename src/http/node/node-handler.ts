// The mock as a function of Node's own request and response, to use in another server.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { CompiledContract } from "../../contract/compiled/model.ts";
import type { Contract } from "../../contract/model.ts";
import { type FetchHandlerOptions, createFetchHandler } from "../fetch/handler.ts";

/** Answers a request, or passes it on if the document has no such path. */
export type NodeHandler = (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void) => void;

/**
 * Creates the mock of a contract.
 * @param source a contract, or one that `animal-store compile` wrote
 * @throws TypeError for anything else; SeedError when items of a seed do not fit
 */
export function toNodeHandler(source: Contract | CompiledContract, options: FetchHandlerOptions = {}): NodeHandler {
  const handler = createFetchHandler(source, options);
  return (req, res, next) => {
    // Express removes the mount path from the URL.
    const { originalUrl } = req as { originalUrl?: string };
    const url = new URL(originalUrl ?? req.url ?? "/", `http://${req.headers.host ?? "localhost"}`);
    if (next !== undefined && !handler.has(url.pathname)) {
      next();
      return;
    }
    if (req.readableEnded && Number(req.headers["content-length"] ?? 0) > 0) {
      const error = new Error("the body was already read: mount the mock before any body parser");
      if (next === undefined) throw error;
      next(error);
      return;
    }
    answer(handler, req, url)
      .then((response) => send(response, res))
      .catch(() => res.destroy());
  };
}

async function answer(
  handler: (request: Request) => Promise<Response>,
  req: IncomingMessage,
  url: URL,
): Promise<Response> {
  const { method = "GET", rawHeaders } = req;
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string);
  const hasBody =
    method !== "GET" && method !== "HEAD" && (headers.has("content-length") || headers.has("transfer-encoding"));
  // Framing belongs to the connection; the handler gets the actual length.
  headers.delete("transfer-encoding");
  return handler(new Request(url, { method, headers, ...(hasBody ? { body: await bytesOf(req) } : {}) }));
}

/** The handler refuses a larger body, so the rest is not kept. */
const MOST = 1_048_576;

async function bytesOf(req: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of req as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size <= MOST) pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}

async function send(response: Response, res: ServerResponse): Promise<void> {
  res.writeHead(response.status, [...response.headers].flat());
  if (response.body !== null) for await (const piece of response.body) res.write(piece);
  res.end();
}
