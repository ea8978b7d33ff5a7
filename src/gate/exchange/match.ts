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

/**
 * True when credentials would satisfy an alternative if either of two scopes were enough, where one includes the other by
 * its name, as "files" includes "files.read". Strictly speaking both are required, but nobody gains anything by holding
 * both: a document that lists both nearly always means that either is enough.
 */
export function mayAdmit(security: readonly Alternative[], held: Alternative): boolean {
  const holds = (wanted: Credential): boolean =>
    held.some(({ identity, scopes }) => {
      const kept = wanted.scopes.filter((scope) => scopes.includes(scope));
      const isRelated = (scope: string): boolean => kept.some((one) => isWider(scope, one) || isWider(one, scope));
      return identity === wanted.identity && wanted.scopes.every((scope) => kept.includes(scope) || isRelated(scope));
    });
  return security.some((alternative) => alternative.every(holds));
}

/** Scopes that say by their names that the first includes the second. */
function isWider(scope: string, other: string): boolean {
  return [".", ":", "/"].some((separator) => other.startsWith(`${scope}${separator}`));
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
