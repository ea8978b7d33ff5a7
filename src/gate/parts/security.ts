// The security schemes that an operation requires, by name. The comparison of requests judges what they mean on the
// wire.
import { type JsonObject, type JsonValue, equalJson, isObject } from "../../json/value.ts";
import { admits, mayAdmit } from "../exchange/match.ts";
import type { SurfaceOperation } from "../surface/model.ts";
import type { Subject } from "./model.ts";

/** The security of an operation that both documents have. */
export function securitySubject(
  base: SurfaceOperation,
  revision: SurfaceOperation,
  roots: Readonly<Record<"base" | "revision", JsonObject>>,
): Subject {
  const asked = ({ security }: SurfaceOperation, root: JsonObject): JsonObject => ({
    alternatives: security.map((schemes) => schemes.map(({ name, identity }) => [name, identity])),
    described: describedSchemes(root),
    idle: security
      .map((schemes) => schemes.flatMap(({ name, idle = [] }) => (idle.length === 0 ? [] : [name, ...idle])))
      .flat(),
  });
  const doubtful = base.security.filter(
    (held) => !admits(revision.security, held) && mayAdmit(revision.security, held),
  );
  return {
    operations: new Set([base.name]),
    nature: base.kind,
    on: "security",
    label: base.name,
    base: asked(base, roots.base),
    revision: {
      ...asked(revision, roots.revision),
      doubtful: doubtful.map((held) => held.flatMap(({ scopes }) => scopes).join(" ")),
    },
    basePointer: base.securityPointer,
    revisionPointer: revision.securityPointer,
    direction: "request",
  };
}

function describedSchemes(root: JsonObject): string[] {
  const components = root["components"];
  const schemes = isObject(components) ? components["securitySchemes"] : undefined;
  return isObject(schemes) ? Object.keys(schemes) : [];
}

/**
 * The schemes that were replaced and their replacements, if both are the same on the wire. Undefined if nothing changed
 * or a scheme was only renamed.
 */
export function replacedSchemes(
  base: JsonObject,
  revision: JsonObject,
): { readonly gone: readonly string[]; readonly come: readonly string[] } | undefined {
  const [before, after] = [namesAndIdentities(base), namesAndIdentities(revision)];
  if (!equalJson(before.identities, after.identities)) return undefined;
  const gone = before.names.filter((name) => !after.names.includes(name));
  const come = after.names.filter((name) => !before.names.includes(name));
  const isKnown = (names: readonly string[], side: JsonObject): boolean =>
    names.some((name) => (side["described"] as readonly string[]).includes(name));
  const renamed = !isKnown(gone, revision) && !isKnown(come, base);
  return gone.length === 0 || come.length === 0 || renamed ? undefined : { gone, come };
}

function namesAndIdentities({ alternatives }: JsonObject): { names: string[]; identities: JsonValue } {
  const lists = (alternatives ?? []) as readonly (readonly (readonly [string, string])[])[];
  return {
    names: [...new Set(lists.flat().map(([name]) => name))],
    identities: lists.map((schemes) => schemes.map(([, identity]) => identity)),
  };
}
