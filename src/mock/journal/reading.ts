// An entry of the journal for display, in the format of spec/control.yaml, and as an HTTP archive.
import type { JsonObject } from "../../json/value.ts";
import { claimsIn } from "./claims.ts";
import { type Delivery, type Entry, answerBytes, requestText } from "./entry.ts";
import type { Mask } from "./mask.ts";

/** A request or an answer. */
interface MessageReading {
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string;
  readonly bytes: number;
}

/** A request with its answer, without secrets. */
export interface ExchangeReading {
  readonly id: number;
  readonly at: string;
  readonly session?: string;
  readonly method: string;
  readonly url: string;
  readonly operation?: string;
  readonly path?: string;
  readonly deprecated?: boolean;
  readonly ms: number;
  readonly request: MessageReading;
  readonly status?: number;
  readonly response: MessageReading;
  readonly refusal?: { readonly kind: string; readonly where: string; readonly why: string };
  readonly situation?: string;
  /** How the answer of a service breaks the document. */
  readonly violations?: readonly string[];
  /** What was sent and is not in the answer, because the document does not allow it there. */
  readonly repairs?: readonly string[];
  /** What the tokens in the answer say. */
  readonly claims?: readonly JsonObject[];
  /** For what the mock itself has sent. */
  readonly delivery?: Delivery;
}

/** Prepares an entry for display. */
export function readEntry(entry: Entry, mask: Mask): ExchangeReading {
  const { id, at, session, method, url, operation, ms, status, refusal, situation, violations, repairs, delivery } =
    entry;
  const claims = claimsIn(entry.text ?? "", mask);
  return {
    id,
    at: new Date(at).toISOString(),
    ...(session === undefined ? {} : { session }),
    method,
    url: mask.url(url),
    ...(operation === undefined ? {} : { operation: operation.id, path: operation.path }),
    ...(operation?.lifecycle.deprecated === true ? { deprecated: true } : {}),
    ms: Math.round(ms * 1000) / 1000,
    request: message(entry.requestLines, requestText(entry), entry.requestBytes, mask),
    ...(status === 0 ? {} : { status }),
    response: message(entry.lines, entry.text, answerBytes(entry), mask),
    ...(refusal === undefined ? {} : { refusal: { ...refusal, why: mask.text(refusal.why) } }),
    ...(situation === undefined || situation === "" ? {} : { situation }),
    ...(violations === undefined ? {} : { violations }),
    ...(repairs === undefined ? {} : { repairs: repairs.map((one) => mask.text(one)) }),
    ...(claims.length === 0 ? {} : { claims }),
    ...(delivery === undefined ? {} : { delivery: maskedDelivery(delivery, mask) }),
  };
}

function maskedDelivery({ why, ...delivery }: Delivery, mask: Mask): Delivery {
  return { ...delivery, ...(why === undefined ? {} : { why: mask.text(why) }) };
}

function message(lines: readonly string[], text: string | undefined, bytes: number, mask: Mask): MessageReading {
  const headers = mask.headers(lines);
  return text === undefined ? { headers, bytes: 0 } : { headers, body: mask.body(text), bytes };
}

/** The program that wrote an archive. */
export interface Creator {
  readonly name: string;
  readonly version: string;
}

/** Exchanges as an HTTP archive, version 1.2. */
export function harOf(exchanges: readonly ExchangeReading[], origin: string, creator: Creator): object {
  return { log: { version: "1.2", creator, entries: exchanges.map((exchange) => harEntry(exchange, origin)) } };
}

function harEntry(
  { at, ms, method, url, request, response, status = 0, refusal, session, delivery }: ExchangeReading,
  origin: string,
): object {
  const headersOf = ({ headers }: MessageReading): object[] => headers.map(([name, value]) => ({ name, value }));
  const typeOf = ({ headers }: MessageReading): string =>
    headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  const query = url.includes("?") ? url.slice(url.indexOf("?") + 1).split("&") : [];
  return {
    startedDateTime: at,
    time: ms,
    request: {
      method,
      url: delivery === undefined ? `${origin}${url}` : url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: headersOf(request),
      queryString: query.map((pair) => {
        const [name = "", ...value] = pair.split("=");
        return { name, value: value.join("=") };
      }),
      ...(request.body === undefined ? {} : { postData: { mimeType: typeOf(request), text: request.body } }),
      headersSize: -1,
      bodySize: request.bytes,
    },
    response: {
      status,
      statusText: "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: headersOf(response),
      content: {
        size: response.bytes,
        mimeType: typeOf(response),
        ...(response.body === undefined ? {} : { text: response.body }),
      },
      redirectURL: "",
      headersSize: -1,
      bodySize: response.bytes,
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    ...(refusal === undefined && session === undefined
      ? {}
      : {
          comment: [session === undefined ? "" : `session ${session}`, refusal?.why ?? ""].filter(Boolean).join(": "),
        }),
  };
}
