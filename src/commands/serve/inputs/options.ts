// The options of `serve`: flags override variables, which override defaults. Each is validated.
import { isIPv6 } from "node:net";
import { isOrigin } from "../../../http/request/admission/origin.ts";
import { DEFAULT_KEY } from "../../../http/node/server.ts";
import type { WebhookOptions } from "../../../http/node/sending/options.ts";
import { DEFAULT_CAPACITY } from "../../../store/memory/memory-store.ts";
import { defined } from "../../../json/defined.ts";
import {
  type Options,
  type TypedFlags,
  list,
  oneOf,
  readFlags,
  several,
  text,
  textOf,
  texts,
  today,
  toggle,
  typed,
  value,
} from "../../flags.ts";
import { OVERLAYS } from "../../overlays.ts";
import { STORE_FLAGS, checkStore } from "./store-flags.ts";
import { baseUrlOf } from "../../base-url.ts";
import { type Environment, type Given, UsageError, bytes, fitting, textThat, whole } from "../../usage.ts";

/** More items than any machine can hold: a typo rather than a wish. */
const LARGEST_CAPACITY = 100_000_000;

/** The address to listen on. Node listens on all addresses for an empty one, which nobody means by typing nothing. */
const addressOf = textThat((name) => name.trim() !== "", "an address or a name of this machine");

const HEADER_NAME = /^[a-z][a-z0-9-]{0,63}$/i;
/** Headers that the mock reads itself, so they cannot name a session. */
const TAKEN_HEADERS =
  /^(?:host|origin|authorization|cookie|prefer|content-.*|transfer-encoding|sec-.*|connection|expect)$/i;
const headerOf = textThat(
  (name) => HEADER_NAME.test(name) && !TAKEN_HEADERS.test(name),
  "a header name such as X-Mock-Session that has no other meaning",
);

const CONTROL_PATH = /^(?:\/[\w.~-]+)+$/;
const controlPathOf = textThat(
  (path) => CONTROL_PATH.test(path),
  "a path such as /_ or /steer, without a slash at the end",
);

const HOST_NAME = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i;
/** A name that a Host header can have. IP addresses are always accepted, but may be listed. */
const hostOf = textThat(
  (name) => HOST_NAME.test(name) || isIPv6(name.replace(/^\[(.*)\]$/, "$1")),
  "a host name such as dev.example.com, without a scheme, a port or a path",
);

const originOf = textThat(isOrigin, "an origin such as https://app.example.com, without a path");

/** A path prefix in URL form; "/" alone means none. */
const basePathOf = fitting((given) => {
  const path = given.replace(/\/+$/, "");
  return path === "" || /^(\/[\w.~!$&'()*+,;=:@%-]+)+$/.test(path) ? path : undefined;
}, "a path such as /api/v2, or / for none");

/** All flags of the command. */
export const FLAGS = {
  spec: text("--spec <file>", "the OpenAPI document, instead of the argument (or set ANIMAL_STORE_SPEC)"),
  overlays: OVERLAYS,
  host: value("--host <address>", "the address to listen on (default: 127.0.0.1)", addressOf, "127.0.0.1"),
  port: value("--port <number>", "the port to listen on; 0 takes a free one (default: 4010)", whole(0, 65_535), 4010),
  key: list("--key <key>", "an API key to accept, repeatable (default: demo-key)", textOf),
  accept: value("--accept <any>", "accept any credential where the document requires one", oneOf(["any"] as const)),
  auth: toggle("--no-auth", "accept requests without a key, whatever the document says"),
  seed: value("--seed <number|file>", "start with this many generated items, or with the items in a JSON file", seedOf),
  data: text("--data <file>", "keep the items in this file: load them at the start, save them when they change"),
  ...STORE_FLAGS,
  watch: toggle("--watch", "reload the document and the seed when they change"),
  today: today("run as if it were this day, for example after a sunset date"),
  quiet: toggle("--quiet", "print the base URL and nothing else"),
  log: toggle("--log", "print a line for each request"),
  jsonLog: toggle("--json-log", "print a line of JSON for each request"),
  har: text("--har <file>", "write the latest requests and responses to an HTTP archive"),
  // Situations contain commas, so the variable holds only one.
  situation: texts(
    "--situation <words>",
    "start with a situation, such as 'GET /items status=503 share=0.2', repeatable",
  ),
  situations: text("--situations <file>", "start with the situations in a YAML file"),
  sessionHeader: value(
    "--session-header <name>",
    "the header that names a session (default: X-Mock-Session)",
    headerOf,
  ),
  controlPath: value("--control-path <path>", "the path of the control plane (default: /_)", controlPathOf),
  controlToken: value("--control-token <token>", "the token that callers of the control plane must send", tokenOf),
  isSteered: toggle("--no-control", "turn the control plane off"),
  allowedHosts: list("--allowed-host <name>", "a host name to answer for besides localhost, repeatable", hostOf),
  origins: list(
    "--origin <origin>",
    "an origin whose pages may use the mock besides those on loopback, repeatable",
    originOf,
  ),
  basePath: value(
    "--base-path <path>",
    "the path to serve under instead of the document's, such as /api/v2, or / for none",
    basePathOf,
  ),
  tlsCert: value("--tls-cert <file>", "serve HTTPS with this certificate, in PEM; needs --tls-key", asGiven),
  tlsKey: value("--tls-key <file>", "the private key of the certificate, in PEM", asGiven),
  console: toggle("--no-console", "turn the web console at /_/ off"),
  webhook: several(
    "--webhook <name=url>",
    "send a webhook of the document to a URL; * is all of them, repeatable",
    addressesOf,
  ),
  webhookSecret: value(
    "--webhook-secret <secret>",
    "the secret that signs webhooks and callbacks (default: a public one)",
    secretOf,
  ),
  webhookHeader: value(
    "--webhook-header <name>",
    "a header for a signature of the body, besides those of Standard Webhooks",
    headerOf,
  ),
  webhookHosts: list(
    "--webhook-host <name>",
    "a host to which webhooks and callbacks may go besides this machine, repeatable",
    hostOf,
  ),
  mount: typed(
    texts("--mount <path=file>", "with several documents: serve one of them under this path, such as /a=a.yaml"),
  ),
  workspace: typed(text("--workspace <file>", "serve the documents of a YAML file, each with options of its own")),
  upstream: value("--upstream <url>", "let this service answer what is there already, and mock the rest", upstreamOf),
  mock: texts(
    "--mock <term>",
    "with --upstream: mock this operation, or tag:, path: or operation: with a glob; repeatable",
  ),
  handlers: text("--handlers <file>", "a module whose functions answer operations, by operationId"),
  lenient: toggle("--lenient", "answer requests that break the document as if they were right, and say how they do"),
  onlyRequired: toggle("--only-required", "leave out optional properties that nobody sent"),
  strict: toggle("--strict", "refuse a document if one of its operations cannot be served"),
  capacity: value(
    "--capacity <number>",
    "the most items in a resource (default: 1000000)",
    whole(0, LARGEST_CAPACITY),
    DEFAULT_CAPACITY,
  ),
  capacityBytes: value(
    "--capacity-bytes <number>",
    "the most memory for all items (default: a quarter of Node's heap)",
    whole(0, Number.MAX_SAFE_INTEGER),
  ),
  bodyLimit: value(
    "--body-limit <size>",
    "the largest body of a request (default: 64KiB, and 10MiB for files and forms with files)",
    bytes,
  ),
  maxConnections: value(
    "--max-connections <number>",
    "the most connections at a time (default: as many as there is room for)",
    whole(1, 1_000_000),
  ),
};

/** NAME=URL, by name. */
function addressesOf(given: readonly Given[]): Readonly<Record<string, readonly string[]>> {
  const all = new Map<string, string[]>();
  for (const one of given) {
    const [name = "", ...rest] = one.text.split("=");
    const url = rest.join("=");
    if (name === "" || !/^https?:\/\/./.test(url))
      throw new UsageError(`${one.source} must be NAME=URL, such as order.created=http://127.0.0.1:3000/hook`);
    all.set(name, [...(all.get(name) ?? []), url]);
  }
  return Object.fromEntries(all);
}

/** Flags that are only meaningful in combination. */
type Combined =
  | "mount"
  | "workspace"
  | "key"
  | "webhook"
  | "webhookSecret"
  | "webhookHeader"
  | "webhookHosts"
  | "isSteered"
  | "controlPath"
  | "controlToken"
  | "tlsCert"
  | "tlsKey";

/** How to serve. */
export interface ServeOptions extends Omit<Options<typeof FLAGS>, Combined> {
  /** The command that serves. */
  readonly command: "serve" | "proxy";
  readonly keys: readonly string[];
  /** True if the user did not set a key. */
  readonly isDefaultKey: boolean;
  /** How to reach the control plane; absent if there is none. */
  readonly control?: { readonly path?: string; readonly token?: string };
  /** Where and how webhooks and callbacks are sent. */
  readonly webhooks: WebhookOptions;
  /** The certificate and key files for HTTPS. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

export type ServeFlags = TypedFlags;

/**
 * Works out the options from the flags and the environment.
 * @throws UsageError for a value that cannot be used
 */
export function readServeOptions(flags: ServeFlags, env: Environment): ServeOptions {
  const read = readFlags(FLAGS, flags, env);
  const {
    mount: _mount,
    workspace: _workspace,
    webhook,
    webhookSecret: secret,
    webhookHeader: header,
    webhookHosts: hosts,
    ...given
  } = read;
  if (given.mock.length > 0 && given.upstream === undefined)
    throw new UsageError("--mock needs --upstream: without a service, everything is mocked");
  checkStore(given);
  const { key, isSteered, controlPath: path, controlToken: token, tlsCert, tlsKey, ...others } = given;
  return {
    ...others,
    command: "serve",
    webhooks: { to: webhook, hosts, ...defined({ secret, header }) },
    keys: key.length === 0 ? [DEFAULT_KEY] : key,
    isDefaultKey: key.length === 0,
    ...(isSteered ? { control: defined({ path, token }) } : {}),
    ...tlsOf(tlsCert, tlsKey),
  };
}

function secretOf({ text: secret, source }: Given): string {
  if (secret.length >= 8 && secret.length <= 500) return secret;
  // Do not repeat the value.
  throw new UsageError(`${source} must have 8 to 500 characters`);
}

const TOKEN = /^[\w.~+/-]{8,200}=*$/;

function tokenOf({ text: token, source }: Given): string {
  if (TOKEN.test(token)) return token;
  // Do not repeat the value: it may be a mistyped secret.
  throw new UsageError(`${source} must be 8 to 200 letters, digits and any of . _ ~ + / -`);
}

function upstreamOf({ text: url, source }: Given): string {
  return baseUrlOf(url, { what: source, keys: "clients send their own credentials" });
}

function asGiven(given: Given): Given {
  return given;
}

function tlsOf(cert: Given | undefined, key: Given | undefined): Pick<ServeOptions, "tls"> {
  if (cert !== undefined && key !== undefined) return { tls: { cert: cert.text, key: key.text } };
  if (cert === undefined && key === undefined) return {};
  const [given, missing] = cert === undefined ? [key, "--tls-cert"] : [cert, "--tls-key"];
  throw new UsageError(`${given?.source ?? ""} needs ${missing} as well: HTTPS takes a certificate and its key`);
}

function seedOf(given: Given): number | string {
  return /^-?\d+$/.test(given.text) ? whole(0, LARGEST_CAPACITY)(given) : given.text;
}
