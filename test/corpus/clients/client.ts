// A client as an application would write it from a public guide: plain requests, and pages as the guide describes. It
// knows nothing about documents, roles or mocks.
import assert from "node:assert/strict";

/** A JSON body, loosely typed as in clients without a library. */
// oxlint-disable-next-line typescript/no-explicit-any -- what a service answers is looked at, not declared
export type Body = any;

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface Sent {
  readonly json?: object;
  readonly form?: Readonly<Record<string, string>>;
  /** The media type of the JSON, if it is a special one. */
  readonly type?: string;
}

export class Client {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(base: string, headers: Readonly<Record<string, string>>) {
    this.#base = base;
    this.#headers = headers;
  }

  /** Sends a request that must succeed. @param what "GET /things/1" */
  async ask(what: string, sent: Sent = {}): Promise<Body> {
    const { status, body } = await this.try(what, sent);
    assert.ok(status < 300, `${what} was answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** Sends a request that may fail. */
  async try(what: string, { json, form, type = "application/json" }: Sent = {}): Promise<Answered> {
    const [method = "", path = ""] = what.split(" ");
    const url = /^https?:/.test(path) ? path : `${this.#base}${path}`;
    const headers = { ...this.#headers, ...(json === undefined ? {} : { "content-type": type }) };
    const body = json === undefined ? (form === undefined ? null : new URLSearchParams(form)) : JSON.stringify(json);
    const response = await fetch(url, { method, headers, body });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
  }

  /** Expects that something is gone. */
  async gone(what: string): Promise<void> {
    assert.equal((await this.try(what)).status, 404, what);
  }

  /**
   * Follows the pages of a list.
   * @param next the next request after a page; undefined after the last
   * @returns the items of all pages; each page must respect the requested size
   */
  async walk(
    first: string,
    { items, next, size }: { items: (body: Body) => Body[]; next: (body: Body) => string | undefined; size: number },
  ): Promise<Body[]> {
    const all: Body[] = [];
    let what: string | undefined = first;
    for (let pages = 0; what !== undefined; pages++) {
      assert.ok(pages < 100, `${first} never ends`);
      const body: Body = await this.ask(what);
      const page = items(body);
      assert.ok(page.length <= size, what);
      all.push(...page);
      what = next(body);
    }
    return all;
  }
}

/** Expects each of these values exactly once. */
export function expectEach(seen: readonly unknown[], wanted: readonly unknown[]): void {
  assert.equal(new Set(seen).size, seen.length, "a page repeats what another one showed");
  for (const one of wanted) assert.ok(seen.includes(one), `no page shows ${String(one)}`);
}

/** Does something this many times, one after another. */
export async function times<T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let index = 0; index < count; index++) done.push(await act(index));
  return done;
}
