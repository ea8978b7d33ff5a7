// Gets a key from the service: by a flow of OAuth 2, by a request of the document that logs in, or from a program.
import { exec } from "node:child_process";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { noteForms } from "../../../../conformance/bodies.ts";
import { messageIn } from "../../../../conformance/client/bodies/message.ts";
import { type ReceivedResponse, type SentRequest } from "../../../../conformance/client/exchange.ts";
import { buildRequest } from "../../../../conformance/client/request.ts";
import { NO_CREDENTIAL } from "../../../../conformance/client/target/credential.ts";
import type { Renewal } from "../../../../conformance/client/target/keyring.ts";
import { Redactor } from "../../../../conformance/client/target/redaction.ts";
import { showOperation } from "../../../../conformance/operations.ts";
import { askOnce } from "../../../../conformance/client/connection.ts";
import type { Contract, SecurityScheme } from "../../../contract/model.ts";
import { appendPointer, valueAt } from "../../../json/pointer.ts";
import { quoted } from "../../../json/quote.ts";
import { readJsonBytes } from "../../../json/read.ts";
import { type JsonObject, type JsonValue, isObject } from "../../../json/value.ts";
import { clip, oneLine } from "../../../report/text.ts";
import { UsageError } from "../../usage.ts";
import type { VerifyCommandOptions } from "../options.ts";
import { PlacedFile, fieldOf, withVariables } from "../placed-file.ts";
import { knownScheme } from "./keys.ts";

/** Thrown if the service, or the program, gives no key. The message is complete and has no secret. */
export class LoginError extends Error {}

/** What a renewal works with. */
export interface Surroundings {
  readonly contract: Contract;
  readonly options: VerifyCommandOptions;
  readonly connection: NonNullable<Parameters<typeof askOnce>[2]>;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Receives everything that no report may show. */
  readonly secrets: string[];
}

/** Where a new key comes from; undefined if the flags name nothing. @throws UsageError for what cannot work */
export function renewalOf(around: Surroundings): Renewal | undefined {
  const { clientId, clientSecretEnv, username, tokenUrl, login } = around.options;
  const isOauth = clientId !== undefined;
  if (!isOauth && [clientSecretEnv, username, tokenUrl].some((one) => one !== undefined))
    throw new UsageError("--client-secret-env, --username and --token-url need --client-id");
  if (isOauth && login !== undefined) throw new UsageError("give --client-id or --login, not both");
  if (isOauth) return oauthOf(clientId, around);
  if (login === undefined) return undefined;
  return isRequest(login, around.cwd) ? requestOf(login, around) : programOf(login, around);
}

/** True for a file that is no program. */
function isRequest(login: string, cwd: string): boolean {
  if (/\.(?:ya?ml|json)$/i.test(login)) return true;
  const found = statSync(resolve(cwd, login), { throwIfNoEntry: false });
  if (found === undefined) return false;
  return process.platform === "win32" ? !/\.(?:exe|com|bat|cmd)$/i.test(login) : (found.mode & 0o111) === 0;
}

function oauthOf(clientId: string, { contract, options, connection, env, secrets }: Surroundings): Renewal {
  const secret = variable("--client-secret-env", options.clientSecretEnv, env, secrets);
  const { name, flows } = oauthScheme(contract, options.schemes);
  const kind = options.username === undefined ? "clientCredentials" : "password";
  const flow = flows[kind];
  if (!isObject(flow)) {
    const others = Object.keys(flows).join(", ") || "none";
    throw new UsageError(
      `the scheme ${quoted(name)} has no ${kind} flow in the document (it has ${others}): give a key, or --login`,
    );
  }
  const url = tokenUrlOf(flow, options);
  const owner =
    options.username === undefined
      ? { grant_type: "client_credentials" }
      : {
          grant_type: "password",
          username: options.username,
          password: variable("--password-env", options.passwordEnv, env, secrets) ?? "",
        };
  const scope = isObject(flow["scopes"]) ? scopesOf(contract, name).join(" ") : "";
  const form = { ...owner, ...(scope === "" ? {} : { scope }) };
  const client = { client_id: clientId, ...(secret === undefined ? {} : { client_secret: secret }) };
  const basic = `Basic ${Buffer.from([clientId, secret ?? ""].map(encodeURIComponent).join(":")).toString("base64")}`;
  const renew = async (): Promise<string> => {
    // RFC 6749 section 2.3.1 has two places for the secret, and many services know only one of them.
    let answer = await asked(formRequest(url, { ...form, ...client }));
    if (answer.status === 400 || answer.status === 401) answer = await asked(formRequest(url, form, basic));
    return tokenIn(answer, { from: url, secrets });
  };
  const asked = (request: SentRequest): Promise<ReceivedResponse> => answerTo(request, url, { connection, secrets });
  return { scheme: name, renew };
}

/** The scheme of the document that the flags are for. @throws UsageError if there is none, or several */
function oauthScheme(contract: Contract, chosen: readonly string[]): { name: string; flows: JsonObject } {
  const declared = valueAt(contract.document.root, "/components/securitySchemes");
  const all = Object.entries<JsonValue>(isObject(declared) ? declared : {}).flatMap(([name, scheme]) =>
    isObject(scheme) && scheme["type"] === "oauth2" && isObject(scheme["flows"])
      ? [{ name, flows: scheme["flows"] }]
      : [],
  );
  const fitting = all.length === 1 ? all : all.filter(({ name }) => chosen.includes(name));
  const [first] = fitting;
  if (first !== undefined && fitting.length === 1) return first;
  if (all.length === 0)
    throw new UsageError("--client-id: the document has no scheme of OAuth 2; give a key, or --login");
  throw new UsageError(`--client-id: name the scheme with --scheme, one of ${all.map(({ name }) => name).join(", ")}`);
}

/**
 * The URL that receives the secret. A document is not trusted to send it elsewhere.
 * @throws UsageError if the document names another host
 */
function tokenUrlOf(flow: JsonObject, { baseUrl, tokenUrl }: VerifyCommandOptions): string {
  const said = tokenUrl ?? flow["tokenUrl"];
  if (typeof said !== "string" || !URL.canParse(said, `${baseUrl}/`))
    throw new UsageError("the document has no usable tokenUrl for this flow: give --token-url");
  const url = new URL(said, `${baseUrl}/`);
  if (!/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new UsageError(
      `the token URL must start with http:// or https://, without a user: ${quoted(clip(said, 100))}`,
    );
  if (tokenUrl === undefined && url.origin !== new URL(baseUrl).origin) {
    throw new UsageError(
      `the document wants the client secret at ${url.origin}, which is not where the API is: if that is right, give --token-url ${url.href}`,
    );
  }
  return url.href;
}

function scopesOf({ operations }: Contract, name: string): string[] {
  const used = operations.flatMap(({ security }) => security.flat()).filter((scheme) => scheme.name === name);
  return [...new Set(used.flatMap(({ scopes }) => scopes))];
}

function formRequest(url: string, fields: Readonly<Record<string, string>>, authorization?: string): SentRequest {
  const body = new TextEncoder().encode(new URLSearchParams(fields).toString());
  return {
    method: "POST",
    url,
    headers: [
      ["Host", new URL(url).host],
      ["Accept", "application/json"],
      ["Content-Type", "application/x-www-form-urlencoded"],
      ["Content-Length", String(body.length)],
      ...(authorization === undefined ? [] : [["Authorization", authorization] as const]),
    ],
    body,
  };
}

const REQUEST_FIELDS = ["operation", "body", "token", "scheme"];

/** A request of the document that logs in, as a file describes it. */
function requestOf(file: string, { contract, options, connection, cwd, env, secrets }: Surroundings): Renewal {
  const read = new PlacedFile("--login", file, cwd);
  read.entries(read.root, "the login request", REQUEST_FIELDS);
  const name = read.text(fieldOf(read.root, "operation"), "operation");
  const operation = contract.operations.find((one) => one.id === name || showOperation(one) === name);
  if (name !== undefined && operation === undefined)
    read.complain(fieldOf(read.root, "operation"), `the document has no operation ${quoted(name)}`);
  const [token, scheme] = ["token", "scheme"].map((field) => {
    const part = fieldOf(read.root, field);
    return part.value === undefined ? undefined : read.text(part, field);
  });
  const missing: string[] = [];
  const json = withVariables(fieldOf(read.root, "body").value ?? null, env, secrets, missing);
  for (const one of missing) read.complain(fieldOf(read.root, "body"), `the variable ${one} is not set`);
  read.finish();
  if (scheme !== undefined) knownScheme(contract, scheme, file);
  if (operation === undefined) throw new UsageError(`${file}: "operation" is missing`);
  noteForms(contract);
  const { baseUrl, headers } = options;
  const sent = buildRequest(
    { operation, ...(json === null ? {} : { json }) },
    NO_CREDENTIAL,
    { baseUrl, headers },
    () => undefined,
  );
  const used = scheme === undefined ? undefined : contract.operations.flatMap((one) => one.security.flat());
  const meant = used?.find((one) => one.name === scheme);
  return {
    scheme,
    renew: async () => {
      const from = showOperation(operation);
      return tokenIn(await answerTo(sent, from, { connection, secrets }), { from, token, scheme: meant, secrets });
    },
  };
}

const PROGRAM_MS = 60_000;

/** A program that prints the key. */
function programOf(command: string, { cwd, secrets, env }: Surroundings): Renewal {
  return {
    renew: () =>
      new Promise((done, fail) => {
        exec(command, { cwd, env: { ...env }, timeout: PROGRAM_MS, maxBuffer: 1024 * 1024 }, (error, stdout) => {
          const key = stdout.trim();
          if (error !== null) fail(new LoginError(`the program of --login ended with ${error.code ?? error.signal}`));
          else if (!isKey(key)) fail(new LoginError("the program of --login must print the key, and nothing else"));
          else {
            secrets.push(key);
            done(key);
          }
        });
      }),
  };
}

const isKey = (text: string): boolean => /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);

interface Asking {
  readonly connection: Surroundings["connection"];
  readonly secrets: readonly string[];
}

async function answerTo(sent: SentRequest, from: string, { connection, secrets }: Asking): Promise<ReceivedResponse> {
  const answer = await askOnce(sent.url, sent, connection);
  if ("response" in answer) return answer.response;
  throw new LoginError(hide(`${from} gives no key: ${answer.failure}`, secrets));
}

/** Members in which services return a key. */
const TOKENS = ["access_token", "accessToken", "token", "jwt", "id_token", "idToken", "key", "apiKey"];

interface Wanted {
  readonly from: string;
  /** A JSON pointer. */
  readonly token?: string | undefined;
  readonly scheme?: SecurityScheme | undefined;
  readonly secrets: string[];
}

/** The key in an answer. @throws LoginError that quotes the service */
function tokenIn(response: ReceivedResponse, { from, token, scheme, secrets }: Wanted): string {
  const reading = readJsonBytes(response.body, 64);
  const value = "value" in reading ? reading.value : undefined;
  const found =
    token === undefined
      ? (cookieIn(response, scheme) ?? tokenBelow(value, 2))
      : valueAt(value ?? null, token.startsWith("/") ? token : appendPointer("", token));
  if (response.status < 400 && typeof found === "string" && isKey(found)) {
    secrets.push(found);
    return found;
  }
  const said = response.status < 400 ? "an answer without a key" : messageIn(value);
  const quote = said === undefined ? "" : `, “${clip(said, 160)}”`;
  throw new LoginError(hide(`${from} gives no key: it answered ${response.status}${quote}`, secrets));
}

function cookieIn({ headers }: ReceivedResponse, scheme: SecurityScheme | undefined): string | undefined {
  if (scheme?.in !== "cookie" || scheme.key === undefined) return undefined;
  const start = `${scheme.key}=`;
  const own = headers.find(([name, value]) => /^set-cookie$/i.test(name) && value.startsWith(start));
  return own === undefined ? undefined : /^[^;]*/.exec(own[1].slice(start.length))?.[0];
}

function tokenBelow(value: JsonValue | undefined, depth: number): string | undefined {
  if (!isObject(value)) return undefined;
  const own = TOKENS.map((name) => value[name]).find((one): one is string => typeof one === "string");
  if (own !== undefined || depth === 0) return own;
  return Object.values<JsonValue>(value)
    .map((one) => tokenBelow(one, depth - 1))
    .find((one) => one !== undefined);
}

function hide(text: string, secrets: readonly string[]): string {
  return oneLine(new Redactor(["", ...secrets], []).text(text));
}

/** The value of a variable that a flag names. @throws UsageError if it is not set */
export function variable(
  flag: string,
  name: string | undefined,
  env: Surroundings["env"],
  secrets: string[],
): string | undefined {
  if (name === undefined) return undefined;
  const text = env[name];
  if (text === undefined || text === "") throw new UsageError(`${flag} ${name}: that variable is not set`);
  secrets.push(text);
  return text;
}
