// `createMock`: a mock in this process, for a test or a script, with everything needed to control it.
import type { MockServer, MockServerOptions } from "../http/node/mock-server.ts";
import { createMockServer } from "../http/node/server.ts";
import { DEFAULT_KEY } from "../http/options.ts";
import { SESSION_HEADER, isSessionName } from "../http/request/session.ts";
import type { JsonArray } from "../json/value.ts";
import type { Contract } from "../contract/model.ts";
import { type CollectionNames, collectionNames } from "../mock/items/names.ts";
import type { World } from "../mock/world.ts";
import { inferResources } from "../resource/infer.ts";
import { type Spec, contractFor } from "./contracts.ts";
import { type Handlers, serverHandlers } from "./handlers.ts";
import { type Items, MockWorld, resourceIndex } from "./mock-world.ts";
import { objectionTo } from "../http/node/sending/options.ts";
import { checkOptions, shown } from "./wrong-use.ts";

/** The options of a mock. */
export interface MockCreation extends Omit<MockServerOptions, "seeds" | "keys" | "console" | "handlers"> {
  /** The document: a file, a value, or a contract. Defaults to the embedded animal store. */
  readonly spec?: Spec | undefined;
  /** The initial items. Defaults to the examples of the document, or else generated items. */
  readonly seed?: Items | undefined;
  /** The port to listen on. Defaults to a free one. */
  readonly port?: number;
  /** The address to listen on. Defaults to 127.0.0.1. */
  readonly host?: string;
  /** The API key to accept. Defaults to "demo-key". */
  readonly key?: string;
  /** What operations answer in code, by `operationId`. */
  readonly handlers?: Handlers | undefined;
}

const OPTIONS: Readonly<Record<keyof MockCreation, true>> = {
  spec: true,
  seed: true,
  port: true,
  host: true,
  key: true,
  today: true,
  situations: true,
  auth: true,
  accept: true,
  lenient: true,
  onlyRequired: true,
  handlers: true,
  basePath: true,
  origins: true,
  allowedHosts: true,
  isOnNetwork: true,
  sessionHeader: true,
  capacity: true,
  capacityBytes: true,
  bodyLimit: true,
  maxConnections: true,
  tls: true,
  timeouts: true,
  onRequest: true,
  webhooks: true,
  onError: true,
  onWarning: true,
  control: true,
  journal: true,
} satisfies Readonly<Record<keyof MockCreation, true>>;

/**
 * Starts a mock.
 * @returns the mock, already listening
 * @throws TypeError for wrong use, in words; DocumentError, SeedError for invalid input; the system's error for a port
 * in use
 */
export async function createMock(options: MockCreation = {}): Promise<Mock> {
  checkOptions("createMock", options, Object.keys(OPTIONS));
  const { spec, seed, port = 0, host = "127.0.0.1", key = DEFAULT_KEY, handlers = {}, ...others } = options;
  checkSpec(spec, "spec" in options);
  const contract = await contractFor(spec);
  const inference = inferResources(contract);
  const objection = others.webhooks && objectionTo(others.webhooks, contract);
  if (objection !== undefined) throw new TypeError(`createMock: ${objection}`);
  const server: MockServer = createMockServer(contract, inference, {
    ...others,
    handlers: serverHandlers(handlers, contract, () => server.mask),
    keys: [key],
    ...seedOption(seed, collectionNames(inference)),
  });
  const { url, port: real } = await server.listen({ host, port });
  return new Mock(server, { contract, url, port: real, key, header: others.sessionHeader ?? SESSION_HEADER });
}

function checkSpec(spec: unknown, isThere: boolean): void {
  if (isThere && typeof spec !== "string" && (typeof spec !== "object" || spec === null)) {
    throw new TypeError(
      `createMock takes as spec the path of an OpenAPI document, or the document; it got ${shown(spec)}. Leave it out for the embedded animal store`,
    );
  }
}

function seedOption(seed: Items | undefined, names: CollectionNames): Pick<MockServerOptions, "seeds"> {
  if (seed === undefined) return {};
  if (typeof seed === "number") return { seeds: { default: { kind: "count", count: seed } } };
  if (Array.isArray(seed)) return { seeds: { first: { kind: "items", items: seed as JsonArray } } };
  if (typeof seed !== "object" || seed === null) {
    throw new TypeError(
      `createMock takes as seed a number, a list of items, or an object of such lists; it got ${shown(seed)}`,
    );
  }
  const lists = Object.entries(seed as Readonly<Record<string, JsonArray>>);
  for (const [name] of lists) resourceIndex(name, names);
  return {
    seeds: { named: Object.fromEntries(lists.map(([name, items]) => [name, { kind: "items", items } as const])) },
  };
}

interface Facts {
  readonly contract: Contract;
  readonly url: string;
  readonly port: number;
  readonly key: string;
  readonly header: string;
}

/** A listening mock. Its own methods act on the world that clients without a session share. */
export class Mock extends MockWorld {
  /** The base URL, including the path prefix. */
  readonly url: string;
  readonly port: number;
  /** The API key that it accepts. */
  readonly key: string;
  readonly contract: Contract;
  readonly #server: MockServer;
  readonly #header: string;
  #sessions = 0;

  constructor(server: MockServer, { contract, url, port, key, header }: Facts) {
    super(
      () => server.worlds.shared,
      () => server.mask,
    );
    this.#server = server;
    this.contract = contract;
    this.url = url;
    this.port = port;
    this.key = key;
    this.#header = header;
  }

  /**
   * A separate world for one test or one user.
   * @param name the name of the session; unique by default
   */
  session(name: string = `session-${++this.#sessions}`): MockSession {
    if (!isSessionName(name)) {
      throw new TypeError(
        `a session is called by 1 to 64 letters, digits and any of . _ ~ : @ -; it got ${shown(name)}`,
      );
    }
    const { worlds } = this.#server;
    const world = (): World => {
      const found = worlds.session(name);
      if (found === undefined) throw new Error("there are too many sessions, and all are in use; close some");
      return found;
    };
    return new MockSession([world, () => this.#server.mask], {
      name,
      url: this.url,
      headers: { [this.#header]: name },
      drop: () => void worlds.drop(name),
    });
  }

  /** Stops: answers requests in flight and closes everything. */
  close(): Promise<void> {
    return this.#server.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

interface SessionFacts {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly drop: () => void;
}

/** A session of a mock. */
export class MockSession extends MockWorld {
  readonly name: string;
  /** The base URL, the same as the mock's. */
  readonly url: string;
  /** The header that names the session. Send it with each request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly #drop: () => void;

  constructor(steered: ConstructorParameters<typeof MockWorld>, { name, url, headers, drop }: SessionFacts) {
    super(...steered);
    this.name = name;
    this.url = url;
    this.headers = headers;
    this.#drop = drop;
  }

  /** Ends the session. */
  close(): void {
    this.#drop();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
