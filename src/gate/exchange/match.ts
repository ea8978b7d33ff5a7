// Which credentials satisfy the security requirements of an operation, and how reports describe them.
import type { Alternative, Credential } from "../surface/model.ts";

/** True if credentials satisfy one of the alternatives, or none is required. */
export function admits(security: readonly Alternative[], held: Alternative): boolean {
  if (security.length === 0) return true;
  const holds = (wanted: Credential): boolean =>
    held.some(
      ({ identity, scopes }) => identity === wanted.identity && wanted.scopes.every((scope) => scopes.includes(scope)),
    );
  return security.some((alternative) => alternative.every(holds));
}

/**
 * True if credentials would satisfy an alternative in which one of two scopes includes the other by its name, as
 * "files" includes "files.read", and either is enough. Strictly speaking both are required, but a document that lists
 * both nearly always means that either is enough.
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

/** True if the first scope includes the second, judging by their names. */
function isWider(scope: string, other: string): boolean {
  return [".", ":", "/"].some((separator) => other.startsWith(`${scope}${separator}`));
}

/** The names of the schemes of an alternative. */
export function schemesOf(alternative: Alternative): string {
  return alternative.map(({ name }) => name).join(" and ");
}

/** A credential in words: its name, where a key is sent, and its scopes. */
export function showCredential({ name, type, in: place, key, scopes }: Credential): string {
  const details = [
    ...(type === "apiKey" ? [`${place ?? "nowhere"} ${key ?? "without a name"}`] : []),
    ...(scopes.length === 0 ? [] : [`scopes ${scopes.join(" ")}`]),
  ];
  return details.length === 0 ? name : `${name} (${details.join(", ")})`;
}
