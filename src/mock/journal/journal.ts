// What a world has been asked and what it answered: the last requests, within what all worlds may keep together.
import { type Answered, type Entry, entryOf } from "./entry.ts";

/** So many requests a world keeps. */
const MOST_ENTRIES = 1_000;
/** What the entries of all worlds may take up together. */
const MOST_BYTES = 64 * 1024 * 1024;
/** So many pairs of an operation and a client are told apart. */
const MOST_CALLERS = 500;
const LONGEST_CLIENT = 200;

/** Is told of each request, once it was answered. */
export type Listener = (entry: Entry) => void;

/** Who calls a deprecated operation. */
export interface DeprecatedCalls {
  readonly operation: NonNullable<Entry["operation"]>;
  /** The User-Agent. */
  readonly client: string;
  count: number;
  /** Milliseconds since 1970. */
  last: number;
}

/** What the journals of all worlds share. */
export class Journals {
  /** That of the world which clients share who name no session; it outlives a reload of the document. */
  readonly shared: Journal = new Journal(this);
  readonly #limit: number;
  readonly #journals = new Set<Journal>();
  readonly #listeners = new Set<Listener>();
  readonly #deprecated = new Map<string, DeprecatedCalls>();
  #bytes = 0;
  #lastId = 0;

  /** @param limit the bytes that all entries may take up */
  constructor(limit: number = MOST_BYTES) {
    this.#limit = limit;
  }

  /** What all entries take up. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Is called with each request of any world. @returns ends that */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The calls of deprecated operations, in any world. */
  get deprecated(): readonly DeprecatedCalls[] {
    return [...this.#deprecated.values()];
  }

  /** All that is kept, in the order in which it was answered. */
  get entries(): readonly Entry[] {
    return [...this.#journals].flatMap((journal) => journal.entries).sort((a, b) => a.id - b.id);
  }

  /** Makes the entry of a request, and tells everybody. For journals only. */
  enter(journal: Journal, answered: Answered, session: string | undefined): Entry {
    const entry = entryOf(answered, ++this.#lastId, session);
    if (journal.bytes === 0) this.#journals.add(journal);
    this.#bytes += entry.weight;
    if (answered.operation?.lifecycle.deprecated === true) this.#count(entry, answered.operation);
    return entry;
  }

  /** Tells of an entry that was kept, and makes room where there is too much. */
  settle(entry: Entry): void {
    while (this.#bytes > this.#limit && this.#largest()?.dropOldest() === true);
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener(entry);
  }

  /** Notes that so much is no longer kept. */
  release(bytes: number): void {
    this.#bytes -= bytes;
  }

  /** Forgets a journal whose world is gone. */
  forget(journal: Journal): void {
    this.#journals.delete(journal);
  }

  #largest(): Journal | undefined {
    let largest: Journal | undefined;
    for (const journal of this.#journals) if (largest === undefined || journal.bytes > largest.bytes) largest = journal;
    return largest;
  }

  #count({ requestLines, at }: Entry, operation: DeprecatedCalls["operation"]): void {
    const index = requestLines.findIndex((line, place) => place % 2 === 0 && line.toLowerCase() === "user-agent");
    const client = index === -1 ? "" : (requestLines[index + 1] as string).slice(0, LONGEST_CLIENT);
    const key = `${operation.id}\n${client}`;
    const known = this.#deprecated.get(key);
    if (known !== undefined) {
      known.count++;
      known.last = at;
    } else if (this.#deprecated.size < MOST_CALLERS) {
      this.#deprecated.set(key, { operation, client, count: 1, last: at });
    }
  }
}

/** The requests of one world. */
export class Journal {
  readonly #shared: Journals;
  readonly #session: string | undefined;
  /** A ring: the oldest stands at `#start`. */
  #ring: Entry[] = [];
  #start = 0;
  #bytes = 0;

  constructor(shared: Journals, session?: string) {
    this.#shared = shared;
    this.#session = session;
  }

  /** What the entries take up. */
  get bytes(): number {
    return this.#bytes;
  }

  /** What was asked, the oldest first. */
  get entries(): readonly Entry[] {
    return [...this.#ring.slice(this.#start), ...this.#ring.slice(0, this.#start)];
  }

  /** Keeps a request that was answered. */
  note(answered: Answered): void {
    const entry = this.#shared.enter(this, answered, this.#session);
    this.#bytes += entry.weight;
    if (this.#ring.length < MOST_ENTRIES) this.#ring.push(entry);
    else {
      const gone = (this.#ring[this.#start] as Entry).weight;
      this.#ring[this.#start] = entry;
      this.#start = (this.#start + 1) % MOST_ENTRIES;
      this.#free(gone);
    }
    this.#shared.settle(entry);
  }

  /** @returns false where there is nothing to drop */
  dropOldest(): boolean {
    const all = [...this.entries];
    const dropped = all.splice(0, Math.max(1, Math.floor(all.length / 8)));
    this.#ring = all;
    this.#start = 0;
    for (const { weight } of dropped) this.#free(weight);
    return dropped.length > 0;
  }

  clear(): void {
    this.#ring = [];
    this.#start = 0;
    this.#free(this.#bytes);
  }

  /** Lets go of everything: its world is gone. */
  close(): void {
    this.clear();
    this.#shared.forget(this);
  }

  #free(bytes: number): void {
    this.#bytes -= bytes;
    this.#shared.release(bytes);
  }
}
