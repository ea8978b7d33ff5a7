// The worlds of a mock: one that clients share who name no session, and one for each session, made when it is first
// named and dropped when nobody has asked for it for an hour.
import { World, type WorldPlan } from "./world.ts";

/** So many sessions there are at a time. */
export const MOST_SESSIONS = 1_000;
/** One that was idle for so long is dropped. */
const IDLE = 3_600_000;
/** Where there are too many, one that was idle for so long makes room. */
const IDLE_ENOUGH = 60_000;
/** How often idle ones are looked for. */
const CHECKING = 60_000;

/** How many sessions there may be, and for how long they stay; for tests of what happens then. */
export interface SessionLimits {
  readonly most: number;
  readonly idle: number;
  readonly idleEnough: number;
  readonly now: () => number;
}

const LIMITS: SessionLimits = {
  most: MOST_SESSIONS,
  idle: IDLE,
  idleEnough: IDLE_ENOUGH,
  now: () => performance.now(),
};

/** A session as it is told of. */
export interface SessionReading {
  readonly name: string;
  /** For how long nobody has asked for it, in whole seconds. */
  readonly idle: number;
}

interface Session {
  readonly world: World;
  usedAt: number;
}

/** All worlds of a mock. */
export class Worlds {
  /** The world of clients that name no session. */
  readonly shared: World;
  readonly #plan: WorldPlan;
  readonly #limits: SessionLimits;
  /** In the order in which they were last asked for. */
  readonly #sessions = new Map<string, Session>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(plan: WorldPlan, limits: Partial<SessionLimits> = {}) {
    this.#plan = plan;
    this.#limits = { ...LIMITS, ...limits };
    this.shared = new World(plan);
  }

  /** The world of a session, made if need be. @returns undefined where there are too many, and all of them in use */
  session(name: string): World | undefined {
    const known = this.#sessions.get(name);
    const usedAt = this.#limits.now();
    if (known !== undefined) {
      known.usedAt = usedAt;
      // The one asked for last stands last.
      this.#sessions.delete(name);
      this.#sessions.set(name, known);
      return known.world;
    }
    if (this.#sessions.size >= this.#limits.most && !this.#makeRoom(usedAt)) return undefined;
    const world = new World(this.#plan, name);
    this.#sessions.set(name, { world, usedAt });
    this.#timer ??= unref(setInterval(() => this.dropIdle(), CHECKING));
    return world;
  }

  /** The sessions that there are, the one asked for last at the end. */
  list(): SessionReading[] {
    const now = this.#limits.now();
    return Array.from(this.#sessions, ([name, { usedAt }]) => ({ name, idle: Math.floor((now - usedAt) / 1000) }));
  }

  /** @returns false where there is no such session */
  drop(name: string): boolean {
    this.#sessions.get(name)?.world.close();
    const dropped = this.#sessions.delete(name);
    this.#rest();
    return dropped;
  }

  dropAll(): void {
    for (const { world } of this.#sessions.values()) world.close();
    this.#sessions.clear();
    this.#rest();
  }

  /** Drops the sessions that nobody has asked for in a long time. */
  dropIdle(): void {
    const now = this.#limits.now();
    for (const [name, { usedAt }] of this.#sessions) {
      if (now - usedAt < this.#limits.idle) break;
      this.drop(name);
    }
  }

  /** Ends every session, and what goes on by itself. */
  close(): void {
    this.dropAll();
  }

  #makeRoom(now: number): boolean {
    const [oldest] = this.#sessions;
    if (oldest === undefined || now - oldest[1].usedAt < this.#limits.idleEnough) return false;
    return this.drop(oldest[0]);
  }

  /** Without sessions there is nothing to look after. */
  #rest(): void {
    if (this.#sessions.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/** A timer that does not keep a process alive; elsewhere than in Node none does. */
function unref(timer: ReturnType<typeof setInterval>): ReturnType<typeof setInterval> {
  if (typeof timer === "object") timer.unref();
  return timer;
}
