// Keeps the items of `serve`: where they are stored, and which ones wait for a document that allows them.
import type { MockServer } from "../../http/node/server.ts";
import {
  type Holdings,
  type SetAside,
  readHoldings,
  restoreHoldings,
  writeHoldings,
} from "../../mock/items/holdings.ts";
import { readJson } from "../../json/read.ts";
import { count } from "../../report/text.ts";
import { DataKeeper } from "./data-file.ts";

/** Items that are listed with a reason. */
const SHOWN = 3;

/** Keeps the items of the world that clients share. */
export class Keeping {
  readonly #server: MockServer;
  readonly #keeper: DataKeeper | undefined;
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
    this.#keeper = place === undefined ? undefined : new DataKeeper(place, () => server.worlds.shared, tell);
  }

  /** All items, including those that were set aside. */
  get holdings(): Holdings {
    const reading = readJson(writeHoldings(this.#server.worlds.shared, this.#aside), Infinity);
    const holdings = "value" in reading ? readHoldings(reading.value) : { problem: reading.fault.message };
    if ("problem" in holdings) throw new Error(`the items ${holdings.problem}`);
    return holdings;
  }

  /** Puts items into the world. Those that the document does not allow are set aside and reported. */
  restore(holdings: Holdings): void {
    this.#setAside(restoreHoldings(this.#server.worlds.shared, holdings));
  }

  /** Starts writing. @throws UsageError if writing fails */
  async begin(): Promise<void> {
    await this.#keeper?.begin();
  }

  async close(): Promise<void> {
    await this.#keeper?.close();
  }

  #setAside(aside: readonly SetAside[]): void {
    this.#aside = aside;
    if (this.#keeper !== undefined) this.#keeper.aside = aside;
    if (aside.length === 0) return;
    const where = this.#file === undefined ? "" : `; ${this.#file} has them under "aside"`;
    this.#tell(
      `${count(aside.length, "item")} set aside, as the document does not allow them: they come back when it does${where}`,
    );
    for (const { resource, why } of aside.slice(0, SHOWN)) this.#tell(`set aside from ${resource}: the item ${why}`);
  }
}
