// The connection to Redis, through the optional package `redis`, which is loaded only here.
import type * as Redis from "redis";
import { EngineError } from "../engine.ts";

/** Where Redis is, and what it takes to be let in. */
export interface RedisPlace {
  /** redis:// or, with TLS, rediss://. */
  readonly url: string;
  readonly password?: string | undefined;
}

/** Thrown if Redis cannot be used at all; the message says why, and what to do. */
export class RedisProblem extends Error {}

/** What is known of the engine. */
export interface RedisFacts {
  /** "redis 7.0.15" */
  readonly name: string;
  /** False if what was acknowledged is lost when the engine ends. */
  readonly isLasting: boolean;
  /** False if the engine drops keys when it is full. */
  readonly keepsKeys: boolean;
}

/** How long an answer may take, in milliseconds. */
const PATIENCE = 3_000;
/** The longest time between two attempts to connect. */
const PAUSE = 1_000;
const OLDEST = [6, 2] as const;

/** Sends commands. */
export interface Link {
  /** @param key decides which node of a cluster is asked. @throws EngineError */
  send(key: string, command: readonly string[]): Promise<unknown>;
  readonly facts: RedisFacts;
  /** Lets the process end while it is connected. */
  unref(): void;
  close(): Promise<void>;
}

interface Client {
  connect(): Promise<unknown>;
  on(event: "error", listener: (error: unknown) => void): unknown;
  destroy(): void;
  close(): Promise<unknown>;
}

/** Connects. @throws RedisProblem */
export async function connect(place: RedisPlace): Promise<Link> {
  const { createClient, createCluster } = await load();
  let hasBegun = false;
  const options = {
    ...credentialsOf(place),
    RESP: 2 as const,
    // A request is refused rather than kept waiting.
    disableOfflineQueue: true,
    disableClientInfo: true,
    socket: {
      connectTimeout: PATIENCE,
      reconnectStrategy: (retries: number) => (hasBegun ? Math.min(50 * 2 ** retries, PAUSE) : false),
    },
  };
  const client = createClient(options as unknown as Redis.RedisClientOptions);
  await begin(client, place);
  const facts = await factsOf(client, place);
  hasBegun = true;
  if (!facts.isCluster)
    return {
      facts,
      send: async (_, command) => told(client.sendCommand([...command])),
      unref: () => client.unref(),
      close: () => end(client),
    };
  await end(client);
  const { url, ...defaults } = options;
  const cluster = createCluster({ rootNodes: [{ url }], defaults });
  await begin(cluster, place);
  return {
    facts,
    send: async (key, command) => told(cluster.sendCommand(key, false, [...command])),
    unref: () => undefined,
    close: () => end(cluster),
  };
}

async function load(): Promise<Pick<typeof Redis, "createClient" | "createCluster">> {
  try {
    return await import("redis");
  } catch (error) {
    if (!/MODULE_NOT_FOUND/.test(codeOf(error))) throw error;
    throw new RedisProblem("the package redis is missing: npm install --save-dev redis@6");
  }
}

async function begin(client: Client, place: RedisPlace): Promise<void> {
  // Without a listener, a lost connection would end the process; each request says what it means for it.
  client.on("error", () => undefined);
  try {
    await patient(client.connect());
  } catch (error) {
    client.destroy();
    throw new RedisProblem(whyNot(error, place));
  }
}

async function end(client: Client): Promise<void> {
  await patient(client.close()).catch(() => client.destroy());
}

/** Why Redis cannot be used. The password must not be in it. */
function whyNot(error: unknown, { url }: RedisPlace): string {
  const where = shownPlace(url);
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : "";
  const known = REASONS.find(([reason]) => reason.test(`${code} ${message}`))?.[1];
  if (known !== undefined) return known(where, first(message));
  if (error instanceof TypeError || /RESP|protocol|parse|Unexpected/i.test(message))
    return `what answers at ${where} is not Redis`;
  return `${where} cannot be used: ${first(message || code || SILENT)}`;
}

/** What is said of a place that does not answer in time. */
const SILENT = "it does not answer";

/** Reasons, by the code and the message of an error. */
const REASONS: readonly (readonly [RegExp, (where: string, message: string) => string])[] = [
  [
    /NOAUTH|WRONGPASS|ERR AUTH|ERR invalid password|ERR Client sent AUTH/i,
    (where) => `${where} does not accept the password: set ANIMAL_STORE_STORE_PASSWORD`,
  ],
  [/NOPERM/, (where, message) => `${where} does not let this user do what is needed: ${message}`],
  [/^ECONNREFUSED/, (where) => `nothing listens at ${where}: start Redis there, or correct the address`],
  [/^(?:ENOTFOUND|EAI_AGAIN)/, (where) => `${where} is no known host: correct the address`],
  [/ERR DB index/, (where) => `${where} has no database of that number`],
  [/ALTNAME_INVALID/, (where, message) => `the certificate at ${where} is for another host: ${message}`],
  [
    /CERT|SIGNATURE/,
    (where, message) =>
      `the certificate at ${where} is not trusted (${message}): set NODE_EXTRA_CA_CERTS to the file of the one that signed it`,
  ],
  [/^ECONNRESET/, (where) => `${where} ended the connection: with TLS, the address must begin with rediss://`],
  [/does not answer$/, (where) => `${where} does not answer${where.startsWith("rediss") ? WITHOUT_TLS : ""}`],
];
const WITHOUT_TLS = ": without TLS, the address must begin with redis://";

function codeOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" ? code : "";
}

const first = (text: string): string => text.replaceAll(/[^\x20-\x7e]+/g, " ").slice(0, 120);

/** The address, the user in it, and the password, which is in it or given apart. */
function credentialsOf({ url, password }: RedisPlace): { url: string; username?: string; password?: string } {
  const bare = new URL(url);
  const user = decodeURIComponent(bare.username);
  const secret = password ?? decodeURIComponent(bare.password);
  bare.username = "";
  bare.password = "";
  return { url: bare.href, ...(user === "" ? {} : { username: user }), ...(secret === "" ? {} : { password: secret }) };
}

/** An address without user and password. */
export function shownPlace(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === "/" ? "" : pathname}`;
}

interface Asked extends Client {
  sendCommand(command: readonly string[]): Promise<unknown>;
}

async function factsOf(client: Asked, place: RedisPlace): Promise<RedisFacts & { readonly isCluster: boolean }> {
  let text: string;
  try {
    text = String(await patient(client.sendCommand(["INFO"])));
  } catch (error) {
    client.destroy();
    throw new RedisProblem(whyNot(error, place));
  }
  const said = new Map([...text.matchAll(/^([\w-]+):([^\r\n]*)/gm)].map(([, name = "", value = ""]) => [name, value]));
  const version = said.get("valkey_version") ?? said.get("redis_version");
  const name = said.has("valkey_version") ? "valkey" : "redis";
  const [major = 0, minor = 0] = (version ?? "0").split(".").map(Number);
  const isOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
  if (isOld) client.destroy();
  if (version === undefined) throw new RedisProblem(`what answers at ${shownPlace(place.url)} is not Redis`);
  if (isOld)
    throw new RedisProblem(
      `${shownPlace(place.url)} is ${name} ${version}: it must be Redis ${OLDEST.join(".")} or later, or Valkey`,
    );
  return {
    name: `${name} ${version}`,
    isLasting: said.get("aof_enabled") === "1",
    keepsKeys:
      (said.get("maxmemory") ?? "0") === "0" || (said.get("maxmemory_policy") ?? "noeviction") === "noeviction",
    isCluster: said.get("cluster_enabled") === "1",
  };
}

/** An answer, or an error if it takes too long. */
function patient<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(SILENT)), PATIENCE);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** @throws EngineError that says why not */
async function told(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await patient(answer);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (message.startsWith("NOSCRIPT")) throw error;
    throw new EngineError(kindOf(message), first(message));
  }
}

function kindOf(message: string): EngineError["kind"] {
  if (/\bOOM\b/.test(message)) return "full";
  if (/\b(?:READONLY|MISCONF|NOREPLICAS)\b/.test(message)) return "read-only";
  if (/\bWRONGTYPE\b/.test(message)) return "foreign";
  return "unreachable";
}
