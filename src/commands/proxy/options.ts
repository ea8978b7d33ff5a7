// The options of `proxy`: those of `serve` that concern a server, and its own.
import { MAX_BODY } from "../../../conformance/client/exchange.ts";
import type { Output } from "../../report/writing/outputs.ts";
import { type TypedFlags, readFlags, text, toggle, typed, value } from "../flags.ts";
import { reports } from "../judging-flags.ts";
import { FLAGS as SERVE, type ServeOptions, readServeOptions } from "../serve/inputs/options.ts";
import { type Environment, bytes, milliseconds, whole } from "../usage.ts";
import { baseUrlOf } from "../base-url.ts";
import { tlsFilesOf } from "../tls-flags.ts";

const DEFAULT_PORT = 4011;
const DEFAULT_TIMEOUT_MS = 30_000;

const { spec, overlays, host, today, quiet, log, jsonLog, har } = SERVE;
const { controlPath, controlToken, isSteered, console, allowedHosts, origins, tlsCert, tlsKey, maxConnections } = SERVE;

/** All flags of the command. */
export const FLAGS = {
  spec,
  overlays,
  fail: typed(toggle("--fail", "answer 502 with the reason in place of an answer that breaks the contract")),
  strict: typed(toggle("--strict", "treat a failed 'should' like a failed 'must'")),
  outputs: reports("write a report at the end: json, junit, html, sarif, ctrf, allure, github, markdown"),
  record: typed(text("--record <file>", "write an overlay with examples and seed data of what came by")),
  maxBody: value("--max-body <size>", "read bodies up to this size before they pass (default: 4MiB)", bytes, MAX_BODY),
  timeoutMs: value(
    "--timeout <duration>",
    "how long an answer of the service may take to begin (default: 30s)",
    milliseconds("ms"),
    DEFAULT_TIMEOUT_MS,
  ),
  cert: typed(text("--cert <file>", "a client certificate for the service (PEM)")),
  certKey: typed(text("--cert-key <file>", "its key, if that is a file of its own")),
  ca: typed(text("--ca <file>", "trust this authority for the service too (PEM)")),
  host,
  port: value(
    "--port <number>",
    "the port to listen on; 0 takes a free one (default: 4011)",
    whole(0, 65_535),
    DEFAULT_PORT,
  ),
  today,
  quiet,
  log,
  jsonLog,
  har,
  controlPath,
  controlToken,
  isSteered,
  console,
  allowedHosts,
  origins,
  tlsCert,
  tlsKey,
  maxConnections,
};

export const HEADINGS: Readonly<Partial<Record<keyof typeof FLAGS, string>>> = {
  spec: "What to judge by:",
  fail: "What becomes of violations:",
  maxBody: "How to reach the service:",
  host: "How to be reached:",
};

export interface ProxyOptions {
  readonly baseUrl: string;
  readonly serve: ServeOptions;
  readonly fail: boolean;
  readonly strict: boolean;
  readonly isQuiet: boolean;
  readonly outputs: readonly Output[];
  readonly record?: string | undefined;
  readonly maxBody: number;
  readonly timeoutMs: number;
  readonly today?: string | undefined;
  readonly tls: ReturnType<typeof tlsFilesOf>;
}

/** Works out the options. @throws UsageError for a value that cannot be used */
export function readProxyOptions(
  base: string | undefined,
  flags: TypedFlags,
  env: Environment,
  cwd: string,
): ProxyOptions {
  const read = readFlags(FLAGS, flags, env);
  const { fail, strict, quiet, outputs, record, maxBody, timeoutMs, today: day } = read;
  const baseUrl = baseUrlOf(base ?? env["ANIMAL_STORE_BASE_URL"], {
    purpose: " of the service",
    keys: "clients send their own credentials",
  });
  // These are for a mock alone.
  const { ANIMAL_STORE_SEED: _, ANIMAL_STORE_DATA: __, ANIMAL_STORE_UPSTREAM: ___, ...others } = env;
  const own = { ...flags, port: String(read.port), auth: false, strict: false };
  return {
    baseUrl,
    fail,
    strict,
    isQuiet: quiet,
    outputs,
    record,
    maxBody,
    timeoutMs,
    today: day,
    serve: { ...readServeOptions(own, others), command: "proxy" },
    tls: tlsFilesOf({ ...read, baseUrl }, cwd),
  };
}
