// Keeps the items of `serve`: where they are stored, and which ones wait for a document that allows them.
import type { MockServer } from "../../../http/node/server.ts";
import {
  type SavedWorld,
  type SetAside,
  readWorld,
  restoreWorld,
  revisionOf,
  writeWorld,
} from "../../../mock/saved-world.ts";
import { readJson } from "../../../json/read.ts";
import { count } from "../../../report/text.ts";
import { UsageError } from "../../usage.ts";
import { missingFrom } from "./data-file.ts";
import { SavedFile } from "./saved-file.ts";

/** Items that are listed with a reason. */
const SHOWN = 3;
/** The shortest time between two writes, in milliseconds. */
const PAUSE = 1_000;

/** Keeps the items of the world that clients share. */
export class Keeping {
  readonly #server: MockServer;
  readonly #saved: SavedFile | undefined;
  readonly #tell: (message: string) => void;
  readonly #file: string | undefined;
  #aside: readonly SetAside[] = [];

  /**
   * @param place the file to keep them in and the folder it starts from; if absent, they are lost when the process ends
   */
  constructor(server: MockServer, place: { name: string; cwd: string } | undefined, tell: (message: string) => void) {
    this.#server = server;
    this.#tell = tell;
    this.#file = place?.name;
    if (place === undefined) return;
    const content = {
      revision: () => revisionOf(server.worlds.shared),
      text: () => writeWorld(server.worlds.shared, this.#aside),
      lost: () => missingFrom(place.name, place.cwd, this.saved),
    };
    this.#saved = new SavedFile({ ...place, flag: "--data", pause: PAUSE, isShared: true }, content, tell);
  }

  /** All items, including those that were set aside. */
  get saved(): SavedWorld {
    const reading = readJson(writeWorld(this.#server.worlds.shared, this.#aside), Infinity);
    const saved = "value" in reading ? readWorld(reading.value) : { problem: reading.fault.message };
    if ("problem" in saved) throw new Error(`the items ${saved.problem}`);
    return saved;
  }

  /** Puts items into the world. Those that the document does not allow are set aside and reported. */
  restore(saved: SavedWorld): void {
    this.#setAside(restoreWorld(this.#server.worlds.shared, saved));
  }

  /** Writes for the first time, so that a problem shows at once. @throws UsageError if writing fails */
  begin(): void {
    const failed = this.#saved?.save();
    if (failed !== undefined) throw new UsageError(failed);
    this.#saved?.start();
  }

  /** Writes a last time. @returns what could not be saved, and why */
  close(): string | undefined {
    return this.#saved?.close();
  }

  #setAside(aside: readonly SetAside[]): void {
    this.#aside = aside;
    this.#saved?.touch();
    if (aside.length === 0) return;
    const where = this.#file === undefined ? "" : `; ${this.#file} has them under "aside"`;
    this.#tell(
      `${count(aside.length, "item")} set aside, as the document does not allow them: they come back when it does${where}`,
    );
    for (const { resource, why } of aside.slice(0, SHOWN)) this.#tell(`set aside from ${resource}: the item ${why}`);
  }
}
