// An engine within the test, which keeps all changes of each world. It answers later, as a real one does.
import {
  type Change,
  type Engine,
  EngineError,
  type NamedRecord,
  type Outcome,
  type SessionAge,
  type Step,
  UNTOUCHED,
} from "../../src/store/engine.ts";

interface Kept {
  changes: { readonly version: string; readonly changes: readonly Change[] }[];
  readonly blobs: Map<string, string>;
  records: NamedRecord[];
}

/** What engines of one mock share. */
export class EngineRoom {
  readonly worlds = new Map<string | undefined, Kept>();
  readonly sessions = new Map<string, number>();
  turn = 0;
  /** Why nothing is done at present. */
  fault: EngineError["kind"] | undefined;
  /** How many calls there were. */
  calls = 0;
}

export class MemoryEngine implements Engine {
  readonly #room: EngineRoom;

  constructor(room: EngineRoom = new EngineRoom()) {
    this.#room = room;
  }

  async step(world: string | undefined, step: Step): Promise<Outcome> {
    const kept = await this.#world(world);
    const version = kept.changes.at(-1)?.version ?? UNTOUCHED;
    const { from, changes, blobs, records, isPast } = step;
    if (version !== from && (isPast !== true || changes.length > 0)) {
      const at = kept.changes.findIndex((one) => one.version === from);
      if (at === -1 && from !== UNTOUCHED) return { kind: "reload" };
      return {
        kind: "missed",
        hasTurn: false,
        version,
        changes: kept.changes.slice(at + 1).flatMap((one) => one.changes),
      };
    }
    const next = `${kept.changes.length + 1}-${++this.#room.turn}`;
    if (changes.length > 0) kept.changes.push({ version: next, changes: structuredClone(changes) });
    for (const [name, text] of blobs) kept.blobs.set(name, text);
    this.#keep(kept, records);
    return { kind: "done", version: changes.length > 0 ? next : from };
  }

  async load(world: string | undefined, take: Parameters<Engine["load"]>[1]): Promise<string> {
    const { changes } = await this.#world(world);
    const version = changes.at(-1)?.version ?? UNTOUCHED;
    for (const one of changes.slice()) await take(one.changes);
    return version;
  }

  async blob(world: string | undefined, name: string): Promise<string | undefined> {
    return (await this.#world(world)).blobs.get(name);
  }

  async record(world: string | undefined, records: readonly string[]): Promise<void> {
    this.#keep(await this.#world(world), records);
  }

  async records(world: string | undefined, after: string | undefined): Promise<readonly NamedRecord[]> {
    const { records } = await this.#world(world);
    const at = records.findIndex(({ name }) => name === after);
    return at === -1 ? [...records] : records.slice(at);
  }

  async forgetRecords(world: string | undefined): Promise<void> {
    (await this.#world(world)).records = [];
  }

  async use(session: string): Promise<boolean> {
    await this.#wait();
    this.#room.sessions.set(session, Date.now());
    return true;
  }

  async sessions(): Promise<readonly SessionAge[]> {
    await this.#wait();
    return Array.from(this.#room.sessions, ([name, at]) => ({ name, idle: Date.now() - at }));
  }

  async drop(session: string): Promise<boolean> {
    await this.#wait();
    this.#room.worlds.delete(session);
    return this.#room.sessions.delete(session);
  }

  async close(): Promise<void> {
    await this.#wait();
  }

  async #wait(): Promise<void> {
    this.#room.calls++;
    await new Promise((resolve) => setImmediate(resolve));
    const { fault } = this.#room;
    if (fault !== undefined) throw new EngineError(fault, fault);
  }

  async #world(world: string | undefined): Promise<Kept> {
    await this.#wait();
    const known = this.#room.worlds.get(world) ?? { changes: [], blobs: new Map(), records: [] };
    this.#room.worlds.set(world, known);
    return known;
  }

  #keep(kept: Kept, records: readonly string[]): void {
    for (const text of records) kept.records.push({ name: `${Date.now()}-${++this.#room.turn % 1000}`, text });
  }
}
