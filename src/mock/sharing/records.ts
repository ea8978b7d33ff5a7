// The journal of a shared world: written by each process as JSON, and read by the one that is asked.
import type { Operation } from "../../contract/model.ts";
import type { Engine, NamedRecord } from "../../store/engine.ts";
import { type Answered, type Entry, entryOf } from "../journal/entry.ts";
import type { Mask } from "../journal/mask.ts";
import type { World } from "../world.ts";
import { valueOf } from "./keys.ts";

/** Entries with the same millisecond. */
const MOST_AT_ONCE = 1_000;

/** Writes answered requests without the credentials and secrets of their clients. */
export class RecordWriter {
  readonly #session: string | undefined;
  readonly #mask: Mask;
  /** What was masked last: a client repeats its headers, and a list its text. */
  readonly #lines = new WeakMap<readonly string[], readonly string[]>();
  #text: string | undefined;
  #masked: string | undefined;

  constructor(session: string | undefined, mask: Mask) {
    this.#session = session;
    this.#mask = mask;
  }

  write(answered: Answered): string {
    const { operation, ...others } = entryOf(answered, 0, this.#session);
    const { url, requestLines, requestBody, lines, text } = others;
    return JSON.stringify({
      ...others,
      url: this.#mask.url(url),
      requestLines: this.#headers(requestLines),
      requestBody: requestBody && this.#mask.body(requestBody),
      lines: this.#headers(lines),
      text: this.#shown(text),
      operation: operation?.id,
    });
  }

  #headers(lines: readonly string[]): readonly string[] {
    const known = this.#lines.get(lines);
    if (known !== undefined) return known;
    const masked = this.#mask.headers(lines).flat();
    this.#lines.set(lines, masked);
    return masked;
  }

  /** What its tokens say is read from it later, so only the keys of the mock are hidden. */
  #shown(text: string | undefined): string | undefined {
    if (text === undefined) return undefined;
    if (text !== this.#text) [this.#text, this.#masked] = [text, this.#mask.text(text)];
    return this.#masked;
  }
}

/** @param name of its record: milliseconds and a number, which make an identifier that counts up */
function readRecord({ name, text }: NamedRecord, operations: readonly Operation[]): Entry {
  const { operation, ...others } = valueOf(text) as unknown as Omit<Entry, "operation"> & {
    readonly operation?: string;
  };
  const [time = 0, turn = 0] = name.split("-").map(Number);
  return {
    ...others,
    id: time * MOST_AT_ONCE + Math.min(turn, MOST_AT_ONCE - 1),
    operation: operations.find(({ id }) => id === operation),
  };
}

/** Follows what is recorded of one world. */
export class RecordReader {
  readonly #world: World;
  readonly #engine: Engine;
  readonly #operations: readonly Operation[];
  #last: string | undefined;
  #reading: Promise<void> | undefined;

  constructor(world: World, engine: Engine, operations: readonly Operation[]) {
    this.#world = world;
    this.#engine = engine;
    this.#operations = operations;
  }

  /** Reads what was recorded since the last time. @throws EngineError */
  async read(): Promise<void> {
    // One that is under way may have missed the last records.
    await this.#reading;
    await (this.#reading ??= this.#next().finally(() => (this.#reading = undefined)));
  }

  /** Forgets all records, everywhere. @throws EngineError */
  async clear(): Promise<void> {
    await this.#engine.forgetRecords(this.#world.name);
    this.#world.journal?.clear();
  }

  async #next(): Promise<void> {
    const records = await this.#engine.records(this.#world.name, this.#last);
    // The last one that is known is among them, unless others were forgotten.
    const isKnown = this.#last !== undefined && records[0]?.name === this.#last;
    if (this.#last !== undefined && !isKnown) this.#world.journal?.clear();
    for (const record of isKnown ? records.slice(1) : records)
      this.#world.journal?.admit(readRecord(record, this.#operations));
    this.#last = records.at(-1)?.name;
  }
}
