// The worlds of a mock that several processes share.
import type { Engine } from "../../store/engine.ts";
import type { SessionReading, Worlds } from "../worlds.ts";
import type { World } from "../world.ts";
import { Recorder } from "./recorder.ts";
import { type SharedParts, SharedWorld } from "./shared-world.ts";

/** How often the others are told that a session is in use, in milliseconds. */
const TELLING = 10_000;
/** How often to look for requests that others have answered, while somebody listens. */
const LOOKING = 100;

/** Creates what hears of the changes of each world. */
export class Recorders {
  readonly #recorders = new WeakMap<World, Recorder>();

  readonly watcherOf = (world: World): Recorder => {
    const recorder = new Recorder(world);
    this.#recorders.set(world, recorder);
    return recorder;
  };

  of(world: World): Recorder {
    return this.#recorders.get(world) as Recorder;
  }
}

export class SharedWorlds {
  readonly #worlds: Worlds;
  readonly #engine: Engine;
  readonly #parts: SharedParts;
  readonly #recorders: Recorders;
  readonly #shared = new WeakMap<World, SharedWorld>();
  /** When the others were told of each session. */
  readonly #told = new Map<string, number>();

  constructor(worlds: Worlds, recorders: Recorders, parts: SharedParts) {
    this.#worlds = worlds;
    this.#parts = parts;
    this.#engine = parts.engine;
    this.#recorders = recorders;
  }

  of(world: World): SharedWorld {
    const known = this.#shared.get(world);
    if (known !== undefined) return known;
    const shared = new SharedWorld(world, this.#recorders.of(world), this.#parts);
    this.#shared.set(world, shared);
    return shared;
  }

  /** True if the session exists in any process. @throws EngineError */
  async has(session: string): Promise<boolean> {
    if (this.#worlds.known(session) !== undefined) return true;
    return (await this.#engine.sessions()).some(({ name }) => name === session);
  }

  /** The world of a session, which is begun if necessary. @returns undefined if there are too many. @throws EngineError */
  async session(name: string): Promise<World | undefined> {
    const now = performance.now();
    if (now - (this.#told.get(name) ?? -Infinity) >= TELLING) {
      if (!(await this.#engine.use(name))) return undefined;
      this.#told.set(name, now);
    }
    return this.#worlds.session(name);
  }

  /** All sessions, the last used one at the end. @throws EngineError */
  async list(): Promise<SessionReading[]> {
    const sessions = await this.#engine.sessions();
    return sessions.map(({ name, idle }) => ({ name, idle: Math.floor(idle / 1000) }));
  }

  /** @returns false if there is no such session. @throws EngineError */
  async drop(name: string): Promise<boolean> {
    this.#told.delete(name);
    this.#worlds.drop(name);
    return this.#engine.drop(name);
  }

  /** @throws EngineError */
  async dropAll(): Promise<void> {
    for (const { name } of await this.#engine.sessions()) await this.drop(name);
  }

  /** Reads what was recorded of a world, or of all. @throws EngineError */
  async readRecords(world: World, isAll: boolean): Promise<void> {
    await this.of(world).records.read();
    if (!isAll) return;
    await this.of(this.#worlds.shared).records.read();
    for (const { name } of await this.#engine.sessions()) {
      const one = this.#worlds.session(name);
      if (one !== undefined) await this.of(one).records.read();
    }
  }

  /** Reads what is recorded for as long as somebody listens. */
  follow(world: World, isAll: boolean, hasListeners: () => boolean): void {
    let isReading = false;
    const timer = setInterval(() => {
      if (!hasListeners()) clearInterval(timer);
      if (isReading || !hasListeners()) return;
      isReading = true;
      void this.readRecords(world, isAll)
        .catch(() => undefined)
        .finally(() => (isReading = false));
    }, LOOKING);
    timer.unref();
  }
}
