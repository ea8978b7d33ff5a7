// Claims about operations that do not depend on their schemas. An exchange tests each claim.
import type { WireExchange } from "../exchange/model.ts";
import { type Kind, KINDS } from "../kinds/kinds.ts";
import type { Draft, Witness } from "../model.ts";
import { unknown } from "../outcomes.ts";
import { tried } from "../../schema/failure.ts";
import { OUT_OF_BUDGET } from "../../schema/work.ts";
import { groupsOf } from "../../memo.ts";
import type { Claim, Comparison } from "./context.ts";
import { type Trial, type Trialed, tryExchange } from "./proof.ts";
import type { Stabilities } from "../surface/stabilities.ts";

/** Tests each claim. Equal claims, such as those about a shared parameter, become one change of several operations. */
export function claimDrafts(comparison: Comparison, stabilities: Stabilities): Draft[] {
  const keyOf = (claim: Claim): string =>
    [claim.kind, claim.subject, claim.basePointer, claim.revisionPointer].join(" ");
  const groups = groupsOf(comparison.claims, keyOf).values();
  return [...groups].flatMap((claims) => claimDraft(comparison, claims, stabilities) ?? []);
}

/**
 * Speculative claims, which are dropped unless proved: one for every security alternative, or for an empty string that
 * a schema may allow.
 */
const ONLY_WHEN_PROVED: ReadonlySet<Kind> = new Set<Kind>([
  "security-added",
  "security-changed",
  "request-parameter-empty-refused",
]);
const MAX_TRIALS = 8;

function claimDraft(comparison: Comparison, claims: readonly Claim[], stabilities: Stabilities): Draft | undefined {
  const [first] = claims as [Claim, ...Claim[]];
  const operations = new Set(claims.map(({ operation }) => operation.name));
  const { kind, subject, direction, basePointer, revisionPointer, text, fix } = first;
  const common = {
    kind,
    subject,
    direction,
    operations,
    text,
    edit: text,
    fix: fix ?? KINDS.get(kind)?.help ?? "",
    ...(basePointer === undefined ? {} : { basePointer }),
    ...(revisionPointer === undefined ? {} : { revisionPointer }),
  };
  let reason: string | undefined;
  for (const claim of claims.slice(0, MAX_TRIALS)) {
    const trialed = trialOf(comparison, { ...claim, consumer: claim.consumer }, () => claim.build());
    if (trialed.witness !== undefined)
      return { ...common, ...stabilities.breaking(operations), witness: pointed(trialed.witness, first) };
    ({ reason } = trialed);
  }
  if (ONLY_WHEN_PROVED.has(kind) && reason === undefined) return undefined;
  return { ...common, ...unknown(reason ?? "every exchange that was tried is accepted") };
}

/** Puts the claimed violation first, in case several things changed. */
function pointed(witness: Witness, { kind, subject, at: known }: Claim): Witness {
  const at = known ?? (kind === "request-body-required" ? "/body" : `/${subject.replace(" ", "/")}`);
  const own = witness.violations.filter((violation) => violation.at === at);
  return { ...witness, violations: [...own, ...witness.violations.filter((one) => !own.includes(one))] };
}

/** Builds an exchange and has both sides judge it, within the budget. */
export function trialOf(comparison: Comparison, trial: Trial, build: () => WireExchange | undefined): Trialed {
  const trialed = tried<Trialed, Trialed>(
    () => tryExchange(comparison, trial, build()),
    (reason) => ({ reason }),
  );
  return trialed ?? { reason: OUT_OF_BUDGET };
}
