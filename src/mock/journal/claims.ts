// What the tokens in an answer say: the claims of JSON Web Tokens (RFC 7519 section 4), without the signature that makes them
// valid.
import { base64AsLatin1, latin1AsText } from "../../json/bytes.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import type { Mask } from "./mask.ts";

/** Answers have one or two. */
const MOST = 4;
const TOKEN = /(?<![\w-])eyJ[\w-]{2,500}\.(eyJ[\w-]{2,4000})\.[\w-]{2,1000}(?![\w.-])/g;

/** The claims of the tokens in a body, masked like any body. */
export function claimsIn(text: string, mask: Mask): readonly JsonObject[] {
  return Array.from(text.matchAll(TOKEN), ([, payload = ""]) => payload)
    .slice(0, MOST)
    .map((payload) => read(payload, mask))
    .filter((claims) => claims !== undefined);
}

function read(payload: string, mask: Mask): JsonObject | undefined {
  try {
    const claims = JSON.parse(latin1AsText(base64AsLatin1(payload))) as JsonValue;
    return isObject(claims) ? (JSON.parse(mask.body(JSON.stringify(claims))) as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
