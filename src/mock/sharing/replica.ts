// A world as this process has it: kept up by the changes of the others.
import { type Change, type Engine, EngineError } from "../../store/engine.ts";
import type { Start } from "../resource-plan.ts";
import type { World } from "../world.ts";
import { integer, readKey, readStarts, textOf, valueOf } from "./keys.ts";
import type { Recorder } from "./recorder.ts";
import { CELLS, TABLES } from "./tables.ts";

export class Replica {
  readonly #world: World;
  readonly #recorder: Recorder;
  readonly #engine: Engine;
  /** The cells of a world that nobody has changed. */
  readonly #first: ReadonlyMap<string, string>;

  constructor(world: World, recorder: Recorder, engine: Engine) {
    this.#world = world;
    this.#recorder = recorder;
    this.#engine = engine;
    this.#first = recorder.cells;
  }

  /** Does what others have done. @throws EngineError if a blob cannot be read, or there is no room */
  async apply(changes: readonly Change[]): Promise<void> {
    for (const change of changes) {
      const [kind, at, name, text] = change;
      if (kind === "put" || kind === "del") this.#repeat(at, name, kind === "put" ? text : undefined);
      else if (kind === "row" && at === "snapshots") await this.#snapshot(name, text);
      else if (kind === "row") this.#row(at, name, text);
      else if (kind === "start") this.#restart(new Map());
      else if (kind === "base") this.#restart(await this.#blob(at));
      else this.#setStarts(await this.#blob(at));
    }
    this.#recorder.know();
  }

  /** Returns to how the world was before anybody changed it. */
  forget(): void {
    const { used, snapshots } = this.#world;
    this.#recorder.muted(() => {
      for (const collection of used.values()) {
        collection.startWith(undefined);
        collection.restart();
      }
      for (const name of snapshots) this.#world.forget(name);
    });
    for (const { rows } of TABLES.values()) {
      const own = rows(this.#world);
      for (const name of own.keys()) own.repeat(name, undefined);
    }
    for (const [name, text] of this.#first) this.#recorder.write(name, text);
    this.#recorder.know();
  }

  #repeat(at: number, key: string, text: string | undefined): void {
    if (this.#world.collection(at).repeat(readKey(key), text)) return;
    throw new EngineError("crowded", "this process has no room for the items of the others");
  }

  #row(table: string, name: string, text: string): void {
    if (table === "cells" && CELLS.has(name)) this.#recorder.write(name, text);
    else if (table === "identifiers") {
      this.#world.collection(Number(name)).identifiers.moveTo(integer(textOf(text)));
    } else {
      const { rows, read } = TABLES.get(table) ?? {};
      rows?.(this.#world).repeat(name, text === "" ? undefined : read?.(valueOf(text) as never));
    }
  }

  #restart(items: ReadonlyMap<number, Start>): void {
    this.#recorder.muted(() => {
      for (const [at, start] of items) this.#world.collection(at).adopt(start);
      for (const [at, collection] of this.#world.used) if (!items.has(at)) collection.restart();
    });
  }

  #setStarts(starts: ReadonlyMap<number, Start>): void {
    this.#recorder.muted(() => {
      for (const [at, start] of starts) this.#world.collection(at).startWith(start);
    });
  }

  async #snapshot(name: string, text: string): Promise<void> {
    const kept = text === "" ? undefined : await this.#blob(textOf(text));
    this.#recorder.muted(() => {
      if (kept === undefined) this.#world.forget(name);
      else
        this.#world.adoptSnapshot(
          name,
          this.#world.names.stored.map((_, at) => kept.get(at)),
        );
    });
  }

  async #blob(name: string): Promise<Map<number, Start>> {
    const text = await this.#engine.blob(this.#world.name, name);
    if (text === undefined) return new Map();
    return readStarts(text, (at) => this.#world.collection(at).plan);
  }
}
