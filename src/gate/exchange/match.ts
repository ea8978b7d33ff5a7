// Which credentials satisfy what an operation asks for, and what they are called.
import type { Alternative, Credential } from "../surface/model.ts";

/** True when credentials satisfy one of the alternatives, or none is asked for. */
export function admits(security: readonly Alternative[], held: Alternative): boolean {
  if (security.length === 0) return true;
  const holds = (wanted: Credential): boolean =>
    held.some(
      ({ identity, scopes }) => identity === wanted.identity && wanted.scopes.every((scope) => scopes.includes(scope)),
    );
  return security.some((alternative) => alternative.every(holds));
}

/** A credential in words: its name, where a key travels, and its scopes. */
export function showCredential({ name, identity, scopes }: Credential): string {
  const details = [...keyPlace(identity), ...(scopes.length === 0 ? [] : [`scopes ${scopes.join(" ")}`])];
  return details.length === 0 ? name : `${name} (${details.join(", ")})`;
}

/** Where an API key travels, "header x-key"; of other schemes, and of one that is not described, nothing. */
function keyPlace(identity: string): string[] {
  if (!identity.startsWith("[")) return [];
  const [type, , place, key] = JSON.parse(identity) as readonly (string | null)[];
  return type === "apiKey" ? [`${place ?? "nowhere"} ${key ?? "without a name"}`] : [];
}
