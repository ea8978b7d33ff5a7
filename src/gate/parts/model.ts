// What the rules of the policy look at: one part of the document before and after.
import type { Sender } from "../surface/model.ts";
import type { JsonObject } from "../../json/value.ts";

export interface Subject {
  readonly on: SubjectKind;
  /** What a reader calls it: "GET /items", "query parameter limit", "body, at name". */
  readonly label: string;
  /** Absent: it is new. */
  readonly base: JsonObject | undefined;
  /** Absent: it is gone. */
  readonly revision: JsonObject | undefined;
  readonly basePointer: string;
  readonly revisionPointer: string;
  readonly operations: ReadonlySet<string>;
  readonly direction: "request" | "response" | null;
  /** Who sends it, where it travels: with webhooks and callbacks, requests are the server's. */
  readonly sender?: Sender;
  /** For forms: the parts on both sides whose style counts. */
  readonly styledParts?: readonly string[];
  /** For parameters: a value that stands alone is the list of that value, as it is where a name is repeated for each. */
  readonly readsOneAsList?: boolean;
  /** For parameters: whoever sends them has to, so that what holds without them concerns nobody. */
  readonly isAlwaysSent?: boolean;
  /** For operations: whether they are paths, webhooks or callbacks. */
  readonly nature?: "path" | "webhook" | "callback";
}

export type SubjectKind =
  | "document"
  | "operation"
  | "parameter"
  | "parameter-schema"
  | "schema"
  | "form"
  | "security"
  | "response"
  | "servers"
  | "header"
  | "scheme";

export interface PolicyDay {
  /** "2030-12-05". */
  readonly today: string;
  /** How many are asked for, for what is as stable as this. */
  readonly noticeDays: number;
  /** True when some change is proved to break. */
  readonly breaks: boolean;
}
