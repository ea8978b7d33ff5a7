// What the rules of the policy judge: one part of the document, before and after.
import type { Sender } from "../surface/model.ts";
import type { JsonObject } from "../../json/value.ts";

/** A place in a message, in the words of reports: the part "body of 200", and "items[].name" in it, "" for all of it. */
export interface MessagePlace {
  readonly part: string;
  readonly path: string;
  /** The other parts that have the value: an error that several statuses share. */
  readonly alsoIn?: readonly string[];
}

export interface Subject {
  readonly on: SubjectKind;
  /** Its name in reports: "GET /items", "query parameter limit", "body, at name". */
  readonly label: string;
  /** For values: the same, typed. */
  readonly where?: MessagePlace;
  /** Undefined if the part is new. */
  readonly base: JsonObject | undefined;
  /** Undefined if the part was removed. */
  readonly revision: JsonObject | undefined;
  readonly basePointer: string;
  readonly revisionPointer: string;
  readonly operations: ReadonlySet<string>;
  readonly direction: "request" | "response" | null;
  /** Who sends it, if it is sent at all. The requests of webhooks and callbacks come from the server. */
  readonly sender?: Sender;
  /** For forms: the parts on both sides whose text depends on the style. */
  readonly styledParts?: readonly string[];
  /** For the security of an operation. */
  readonly security?: SecurityEdit;
  /** For forms and multipart bodies: the media types of their parts. */
  readonly partTypes?: readonly PartTypes[];
  /** For parameters: a single value means a list of one, as with lists that repeat the name for each item. */
  readonly readsOneAsList?: boolean;
  /** For a parameter's schema: whether a list of which at most one item was sent became that item. */
  readonly isOnlyItem?: boolean;
  /** For parameters: the sender must send it, so its default is irrelevant. */
  readonly isAlwaysSent?: boolean;
  /** For responses: whether its status is one of an error. */
  readonly isError?: boolean;
  /** For operations: where the document describes it. */
  readonly nature?: "path" | "webhook" | "callback";
}

/** How the security of an operation changed. */
export interface SecurityEdit {
  readonly replaced?: ReplacedSchemes;
  /** The scopes of credentials that are enough only if one scope includes another by its name. */
  readonly doubtful: readonly string[];
  /** Whether scopes changed that have no effect. */
  readonly isIdleChanged: boolean;
}

/** The names of schemes that are the same on the wire. */
export interface ReplacedSchemes {
  readonly gone: readonly string[];
  readonly come: readonly string[];
}

/** The media types that a part may have on both sides; any if empty. */
export interface PartTypes {
  /** "part 0 of files". */
  readonly name: string;
  readonly base: readonly string[];
  readonly revision: readonly string[];
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
  | "media"
  | "scheme";

export interface PolicyDay {
  /** As in "2030-12-05". */
  readonly today: string;
  /** The days of notice required at the stability of the part. */
  readonly noticeDays: number;
  /** True if some change is proved breaking. */
  readonly breaks: boolean;
}
