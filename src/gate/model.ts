// What the gate finds: plain values. Rendering is elsewhere.
import type { Document } from "../document/document.ts";
import type { Location } from "../document/location.ts";
import type { WireExchange } from "./exchange/model.ts";
import type { Kind } from "./kinds/kinds.ts";
import type { ChangeSeverity, Profile } from "./profiles.ts";
import type { MessagePlace } from "./parts/model.ts";
import type { Violation } from "../schema/model.ts";
import type { JsonValue } from "../json/value.ts";

export type Verdict = "breaking" | "policy" | "unknown" | "compatible";

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
  /** The key of the operation that receives the request or sends the response. */
  readonly operation: string;
  /** Why it is refused: keyword, place in the exchange, what was expected, place in the refusing document. */
  readonly violations: readonly Violation[];
  /** Set if the refused value is too large to generate: how to get it from the one that is shown. */
  readonly grown?: Grown;
}

/** How often to repeat the last item of a list, the last letter of a string, or the last property of a map. */
export interface Grown {
  /** Its place in the body. */
  readonly at: string;
  readonly unit: "items" | "characters" | "properties";
  readonly to: bigint;
}

/** No longer described, of what was always sent. */
export type Gone = "gone from the request" | "gone from the response";

/** What happened to a property of an object. */
export interface PropertyEdit {
  readonly name: string;
  /** The place of the object: "body of 200, at items[]". */
  readonly place: string;
  readonly became: "required" | "always sent" | "optional" | "added" | "removed" | Gone;
}

/** What is known about a change from the start. */
interface ChangeFacts {
  readonly kind: Kind;
  readonly verdict: Verdict;
  /** `error` counts as breaking for the exit code. */
  readonly severity: ChangeSeverity;
  readonly direction: "request" | "response" | null;
  readonly text: string;
  /** The text without the place, to group equal edits at several places: "maxLength 64 was added". */
  readonly edit?: string;
  /** Where in a request or response it is, if it is about a value there. */
  readonly where?: MessagePlace;
  /** Set if the change is about a property: several properties of one object share an entry. */
  readonly property?: PropertyEdit;
  /** For `unknown`, why there is no verdict; for `compatible`, the rule that proves it. */
  readonly reason?: string;
  /** What would make the change safe. */
  readonly fix?: string;
  readonly witness?: Witness;
}

export interface Change extends ChangeFacts {
  /** Stable across runs and unrelated edits: see identity.ts. */
  readonly id: string;
  /** The operations it affects, as in "GET /items". */
  readonly operations: readonly string[];
  readonly base: ChangePlace | null;
  readonly revision: ChangePlace | null;
  /** The reason given in the exemptions file, if one applies. */
  readonly exempted?: string;
}

export interface GateResult {
  readonly base: Document;
  readonly revision: Document;
  readonly profile: Profile;
  /** Worst first. */
  readonly changes: readonly Change[];
  /** The changes with each verdict, and for exempted ones "breaking (exempted)" and so on. All reports have these numbers. */
  readonly summary: Readonly<Record<Verdict, number> & Record<string, number>>;
  /** The version increment that semver asks for. */
  readonly advice: "major" | "minor" | "patch" | "none";
}

/** Experimental operations promise nothing, so they need no notice. */
export type NoticeDays = Readonly<Record<"stable" | "beta", number>>;

export interface GateSettings {
  readonly profile: Profile;
  /** The day to use in lifecycle rules, as in "2030-12-05". */
  readonly today: string;
  /** The minimum number of days between deprecation and removal, by stability. */
  readonly noticeDays: NoticeDays;
  readonly budgetMs: number;
}

/** A change before it gets its places and id. */
export interface Draft extends ChangeFacts {
  readonly subject: string;
  /** The differing values, if a different edit of the same place would be a different change. */
  readonly values?: JsonValue;
  readonly operations: ReadonlySet<string>;
  readonly basePointer?: string;
  readonly revisionPointer?: string;
}
