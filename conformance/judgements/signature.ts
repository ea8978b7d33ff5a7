// Whether what a service sends is signed as the document describes: by Standard Webhooks (https://www.standardwebhooks.com),
// or with the HMAC of the body in a header of the service's own.
import { createHmac } from "node:crypto";
import type { DescribedOperation } from "../../src/contract/model.ts";
import type { Arrival } from "../client/receiver.ts";

const STANDARD = "webhook-signature";
const SIGNATURE = /signature|hmac/i;
const PREFIX = "whsec_";
/** Standard Webhooks leaves the tolerance to receivers; its libraries allow five minutes. */
const TOLERANCE_S = 300;

/** The headers that the document describes for a signature, in lower case. */
export function signatureHeaders(sent: readonly DescribedOperation[]): string[] {
  const all = sent.flatMap(({ parameters }) => parameters).filter((one) => one.in === "header");
  return [...new Set(all.map(({ name }) => name.toLowerCase()))].filter((name) => SIGNATURE.test(name));
}

/** What is wrong with a signature; or that its form is not known. */
export interface Wrong {
  readonly expected: string;
  readonly wrong?: string;
  readonly unknown?: string;
}

/** Judges the signature in a header; undefined if it is right. */
export function wrongSignature(name: string, arrival: Arrival, secret: string): Wrong | undefined {
  if (name === STANDARD) return wrongByStandard(arrival, secret);
  const { text, headers } = arrival;
  const value = headers[name] ?? "";
  const expected = `the HMAC-SHA256 of the body in ${name}`;
  if (value === "") return { expected, wrong: `no ${name}` };
  const given = /^(?:sha256=)?([\da-f]{64})$/i.exec(value)?.[1]?.toLowerCase();
  if (given === undefined) return { expected, unknown: `nothing here reads what is in ${name}` };
  return given === createHmac("sha256", secret).update(text).digest("hex") ? undefined : { expected, wrong: OTHER };
}

const OTHER = "a signature of something else, or by another secret";
const EXPECTED = "v1,HMAC-SHA256 of id.timestamp.body in webhook-signature";

function wrongByStandard({ headers, text, at }: Arrival, secret: string): Wrong | undefined {
  const [id = "", timestamp = "", signature = ""] = ["webhook-id", "webhook-timestamp", STANDARD].map(
    (name) => headers[name],
  );
  const lacking = Object.entries({ id, timestamp, signature }).find(([, value]) => value === "");
  if (lacking !== undefined) return { expected: EXPECTED, wrong: `no webhook-${lacking[0]}` };
  if (!/^\d+$/.test(timestamp) || Math.abs(Number(timestamp) - at) > TOLERANCE_S)
    return { expected: EXPECTED, wrong: `webhook-timestamp: ${timestamp.slice(0, 40)}, not the seconds of now` };
  const key = secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), "base64") : Buffer.from(secret);
  const right = createHmac("sha256", key).update(`${id}.${timestamp}.${text}`).digest("base64");
  const given = signature.split(" ").map((one) => one.replace(/^v1,/, ""));
  return given.includes(right) ? undefined : { expected: EXPECTED, wrong: OTHER };
}
