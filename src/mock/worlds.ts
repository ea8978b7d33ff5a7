// The worlds of a mock: one that clients without a session share, and one for each session. A session is created when
// it is first named, and dropped after an hour without requests.
import { World, type WorldPlan } from "./world.ts";

/** The maximum number of sessions. */
export const MOST_SESSIONS = 1_000;
/** The idle time after which a session is dropped. */
const IDLE = 3_600_000;
/** The idle time after which a session makes room for another when there are too many. */
const IDLE_ENOUGH = 60_000;
/** How often to look for idle sessions. */
const CHECKING = 60_000;

/** How many sessions there may be, and how long they stay; set by tests. */
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

/** A session as it is reported. */
export interface SessionReading {
  readonly name: string;
  /** The idle time in whole seconds. */
  readonly idle: number;
}

interface Session {
  readonly world: World;
  usedAt: number;
}

/** All worlds of a mock. */
export class Worlds {
  /** The world of clients without a session. */
  readonly shared: World;
  readonly #plan: WorldPlan;
  readonly #limits: SessionLimits;
  /** In the order of their last use. */
  readonly #sessions = new Map<string, Session>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(plan: WorldPlan, limits: Partial<SessionLimits> = {}) {
    this.#plan = plan;
    this.#limits = { ...LIMITS, ...limits };
    this.shared = new World(plan);
  }

  /** The world of a session that exists already, which stays as idle as it was. */
  known(name: string): World | undefined {
    return this.#sessions.get(name)?.world;
  }

  /** The world of a session, created if necessary. @returns undefined if there are too many, all of them in use */
  session(name: string): World | undefined {
    const known = this.#sessions.get(name);
    const usedAt = this.#limits.now();
    if (known !== undefined) {
      known.usedAt = usedAt;
      // Keeps the last used session at the end.
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

  /** All sessions, the last used one at the end. */
  list(): SessionReading[] {
    const now = this.#limits.now();
    return Array.from(this.#sessions, ([name, { usedAt }]) => ({ name, idle: Math.floor((now - usedAt) / 1000) }));
  }

  /** @returns false if there is no such session */
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

  /** Drops the sessions that were idle for too long. */
  dropIdle(): void {
    const now = this.#limits.now();
    for (const [name, { usedAt }] of this.#sessions) {
      if (now - usedAt < this.#limits.idle) break;
      this.drop(name);
    }
  }

  /** Ends every session and the timer. */
  close(): void {
    this.dropAll();
  }

  #makeRoom(now: number): boolean {
    const [oldest] = this.#sessions;
    if (oldest === undefined || now - oldest[1].usedAt < this.#limits.idleEnough) return false;
    return this.drop(oldest[0]);
  }

  /** Without sessions, the timer is not needed. */
  #rest(): void {
    if (this.#sessions.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/** A timer that does not keep the process alive; outside Node, none does. */
function unref(timer: ReturnType<typeof setInterval>): ReturnType<typeof setInterval> {
  if (typeof timer === "object") timer.unref();
  return timer;
}
