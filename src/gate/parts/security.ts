// The security schemes that an operation requires, by name. The comparison of requests judges what they mean on the
// wire.
import { type JsonObject, equalJson, isObject } from "../../json/value.ts";
import { admits, mayAdmit } from "../exchange/match.ts";
import type { SurfaceOperation } from "../surface/model.ts";
import type { ReplacedSchemes, SecurityEdit, Subject } from "./model.ts";

type Roots = Readonly<Record<"base" | "revision", JsonObject>>;

/** The security of an operation that both documents have. */
export function securitySubject(base: SurfaceOperation, revision: SurfaceOperation, roots: Roots): Subject {
  const doubtful = base.security.filter(
    (held) => !admits(revision.security, held) && mayAdmit(revision.security, held),
  );
  const replaced = replacedSchemes(base, revision, roots);
  const security: SecurityEdit = {
    ...(replaced === undefined ? {} : { replaced }),
    doubtful: doubtful.map((held) => held.flatMap(({ scopes }) => scopes).join(" ")),
    isIdleChanged: !equalJson(idleIn(base), idleIn(revision)),
  };
  return {
    operations: new Set([base.name]),
    nature: base.kind,
    on: "security",
    label: base.name,
    base: {},
    revision: {},
    security,
    basePointer: base.securityPointer,
    revisionPointer: revision.securityPointer,
    direction: "request",
  };
}

const idleIn = ({ security }: SurfaceOperation): string[] =>
  security.flat().flatMap(({ name, idle = [] }) => (idle.length === 0 ? [] : [name, ...idle]));

/**
 * The schemes that were replaced and their replacements, if both are the same on the wire. Undefined if nothing changed
 * or a scheme was only renamed.
 */
function replacedSchemes(
  base: SurfaceOperation,
  revision: SurfaceOperation,
  roots: Roots,
): ReplacedSchemes | undefined {
  if (!equalJson(identitiesIn(base), identitiesIn(revision))) return undefined;
  const [before, after] = [base, revision].map(({ security }) => new Set(security.flat().map(({ name }) => name)));
  const gone = [...(before ?? [])].filter((name) => after?.has(name) === false);
  const come = [...(after ?? [])].filter((name) => before?.has(name) === false);
  const isKnown = (names: readonly string[], root: JsonObject): boolean => {
    const described = schemesIn(root);
    return names.some((name) => Object.hasOwn(described, name));
  };
  const renamed = !isKnown(gone, roots.revision) && !isKnown(come, roots.base);
  return gone.length === 0 || come.length === 0 || renamed ? undefined : { gone, come };
}

const identitiesIn = ({ security }: SurfaceOperation): string[][] =>
  security.map((schemes) => schemes.map(({ identity }) => identity));

/** The security schemes that a document declares. */
export function schemesIn(root: JsonObject): JsonObject {
  const components = root["components"];
  const found = isObject(components) ? components["securitySchemes"] : undefined;
  return isObject(found) ? found : {};
}
