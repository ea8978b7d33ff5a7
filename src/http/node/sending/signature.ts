// Signs messages: by Standard Webhooks (https://www.standardwebhooks.com), and in a header of the operator's or the
// document's choice.
import { createHmac } from "node:crypto";

const PREFIX = "whsec_";

/** What is signed. */
export interface Signed {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly text: string;
}

/** The header lines of a signed message. @param headers further headers that get the signature of the body alone */
export function signatureLines({ id, now, text }: Signed, secret: string, headers: readonly string[]): string[] {
  const timestamp = String(Math.floor(now / 1000));
  const key = keyOf(secret);
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${text}`).digest("base64");
  const others = headers.filter((name) => name.toLowerCase() !== "webhook-signature");
  const plain = others.flatMap((name) => [name, `sha256=${createHmac("sha256", secret).update(text).digest("hex")}`]);
  return ["webhook-id", id, "webhook-timestamp", timestamp, "webhook-signature", `v1,${signature}`, ...plain];
}

/** A secret of Standard Webhooks is base64 after its prefix; any other is used as it is. */
function keyOf(secret: string): Buffer {
  return secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), "base64") : Buffer.from(secret);
}
