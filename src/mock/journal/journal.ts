// The last requests of a world and their answers, within a limit for all worlds together.
import { lineValue } from "../../contract/header-lines.ts";
import type { Refusal } from "../errors/refusal.ts";
import type { Asked, Given } from "../outbox.ts";
import { type Answered, type Entry, entryOf } from "./entry.ts";

/** How many requests a world keeps. */
const MOST_ENTRIES = 1_000;
/** The memory for the entries of all worlds together. */
const MOST_BYTES = 64 * 1024 * 1024;
/** How many pairs of an operation and a client are counted. */
const MOST_CALLERS = 500;
const LONGEST_CLIENT = 200;

/** What is recorded of a request. */
interface Recorded extends Pick<Asked, "req" | "operation"> {
  readonly body: Uint8Array | undefined;
  /** When it arrived, from `performance.now`. */
  readonly began: number;
  /** Why it was refused, or would have been. */
  readonly refusal: Refusal | undefined;
  readonly excused: Refusal | undefined;
  readonly disturbance: { readonly name: string } | undefined;
  /** What was sent and is not in the answer. */
  readonly repairs?: readonly string[] | undefined;
}

/** Called with each request after it was answered. */
export type Listener = (entry: Entry) => void;

/** The calls of a deprecated operation by one client. */
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
  /** The journal of the world for clients without a session; it survives a reload of the document. */
  readonly shared: Journal = new Journal(this);
  readonly #limit: number;
  readonly #journals = new Set<Journal>();
  readonly #listeners = new Set<Listener>();
  readonly #deprecated = new Map<string, DeprecatedCalls>();
  #bytes = 0;
  #lastId = 0;

  /** @param limit the bytes for all entries together */
  constructor(limit: number = MOST_BYTES) {
    this.#limit = limit;
  }

  /** The journal of a world. @param session undefined for the shared one */
  of(session: string | undefined): Journal {
    return session === undefined ? this.shared : new Journal(this, session);
  }

  /** The memory used by all entries. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Calls a listener with each request of any world. @returns a function that unsubscribes it */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The calls of deprecated operations in any world. */
  get deprecated(): readonly DeprecatedCalls[] {
    return [...this.#deprecated.values()];
  }

  /** All entries, in the order in which they were answered. */
  get entries(): readonly Entry[] {
    return [...this.#journals].flatMap((journal) => journal.entries).sort((a, b) => a.id - b.id);
  }

  /** Creates the entry of a request, and notifies all listeners. For journals only. */
  enter(journal: Journal, answered: Answered, session: string | undefined): Entry {
    const entry = entryOf(answered, ++this.#lastId, session);
    this.admit(journal, entry);
    return entry;
  }

  /** Counts an entry. For journals only. */
  admit(journal: Journal, entry: Entry): void {
    if (journal.bytes === 0) this.#journals.add(journal);
    this.#bytes += entry.weight;
    if (entry.operation?.lifecycle.deprecated === true) this.#count(entry, entry.operation);
  }

  /** True if somebody hears of each request. */
  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Counts an entry, and drops old ones if there are too many bytes. */
  settle(entry: Entry): void {
    while (this.#bytes > this.#limit && this.#largest()?.dropOldest() === true);
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener(entry);
  }

  /** Subtracts the bytes of entries that are no longer kept. */
  release(bytes: number): void {
    this.#bytes -= bytes;
  }

  /** Removes the journal of a world that no longer exists. */
  forget(journal: Journal): void {
    this.#journals.delete(journal);
  }

  #largest(): Journal | undefined {
    let largest: Journal | undefined;
    for (const journal of this.#journals) if (largest === undefined || journal.bytes > largest.bytes) largest = journal;
    return largest;
  }

  #count({ requestLines, at }: Entry, operation: DeprecatedCalls["operation"]): void {
    const client = (lineValue(requestLines, "user-agent") ?? "").slice(0, LONGEST_CLIENT);
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
  /** A ring: the oldest entry is at `#start`. */
  #ring: Entry[] = [];
  #start = 0;
  #bytes = 0;
  /** Receives what would be recorded, if it is kept elsewhere. */
  divert: ((answered: Answered) => void) | undefined;

  constructor(shared: Journals, session?: string) {
    this.#shared = shared;
    this.#session = session;
  }

  /** The memory used by the entries. */
  get bytes(): number {
    return this.#bytes;
  }

  /** All entries, the oldest first. */
  get entries(): readonly Entry[] {
    return [...this.#ring.slice(this.#start), ...this.#ring.slice(0, this.#start)];
  }

  /** Records a request with the answer that was sent. */
  record(asked: Recorded, { status, lines, text }: Given): void {
    const { req, operation, body, began, refusal = asked.excused, disturbance } = asked;
    this.note({
      method: req.method ?? "",
      url: req.url ?? "",
      operation,
      requestLines: req.rawHeaders,
      requestBody: body,
      ms: performance.now() - began,
      status,
      lines,
      text: req.method === "HEAD" ? undefined : text,
      refusal,
      situation: disturbance?.name,
      repairs: asked.repairs,
    });
  }

  /** Records a request that was answered. */
  note(answered: Answered): void {
    if (this.divert === undefined) this.#keep(this.#shared.enter(this, answered, this.#session));
    else this.divert(answered);
  }

  /** Keeps what was recorded elsewhere. */
  admit(entry: Entry): void {
    this.#shared.admit(this, entry);
    this.#keep(entry);
  }

  #keep(entry: Entry): void {
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

  /** @returns false if there is nothing to drop */
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

  /** Releases all entries: the world no longer exists. */
  close(): void {
    this.clear();
    this.#shared.forget(this);
  }

  #free(bytes: number): void {
    this.#bytes -= bytes;
    this.#shared.release(bytes);
  }
}
