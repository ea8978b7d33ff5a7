// Tokens to refresh others: one that was never issued, or has ended, is refused.
import type { Operation } from "../../contract/model.ts";
import type { JsonValue } from "../../json/value.ts";
import type { Tokens } from "./tokens.ts";
import { type Refusal, refuse } from "../errors/refusal.ts";

const UNKNOWN = "the refresh token is not valid, or has ended";

/**
 * The refusal of a token to refresh another one, where the operation documents one.
 * @param takesAny whether the mock accepts every credential
 */
export function refusedRefresh(
  { responses }: Operation,
  body: JsonValue | undefined,
  { tokens, clock }: { readonly tokens: Tokens; readonly clock: { now(): number } },
  takesAny: boolean,
): Refusal | undefined {
  const has = (status: string): boolean => responses.some((one) => one.status === status);
  const kind = has("401") || has("403") ? "invalid_credential" : has("400") ? "invalid_body" : undefined;
  return kind !== undefined && tokens.refuses(body, clock.now(), takesAny) ? refuse(kind, "body", UNKNOWN) : undefined;
}
