// Hears of everything that a request does to a shared world: as changes to pass on, and as steps to take it back.
import { writeJson } from "../../json/write.ts";
import type { Change } from "../../store/engine.ts";
import type { Collection, CollectionWatcher } from "../items/collection.ts";
import type { World, WorldWatcher } from "../world.ts";
import { readKey, valueOf, writeKey, writeStarts } from "./keys.ts";
import { CELLS, TABLES } from "./tables.ts";

/** What was done since the last call of `settle` or `undo`. */
export interface Done {
  readonly changes: readonly Change[];
  readonly blobs: ReadonlyMap<string, string>;
}

export class Recorder implements WorldWatcher {
  readonly #world: World;
  #changes: Change[] = [];
  #blobs = new Map<string, string>();
  #undo: (() => void)[] = [];
  /** How items were replaced as a whole by the current request. */
  readonly #replaced = new Set<string>();
  /** What was done cannot be taken back. */
  #isLasting = false;
  #isMuted = false;
  /** The texts of the cells, and the progress of the identifiers, as the others know them. */
  readonly #cells = new Map<string, string>();
  readonly #progress = new Map<number, number | bigint>();

  constructor(world: World) {
    this.#world = world;
    for (const [name, { rows, write }] of TABLES) {
      const own = rows(world);
      own.onChange = (row, value, former) => {
        this.#changes.push(["row", name, row, value === undefined ? "" : writeJson(write(value as never))]);
        this.#undo.push(() => own.repeat(row, former));
      };
    }
    for (const [name, { read }] of CELLS) this.#cells.set(name, writeJson(read(world)));
  }

  collection(at: number, collection: Collection): CollectionWatcher {
    this.#progress.set(at, collection.identifiers.progress);
    return {
      changed: (key, text, former, place) => {
        const name = writeKey(key);
        if (text === undefined) this.#changes.push(["del", at, name]);
        else this.#changes.push(["put", at, name, text, former === undefined ? 1 : 0]);
        this.#undo.push(() => {
          const own = readKey(name);
          if (text === undefined && former !== undefined && place !== undefined) collection.putBack(own, place, former);
          else collection.repeat(own, former);
        });
      },
      replaced: (by) => {
        if (!this.#isMuted) this.#replaced.add(by);
      },
    };
  }

  snapshot(name: string, isKept: boolean): void {
    if (this.#isMuted) return;
    this.#isLasting = true;
    this.#changes.push(["row", "snapshots", name, isKept ? writeJson(this.#blob(this.#world.used)) : ""]);
  }

  /** Ends the work of one request. */
  endRequest(): void {
    if (this.#replaced.size > 0) this.#replace();
    for (const [name, { read }] of CELLS) {
      const text = writeJson(read(this.#world));
      const former = this.#cells.get(name) ?? "";
      if (text === former) continue;
      this.#cells.set(name, text);
      this.#changes.push(["row", "cells", name, text]);
      this.#undo.push(() => this.write(name, former));
    }
    for (const [at, { identifiers }] of this.#world.used) {
      const { progress } = identifiers;
      const former = this.#progress.get(at);
      if (progress === former || former === undefined) continue;
      this.#progress.set(at, progress);
      this.#changes.push(["row", "identifiers", String(at), writeJson(String(progress))]);
      this.#undo.push(() => {
        identifiers.moveTo(former);
        this.#progress.set(at, former);
      });
    }
  }

  /** The texts of the cells, as the others know them. */
  get cells(): ReadonlyMap<string, string> {
    return new Map(this.#cells);
  }

  get done(): Done {
    return { changes: this.#changes, blobs: this.#blobs };
  }

  /** What was done is true for all. */
  settle(): void {
    this.#changes = [];
    this.#blobs = new Map();
    this.#undo = [];
    this.#isLasting = false;
  }

  /** Takes back what was done. @returns false if it cannot be: the world must be loaded anew */
  undo(): boolean {
    const isLasting = this.#isLasting;
    if (!isLasting) for (const step of this.#undo.toReversed()) step();
    this.settle();
    return !isLasting;
  }

  /** Does what others have done, unheard. */
  muted(work: () => void): void {
    this.#isMuted = true;
    try {
      work();
    } finally {
      this.#isMuted = false;
    }
  }

  /** Writes a cell, as others know it. */
  write(name: string, text: string): void {
    CELLS.get(name)?.write(this.#world, valueOf(text) as never);
    this.#cells.set(name, text);
  }

  /** Takes the progress of all identifiers as known. */
  know(): void {
    for (const [at, { identifiers }] of this.#world.used) this.#progress.set(at, identifiers.progress);
  }

  #replace(): void {
    this.#isLasting = true;
    const { used } = this.#world;
    if (this.#replaced.has("new start")) {
      const starts = [...used].flatMap(([at, { ownStart }]) =>
        ownStart === undefined ? [] : [[at, ownStart] as const],
      );
      this.#changes.push(["starts", this.#blob(starts)]);
    }
    const isAtStart = this.#replaced.size === 1 && this.#replaced.has("start");
    this.#changes.push(isAtStart ? ["start"] : ["base", this.#blob(used)]);
    this.#replaced.clear();
    this.know();
  }

  #blob(starts: Parameters<typeof writeStarts>[0]): string {
    const name = crypto.randomUUID();
    this.#blobs.set(name, writeStarts(starts));
    return name;
  }
}
