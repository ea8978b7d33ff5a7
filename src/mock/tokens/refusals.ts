// Why a login or a refresh is refused: a token that was never issued or has ended, somebody who is registered already, and a
// password that is not the one of who registered here.
import type { Operation } from "../../contract/model.ts";
import type { JsonValue } from "../../json/value.ts";
import type { Tokens } from "./tokens.ts";
import { type Refusal, type RefusalKind, refuse } from "../errors/refusal.ts";
import { registers } from "./registered.ts";

const UNKNOWN = "the refresh token is not valid, or has ended";
const REGISTERED = "somebody is registered by that name already";
const WRONG = "the name or the password is wrong";

/**
 * The refusal of a body by an operation that issues tokens, where it documents one.
 * @param takesAny whether the mock accepts every credential
 */
export function refusedLogin(
  operation: Operation,
  body: JsonValue | undefined,
  { tokens, clock }: { readonly tokens: Tokens; readonly clock: { now(): number } },
  takesAny: boolean,
): Refusal | undefined {
  const has = (...statuses: readonly string[]): boolean =>
    operation.responses.some(({ status }) => statuses.includes(status));
  const refused: RefusalKind | undefined = has("401", "403")
    ? "invalid_credential"
    : has("400")
      ? "invalid_body"
      : undefined;
  if (refused !== undefined && tokens.refuses(body, clock.now(), takesAny)) return refuse(refused, "body", UNKNOWN);
  const [known, said] = tokens.registeredIn(body) ?? [];
  if (known === undefined) return undefined;
  if (registers(operation)) return has("409", "422", "400") ? refuse("conflict", "body", REGISTERED) : undefined;
  const { password = said } = known;
  return refused !== undefined && !takesAny && password !== said ? refuse(refused, "body", WRONG) : undefined;
}
