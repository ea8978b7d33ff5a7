// What `serve` was told: flags before variables before defaults, each judged.
import { isIPv6 } from "node:net";
import { isDay } from "../../contract/lifecycle.ts";
import { isOrigin } from "../../http/request/admission/origin.ts";
import { DEFAULT_KEY } from "../../http/node/server.ts";
import { DEFAULT_CAPACITY } from "../../store/memory.ts";
import { type OverlayFlags, overlayFiles } from "../overlays.ts";
import { type Environment, type Given, UsageError, pick, unfit, whole } from "../usage.ts";

/** How to serve. */
export interface ServeOptions {
  /** The document's file; absent for the embedded one. */
  readonly spec?: string;
  /** Files of overlays. */
  readonly overlays: readonly string[];
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly keys: readonly string[];
  /** True where nobody chose a key. */
  readonly isDefaultKey: boolean;
  /** False lets requests in without a key. */
  readonly auth: boolean;
  /** A number of items, or a file of them. */
  readonly seed?: number | string;
  /** The day to live in. */
  readonly today?: string;
  readonly quiet: boolean;
  readonly jsonLog: boolean;
  /** Prints a line for each request. */
  readonly log: boolean;
  /** The file for an HTTP archive. */
  readonly har?: string;
  /** The header that names a session, where it has another name. */
  readonly sessionHeader?: string;
  /** How the control plane is reached; absent for none. */
  readonly control?: { readonly path?: string; readonly token?: string };
  /** What is switched on from the start, and the file of more. */
  readonly situation: readonly string[];
  readonly situations?: string;
  readonly allowedHosts: readonly string[];
  /** Origins whose pages may use the mock beside those on loopback. */
  readonly origins: readonly string[];
  readonly capacity: number;
  /** How many bytes all items may take up; absent for the default. */
  readonly capacityBytes?: number;
  /** How many connections may be open; absent for as many as there are descriptors and memory for. */
  readonly maxConnections?: number;
  /** The file that the items are kept in. */
  readonly data?: string;
  /** Reads the document and the seed again when they change. */
  readonly watch: boolean;
  /** The path prefix to serve under instead of the document's. */
  readonly basePath?: string;
  /** The files of a certificate and its key, for HTTPS. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Serves the web console. */
  readonly console: boolean;
  /** Refuses a document of which an operation cannot be served. */
  readonly strict: boolean;
}

/** The flags as they were typed. */
export interface ServeFlags extends OverlayFlags {
  readonly spec?: string;
  readonly host?: string;
  readonly port?: string;
  readonly key?: readonly string[];
  readonly auth?: boolean;
  readonly seed?: string;
  readonly today?: string;
  readonly quiet?: boolean;
  readonly jsonLog?: boolean;
  readonly log?: boolean;
  readonly har?: string;
  readonly sessionHeader?: string;
  readonly control?: boolean;
  readonly controlPath?: string;
  readonly controlToken?: string;
  readonly situation?: readonly string[];
  readonly situations?: string;
  readonly allowedHost?: readonly string[];
  readonly origin?: readonly string[];
  readonly capacity?: string;
  readonly capacityBytes?: string;
  readonly maxConnections?: string;
  readonly strict?: boolean;
  readonly data?: string;
  readonly watch?: boolean;
  readonly console?: boolean;
  readonly basePath?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PORT = 4010;
/** More items than any machine this runs on can hold; a typing error rather than a wish. */
const LARGEST_CAPACITY = 100_000_000;
const MOST_CONNECTIONS = 1_000_000;

/**
 * Works out the options from the flags and the environment.
 * @throws UsageError for what cannot be used
 */
export function readServeOptions(flags: ServeFlags, env: Environment): ServeOptions {
  const spec = pick("spec", flags.spec, env);
  const seed = pick("seed", flags.seed, env);
  const data = pick("data", flags.data, env);
  const keys = pickList("key", flags.key, env)?.map(({ text }) => text);
  const today = pick("today", flags.today, env);
  if (today !== undefined && !isDay(today.text)) throw unfit(today, "a day such as 2030-12-06");
  return {
    ...(spec === undefined ? {} : { spec: spec.text }),
    overlays: overlayFiles(flags, env),
    host: addressOf(pick("host", flags.host, env)),
    port: whole(pick("port", flags.port, env), 0, 65_535) ?? DEFAULT_PORT,
    keys: keys ?? [DEFAULT_KEY],
    isDefaultKey: keys === undefined,
    auth: flags.auth !== false && !isOn("no-auth", env),
    ...(seed === undefined ? {} : { seed: seedOf(seed) }),
    ...(today === undefined ? {} : { today: today.text }),
    quiet: flags.quiet ?? isOn("quiet", env),
    console: flags.console !== false && !isOn("no-console", env),
    strict: flags.strict ?? isOn("strict", env),
    jsonLog: flags.jsonLog ?? isOn("json-log", env),
    log: flags.log ?? isOn("log", env),
    ...text("har", pick("har", flags.har, env)),
    ...text("sessionHeader", headerOf(pick("session-header", flags.sessionHeader, env))),
    ...(flags.control === false || isOn("no-control", env) ? {} : { control: controlOf(flags, env) }),
    // Commas stand within situations, so the variable holds one.
    situation: flags.situation ?? [pick("situation", undefined, env)?.text ?? []].flat(),
    ...text("situations", pick("situations", flags.situations, env)),
    allowedHosts: (pickList("allowed-host", flags.allowedHost, env) ?? []).map(hostOf),
    origins: (pickList("origin", flags.origin, env) ?? []).map(originOf),
    capacity: whole(pick("capacity", flags.capacity, env), 0, LARGEST_CAPACITY) ?? DEFAULT_CAPACITY,
    ...(data === undefined ? {} : { data: data.text }),
    watch: flags.watch ?? isOn("watch", env),
    ...basePathOf(pick("base-path", flags.basePath, env)),
    ...tlsOf(pick("tls-cert", flags.tlsCert, env), pick("tls-key", flags.tlsKey, env)),
    ...given("capacityBytes", whole(pick("capacity-bytes", flags.capacityBytes, env), 0, Number.MAX_SAFE_INTEGER)),
    ...given("maxConnections", whole(pick("max-connections", flags.maxConnections, env), 1, MOST_CONNECTIONS)),
  };
}

/** An option that is a text; nothing for one that was not given. */
function text<K extends string>(name: K, given: Given | undefined): { readonly [key in K]?: string } {
  return given === undefined ? {} : ({ [name]: given.text } as { readonly [key in K]: string });
}

const HEADER_NAME = /^[a-z][a-z0-9-]{0,63}$/i;
/** What the mock itself reads in these, a session cannot be named with. */
const TAKEN_HEADERS =
  /^(?:host|origin|authorization|cookie|prefer|content-.*|transfer-encoding|sec-.*|connection|expect)$/i;

function headerOf(given: Given | undefined): Given | undefined {
  if (given === undefined || (HEADER_NAME.test(given.text) && !TAKEN_HEADERS.test(given.text))) return given;
  throw unfit(given, "a header name such as X-Mock-Session that has no other meaning");
}

const CONTROL_PATH = /^(?:\/[\w.~-]+)+$/;
const TOKEN = /^[\w.~+/-]{8,200}=*$/;

function controlOf(flags: ServeFlags, env: Environment): NonNullable<ServeOptions["control"]> {
  const path = pick("control-path", flags.controlPath, env);
  if (path !== undefined && !CONTROL_PATH.test(path.text))
    throw unfit(path, "a path such as /_ or /steer, without a slash at the end");
  const token = pick("control-token", flags.controlToken, env);
  // It is not repeated: it may be a secret that was mistyped.
  if (token !== undefined && !TOKEN.test(token.text)) {
    throw new UsageError(`${token.source} must be 8 to 200 letters, digits and any of . _ ~ + / -`);
  }
  return { ...text("path", path), ...text("token", token) };
}

/** An option that was given; nothing for one that was not. */
function given<K extends string>(name: K, value: number | undefined): { readonly [key in K]?: number } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [key in K]: number });
}

/** Where to listen. Node takes an empty address for all there are, which nobody asked for who typed nothing. */
function addressOf(given: Given | undefined): string {
  if (given === undefined) return DEFAULT_HOST;
  if (given.text.trim() === "") throw unfit(given, "an address or a name of this machine");
  return given.text;
}

/** A path prefix as a URL has it; "/" alone is none. */
function basePathOf(given: Given | undefined): Pick<ServeOptions, "basePath"> {
  if (given === undefined) return {};
  const path = given.text.replace(/\/+$/, "");
  if (path === "" || /^(\/[\w.~!$&'()*+,;=:@%-]+)+$/.test(path)) return { basePath: path };
  throw unfit(given, "a path such as /api/v2, or / for none");
}

function tlsOf(cert: Given | undefined, key: Given | undefined): Pick<ServeOptions, "tls"> {
  if (cert !== undefined && key !== undefined) return { tls: { cert: cert.text, key: key.text } };
  if (cert === undefined && key === undefined) return {};
  const [given, missing] = cert === undefined ? [key, "--tls-cert"] : [cert, "--tls-key"];
  throw new UsageError(`${given?.source ?? ""} needs ${missing} as well: HTTPS takes a certificate and its key`);
}

/** A flag that can be given several times; its variable holds several with commas between them. */
function pickList(name: string, flags: readonly string[] | undefined, env: Environment): readonly Given[] | undefined {
  const variable = flags === undefined ? pick(name, undefined, env) : undefined;
  const source = variable?.source ?? `--${name}`;
  const texts = (flags ?? variable?.text.split(",") ?? []).map((text) => text.trim()).filter((text) => text !== "");
  if (texts.length > 0) return texts.map((text) => ({ text, source }));
  if (flags !== undefined) throw new UsageError(`--${name} must not be empty`);
  return undefined;
}

const HOST_NAME = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i;

/** A name that a Host header can have. IP addresses are answered anyway, and may be named all the same. */
function hostOf(given: Given): string {
  const { text } = given;
  if (HOST_NAME.test(text) || isIPv6(text.replace(/^\[(.*)\]$/, "$1"))) return text;
  throw unfit(given, "a host name such as dev.example.com, without a scheme, a port or a path");
}

function originOf(given: Given): string {
  if (isOrigin(given.text)) return given.text;
  throw unfit(given, "an origin such as https://app.example.com, without a path");
}

function seedOf(given: Given): number | string {
  return /^-?\d+$/.test(given.text) ? (whole(given, 0, LARGEST_CAPACITY) ?? 0) : given.text;
}

function isOn(name: string, env: Environment): boolean {
  const given = pick(name, undefined, env);
  if (given === undefined || /^(0|false|no|off)$/i.test(given.text)) return false;
  if (/^(1|true|yes|on)$/i.test(given.text)) return true;
  throw unfit(given, "true or false");
}
