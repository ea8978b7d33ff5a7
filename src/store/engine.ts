// Where several processes keep one world. These members are all that an implementation needs; test/sharing/shared-contract.ts
// says how mocks must behave with each.

/**
 * One change of a world:
 * - `put`: an item of a collection, as JSON, at the end if it is new (1) and in place otherwise (0)
 * - `del`: an item is gone
 * - `row`: a row of a table, as JSON; an empty text if it is gone
 * - `start`: every collection is as it starts
 * - `base`: every collection has the items of a blob instead; those that it does not name are as they start
 * - `starts`: from now on, collections start with the items of a blob
 */
export type Change =
  | readonly ["put", at: number, key: string, text: string, isNew: 0 | 1]
  | readonly ["del", at: number, key: string]
  | readonly ["row", table: string, name: string, text: string]
  | readonly ["start"]
  | readonly ["base", blob: string]
  | readonly ["starts", blob: string];

/** The version of a world that nobody has changed. */
export const UNTOUCHED = "0-0";

/** What a process has done to a world, to be made true for all: everything or nothing. */
export interface Step {
  /** The version that it was done to. Anything else is refused, unless nothing was changed and `isPast` is set. */
  readonly from: string;
  readonly changes: readonly Change[];
  /** The blobs that the changes name. */
  readonly blobs: ReadonlyMap<string, string>;
  /** What to record, as JSON. */
  readonly records: readonly string[];
  /** True to record what was answered from an earlier version. */
  readonly isPast?: boolean;
  /** True to have the others wait for a moment with their changes, if they came first or nothing is changed here. */
  readonly wantsTurn?: boolean;
}

/** What became of a step. */
export type Outcome =
  /** It is done. */
  | { readonly kind: "done"; readonly version: string }
  /** Others came first: these are their changes. */
  | {
      readonly kind: "missed";
      readonly changes: readonly Change[];
      readonly version: string;
      /** They wait now. */
      readonly hasTurn: boolean;
    }
  /** So much has happened that the world must be loaded anew. */
  | { readonly kind: "reload" }
  /** It is another's turn. */
  | { readonly kind: "wait" };

/** Why an engine does not do what it is asked. */
export class EngineError extends Error {
  /** `crowded`: this process has no room for what the others have stored. */
  readonly kind: "unreachable" | "full" | "crowded" | "read-only" | "foreign";

  constructor(kind: EngineError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** A record, and what it is called: names count up. */
export interface NamedRecord {
  readonly name: string;
  readonly text: string;
}

/** A session, and the milliseconds since it was used. */
export interface SessionAge {
  readonly name: string;
  readonly idle: number;
}

/** Keeps the worlds of one mock. A world is called by its session; the shared one has none. Each call may throw an EngineError. */
export interface Engine {
  step(world: string | undefined, step: Step): Promise<Outcome>;
  /**
   * Reads all of a world.
   * @param take is given the changes that lead to it from an untouched one, part by part
   * @returns the version that it then has
   */
  load(world: string | undefined, take: (changes: readonly Change[]) => Promise<void>): Promise<string>;
  blob(world: string | undefined, name: string): Promise<string | undefined>;
  /** Records something that needs no step. */
  record(world: string | undefined, records: readonly string[]): Promise<void>;
  /** The records after the one of that name; all of them if it is undefined. */
  records(world: string | undefined, after: string | undefined): Promise<readonly NamedRecord[]>;
  forgetRecords(world: string | undefined): Promise<void>;
  /** Notes that a session is used, and begins it. @returns false if there are too many, all of them in use */
  use(session: string): Promise<boolean>;
  sessions(): Promise<readonly SessionAge[]>;
  /** @returns false if there is no such session */
  drop(session: string): Promise<boolean>;
  close(): Promise<void>;
}
