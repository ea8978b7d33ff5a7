// What reports show of exchanges: no secrets, and within limits. The target decides how much it sends, how often a
// check looks at it and how hard it is to read; it must not decide how long or how large a report is.
import { curlOf } from "../../src/report/renderers/curl.ts";
import type { Evidence } from "../../src/report/finding.ts";
import { beginning, count } from "../../src/report/text.ts";
import { isUsual } from "../client/request.ts";
import { type Exchange, decodedBody, describeAnswer } from "../client/exchange.ts";
import { keptFor } from "../../src/memo.ts";
import type { Redactor } from "../client/target/redaction.ts";

/** How much of a run's evidence is kept: all of a failure's, a sample of a pass's. */
export const KEPT = { pass: { exchanges: 2, bytes: 2_000 }, other: { exchanges: 6, bytes: 20_000 } } as const;

/** Bytes read of one body. What is shown is cut from these, and is at most 64 KiB. */
const LOOKED_AT = 32 * 1024;
/** Characters of evidence in one report. */
const MOST = 64 * 1024 * 1024;
/** Characters of a sentence, because what it quotes may have any length. */
const LONGEST_SENTENCE = 4_000;

const DROPPED = "(left out: the evidence in this report is too large)";

/** The beginning of a text, and its full length. */
function clip(text: string, length: number): string {
  return text.length <= length ? text : `${beginning(text, length)}… (${text.length} characters in all)`;
}

/** An exchange in the JSON report. */
interface Written {
  readonly length: number;
  readonly shown: { readonly request: { readonly method: string; readonly url: string } };
  readonly size: number;
}

/** The evidence of one report. */
export class EvidenceWriter {
  readonly #known = new WeakMap<Exchange, Written>();
  readonly redactor: Redactor;
  readonly #shown = new Map<Exchange, Evidence>();
  #left = MOST;

  constructor(redactor: Redactor) {
    this.redactor = redactor;
  }

  /** A sentence of the suite, which may quote what was received. */
  sentence(text: string): string {
    return clip(this.redactor.sentence(text.slice(0, 2 * LONGEST_SENTENCE)), LONGEST_SENTENCE);
  }

  /** An exchange for people. */
  evidence(exchange: Exchange): Evidence {
    const known = keptFor(this.#shown, exchange, (one) => this.#evidenceOf(one));
    this.#left -= [known.title, known.curl, known.request, known.response].join("").length;
    return this.#left > 0 ? known : { title: known.title, response: DROPPED };
  }

  #evidenceOf(exchange: Exchange): Evidence {
    const { redactor } = this;
    const { request, response } = exchange;
    const body = request.body === undefined ? undefined : this.#body(request.body, KEPT.other.bytes);
    const sent = request.body === undefined ? undefined : redactor.toSend(request.body);
    const { host, pathname } = new URL(request.url);
    const headers = redactor
      .headers(request.headers)
      .filter(([name, value]) => !CURL_OWN.has(name.toLowerCase()) || (name.toLowerCase() === "host" && value !== host))
      .filter(([name, value]) => !isUsual(name, value));
    const url = redactor.text(request.url);
    return {
      title: `${request.method} ${redactor.text(pathname)}: ${this.sentence(describeAnswer(exchange))}`,
      curl: curlOf({ method: request.method, url, headers, ...(sent === undefined ? {} : { body: sent }) }),
      request: [
        `${request.method} ${url}`,
        ...redactor.headers(request.headers).map(([name, value]) => `${name}: ${value}`),
        ...(body === undefined ? [] : ["", body]),
      ].join("\n"),
      response:
        response === undefined
          ? `no answer: ${this.sentence(exchange.failure ?? "unknown")}`
          : [
              `${response.status}`,
              ...redactor.headers(response.headers).map(([name, value]) => `${name}: ${value}`),
              "",
              this.#answer(exchange, KEPT.other.bytes),
            ].join("\n"),
      milliseconds: Math.round(exchange.ms * 10) / 10,
    };
  }

  /** An exchange for the JSON report. @param length characters of each body */
  json(exchange: Exchange, length: number): object {
    const { shown, size } = this.#written(exchange, length);
    this.#left -= size;
    if (this.#left > 0) return shown;
    const { method, url } = shown.request;
    return { ...shown, request: { method, url, headers: [], body: null }, response: { failure: DROPPED } };
  }

  /** Cached, because many results share the same exchange. */
  #written(exchange: Exchange, length: number): Written {
    const known = this.#known.get(exchange);
    if (known?.length === length) return known;
    const { request, response } = exchange;
    const { redactor } = this;
    const shown = {
      request: {
        method: request.method,
        url: redactor.text(request.url),
        headers: redactor.headers(request.headers),
        body: request.body === undefined ? null : this.#body(request.body, length),
      },
      response:
        response === undefined
          ? { failure: this.sentence(exchange.failure ?? "unknown") }
          : {
              status: response.status,
              headers: redactor.headers(response.headers),
              body: this.#answer(exchange, length),
            },
      ms: Math.round(exchange.ms * 10) / 10,
    };
    const written = { length, shown, size: JSON.stringify(shown).length };
    this.#known.set(exchange, written);
    return written;
  }

  #answer(exchange: Exchange, length: number): string {
    return this.#body(decodedBody(exchange) ?? exchange.response?.body ?? new Uint8Array(), length);
  }

  #body(bytes: Uint8Array, length: number): string {
    if (bytes.length <= LOOKED_AT) return clip(this.redactor.body(bytes), length);
    const shown = this.redactor.body(bytes.subarray(0, wholeCharacters(bytes)), bytes.length);
    return `${beginning(shown, length)}… (${count(bytes.length, "byte")} in all)`;
  }
}

/** The length of the first bytes of a UTF-8 text that does not cut a character in two. */
function wholeCharacters(bytes: Uint8Array): number {
  let end = LOOKED_AT;
  while (end > LOOKED_AT - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return end;
}

/** Headers that curl sets by itself. */
const CURL_OWN = new Set(["host", "user-agent", "connection", "content-length"]);
