// Operations that only one of the documents has.
import { WIRE_KINDS } from "../../kinds/wire.ts";
import type { Draft, GateSettings } from "../../model.ts";
import { compatible } from "../../outcomes.ts";
import { isDeprecated, sunsetOf } from "../../surface/lifecycle.ts";
import type { SurfaceOperation } from "../../surface/model.ts";
import { trialOf } from "../claims.ts";
import type { Comparison } from "../context.ts";
import type { Stabilities } from "../../surface/stabilities.ts";

/** Removing an operation breaks its callers, unless its sunset has passed or it promised nothing. */
export function removed(
  comparison: Comparison,
  operation: SurfaceOperation,
  settings: GateSettings,
  stabilities: Stabilities,
): Draft | undefined {
  if (operation.kind !== "path") return undefined;
  const sunset = sunsetOf(operation.value);
  const common = {
    ...goneOf(operation),
    subject: operation.key,
    operations: new Set([operation.name]),
    direction: "request" as const,
    basePointer: operation.pointer,
    revisionPointer: "/paths",
  };
  if (stabilities.isFree(operation)) return { ...common, ...compatible("it was experimental") };
  if (isDeprecated(operation.value) && typeof sunset === "string" && settings.today >= sunset)
    return { ...common, ...compatible(`its sunset day, ${sunset}, has come`) };
  const trialed = trialOf(comparison, { sender: "client", producer: operation, consumer: undefined }, () =>
    comparison.base.builder.request(operation, {}),
  );
  const breaking = stabilities.breaking([operation.name]);
  if (trialed.witness !== undefined) return { ...common, ...breaking, witness: trialed.witness };
  // The removal is certain, even if the document does not describe requests to the operation fully.
  const reason = `no request can show it: ${trialed.reason ?? "none could be written"}`;
  return { ...common, ...breaking, verdict: "policy", reason };
}

/** Removing a deprecated operation has its own kind, because its clients were warned. */
function goneOf({ name, value }: SurfaceOperation): Pick<Draft, "kind" | "text" | "fix"> {
  if (!isDeprecated(value)) {
    const kind = "operation-removed";
    return { kind, text: `${name} was removed without notice`, fix: WIRE_KINDS[kind].help };
  }
  const sunset = sunsetOf(value);
  const until = typeof sunset === "string" ? `until ${sunset}` : "without a sunset day";
  const kind = "deprecated-operation-removed";
  const fix = typeof sunset === "string" ? WIRE_KINDS[kind].help : "give it a sunset day, and remove it after that day";
  return { kind, text: `${name} was removed; it was deprecated ${until}`, fix };
}

/** An operation that only the revision has. */
export function added(operation: SurfaceOperation): Draft {
  return {
    kind: "operation-added",
    subject: operation.key,
    verdict: "compatible",
    severity: "none",
    operations: new Set([operation.name]),
    direction: null,
    basePointer: "/paths",
    revisionPointer: operation.pointer,
    text: `${operation.name} was added`,
    reason: "no client calls it yet",
  };
}
