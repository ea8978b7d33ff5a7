// Asks a service for a key, and finds it in the answer.
import { messageIn } from "../../../../conformance/client/bodies/message.ts";
import { type ReceivedResponse, type SentRequest } from "../../../../conformance/client/exchange.ts";
import { Redactor } from "../../../../conformance/client/target/redaction.ts";
import { askOnce } from "../../../../conformance/client/connection.ts";
import type { Contract, SecurityScheme } from "../../../contract/model.ts";
import { appendPointer, valueAt } from "../../../json/pointer.ts";
import { readJsonBytes } from "../../../json/read.ts";
import { type JsonValue, isObject } from "../../../json/value.ts";
import { clip, oneLine } from "../../../report/text.ts";
import type { VerifyCommandOptions } from "../options.ts";
import { isKey } from "./keys.ts";

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

interface Asking {
  readonly connection: Surroundings["connection"];
  readonly secrets: readonly string[];
}

export async function answerTo(
  sent: SentRequest,
  from: string,
  { connection, secrets }: Asking,
): Promise<ReceivedResponse> {
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
export function tokenIn(response: ReceivedResponse, { from, token, scheme, secrets }: Wanted): string {
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
