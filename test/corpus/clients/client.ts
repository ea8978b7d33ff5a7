// A client as an application would write one from a service's public guide: plain requests, and pages followed as the
// guide says. It knows nothing of documents, roles or mocks.
import assert from "node:assert/strict";

/** A body of JSON, as loosely typed as clients without a library have it. */
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
  /** The media type of the JSON, where it has one of its own. */
  readonly type?: string;
}

export class Client {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(base: string, headers: Readonly<Record<string, string>>) {
    this.#base = base;
    this.#headers = headers;
  }

  /** Asks for what must succeed. @param what "GET /things/1" */
  async ask(what: string, sent: Sent = {}): Promise<Body> {
    const { status, body } = await this.try(what, sent);
    assert.ok(status < 300, `${what} was answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** Asks for what may fail. */
  async try(what: string, { json, form, type = "application/json" }: Sent = {}): Promise<Answered> {
    const [method = "", path = ""] = what.split(" ");
    const url = /^https?:/.test(path) ? path : `${this.#base}${path}`;
    const headers = { ...this.#headers, ...(json === undefined ? {} : { "content-type": type }) };
    const body = json === undefined ? (form === undefined ? null : new URLSearchParams(form)) : JSON.stringify(json);
    const response = await fetch(url, { method, headers, body });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
  }

  /** What is gone must be so. */
  async gone(what: string): Promise<void> {
    assert.equal((await this.try(what)).status, 404, what);
  }

  /**
   * Follows the pages of a list.
   * @param next what to ask for after a page; undefined after the last
   * @returns the items of all pages; each page must be as small as was asked for
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

/** Each of some values, and none twice. */
export function expectEach(seen: readonly unknown[], wanted: readonly unknown[]): void {
  assert.equal(new Set(seen).size, seen.length, "a page repeats what another one showed");
  for (const one of wanted) assert.ok(seen.includes(one), `no page shows ${String(one)}`);
}

/** Does something so often, one after the other. */
export async function times<T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let index = 0; index < count; index++) done.push(await act(index));
  return done;
}
