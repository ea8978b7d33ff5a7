// What the stores of other shapes share: a port, complete requests, and the hooks for faults.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Running } from "../server.ts";

export type Thing = Readonly<Record<string, unknown>>;

export interface Ask {
  readonly method: string;
  /** The steps of the path below the base: ["projects", "1"]. */
  readonly steps: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** The base URL, for links. */
  readonly base: string;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How a fault or a variant differs from its store. */
export interface Quirk<S> {
  /** Settings of the store itself. */
  readonly store?: Partial<S>;
  /** A replacement for the request, or a response to it. */
  readonly before?: (ask: Ask, answer: (ask: Ask) => Reply) => Ask | Reply;
  /** A replacement for the store's response. */
  readonly after?: (reply: Reply, ask: Ask, answer: (ask: Ask) => Reply) => Reply;
}

export interface ShapeFault<S> extends Quirk<S> {
  readonly id: string;
  readonly what: string;
  /** The only check that finds it. */
  readonly by: string;
}

export interface ShapeVariant<S> extends Quirk<S> {
  readonly id: string;
  readonly what: string;
}

export const isReply = (value: Ask | Reply): value is Reply => "status" in value;

export const error = (status: number, message: string): Reply => ({ status, body: { message } });

export const isObject = (value: unknown): value is Thing =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** True for a request with this method and these steps; "*" matches any step. */
export function asks({ method, steps }: Ask, wanted: string): boolean {
  const [name, path = ""] = wanted.split(" ");
  const own = path.split("/").filter((step) => step !== "");
  return name === method && own.length === steps.length && own.every((step, at) => step === "*" || step === steps[at]);
}

/** Starts a store on a free port of this machine. */
export async function startDesk<S>(answer: (ask: Ask) => Reply, { before, after }: Quirk<S> = {}): Promise<Running> {
  let base = "";
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://x");
      const text = Buffer.concat(chunks).toString();
      const isHead = request.method === "HEAD";
      const ask: Ask = {
        method: isHead ? "GET" : (request.method ?? ""),
        steps: url.pathname
          .split("/")
          .slice(2)
          .filter((step) => step !== "")
          .map(decodeURIComponent),
        query: url.searchParams,
        body: bodyOf(text, request.headers["content-type"] ?? ""),
        base,
      };
      let reply: Reply;
      try {
        const asked = before?.(ask, answer) ?? ask;
        const made = isReply(asked) ? asked : answer(asked);
        reply = after?.(made, ask, answer) ?? made;
      } catch (fault) {
        reply = error(599, `this store is broken itself: ${String(fault)}`);
      }
      const { status, body, headers = {} } = reply;
      const bytes = Buffer.from(body === undefined ? "" : JSON.stringify(body));
      response.writeHead(status, {
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(status === 204 ? {} : { "Content-Length": bytes.length }),
        ...headers,
      });
      response.end(isHead || status === 204 ? undefined : bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: base, key: "", close };
}

/** The value for a body that is not JSON. */
export const UNREADABLE = Symbol("unreadable");
/** The value for a body of a different media type. */
export const OTHER_MEDIA = Symbol("another media type");

function bodyOf(text: string, media: string): unknown {
  if (text === "") return undefined;
  if (!/^application\/(json|merge-patch\+json)\s*(;|$)/i.test(media)) return OTHER_MEDIA;
  try {
    return JSON.parse(text);
  } catch {
    return UNREADABLE;
  }
}

/** What is wrong with the format of a body; undefined if nothing is. */
export function formFault({ body }: Ask): Reply | undefined {
  if (body === OTHER_MEDIA) return error(415, "send application/json");
  return body === UNREADABLE ? error(400, "that is no JSON") : undefined;
}

/** An integer in a path or query; undefined for any other text. */
export function numberIn(text: string | null | undefined): number | undefined {
  return text !== null && text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

export interface Sizes {
  readonly least?: number;
  readonly usual: number;
  readonly most: number;
}

/** The number in a query parameter, its default, or a refusal. */
export function sized(ask: Ask, name: string, { least = 1, usual, most }: Sizes): number | Reply {
  const texts = ask.query.getAll(name);
  if (texts.length === 0) return usual;
  const size = texts.length === 1 ? numberIn(texts[0]) : undefined;
  if (size === undefined || size < least || size > most) return error(400, `${name} is not allowed`);
  return size;
}
