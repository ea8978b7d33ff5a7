// Gets a key by a flow of OAuth 2: from a client, or from a user and a password.
import { type ReceivedResponse, type SentRequest } from "../../../../conformance/client/exchange.ts";
import type { Renewal } from "../../../../conformance/client/target/keyring.ts";
import type { Contract } from "../../../contract/model.ts";
import { valueAt } from "../../../json/pointer.ts";
import { quoted } from "../../../json/quote.ts";
import { type JsonObject, type JsonValue, isObject } from "../../../json/value.ts";
import { clip } from "../../../report/text.ts";
import { UsageError, variable } from "../../usage.ts";
import type { VerifyCommandOptions } from "../options.ts";

import { type Surroundings, answerTo, tokenIn } from "./answered-key.ts";

/** A key from the token URL of a flow. @throws UsageError if the document has no such flow */
export function oauthOf(clientId: string, { contract, options, connection, env, secrets }: Surroundings): Renewal {
  const read = (flag: string, named: string): string => {
    const text = variable(flag, named, env);
    secrets.push(text);
    return text;
  };
  const { clientSecretEnv, passwordEnv } = options;
  const secret = clientSecretEnv === undefined ? undefined : read("--client-secret-env", clientSecretEnv);
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
          password: passwordEnv === undefined ? "" : read("--password-env", passwordEnv),
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
