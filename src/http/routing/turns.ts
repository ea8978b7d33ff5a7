// What the routing knows of worlds that several processes share. Types only: what carries it out is in sharing/, and is
// handed in, so that nothing of it is loaded for a mock of its own.
import type { Contract } from "../../contract/model.ts";
import type { Journals } from "../../mock/journal/journal.ts";
import type { Refusal } from "../../mock/errors/refusal.ts";
import type { SessionReading, Worlds } from "../../mock/worlds.ts";
import type { World, WorldWatcher } from "../../mock/world.ts";
import type { PathItem } from "./path-item.ts";
import type { Visit } from "./visit.ts";

/** How a request is answered. */
export interface How {
  readonly method: string;
  readonly expectation: string;
  readonly answer: (visit: Visit, item: PathItem, how: never) => void;
}

/** Lets requests act in shared worlds, one after another. Each call may throw an EngineError. */
export interface Turns {
  /** Answers a request, maybe several times from the beginning; nothing of it is sent before it is true for all. */
  take(visit: Visit, item: PathItem, how: How): void;
  /** The world of a session, which is begun if necessary. */
  session(name: string): Promise<World | undefined>;
  /** Does something in a world. */
  do<T>(world: World, work: () => T): Promise<T>;
  /** Reads what was recorded of a world, or of all. */
  readRecords(world: World, isAll: boolean): Promise<void>;
  clearRecords(world: World): Promise<void>;
  /** Reads what is recorded for as long as somebody listens. */
  follow(world: World, isAll: boolean, journals: Journals): void;
  list(): Promise<readonly SessionReading[]>;
  drop(session: string): Promise<boolean>;
  dropAll(): Promise<void>;
  /** What a client is told; undefined for an error of another kind. */
  refusalOf(error: unknown): Refusal | undefined;
}

/** Makes worlds shared. */
export interface Sharing {
  readonly watcherOf: (world: World) => WorldWatcher;
  readonly turnsOf: (worlds: Worlds, contract: Contract, fail: (visit: Visit, error: unknown) => void) => Turns;
}
