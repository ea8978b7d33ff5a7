// The startup message of `serve`: address, key, a command to try, upcoming sunsets, how to stop.
import { unrecognisedIn } from "../../../resource/unrecognised.ts";
import type { Contract, Operation, SecurityScheme } from "../../../contract/model.ts";
import { DEFAULT_CONTROL_PATH } from "../../../http/control/gate.ts";
import { shellWord } from "../../../report/renderers/curl.ts";
import { DEFAULT_SECRET } from "../../../http/node/sending/options.ts";
import { count, oneLine } from "../../../report/text.ts";
import type { Inference } from "../../../resource/model.ts";
import type { ServeOptions } from "../inputs/options.ts";

/** What is being served. */
export interface Served extends MadeUp {
  /** What the server does, if a service stands behind it. */
  readonly title?: ((url: string) => string) | undefined;
  /** True for a further document of the same server. */
  readonly isNext?: boolean;
  readonly contract: Contract;
  readonly inference: Inference;
  /** The base URL. */
  readonly url: string;
}

/** Tokens generated at this start. */
export interface MadeUp {
  /** The token that callers of the control plane must present. */
  readonly token?: string;
  /** The token with which the console can run the suite and the gate. */
  readonly runToken?: string;
}

/** Deprecated operations listed by name; more than these are only counted. */
const SHOWN_DEPRECATED = 4;

/** Ignored parameters that are listed. */
const SHOWN_IGNORED = 3;

/** The banner, at most eleven lines long. */
export function banner(
  { contract, inference, url, token, runToken, title, isNext = false }: Served,
  options: ServeOptions,
): string {
  if (options.quiet) return `${url}\n`;
  if (isNext)
    return `${[title?.(url) ?? served(contract, url), ...consoleLine(url, options, fragmentOf(token, runToken))].map(oneLine).join("\n")}\n`;
  // A key that the user chose may be secret. The default key is not.
  const key = options.isDefaultKey ? (options.keys[0] ?? "") : "$API_KEY";
  const lines = [
    title?.(url) ?? served(contract, url),
    ...(title === undefined ? keyLine(contract, options) : []),
    row(
      "try",
      curl(contract, inference, {
        url,
        ...(options.auth ? { key } : {}),
        ...(options.tls === undefined ? {} : { certificate: options.tls.cert }),
      }),
    ),
    ...controlLine(url, options, token),
    ...consoleLine(url, options, fragmentOf(token, runToken)),
    ...(title === undefined ? webhookLine(contract, options) : []),
    ...deprecations(contract),
    ...(title === undefined ? ignoredLine(contract, inference) : []),
    row("stop", "Ctrl-C"),
  ];
  return `${lines.map(oneLine).join("\n")}\n`;
}

const served = ({ title, version }: Contract, url: string): string => `${title} ${version} is served at ${url}`;

const row = (label: string, text: string): string => `  ${label.padEnd(11)}${text}`;

/** The key to use; nothing if the document requires none, unless the user set one. */
function keyLine({ operations }: Contract, { keys, isDefaultKey, auth }: ServeOptions): string[] {
  if (!auth) return [row("key", "not required (--no-auth)")];
  const isAsked = operations.some(({ security }) => security.length > 0);
  if (isDefaultKey) return isAsked ? [row("key", keys[0] ?? "")] : [];
  if (!isAsked) return [row("key", "the document requires none, so --key has no effect")];
  const which = keys.length === 1 ? "the one" : `any of the ${keys.length}`;
  return [row("key", `${which} you gave (shown below as $API_KEY)`)];
}

function controlLine(url: string, { control }: ServeOptions, token: string | undefined): string[] {
  if (control === undefined) return [];
  const needs = control.token === undefined ? "" : ", with the token you gave";
  const made = token === undefined ? needs : `, with the token ${token}`;
  return [row("control", `${new URL(url).origin}${control.path ?? DEFAULT_CONTROL_PATH}/api/v1${made}`)];
}

/** What the mock sends by itself, and how a receiver knows that it is from here. */
function webhookLine({ unserved }: Contract, { webhooks: { secret } }: ServeOptions): string[] {
  const sent = unserved.filter(({ kind }) => kind !== "path").length;
  if (sent === 0) return [];
  const signed = secret === undefined ? DEFAULT_SECRET : "the secret you gave";
  return [row("sends", `${count(sent, "webhook or callback", "webhooks and callbacks")}, signed with ${signed}`)];
}

/** Query parameters that lists do not follow, so that nobody wonders why a filter has no effect. */
function ignoredLine(contract: Contract, inference: Inference): string[] {
  const all = unrecognisedIn(contract, inference).flatMap(({ ignored = [] }) => ignored);
  if (all.length === 0) return [];
  const more = all.length > SHOWN_IGNORED ? ` and ${all.length - SHOWN_IGNORED} more` : "";
  return [row("ignored", `${all.slice(0, SHOWN_IGNORED).join(", ")}${more}; animal-store explain says why`)];
}

/** At most one of the two exists: runs are allowed only if nobody but this machine can reach the server. */
function fragmentOf(token: string | undefined, runToken: string | undefined): string {
  if (runToken !== undefined) return `#run=${runToken}`;
  return token === undefined ? "" : `#token=${token}`;
}

/** The address to open. A generated token is in the fragment, which is never sent to a server. */
function consoleLine(url: string, { control, console: isWanted }: ServeOptions, fragment: string): string[] {
  if (control === undefined || !isWanted) return [];
  return [row("console", `${new URL(url).origin}${control.path ?? DEFAULT_CONTROL_PATH}/${fragment}`)];
}

function deprecations(contract: Contract): string[] {
  const deprecated = contract.operations.filter(({ lifecycle }) => lifecycle.deprecated);
  const lines = deprecated.slice(0, SHOWN_DEPRECATED).map(({ method, path, lifecycle }, index) => {
    const until = lifecycle.sunset === undefined ? "" : `, until ${lifecycle.sunset}`;
    return row(index === 0 ? "deprecated" : "", `${method} ${path}${until}`);
  });
  const more = deprecated.length - SHOWN_DEPRECATED;
  return more > 0 ? [...lines, row("", `and ${more} more`)] : lines;
}

interface Caller {
  readonly url: string;
  /** Absent if no key is needed. */
  readonly key?: string;
  /** The certificate file to trust, for HTTPS. */
  readonly certificate?: string;
}

/** A command for the operation that is easiest to try: a list, or else another GET. */
function curl(contract: Contract, inference: Inference, { url, key, certificate }: Caller): string {
  const trust = certificate === undefined ? [] : ["--cacert", quote(certificate)];
  const list = inference.assignments.find(({ role, operation }) => role === "list" && isPlain(operation))?.operation;
  const operation = list ?? contract.operations.find((one) => one.method === "GET" && isPlain(one));
  if (operation === undefined) return ["curl", ...trust, quote(url)].join(" ");
  const schemes = key === undefined ? [] : (operation.security[0] ?? []);
  const query = schemes.flatMap((scheme) => (scheme.in === "query" ? [`${scheme.key ?? ""}=${key}`] : []));
  const address = `${url}${operation.path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  return ["curl", ...trust, ...schemes.flatMap((scheme) => credential(scheme, key ?? "")), quote(address)].join(" ");
}

/** True if the request needs nothing but a credential. */
function isPlain({ path, parameters }: Operation): boolean {
  return !path.includes("{") && !parameters.some(({ required }) => required);
}

function credential({ type, scheme, in: place, key: name = "" }: SecurityScheme, key: string): string[] {
  const token = type === "http" && scheme !== undefined && scheme !== "bearer" ? scheme : "Bearer";
  if (type === "apiKey" && place === "header") return ["-H", quote(`${name}: ${key}`)];
  if (type === "apiKey" && place === "cookie") return ["-b", quote(`${name}=${key}`)];
  if (type === "apiKey" || type === "mutualTLS") return [];
  if (type === "http" && scheme === "basic") return ["-u", quote(`:${key}`)];
  return ["-H", quote(`Authorization: ${token} ${key}`)];
}

/**
 * Quotes a word for a shell so that only $API_KEY is expanded, because names and paths come from the document. Uses
 * double quotes, which every shell knows, wherever they are enough.
 */
function quote(text: string): string {
  if (/^[\w./:=-]+$/.test(text)) return text;
  return /["\\`$!]/.test(text.replaceAll("$API_KEY", "")) ? shellWord(text) : `"${text}"`;
}
