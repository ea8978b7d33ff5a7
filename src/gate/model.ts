// What the gate finds: plain values. Rendering is elsewhere.
import type { Document } from "../document/document.ts";
import type { Location } from "../document/location.ts";
import type { WireExchange } from "./exchange/model.ts";
import type { Kind } from "./kinds/kinds.ts";
import type { Violation } from "../schema/model.ts";
import type { JsonValue } from "../json/value.ts";

/** Which promises count: what is declared; also what is not; also the names that generated code uses. */
export type Profile = "wire" | "strict" | "sdk";
export const PROFILES: readonly Profile[] = ["wire", "strict", "sdk"];

export type Verdict = "breaking" | "policy" | "unknown" | "compatible";
export type ChangeSeverity = "error" | "warning" | "none";

/** A place in one of the two documents. */
export interface ChangePlace {
  readonly pointer: string;
  readonly location: Location;
}

/** A request or response that one document allows and the other refuses. */
export interface Witness {
  readonly exchange: WireExchange;
  readonly acceptedBy: "base" | "revision";
  readonly refusedBy: "base" | "revision";
  /** The key of the operation that it is sent to, or that answers so. */
  readonly operation: string;
  /** Why it is refused: keyword, place in the exchange, what was expected, place in the refusing document. */
  readonly violations: readonly Violation[];
  /** Set where the value that is refused is too large to be made: how to make it of the one that is shown. */
  readonly grown?: Grown;
}

/** A list whose last item, a text whose last letter, or a map whose last property is repeated until there are so many. */
export interface Grown {
  /** Where it stands in the body. */
  readonly at: string;
  readonly unit: "items" | "characters" | "properties";
  readonly to: bigint;
}

/** What became of a property of an object. */
export interface PropertyEdit {
  readonly name: string;
  /** Where the object stands: "body of 200, at items[]". */
  readonly place: string;
  readonly became: "required" | "always sent" | "optional" | "added" | "removed";
}

/** What is known of a change from the start. */
interface ChangeFacts {
  readonly kind: Kind;
  readonly verdict: Verdict;
  /** `error` counts as breaking for the exit code. */
  readonly severity: ChangeSeverity;
  readonly direction: "request" | "response" | null;
  readonly text: string;
  /** The text without the place, where the same may happen at many: "maxLength 64 was added". */
  readonly edit?: string;
  /** Set where the change is one of a property: several of one object read as one. */
  readonly property?: PropertyEdit;
  /** Why nothing was shown, for `unknown`; the rule that proves it, for `compatible`. */
  readonly reason?: string;
  /** What would make the change safe. */
  readonly fix?: string;
  readonly witness?: Witness;
}

export interface Change extends ChangeFacts {
  /** Stable across runs and unrelated edits: made of the kind, the places and what differs there, each by name. */
  readonly id: string;
  /** The operations it reaches, as "GET /items". */
  readonly operations: readonly string[];
  readonly base: ChangePlace | null;
  readonly revision: ChangePlace | null;
  /** The reason given in the exemptions file, where one applies. */
  readonly exempted?: string;
}

export interface GateResult {
  readonly base: Document;
  readonly revision: Document;
  readonly profile: Profile;
  /** Worst first. */
  readonly changes: readonly Change[];
  /** The operations of both documents that are written differently, references included. */
  readonly touched: readonly string[];
  readonly summary: Readonly<Record<Verdict, number>>;
  /** What semver asks of the version, seen the changes. */
  readonly advice: "major" | "minor" | "patch" | "none";
}

/** Experimental operations promise nothing, so that they need no notice. */
export type NoticeDays = Readonly<Record<"stable" | "beta", number>>;

export interface GateSettings {
  readonly profile: Profile;
  /** The day the lifecycle rules go by, "2030-12-05". */
  readonly today: string;
  /** How many days there must be at least between deprecation and removal, by how stable an operation is. */
  readonly noticeDays: NoticeDays;
  readonly budgetMs: number;
}

/** A change before it has places and an id. */
export interface Draft extends ChangeFacts {
  readonly subject: string;
  /** The values that differ, where another edit of the same place would be another change. */
  readonly values?: JsonValue;
  readonly operations: ReadonlySet<string>;
  readonly basePointer?: string;
  readonly revisionPointer?: string;
}
