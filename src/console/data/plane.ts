// The client of the control plane (spec/control.yaml), and of the mock itself.
import { type Json, get, parse, text, write } from "./json.ts";

/** A refusal of the control plane, in its own words. */
export class PlaneError extends Error {
  readonly status: number;
  /** The whole body. */
  readonly body: Json;
  constructor(status: number, body: Json) {
    super(text(body, "message") || `the server answered ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** Proves to the control plane that a call is the console's. */
const PROOF = document.querySelector<HTMLMetaElement>('meta[name="proof"]')?.content ?? "";

/** The folder that the console is served from, with a trailing slash. */
export const FOLDER = new URL(".", location.href);

/** The URL of the reference, or of one operation in it, for the selected session. */
export function docsAddress(operation = ""): string {
  return `docs${location.search}${operation === "" ? "" : `#/${encodeURIComponent(operation)}`}`;
}

/**
 * The tokens of this page: for the control plane, and for runs of suite and gate. Nowhere else, because any page of the
 * same origin can read the storage of the tab, and the document decides what else is served there.
 */
const tokens = { token: "", run: "" };
/** The selected session; "" for the shared world. */
export let session = "";

/** Selects the world of another session. */
export function lookAt(name: string): void {
  session = name;
}

/** Removes tokens from the URL, which users may copy, and keeps them for this page. */
export function takeToken(): void {
  const match = /^#((?:(?:token|run)=[\w.~-]+&?)+)(.*)$/.exec(location.hash);
  if (match === null) return;
  for (const [name, value] of new URLSearchParams(match[1])) useToken(value, name as "token" | "run");
  history.replaceState(null, "", `${location.pathname}${location.search}${match[2] ? `#${match[2]}` : ""}`);
}

/** Loads another page of the console, or this one again, and hands the tokens over in its fragment. */
export function goTo(address: string): void {
  const url = new URL(address, location.href);
  const own = Object.entries(tokens).flatMap(([name, value]) => (value === "" ? [] : [`${name}=${value}`]));
  url.hash = own.join("&") + url.hash.slice(1);
  const isSame = url.pathname + url.search === location.pathname + location.search;
  if (!isSame) location.assign(url);
  else {
    history.replaceState(null, "", url);
    location.reload();
  }
}

/** Sets another token. */
export function useToken(other: string, name: "token" | "run" = "token"): void {
  tokens[name] = other;
}

export interface Call {
  readonly method?: string;
  readonly body?: Json;
  readonly signal?: AbortSignal;
  /** For calls that concern all worlds or none, not the selected one. */
  readonly worldless?: boolean;
  /** Sends the token for runs of suite and gate. */
  readonly run?: boolean;
}

/** Calls the control plane. @throws PlaneError for a refusal, TypeError if there is no answer */
export async function plane(path: string, call: Call = {}): Promise<Json> {
  const response = await open(path, call);
  const body = await response.text();
  return body === "" ? null : parse(body);
}

async function open(path: string, { method = "GET", body, signal, worldless, run }: Call): Promise<Response> {
  const headers = new Headers();
  const token = tokens[run === true ? "run" : "token"];
  if (token !== "") headers.set("Authorization", `Bearer ${token}`);
  if (session !== "" && worldless !== true) headers.set("X-Mock-Session", session);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  if (method !== "GET") headers.set("X-Mock-Console", PROOF);
  const response = await fetch(new URL(`api/v1/${path}`, FOLDER), {
    method,
    headers,
    ...(body === undefined ? {} : { body: write(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (!response.ok) throw new PlaneError(response.status, await bodyOf(response));
  return response;
}

async function bodyOf(response: Response): Promise<Json> {
  try {
    return parse(await response.text());
  } catch {
    return null;
  }
}

/** Follows a stream of server-sent events until it ends or the call's signal aborts. */
export async function follow(path: string, call: Call, onData: (data: string) => void): Promise<void> {
  const response = await open(path, call);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return;
    const blocks = (rest + part.value).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = block
        .split(/\r?\n/)
        .flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trimStart()] : []));
      if (data.length > 0) onData(data.join("\n"));
    }
  }
}

/** An answer of the mock. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  readonly ms: number;
}

/** A request to the mock, ready to send. */
export interface Draft {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string | undefined;
}

/** Sends a request to the mock itself. @throws TypeError if the connection is closed without an answer */
export async function send({ method, url, headers: lines, body }: Draft): Promise<Answer> {
  const headers = new Headers(lines as [string, string][]);
  if (session !== "" && !headers.has("X-Mock-Session")) headers.set("X-Mock-Session", session);
  const began = performance.now();
  const response = await fetch(new URL(url, FOLDER), {
    method,
    headers,
    redirect: "manual",
    ...(body === undefined ? {} : { body }),
  });
  const answer = await response.text();
  return {
    status: response.status,
    headers: [...response.headers],
    body: answer,
    ms: Math.round((performance.now() - began) * 10) / 10,
  };
}

/** What went wrong, in words. */
export function reason(error: unknown): string {
  if (error instanceof PlaneError) return error.message;
  if (error instanceof TypeError) return "The mock does not answer. Is it still running?";
  return error instanceof Error ? error.message : String(get(error as Json, "message") ?? error);
}
