// The requirements register: every sentence, table row and constraint of a document, with the checks that test it, and
// for what is not tested, the reason. Nothing is left out silently: what has neither is shown as such.
import { type Location } from "../src/contract/location.ts";
import type { Contract } from "../src/contract/model.ts";
import { inferResources } from "../src/resource/infer.ts";
import type { AnyCheck } from "./check.ts";
import { type Plan, makePlan } from "./plan.ts";
import { Asked } from "./requirements/coverage.ts";
import type { PlaceKind } from "./requirements/grammar.ts";
import { type Place, placesOf } from "./requirements/places.ts";
import { REASONS } from "./requirements/reasons.ts";
import { type Use, type Uses, usesOf } from "./requirements/uses.ts";

export interface Requirement {
  /** The place in the document. */
  readonly pointer: string;
  readonly location: Location;
  readonly kind: PlaceKind;
  /** "maximum: 100", or the sentence itself. */
  readonly text: string;
  /** The ids of the checks that test it, sorted. */
  readonly coveredBy: readonly string[];
  /** Why it is not tested; absent where it is, or where nobody knows. */
  readonly reason?: string;
  /** Of a place that is tested: the uses of it that are not, each with its reason. */
  readonly untested?: readonly Untested[];
}

export interface Untested {
  /** "body of createOrder". */
  readonly use: string;
  /** Absent where nobody knows. */
  readonly reason?: string;
}

/**
 * The register of a contract, in the order of the document.
 * @param today a day in UTC; operations past their sunset are asked other questions
 */
export function requirements(
  contract: Contract,
  checks: readonly AnyCheck[],
  today: string = new Date().toISOString().slice(0, 10),
): Requirement[] {
  const plan = makePlan(contract, inferResources(contract), today);
  const asked = new Asked(checks, plan);
  const uses = usesOf(contract);
  return placesOf(contract.document).map((place) => answerFor(place, { plan, asked, uses: usesAt(place, uses, plan) }));
}

interface Context {
  readonly plan: Plan;
  readonly asked: Asked;
  readonly uses: readonly Use[];
}

function answerFor(place: Place, { plan, asked, uses }: Context): Requirement {
  const early = REASONS.find((one) => EARLY.has(one.id) && one.holds(place, uses, plan));
  const covering = early === undefined ? uses.map((use) => asked.covering(place, use, plan)) : [];
  const coveredBy = [...new Set(covering.flat())].sort();
  const open = uses.filter((_, index) => covering[index]?.length === 0);
  const reason = early?.reason ?? (coveredBy.length > 0 ? undefined : reasonFor(place, open, plan));
  return {
    pointer: place.pointer,
    location: plan.contract.document.locate(place.pointer),
    kind: place.kind,
    text: place.text,
    coveredBy,
    ...(reason === undefined ? {} : { reason }),
    ...(coveredBy.length === 0 || open.length === 0 ? {} : { untested: untestedUses(place, open, plan) }),
  };
}

/** One reason for all uses, else those of each of them; undefined where one has none. */
function reasonFor(place: Place, open: readonly Use[], plan: Plan): string | undefined {
  const common = REASONS.find((known) => known.holds(place, open, plan))?.reason;
  if (common !== undefined) return common;
  const each = open.map((use) => REASONS.find((known) => known.holds(place, [use], plan))?.reason);
  return each.includes(undefined) ? undefined : [...new Set(each)].join("; ");
}

/** A schema that several operations share may be tested in one of them only. */
function untestedUses(place: Place, open: readonly Use[], plan: Plan): Untested[] {
  const found = new Map<string, Untested>();
  for (const one of open) {
    const use = `${one.side}${one.status === undefined ? "" : ` ${one.status}`} of ${one.operation.id}`;
    const reason = reasonFor(place, [one], plan);
    found.set(use, { use, ...(reason === undefined ? {} : { reason }) });
  }
  return [...found.values()];
}

/** Sentences that bind no server are not tested, even where a check looks at the part that they describe. */
const EARLY = new Set(["of-the-mock", "left-open"]);

/** The uses of the part that a place belongs to. The document's own `security` counts where no operation has one. */
function usesAt(place: Place, uses: Uses, { contract }: Plan): readonly Use[] {
  const own = uses.get(place.holder) ?? [];
  if (place.holder !== "" || place.kind !== "security") return own;
  const { root } = contract.document;
  return root["security"] === undefined ? [] : own.filter(({ operation }) => operation.security.length > 0);
}

export interface Coverage {
  readonly covered: number;
  /** Not tested, for a reason. */
  readonly reasoned: number;
  /** Neither tested nor explained. */
  readonly open: number;
}

/** How much of a document is tested. */
export function coverageOf(register: readonly Requirement[]): Coverage {
  const open = register.filter(isOpen).length;
  const covered = register.filter((one) => one.coveredBy.length > 0 && !isOpen(one)).length;
  return { covered, reasoned: register.length - covered - open, open };
}

/** True where neither a check nor a reason answers for a requirement, or for one of its uses. */
export function isOpen({ coveredBy, reason, untested = [] }: Requirement): boolean {
  if (coveredBy.length === 0) return reason === undefined;
  return untested.some((one) => one.reason === undefined);
}

/** "312 requirements: 140 tested, 172 not, each for a reason". */
export function showCoverage({ covered, reasoned, open }: Coverage): string {
  const total = covered + reasoned + open;
  const neither = open === 0 ? ", each for a reason" : ` (${open} of them for no known reason)`;
  return `${total} requirements: ${covered} tested, ${reasoned + open} not${neither}`;
}
