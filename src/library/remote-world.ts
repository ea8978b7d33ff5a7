// Controls one session of a mock in another process through its control plane: see spec/control.yaml.
import type { ExchangeReading } from "../mock/journal/reading.ts";
import type { JsonValue } from "../json/value.ts";
import type { Sent } from "../mock/outbox.ts";
import type { Situation } from "../mock/situations/situation.ts";

/** Where the mock is, and which session to use. */
export interface RemotePlace {
  /** The base URL of the mock. */
  readonly url: string;
  /** The API key that it accepts. */
  readonly key: string;
  readonly session: string;
  /** The token of the control plane, if it has one. */
  readonly token?: string | undefined;
  /** The prefix of the control plane. Defaults to "/_", like the mock. */
  readonly control?: string | undefined;
  /** The header that names a session. Defaults to X-Mock-Session, like the mock. */
  readonly header?: string | undefined;
}

/** What a test does with webhooks: as `mock.webhooks` of a mock in the same process. */
export interface RemoteWebhooks {
  /** Sends a webhook to an address from now on. */
  add(name: string, url: string | URL): Promise<void>;
  /** Stops sending it there. */
  remove(name: string, url: string | URL): Promise<void>;
  /** Sends a webhook now. @returns the addresses */
  send(name: string, body?: JsonValue): Promise<readonly string[]>;
  /** Waits for the next delivery of a webhook or callback. Each is returned once. @throws Error if there is none in time */
  next(name: string, options?: { readonly timeout?: number }): Promise<Sent>;
}

const CONTROL = "/_";
const VERSION = "/api/v1";
const HEADER = "X-Mock-Session";

/** A session: a separate world on a shared mock. */
export class RemoteWorld {
  readonly url: string;
  readonly key: string;
  /** The name of the session. */
  readonly session: string;
  /** The header that names it. Send it with each request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly #token: string | undefined;
  readonly #control: string;

  constructor({ url, key, session, token, control = CONTROL, header = HEADER }: RemotePlace) {
    this.url = url;
    this.key = key;
    this.session = session;
    this.headers = { [header]: session };
    this.#token = token;
    this.#control = control + VERSION;
  }

  /** Returns to the initial items, time and situations. */
  async reset(): Promise<void> {
    await this.#call("POST", "/state/reset");
  }

  /** Sets other initial items: a number of generated ones, or items for each resource by name. */
  async seed(items: number | Readonly<Record<string, readonly object[]>>): Promise<void> {
    await this.#call("POST", "/state/reseed", typeof items === "number" ? { count: items } : { resources: items });
  }

  /** The items of a resource. The name is optional if there is only one. */
  async items<T = unknown>(resource?: string): Promise<T[]> {
    const query = resource === undefined ? "" : `?resource=${encodeURIComponent(resource)}`;
    const { resources } = (await this.#call("GET", `/state${query}`)) as { resources: Readonly<Record<string, T[]>> };
    const [found, another] = Object.entries(resources);
    if (found !== undefined && another === undefined) return found[1];
    throw new TypeError(`items needs the name of a resource; there are ${Object.keys(resources).join(", ")}`);
  }

  /** Switches a situation on. @returns a function that switches it off */
  async situation(situation: Situation): Promise<() => Promise<void>> {
    const { id } = (await this.#call("POST", "/situations", situation)) as { id: number };
    return async () => void (await this.#call("DELETE", `/situations/${id}`));
  }

  /** The latest requests of this session and their responses, oldest first. */
  async requests(): Promise<readonly ExchangeReading[]> {
    return (await this.#call("GET", "/requests?limit=1000")) as readonly ExchangeReading[];
  }

  /** The webhooks of this session. */
  readonly webhooks: RemoteWebhooks = {
    add: (name, url) => this.#webhook("POST", name, "/addresses", { url: String(url) }),
    remove: (name, url) => this.#webhook("DELETE", name, `/addresses?url=${encodeURIComponent(String(url))}`),
    send: async (name, body) => {
      const sent = await this.#webhook("POST", name, "", body === undefined ? {} : { body });
      return (sent as unknown as { readonly addresses: readonly string[] }).addresses;
    },
    next: async (name, { timeout = 5_000 } = {}) =>
      (await this.#webhook("POST", name, `/next?seconds=${timeout / 1000}`)) as unknown as Sent,
  };

  /** Sets the time, and stops it there if `frozen` is true. */
  async setClock(now: Date | string, frozen = false): Promise<void> {
    await this.#call("PUT", "/clock", { now: new Date(now).toISOString(), frozen });
  }

  /**
   * Ends the session. The next client with the same name gets the initial state of the mock, whatever the session was
   * seeded with.
   */
  async close(): Promise<void> {
    // A session that does not exist yet is created by the call that ends it.
    await this.#call("GET", "/clock");
    await this.#call("DELETE", `/sessions/${encodeURIComponent(this.session)}`);
  }

  #webhook(method: string, name: string, rest: string, body?: object): Promise<void> {
    return this.#call(method, `/webhooks/${encodeURIComponent(name)}${rest}`, body) as Promise<void>;
  }

  async #call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(new URL(this.#control + path, this.url), {
      method,
      headers: {
        ...this.headers,
        ...(this.#token === undefined ? {} : { Authorization: `Bearer ${this.#token}` }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const value: unknown = text === "" ? undefined : JSON.parse(text);
    if (response.ok) return value;
    const { message = text } = (value ?? {}) as { message?: string };
    throw new Error(`the mock's control plane refused ${method} ${path}: ${message}`);
  }
}

/** The variables that tell the workers of a test run where to find its mock. */
const VARIABLES = {
  url: "ANIMAL_STORE_TEST_URL",
  key: "ANIMAL_STORE_TEST_KEY",
  token: "ANIMAL_STORE_TEST_TOKEN",
  control: "ANIMAL_STORE_TEST_CONTROL",
  header: "ANIMAL_STORE_TEST_HEADER",
} as const;

/** Tells the workers of a test run where the mock is. */
export function tellWorkers(place: Omit<RemotePlace, "session">): void {
  for (const [part, variable] of Object.entries(VARIABLES)) {
    const value = place[part as keyof typeof VARIABLES];
    if (value === undefined) delete process.env[variable];
    else process.env[variable] = value;
  }
}

/** The session of a worker. @throws Error that says what to do if no mock was started */
export function workerWorld(name: string, howToStart: string): RemoteWorld {
  const told = (part: keyof typeof VARIABLES): string | undefined => process.env[VARIABLES[part]];
  const url = told("url");
  if (url === undefined) throw new Error(`no mock was started for this run: ${howToStart}`);
  const others = { token: told("token"), control: told("control"), header: told("header") };
  return new RemoteWorld({ url, key: told("key") ?? "", session: name, ...others });
}
